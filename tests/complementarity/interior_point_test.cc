// SPDX-License-Identifier: Apache-2.0

// Interior points alone, no other method beside them: they come near a solution
// in few iterations, also where contacts are redundant.

#include "friction_fixture.h"

#include <percuss/complementarity/friction/interior_point.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace percuss;

namespace friction_interior_point_test
{
  constexpr double       near_a_solution = 1e-6; // contacts with p = u = 0
  constexpr unsigned int max_iterations  = 60;

  /** Iterations to a residual of 1e-6, or the limit. */
  unsigned int
  iterations(const Eigen::MatrixXd   &W,
             const Eigen::VectorXd   &b,
             const std::vector<Cone> &cones)
  {
    friction::ScaledProblem given(W, b, cones);
    FrictionInteriorPoint   point;
    FrictionLinearSystem    system;
    point.start(given.problem, given.s, given.b_scaled, 1., 1.);
    for (unsigned int k = 1;
         k < max_iterations && point.step(given.problem, given.s, system);
         ++k)
      if (given.residual(point.impulse()) <= near_a_solution)
        return k;
    return max_iterations;
  }

  TEST(FrictionInteriorPoint, ComesNearASolutionInFewIterations)
  {
    std::mt19937              generator(72);
    std::vector<unsigned int> n;
    friction::for_each_feasible_problem({2, 3, 6},
                                        {1, 3, 10, 40},
                                        {0., 0.1, 0.5, 1.5},
                                        5,
                                        generator,
                                        [&](const auto &W,
                                            const auto &b,
                                            const auto &cones) {
                                          n.push_back(iterations(W, b, cones));
                                        });
    std::ranges::sort(n);
    const auto quantile = [&n](const double share) {
      return n[static_cast<std::size_t>(share *
                                        static_cast<double>(n.size() - 1))];
    };
    RecordProperty("median", static_cast<int>(quantile(0.5)));
    RecordProperty("nine in ten", static_cast<int>(quantile(0.9)));
    EXPECT_LE(quantile(0.5), 12u);
    EXPECT_LE(quantile(0.9), 20u);
  }

  // With friction on a single contact, too, the last digits: there x and y are
  // not both zero.
  TEST(FrictionInteriorPoint, ConvergesWhereNoContactIsDegenerate)
  {
    Eigen::MatrixXd W(3, 3);
    W << 2., 0.3, -0.1, 0.3, 1.5, 0.2, -0.1, 0.2, 1.;
    for (const auto &b : {Eigen::Vector3d(-1., 0.2, 0.1), // sticks
                          Eigen::Vector3d(-1., 2., -1.),  // slips
                          Eigen::Vector3d(1., 0.5, 0.5)}) // opens
      EXPECT_LE(iterations(W, b, friction::cones(3, 1, 0.5)), 10u)
        << b.transpose();
  }
} // namespace friction_interior_point_test
