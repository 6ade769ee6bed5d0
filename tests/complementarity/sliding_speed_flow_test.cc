// SPDX-License-Identifier: Apache-2.0

// The flow of sliding speeds alone, and where it leads to solutions that Newton's
// method and proximal points from the guess do not find.

#include "friction_fixture.h"

#include <percuss/complementarity/friction/friction_solver.h>
#include <percuss/complementarity/friction/sliding_speed_flow.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace percuss;

namespace sliding_speed_flow_test
{
  /** The least residual of the flow from @p P = 0. */
  double
  least_residual(const Eigen::MatrixXd   &W,
                 const Eigen::VectorXd   &b,
                 const std::vector<Cone> &cones,
                 const unsigned int       attempt)
  {
    const ExplicitDelassus op(W);
    ScaledFrictionProblem  problem;
    problem.load({op, {b.data(), static_cast<std::size_t>(b.size())}, cones});
    SlidingSpeedFlow flow;
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

  // W of half the rank, mu = 3: of each ten, one or two have no solution that
  // the other methods find from the guess.
  TEST(SlidingSpeedFlow, LeadsToSolutionsThatOthersDoNotFind)
  {
    std::mt19937 generator(3);
    int          n_with_flow = 0;
    for (int k = 0; k < 10; ++k)
      {
        const Eigen::MatrixXd W =
          friction::random_delassus(3, 40, 60, generator);
        const Eigen::VectorXd b =
          W * enumeration::random_vector(120, generator);
        const ExplicitDelassus op(W);
        std::vector<double>    p(120, 0.);
        FrictionSolver         solver;
        const SolverReport     report =
          solver.solve({op, {b.data(), 120}, friction::cones(3, 40, 3.)}, p);
        EXPECT_TRUE(report.is_solution_usable()) << k;
        n_with_flow +=
          std::ranges::any_of(report.stages.all(),
                              [](const StageRecord &stage) {
                                return stage.method == "sliding-speed-flow";
                              });
      }
    EXPECT_GT(n_with_flow, 0);
  }
} // namespace sliding_speed_flow_test
