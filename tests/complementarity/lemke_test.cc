// SPDX-License-Identifier: Apache-2.0

// Lemke's method: worst cases, cycling, and the limits it states.

#include "solver_fixture.h"

#include <percuss/complementarity/global_delassus.h>
#include <percuss/complementarity/lemke.h>

using namespace percuss;
using Kind = Cone::Kind;

namespace lemke_test
{
  Result
  run(Lemke &lemke, const Eigen::MatrixXd &W, const Eigen::VectorXd &b)
  {
    return solve(lemke,
                 ExplicitDelassus(W),
                 b,
                 enumeration::Kinds(b.size(), Kind::unilateral),
                 Eigen::VectorXd::Zero(b.size()));
  }

  // K. G. Murty (1978): ones on, twos below the diagonal, b = -1. The method
  // visits 2^m bases; the solution is p = (1, 0, ..., 0), because there
  // u = (0, 1, ..., 1).
  TEST(Lemke, SolvesMurtysExponentialProblem)
  {
    for (int n = 2; n <= 10; ++n)
      {
        Eigen::MatrixXd W = Eigen::MatrixXd::Identity(n, n);
        for (int i = 0; i < n; ++i)
          W.row(i).head(i).setConstant(2.);
        Lemke        lemke(n);
        const Result result = run(lemke, W, Eigen::VectorXd::Constant(n, -1.));
        EXPECT_EQ(result.report.status, SolverStatus::converged);
        EXPECT_EQ(result.report.iterations, 1u << n);
        EXPECT_LT((result.p - Eigen::VectorXd::Unit(n, 0)).norm(), 1e-12);
      }
  }

  // Y. Fathi (1979): W = L L^T with Murty's L, symmetric positive definite.
  TEST(Lemke, SolvesFathisProblem)
  {
    for (int n = 2; n <= 10; ++n)
      {
        Eigen::MatrixXd L = Eigen::MatrixXd::Identity(n, n);
        for (int i = 0; i < n; ++i)
          L.row(i).head(i).setConstant(2.);
        const Eigen::MatrixXd W = L * L.transpose();
        const Eigen::VectorXd b = Eigen::VectorXd::Constant(n, -1.);
        Lemke                 lemke(n);
        const Result          result = run(lemke, W, b);
        EXPECT_EQ(result.report.status, SolverStatus::converged);
        const auto exact =
          enumeration::solutions(W, b, enumeration::Kinds(n, Kind::unilateral));
        ASSERT_EQ(exact.size(), 1u);
        EXPECT_LT((result.p - exact[0]).norm(), 1e-10);
      }
  }

  // Positive semidefinite, not symmetric: the optimality conditions of the
  // linear program  min x_1 + x_2,  x_1 + 2 x_2 >= 2,  2 x_1 + x_2 >= 2,
  // x >= 0, solved by x = y = (2/3, 2/3), y by duality half of it.
  TEST(Lemke, SolvesALinearProgram)
  {
    Eigen::MatrixXd W = Eigen::MatrixXd::Zero(4, 4);
    W.topRightCorner(2, 2) << -1., -2., -2., -1.;
    W.bottomLeftCorner(2, 2) << 1., 2., 2., 1.;
    Lemke        lemke(4);
    const Result result = run(lemke, W, Eigen::VectorXd{{1., 1., -2., -2.}});
    EXPECT_EQ(result.report.status, SolverStatus::converged);
    EXPECT_NEAR(result.p[0], 2. / 3., 1e-12);
    EXPECT_NEAR(result.p[1], 2. / 3., 1e-12);
    EXPECT_NEAR(result.p[2], 1. / 3., 1e-12);
    EXPECT_NEAR(result.p[3], 1. / 3., 1e-12);
  }

  // Ties in every ratio test: k copies of each of two contacts.
  TEST(Lemke, TiesDoNotCycle)
  {
    for (int copies = 1; copies <= 20; ++copies)
      {
        const Eigen::MatrixXd one = Eigen::MatrixXd::Ones(copies, copies);
        Eigen::MatrixXd       W(2 * copies, 2 * copies);
        W << 2. * one, -one, -one, 2. * one;
        SolverParameters of_a_base; // one of many solutions
        of_a_base.takes_least_impulse = false;
        Lemke        lemke(0, of_a_base);
        const Result result =
          run(lemke, W, Eigen::VectorXd::Constant(2 * copies, -1.));
        EXPECT_EQ(result.report.status, SolverStatus::converged);
        EXPECT_LE(result.report.iterations, 4u * copies + 2u);
        EXPECT_NEAR(result.p.head(copies).sum(), 1., 1e-12);
        EXPECT_NEAR(result.p.tail(copies).sum(), 1., 1e-12);
        EXPECT_EQ((result.p.array() > 0.).count(), 2);
        Lemke        with_least_impulse; // all copies alike
        const Result least = run(with_least_impulse,
                                 W,
                                 Eigen::VectorXd::Constant(2 * copies, -1.));
        EXPECT_NEAR((least.p.array() - 1. / copies).abs().maxCoeff(), 0., 1e-9);
      }
  }

