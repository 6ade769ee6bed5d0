// SPDX-License-Identifier: Apache-2.0

// The convex relaxation of Coulomb friction: contacts that open or close a little.

#include "friction_collection.h"
#include "friction_fixture.h"

#include <percuss/complementarity/automatic_solver.h>
#include <percuss/complementarity/friction/friction_solver.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace percuss;

namespace convex_relaxation_test
{
  using Cones = std::vector<Cone>;

  struct Dilated
  {
    SolverReport    report;
    Eigen::VectorXd p, u;
  };

  /** As where Newton's method for Coulomb's law has failed, which gets no iteration
   *  here. */
  FrictionSolver
  relaxing_solver(const double largest)
  {
    return FrictionSolver({.relaxation_gap_velocity = largest}, {.newton = 0});
  }

  Dilated
  dilate(FrictionSolver        &solver,
         const Eigen::MatrixXd &W,
         const Eigen::VectorXd &b,
         const Cones           &cones)
  {
    const auto                       n = static_cast<std::size_t>(b.size());
    const ExplicitDelassus           op(W);
    const ConeComplementarityProblem problem{op, {b.data(), n}, cones};
    Dilated                 result{{}, Eigen::VectorXd::Zero(b.size()), {}};
    const std::span<double> p(result.p.data(), n);
    result.report = solver.solve(problem, p);
    result.u      = W * result.p + b;
    return result;
  }

  Dilated
  dilate(const Eigen::MatrixXd &W,
         const Eigen::VectorXd &b,
         const Cones           &cones,
         const double           largest)
  {
    FrictionSolver solver = relaxing_solver(largest);
    return dilate(solver, W, b, cones);
  }

  /** Signorini's condition to within @p largest, Coulomb's cone and the direction of
   *  friction as they are, and no energy from the contacts. */
  void
  expect_law(const Dilated         &result,
             const Eigen::VectorXd &b,
             const Cones           &cones,
             const double           largest)
  {
    const double accuracy = 1e-8 * (1. + result.p.norm() + b.norm());
    ASSERT_EQ(result.report.status, SolverStatus::converged);
    EXPECT_LE(result.report.residual, 1e-10);
    EXPECT_LE(result.report.dilation_speed, largest);
    EXPECT_LE(result.p.dot(result.u), accuracy);
    for (const Cone &cone : cones)
      {
        Eigen::VectorXd u = result.u.segment(cone.first_row, cone.n_rows);
        const double    dilation = result.report.dilation_speed;
        u[0] -= std::clamp(u[0], -dilation, dilation);
        EXPECT_LE(friction::violation(cone.friction_coefficient,
                                      result.p.segment(cone.first_row,
                                                       cone.n_rows),
                                      u),
                  accuracy);
      }
  }

  // First w = 0, as mu |u_T| is no larger than what is asked; then the slip of that:
  //   p_N - 1 = mu (u_T - w),  u_T = 2 - mu p_N.
  TEST(ConvexRelaxation, OfOneContactThatSlides)
  {
    const Eigen::MatrixXd W = Eigen::MatrixXd::Identity(2, 2);
    const Eigen::Vector2d b(-1., 2.);
    for (const double mu : {0.1, 0.5, 0.9})
      {
        const auto result = dilate(W, b, friction::cones(2, 1, mu), 10.);
        double     w = 0., p_N = 0.;
        for (int k = 0; k < 2; ++k)
          {
            p_N = (1. + mu * (2. - w)) / (1. + mu * mu);
            if (k == 0)
              w = 2. - mu * p_N;
          }
        EXPECT_NEAR(result.p[0], p_N, 1e-10);
        EXPECT_NEAR(result.p[1], -mu * p_N, 1e-10);
        EXPECT_NEAR(result.report.dilation_speed,
                    std::abs(mu * (2. - mu * p_N - w)),
                    1e-10);
      }
  }

  // Friction of three rows, and of four, redundant contacts and others; speeds from
  // a thousandth of the data to more than all.
  TEST(ConvexRelaxation, KeepsTheLawToWithinTheSpeedAsked)
  {
    std::mt19937 generator(81);
    int          n_dilated = 0;
    friction::for_each_feasible_problem(
      {2, 3, 4},
      {1, 3, 10, 25},
      {0.1, 0.5, 1.5},
      1,
      generator,
      [&](const auto &W, const auto &b, const auto &cones) {
        for (const double share : {1e-3, 0.1, 10.})
          {
            const double largest = share * b.template lpNorm<Eigen::Infinity>();
            const auto   result  = dilate(W, b, cones, largest);
            expect_law(result, b, cones, largest);
            n_dilated += result.report.dilation_speed > 1e-10;
          }
      });
    EXPECT_GT(n_dilated, 100);
  }

  // Also where only some of the units change.
  TEST(ConvexRelaxation, IsTheSameInAllUnits)
  {
    std::mt19937          generator(82);
    const auto            cones = friction::cones(3, 10, 0.7);
    const Eigen::MatrixXd W = friction::random_delassus(3, 10, 20, generator);
    const Eigen::VectorXd b = friction::strictly_feasible(W, cones, generator);
    const double          largest  = 0.03 * b.lpNorm<Eigen::Infinity>();
    const auto            expected = dilate(W, b, cones, largest);
    EXPECT_GT(expected.report.dilation_speed, 0.);
    for (const double speed : {1e-3, 1e3})
      for (const double mass : {1e-6, 1e3})
        {
          const auto result =
            dilate(W / mass, speed * b, cones, speed * largest);
          EXPECT_NEAR((result.p / (speed * mass) - expected.p).norm(),
                      0.,
                      1e-6 * expected.p.norm());
          EXPECT_NEAR(result.report.dilation_speed / speed,
                      expected.report.dilation_speed,
                      1e-6 * largest);
        }
  }

