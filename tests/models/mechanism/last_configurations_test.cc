// SPDX-License-Identifier: Apache-2.0

// What rows keep of the configurations that they were asked for last is what
// rows that keep nothing compute, in any order of configurations and calls.

#include "all_spatial_rows.h"

#include <percuss/models/mechanism/last_configurations.h>

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace percuss::test::last_configurations_test
{
  TEST(LastConfigurations, OfRowsAreTheirOwn)
  {
    const SpatialConstraints rows = all_spatial_rows::all_kinds();
    const std::size_t        m    = rows.n_constraints();
    const DenseVector        v    = random_vector(18, 7);
    std::mt19937             generator(3);
    for (unsigned int k = 0; k < 60; ++k)
      {
        // three configurations, of which two are kept
        const DenseVector        q = random_frames(3, 1 + generator() % 3);
        const SpatialConstraints new_rows = all_spatial_rows::all_kinds();
        if (generator() % 2 == 0)
          {
            std::vector<double> u(m), expected(m);
            rows.velocity(q, 0., v, u);
            new_rows.velocity(q, 0., v, expected);
            EXPECT_EQ(u, expected) << k;
          }
        else
          {
            std::vector<double> p(m, 0.);
            for (unsigned int i = 0; i < 3; ++i)
              p[generator() % m] = 1. + i;
            DenseVector r = v, expected = v;
            rows.add_impulse(q, 0., p, r);
            new_rows.add_impulse(q, 0., p, expected);
            EXPECT_EQ(r.entries, expected.entries) << k;
          }
      }
  }

  TEST(LastConfigurations, AreMadeOnceUntilForgotten)
  {
    const Eigen::VectorXd a = Eigen::VectorXd::Constant(2, 1.),
                          b = Eigen::VectorXd::Constant(2, 2.),
                          c = Eigen::VectorXd::Constant(3, 2.);
    LastConfigurations<int> kept;
    int                     n  = 0;
    const auto              at = [&](const Eigen::VectorXd &q) {
      return kept.at(q, [&](int &content) { content = ++n; });
    };
    EXPECT_EQ(at(a), 1);
    EXPECT_EQ(at(b), 2);
    EXPECT_EQ(at(a), 1);
    EXPECT_EQ(at(b), 2);
    EXPECT_EQ(at(c), 3); // of a, which was asked for before b
    EXPECT_EQ(at(b), 2);
    EXPECT_EQ(at(a), 4);
    kept.forget();
    EXPECT_EQ(at(a), 5);
    EXPECT_EQ(at(b), 6);
  }
} // namespace percuss::test::last_configurations_test
