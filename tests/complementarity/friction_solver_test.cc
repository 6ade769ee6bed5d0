// SPDX-License-Identifier: Apache-2.0

// The methods for contacts with friction, one after the other: the number of
// linear solves; redundant contacts; where proximal points are needed, and the flow
// of sliding speeds.

#include "friction_fixture.h"

#include <percuss/complementarity/friction/friction_solver.h>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace percuss;

namespace friction_solver_test
{
  SolverReport
  run(const Eigen::MatrixXd            &W,
      const Eigen::VectorXd            &b,
      const std::vector<Cone>          &cones,
      const double                      tolerance = 1e-10,
      const FrictionStrategyParameters &strategy  = {})
  {
    const auto             n = static_cast<unsigned int>(b.size());
    const ExplicitDelassus op(W);
    std::vector<double>    p(n, 0.);
    FrictionSolver         solver({.tolerance = tolerance}, strategy);
    return solver.solve({op, {b.data(), n}, cones}, p);
  }

  // Quadratic convergence: a wrong derivative costs more iterations.
  TEST(FrictionSolver, NeedsFewLinearSystems)
  {
    std::mt19937 generator(61);
    for (const int dim : {2, 3})
      {
        unsigned int sum = 0;
        for (int k = 0; k < 50; ++k)
          {
            const int             n = 10 * dim;
            const Eigen::MatrixXd W =
              friction::random_delassus(dim, 10, 2 * n, generator);
            const SolverReport report =
              run(W,
                  enumeration::random_vector(n, generator),
                  friction::cones(dim, 10, 0.4));
            ASSERT_EQ(report.status, SolverStatus::converged);
            EXPECT_LE(report.iterations, 7u);
            sum += report.iterations;
          }
        EXPECT_LE(sum, dim == 2 ? 130u : 210u);
      }
  }

  // What is left of a step's equations are data of the next one: the iteration
  // goes on beyond the tolerance, as long as it is quadratic.
  TEST(FrictionSolver, GoesOnBeyondTheTolerance)
  {
    std::mt19937 generator(64);
    for (const int dim : {2, 3})
      for (const double tolerance : {1e-4, 1e-10})
        for (int k = 0; k < 50; ++k)
          {
            const int             n = 10 * dim;
            const Eigen::MatrixXd W =
              friction::random_delassus(dim, 10, 2 * n, generator);
            EXPECT_LE(run(W,
                          enumeration::random_vector(n, generator),
                          friction::cones(dim, 10, 0.4),
                          tolerance)
                        .residual,
                      1e-3 * tolerance);
          }
  }

  // Each contact three times: three equal rows and columns of W each.
  TEST(FrictionSolver, EqualContactsDoNotMakeItSlower)
  {
    std::mt19937 generator(62);
    for (int k = 0; k < 20; ++k)
      {
        const Eigen::MatrixXd part =
          friction::random_delassus(3, 4, 24, generator);
        const Eigen::VectorXd part_b =
          enumeration::random_vector(12, generator) -
          Eigen::VectorXd::Unit(12, 0);
        const SolverReport report = run(part.replicate(3, 3),
                                        part_b.replicate(3, 1),
                                        friction::cones(3, 12, 0.4));
        ASSERT_EQ(report.status, SolverStatus::converged);
        EXPECT_LE(report.iterations, 8u);
      }
  }

  // W of half the rank, mu = 0.6: the step is often no descent, and with
  // Newton's method alone, 30 iterations at most, one in six is not solved.
  TEST(FrictionSolver, ProximalPointsHelpWhereNoStepDoes)
  {
    std::mt19937 generator(63);
    int          n_long = 0;
    for (int k = 0; k < 50; ++k)
      {
        const Eigen::MatrixXd W =
          friction::random_delassus(2, 20, 20, generator);
        const SolverReport report =
          run(W,
              W * enumeration::random_vector(40, generator),
              friction::cones(2, 20, 0.6));
        EXPECT_TRUE(report.is_solution_usable()) << k;
        n_long += report.iterations > 30;
      }
    EXPECT_GT(n_long, 0);
  }

  // What each method has done: Newton's method first, proximal points where it has
  // no solution; their linear solves add up.
  TEST(FrictionSolver, ReportsItsStages)
  {
    std::mt19937 generator(63);
    int          n_with_points = 0;
    for (int k = 0; k < 50; ++k)
      {
        const Eigen::MatrixXd W =
          friction::random_delassus(2, 20, 20, generator);
        const SolverReport report =
          run(W,
              W * enumeration::random_vector(40, generator),
              friction::cones(2, 20, 0.6));
        const auto stages = report.stages.all();
        ASSERT_GE(stages.size(), 1u);
        EXPECT_EQ(stages.front().method(), "semismooth-newton");
        EXPECT_EQ(stages.front().attempts, 1u);
        const auto last =
          std::ranges::find(stages, report.solved_by, &StageRecord::method);
        ASSERT_NE(last, stages.end());
        EXPECT_EQ(last->residual_after, report.residual);
        unsigned int n = 0;
        for (const StageRecord &stage : stages)
          n += stage.linear_solves;
        EXPECT_EQ(n, report.iterations);
        n_with_points += stages.size() >= 2;
      }
    EXPECT_GT(n_with_points, 0);
    EXPECT_LT(n_with_points, 50);
  }