  // Where Newton's method solves Coulomb's law at once, that is the solution.
  TEST(ConvexRelaxation, IsNoneWhereNewtonsMethodHasASolution)
  {
    std::mt19937 generator(83);
    int          n_problems = 0;
    friction::for_each_feasible_problem(
      {2, 3},
      {2, 5, 10},
      {0.1, 0.5},
      2,
      generator,
      [&](const auto &W, const auto &b, const auto &cones) {
        const auto      n = static_cast<unsigned int>(b.size());
        AutomaticSolver exact(n), other(n, {.relaxation_gap_velocity = 10.});
        const Eigen::VectorXd guess = Eigen::VectorXd::Zero(b.size());
        const auto expected = friction::solve(exact, W, b, cones, guess);
        if (expected.report.iterations > 6)
          return;
        ++n_problems;
        const auto result = friction::solve(other, W, b, cones, guess);
        EXPECT_EQ(result.report.dilation_speed, 0.);
        EXPECT_EQ(result.p, expected.p);
      });
    EXPECT_GT(n_problems, 30);
  }

  // Of a step, b changing a little: with other sliding speeds the solution would
  // jump by as much as contacts may open. Those of the last step are forgotten.
  TEST(ConvexRelaxation, HoldsTheSameSpeedsInAllIteratesOfAStep)
  {
    std::mt19937           generator(84);
    const auto             cones = friction::cones(3, 8, 0.8);
    const Eigen::MatrixXd  W = friction::random_delassus(3, 8, 30, generator);
    const ExplicitDelassus op(W);
    Eigen::VectorXd        b = friction::strictly_feasible(W, cones, generator);
    const auto             n = static_cast<std::size_t>(b.size());
    const double           largest = 0.3 * b.lpNorm<Eigen::Infinity>();
    const ConeComplementarityProblem problem{op, {b.data(), n}, cones};
    ScaledFrictionProblem            scaled;
    scaled.load(problem);
    ConvexRelaxation relaxation({.relaxation_gap_velocity = largest});
    Eigen::VectorXd  first = Eigen::VectorXd::Zero(b.size());
    SolverReport     report{};
    ASSERT_FALSE(relaxation.solve_with_last_speeds(
      scaled, 100, {first.data(), n}, report));
    ASSERT_TRUE(relaxation.solve(scaled, 1000, {first.data(), n}, report));
    ASSERT_GT(report.dilation_speed, 1e-3 * largest);
    b.array() += 1e-9;
    scaled.load(problem);
    for (const bool is_of_the_step : {true, false})
      {
        Eigen::VectorXd p = first;
        EXPECT_EQ(
          relaxation.solve_with_last_speeds(scaled, 12, {p.data(), n}, report),
          is_of_the_step);
        EXPECT_GT(report.dilation_speed, 1e-3 * largest);
        EXPECT_LE((p - first).norm(),
                  is_of_the_step ? 1e-7 * first.norm() : 0.);
        relaxation.begin_step();
      }
  }

  // Walls of bricks, which shake: problems that take ten thousand systems else. As
  // islands of one problem, too; 890 systems or 901 by how the processor rounds.
  TEST(ConvexRelaxation, OfManyContactsTakesFewSystems)
  {
    namespace collection = friction_collection;
    const auto wall      = collection::masonry(8, 8, 0.5, 0.3, 6).problem();
    const auto m         = wall.b.size();
    const Eigen::MatrixXd W(*wall.W.explicit_matrix());
    for (const int n_walls : {1, 2})
      {
        Eigen::MatrixXd W_of_all =
          Eigen::MatrixXd::Zero(n_walls * m, n_walls * m);
        Eigen::VectorXd b(n_walls * m);
        Cones           cones;
        for (int k = 0; k < n_walls; ++k)
          {
            W_of_all.block(k * m, k * m, m, m) = W;
            b.segment(k * m, m)                = wall.b;
            for (Cone cone : wall.cones)
              {
                cone.first_row += static_cast<unsigned int>(k * m);
                cones.push_back(cone);
              }
          }
        const double           largest = 0.01 * b.lpNorm<Eigen::Infinity>();
        const auto             n       = static_cast<std::size_t>(b.size());
        const ExplicitDelassus op(W_of_all);
        AutomaticSolver        solver(static_cast<unsigned int>(n),
                               {.relaxation_gap_velocity = largest});
        Dilated                result{{}, Eigen::VectorXd::Zero(b.size()), {}};
        result.report =
          solver.solve({op, {b.data(), n}, cones}, {result.p.data(), n});
        result.u = *op.explicit_matrix() * result.p + b;
        expect_law(result, b, cones, largest);
        EXPECT_GT(result.report.dilation_speed, 0.);
        EXPECT_LE(result.report.iterations, 1000u);
        RecordProperty("systems and sweeps",
                       static_cast<int>(result.report.iterations));
      }
  }
} // namespace convex_relaxation_test
