// SPDX-License-Identifier: Apache-2.0

// The curve alone, no other method beside it: it leads to a solution of every
// problem that is strictly feasible, also where it turns on its way.

#include "friction_fixture.h"

#include <percuss/complementarity/friction_homotopy.h>

#include <gtest/gtest.h>

#include <algorithm>

using namespace percuss;

namespace friction_homotopy_test
{
  struct Walk
  {
    double       residual  = 1.;
    unsigned int n_systems = 0;
    int          n_turns   = 0; // points where τ is larger than before
  };

  /** To the end of the curve, or to a residual of 1e-8. */
  Walk
  follow(const Eigen::MatrixXd   &W,
         const Eigen::VectorXd   &b,
         const std::vector<Cone> &cones)
  {
    friction::ScaledProblem given(W, b, cones);
    FrictionHomotopy        curve;
    FrictionLinearSystem    system;
    curve.start(given.problem, given.s, given.b_scaled, 1e-4);
    Walk   walk;
    double last = curve.logarithm_of_tau();
    EXPECT_EQ(last, 0.);
    while (walk.residual > 1e-8 &&
           curve.step(given.problem, given.s, system, 100000, walk.n_systems))
      {
        walk.residual = given.residual(curve.impulse());
        walk.n_turns += curve.logarithm_of_tau() > last;
        last = curve.logarithm_of_tau();
      }
    return walk;
  }

  TEST(FrictionHomotopy, LeadsToASolution)
  {
    std::mt19937 generator(71);
    int          n_problems = 0, n_with_turns = 0;
    double       n_systems = 0.;
    friction::for_each_feasible_problem(
      {2, 3, 6},
      {1, 3, 10, 20},
      {0.1, 0.5, 1.5},
      5,
      generator,
      [&](const auto &W, const auto &b, const auto &cones) {
        const Walk walk = follow(W, b, cones);
        EXPECT_LE(walk.residual, 1e-8)
          << "problem " << n_problems << ", systems " << walk.n_systems;
        ++n_problems;
        n_systems += walk.n_systems;
        n_with_turns += walk.n_turns > 0;
      });
    RecordProperty("problems with turns", n_with_turns);
    // A wrong derivative makes the steps short, or ends the curve.
    EXPECT_LE(n_systems / n_problems, 250.);
    EXPECT_GT(n_with_turns, 0);
  }
} // namespace friction_homotopy_test