  using Problems = std::vector<std::pair<Eigen::MatrixXd, Eigen::VectorXd>>;

  /** W of half the rank, mu = 3: of each ten one or two problems have no solution
   * that Newton's method and proximal points find from p = 0. */
  Problems
  hard_problems()
  {
    std::mt19937 generator(3);
    Problems     problems;
    for (int k = 0; k < 10; ++k)
      {
        const Eigen::MatrixXd W =
          friction::random_delassus(3, 40, 60, generator);
        problems.emplace_back(W,
                              W * enumeration::random_vector(120, generator));
      }
    return problems;
  }

  TEST(FrictionSolver, FlowOfSpeedsHelpsWhereOthersDoNot)
  {
    int n_with_flow = 0;
    for (const auto &[W, b] : hard_problems())
      {
        const SolverReport report = run(W, b, friction::cones(3, 40, 3.));
        EXPECT_TRUE(report.is_solution_usable());
        n_with_flow +=
          std::ranges::any_of(report.stages.all(), [](const auto &stage) {
            return stage.method() == "sliding-speed-flow";
          });
      }
    EXPECT_GT(n_with_flow, 0);
  }

  // A budget of zero leaves a method out; what the others do is as before.
  TEST(FrictionSolver, LeavesMethodsOut)
  {
    const auto has = [](const SolverReport &report, const char *method) {
      return std::ranges::any_of(report.stages.all(), [&](const auto &stage) {
        return stage.method() == method && stage.linear_solves > 0;
      });
    };
    for (const auto &[W, b] : hard_problems())
      {
        const auto cones = friction::cones(3, 40, 3.);
        EXPECT_FALSE(
          has(run(W, b, cones, 1e-10, {.newton = 0}), "semismooth-newton"));
        const SolverReport flow =
          run(W, b, cones, 1e-10, {.proximal_points = 0, .max_attempts = 1});
        EXPECT_FALSE(has(flow, "proximal-point"));
        EXPECT_TRUE(has(flow, "sliding-speed-flow"));
        const SolverReport points =
          run(W, b, cones, 1e-10, {.flow = 0, .max_attempts = 3});
        EXPECT_FALSE(has(points, "sliding-speed-flow"));
        EXPECT_TRUE(has(points, "proximal-point"));
      }
  }

