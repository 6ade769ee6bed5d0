// SPDX-License-Identifier: Apache-2.0

// The flow of sliding speeds alone; what it does for FrictionSolver is tested
// there.

#include "friction_fixture.h"

#include <percuss/complementarity/friction/sliding_speed_flow.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace percuss;

namespace sliding_speed_flow_test
{
  /** The least residual of the flow from P = 0. */
  double
  least_residual(const Eigen::MatrixXd   &W,
                 const Eigen::VectorXd   &b,
                 const std::vector<Cone> &cones,
                 const unsigned int       attempt)
  {
    friction::ScaledProblem given(W, b, cones);
    ScaledFrictionProblem  &problem = given.scaled;
    SlidingSpeedFlow        flow;
    flow.start(problem, Eigen::VectorXd::Zero(b.size()), attempt);
    double       least  = problem.residual(flow.impulse());
    unsigned int n      = 0;
    bool         is_end = false;
    while (!is_end)
      {
        is_end = flow.advance(1000, n) == FrictionMethod::Outcome::stalled;
        least  = std::min(least, problem.residual(flow.impulse()));
      }
    return least;
  }

  // From all of its starts, redundant contacts and others, nine times in ten.
  TEST(SlidingSpeedFlow, ComesNearASolution)
  {
    std::mt19937 generator(75);
    int          n_far = 0, n = 0;
    friction::for_each_feasible_problem(
      {2, 3, 4},
      {1, 3, 10},
      {0., 0.3, 1.},
      2,
      generator,
      [&](const auto &W, const auto &b, const auto &cones) {
        for (const unsigned int attempt : {0u, 1u, 2u, 3u})
          {
            ++n;
            n_far += !(least_residual(W, b, cones, attempt) <= 1e-5);
          }
      });
    EXPECT_GT(n, 200);
    EXPECT_LE(n_far, n / 8);
  }

  // A single contact, W = 1 and b = (-1, 1): P_N = 1, and it slides at 1 - mu, or
  // sticks.
  TEST(SlidingSpeedFlow, FindsTheSpeedOfOneContact)
  {
    for (const double mu : {0.1, 0.3, 0.9, 1.1})
      EXPECT_LE(least_residual(Eigen::MatrixXd::Identity(2, 2),
                               Eigen::Vector2d(-1., 1.),
                               friction::cones(2, 1, mu),
                               0),
                1e-7)
        << mu;
  }
} // namespace sliding_speed_flow_test