  // W = (0 1; 1 0), b = -1 is solved by p = (1, 1), but ends in a ray: nothing
  // may be said about solvability. The automatic choice finds the solution.
  TEST(Lemke, RayThatProvesNothingIsNotCalledInfeasible)
  {
    const Eigen::MatrixXd W{{0., 1.}, {1., 0.}};
    const Eigen::VectorXd b{{-1., -1.}};
    Lemke                 lemke(2);
    EXPECT_EQ(run(lemke, W, b).report.status, SolverStatus::singular);
    const Result automatic = solve(*make_solver("automatic", 2),
                                   ExplicitDelassus(W),
                                   b,
                                   {Kind::unilateral, Kind::unilateral},
                                   Eigen::VectorXd::Zero(2));
    EXPECT_EQ(automatic.report.status, SolverStatus::converged);
    EXPECT_FALSE(automatic.report.fell_back);
    EXPECT_NEAR(automatic.p[0], 1., 1e-12);
  }

  // Where the active set method goes astray, Lemke's has the last word: u_1 +
  // u_2 = -p_1 - p_2 - 2.
  TEST(Lemke, HasTheLastWordInTheAutomaticChoice)
  {
    const ExplicitDelassus    W(Eigen::MatrixXd{{1., -2.}, {-2., 1.}});
    const auto                solver = make_solver("automatic", 2);
    const std::vector<double> b      = {-1., -1.};
    const std::vector<Cone>   cones  = {Cone::unilateral(0, 2)};
    std::vector<double>       p      = {0., 0.};
    const SolverReport        report = solver->solve({W, b, cones}, p);
    EXPECT_EQ(report.status, SolverStatus::infeasible);
    EXPECT_GT(report.iterations, 1u);
    EXPECT_EQ(report.solved_by, "lemke");
    EXPECT_TRUE(report.fell_back);
  }

  TEST(Lemke, IterationLimitIsReported)
  {
    Eigen::MatrixXd W{{1., 0., 0.}, {2., 1., 0.}, {2., 2., 1.}};
    Lemke           lemke(3, {.max_iterations = 3});
    const Result    result = run(lemke, W, Eigen::VectorXd{{-1., -1., -1.}});
    EXPECT_EQ(result.report.status, SolverStatus::iteration_limit);
    EXPECT_EQ(result.report.iterations, 3u);
    EXPECT_FALSE(result.report.is_solution_usable());
  }

  // Two hundred rows and about as many pivots: the refinement removes what
  // rounding has left in the inverse.
  TEST(Lemke, IsAccurateAfterManyPivots)
  {
    std::mt19937 generator(28);
    const auto   W =
      enumeration::random_matrix(enumeration::MatrixClass::spd, 200, generator);
    Lemke        lemke(200);
    const Result result =
      run(lemke, W, enumeration::random_vector(200, generator));
    EXPECT_EQ(result.report.status, SolverStatus::converged);
    EXPECT_GT(result.report.iterations, 100u);
    EXPECT_LT(result.report.residual, 1e-14);
  }

  TEST(Lemke, GlobalFormIsUnsupported)
  {
    const auto copy    = [](std::span<const double> p, double &f) { f = p[0]; };
    const auto solve_S = [](const double &f, double &z) { z = f; };
    const auto back    = [](const double &z, std::span<double> u) { u[0] = z; };
    const GlobalDelassus<double> W(1, copy, solve_S, back, 0.);
    const std::vector<double>    b     = {-1.};
    const std::vector<Cone>      cones = {Cone::unilateral(0)};
    std::vector<double>          p     = {0.};
    Lemke                        lemke;
    EXPECT_EQ(lemke.solve({W, b, cones}, p).status, SolverStatus::unsupported);
  }
} // namespace lemke_test