  // The largest residuals of several problems, the sums of the rest; a name is
  // kept as a value, as far as it fits.
  TEST(StageRecords, AreAddedUp)
  {
    StageRecords one, other;
    StageRecord &newton  = one.begin_attempt("semismooth-newton", 1.);
    newton.linear_solves = 3, newton.residual_after = 1e-12;
    one.begin_attempt("semismooth-newton", 1e-12).linear_solves += 2;
    StageRecord &second  = other.begin_attempt("semismooth-newton", 0.5);
    second.linear_solves = 7, second.residual_after = 1e-3;
    std::string name                               = "proximal-point";
    other.begin_attempt(name, 1e-3).residual_after = 1e-11;
    name                                           = "another text";
    one.add(other);
    const auto all = one.all();
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].problems, 2u);
    EXPECT_EQ(all[0].attempts, 3u);
    EXPECT_EQ(all[0].linear_solves, 12u);
    EXPECT_EQ(all[0].residual_before, 1.);
    EXPECT_EQ(all[0].residual_after, 1e-3);
    EXPECT_EQ(all[1].method(), "proximal-point");
    EXPECT_EQ(all[1].problems, 1u);
    EXPECT_EQ(all[1].residual_after, 1e-11);
  }

  // Units that are powers of four change no bit of the scaled data.
  TEST(FrictionSolver, DoesTheSameInOtherUnits)
  {
    for (const auto &[W, b] : hard_problems())
      {
        const auto         cones = friction::cones(3, 40, 3.);
        const SolverReport one   = run(W, b, cones);
        for (const auto &[mass, speed] :
             {std::pair{0x1p10, 1.}, std::pair{0x1p-20, 0x1p10}})
          {
            const SolverReport other = run(W / mass, b * speed, cones);
            EXPECT_EQ(other.iterations, one.iterations);
            EXPECT_EQ(other.residual, one.residual);
          }
      }
  }

  // Contacts in another order, tangents turned: other starts of the flow.
  TEST(FrictionSolver, SolvesHardProblemsInOtherOrdersAndTangents)
  {
    std::mt19937 generator(76);
    for (const auto &[W, b] : hard_problems())
      {
        std::vector<int> order(40);
        std::iota(order.begin(), order.end(), 0);
        std::ranges::shuffle(order, generator);
        const double angle =
          std::uniform_real_distribution<double>(0., 6.)(generator);
        Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
        turn.bottomRightCorner<2, 2>() =
          Eigen::Rotation2Dd(angle).toRotationMatrix();
        Eigen::MatrixXd Q = Eigen::MatrixXd::Zero(120, 120);
        for (int k = 0; k < 40; ++k)
          Q.block<3, 3>(3 * k, 3 * order[static_cast<std::size_t>(k)]) = turn;
        EXPECT_TRUE(
          run(Q * W * Q.transpose(), Q * b, friction::cones(3, 40, 3.))
            .is_solution_usable());
      }
  }

  // F(P, r U) has the same roots for all r, and Newton's method converges to them
  // quadratically.
  TEST(AlartCurnierNewton, FindsTheSameRootWithEveryWeight)
  {
    std::mt19937 generator(77);
    for (const double weight : {1., 1e2, 1e4, 1e6})
      for (int k = 0; k < 10; ++k)
        {
          const Eigen::MatrixXd W =
            friction::random_delassus(3, 10, 60, generator);
          const Eigen::VectorXd   b = enumeration::random_vector(30, generator);
          const auto              cones = friction::cones(3, 10, 0.4);
          friction::ScaledProblem given(W, b, cones);
          AlartCurnierNewton      newton;
          newton.start(given.scaled, Eigen::VectorXd::Zero(30));
          unsigned int n = 0;
          while (newton.norm() > 1e-13 && n < 20)
            newton.take_full_step(n);
          ASSERT_LE(given.scaled.residual(newton.impulse()), 1e-12);
          const Eigen::VectorXd near =
            newton.impulse() +
            1e-6 / weight * enumeration::random_vector(30, generator);
          newton.start(given.scaled, near, {0., nullptr, weight});
          for (n = 0; n < 3;)
            newton.take_full_step(n);
          EXPECT_LE(given.scaled.residual(newton.impulse()), 1e-13)
            << weight << ' ' << k;
        }
  }

  // Blocks at rest have gap velocities of rounding alone, and the impulse of the
  // step before is no guess for them.
  TEST(FrictionSolver, GuessThatIsTooLargeIsNone)
  {
    for (const double mu : {0.3, 1., 2.})
      for (unsigned int seed = 0; seed < 40; ++seed)
        {
          // two corners of a rectangle: one tangential row too many
          std::mt19937    generator(seed);
          Eigen::MatrixXd G(4, 3);
          G << 0., 1., -0.1, 1., 0., 0.05, 0., 1., 0.1, 1., 0., 0.05;
          const Eigen::Vector3d inverse_mass(0.05, 0.05, 12.);
          const Eigen::MatrixXd W =
            G * inverse_mass.asDiagonal() * G.transpose();
          const Eigen::VectorXd b =
            1e-18 * G * enumeration::random_vector(3, generator);
          const Eigen::VectorXd  p0 = enumeration::random_vector(4, generator);
          const ExplicitDelassus op(W);
          for (const double size : {0., 1e-18, 1e-12, 1e-3, 1e30})
            {
              std::vector<double> p(4);
              for (int i = 0; i < 4; ++i)
                p[i] = size * p0[i];
              const SolverReport report = FrictionSolver().solve(
                {op, {b.data(), 4}, friction::cones(2, 2, mu)}, p);
              EXPECT_EQ(report.status, SolverStatus::converged)
                << mu << ' ' << seed << ' ' << size;
            }
        }
  }

  // The limit of iterations is kept, and said.
  TEST(FrictionSolver, StopsAtItsLimit)
  {
    std::mt19937           generator(63);
    const Eigen::MatrixXd  W = friction::random_delassus(3, 20, 30, generator);
    const Eigen::VectorXd  b = W * enumeration::random_vector(60, generator);
    const ExplicitDelassus op(W);
    std::vector<double>    p(60, 0.);
    const SolverReport     report =
      FrictionSolver({.tolerance = 1e-30, .max_iterations = 40})
        .solve({op, {b.data(), 60}, friction::cones(3, 20, 0.6)}, p);
    EXPECT_EQ(report.status, SolverStatus::iteration_limit);
    EXPECT_EQ(report.iterations, 40u);
  }
} // namespace friction_solver_test
