// SPDX-License-Identifier: Apache-2.0

// Interior points alone, no other method beside them, with sliding speeds that
// are held: they come near the solution in few iterations, also where contacts
// are redundant.

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

  /** Iterations to a residual of 1e-6, or the limit, with random speeds. */
  unsigned int
  iterations(const Eigen::MatrixXd   &W,
             const Eigen::VectorXd   &b,
             const std::vector<Cone> &cones,
             std::mt19937            &generator)
  {
    friction::ScaledProblem given(W, b, cones);
    const Eigen::VectorXd   w = friction::random_speeds(b.size(), generator);
    FrictionInteriorPoint   point;
    point.start(given.scaled, w);
    for (unsigned int k = 1; k < max_iterations && point.step(); ++k)
      if (friction::residual_of_held(given, w, point.impulse()) <=
          near_a_solution)
        return k;
    return max_iterations;
  }

  TEST(FrictionInteriorPoint, ComesNearASolutionInFewIterations)
  {
    std::mt19937              generator(72);
    std::vector<unsigned int> n;
    friction::for_each_feasible_problem(
      {2, 3, 6},
      {1, 3, 10, 40},
      {0., 0.1, 0.5, 1.5},
      5,
      generator,
      [&](const auto &W, const auto &b, const auto &cones) {
        n.push_back(iterations(W, b, cones, generator));
      });
    std::ranges::sort(n);
    const auto quantile = [&n](const double share) {
      return n[static_cast<std::size_t>(share *
                                        static_cast<double>(n.size() - 1))];
    };
    RecordProperty("median", static_cast<int>(quantile(0.5)));
    RecordProperty("all", static_cast<int>(n.back()));
    EXPECT_LE(quantile(0.5), 12u);
    EXPECT_LE(n.back(), 30u);
  }

  // With friction on a single contact, too, the last digits: there x and y are
  // not both zero.
  TEST(FrictionInteriorPoint, ConvergesWhereNoContactIsDegenerate)
  {
    std::mt19937    generator(73);
    Eigen::MatrixXd W(3, 3);
    W << 2., 0.3, -0.1, 0.3, 1.5, 0.2, -0.1, 0.2, 1.;
    for (const auto &b : {Eigen::Vector3d(-1., 0.2, 0.1),
                          Eigen::Vector3d(-1., 2., -1.),
                          Eigen::Vector3d(1., 0.5, 0.5)})
      EXPECT_LE(iterations(W, b, friction::cones(3, 1, 0.5), generator), 15u)
        << b.transpose();
  }
} // namespace friction_interior_point_test
