// SPDX-License-Identifier: Apache-2.0

// Who solves what the semismooth Newton method leaves over, and the report.

#include "lcp_collection.h"

#include <percuss/complementarity/automatic_solver.h>
#include <percuss/complementarity/global_delassus.h>

#include <gtest/gtest.h>

#include <utility>

using namespace percuss;
using lcp_collection::Matrix;
using lcp_collection::Problem;
using lcp_collection::Vector;

namespace automatic_solver_test
{
  // W = G G^T of rank 28 with 40 rows, of which the active set method tries
  // set after set.
  struct Redundant
  {
    Redundant()
    {
      std::mt19937 generator(5);
      G = lcp_collection::random_rows(40, 27, generator);
      W = G * G.transpose();
      b = lcp_collection::solvable(W, 0., generator);
    }

    Matrix G, W;
    Vector b;
  };

  SolverReport
  solve(AutomaticSolver &solver, const ConeComplementarityProblem &problem)
  {
    std::vector<double> p(problem.size(), 0.);
    const SolverReport  report = solver.solve(problem, p);
    EXPECT_TRUE(std::isnan(report.residual) ||
                natural_map_residual(problem, p) == report.residual);
    return report;
  }

  TEST(AutomaticSolver, TheFirstSolverIsEnoughAsARule)
  {
    AutomaticSolver    solver(2);
    const Problem      problem(Matrix{{2., 1.}, {1., 2.}}, Vector{{-3., -3.}});
    const SolverReport report = solve(solver, problem.view());
    EXPECT_TRUE(report.is_solution_usable());
    EXPECT_FALSE(report.fell_back);
    EXPECT_EQ(report.solved_by, "semismooth-newton");
    EXPECT_EQ(solver.name(), "automatic");
  }

  TEST(AutomaticSolver, HandsOverToLemke)
  {
    const Redundant     data;
    const Problem       problem(data.W, data.b);
    AutomaticSolver     solver(40);
    PrimalDualActiveSet active_set(40, {.max_iterations = 200});
    Lemke               lemke(40);
    std::vector<double> p(40, 0.);
    const SolverReport  first = active_set.solve(problem.view(), p);
    ASSERT_FALSE(first.is_solution_usable());
    const SolverReport second = lemke.solve(problem.view(), p);
    const SolverReport report = solve(solver, problem.view());
    EXPECT_TRUE(report.is_solution_usable());
    EXPECT_TRUE(report.fell_back);
    EXPECT_EQ(report.solved_by, "lemke");
    EXPECT_EQ(report.iterations, first.iterations + second.iterations);
  }

  // The global form of the same, for which Lemke's method and Gauss-Seidel are
  // not made. They must not hide what mprgp says.
  TEST(AutomaticSolver, HandsOverToMprgp)
  {
    const Redundant     data;
    std::vector<double> row_scale;
    for (const double diagonal : data.W.diagonal())
      row_scale.push_back(std::sqrt(diagonal));
    const GlobalDelassus<Vector> W(
      40,
      [&](const std::span<const double> p, Vector &f) {
        f = data.G.transpose() * Eigen::Map<const Vector>(p.data(), 40);
      },
      [](const Vector &f, Vector &z) { z = f; },
      [&](const Vector &z, const std::span<double> u) {
        Eigen::Map<Vector>(u.data(), 40) = data.G * z;
      },
      Vector(27),
      row_scale);
    const auto                       cones = Problem(data.W, data.b).cones;
    const ConeComplementarityProblem problem{W, {data.b.data(), 40}, cones};
    AutomaticSolver                  solver(40);
    const SolverReport               report = solve(solver, problem);
    EXPECT_TRUE(report.is_solution_usable());
    EXPECT_TRUE(report.fell_back);
    EXPECT_EQ(report.solved_by, "mprgp");

    AutomaticSolver    limited(40, {.max_iterations = 2});
    const SolverReport stopped = solve(limited, problem);
    EXPECT_EQ(stopped.status, SolverStatus::iteration_limit);
    EXPECT_EQ(stopped.solved_by, "mprgp");
    EXPECT_GE(stopped.iterations, 4u);
  }

  // One sweep solves a triangular system; two sets or pivots do not.
  TEST(AutomaticSolver, HandsOverToGaussSeidel)
  {
    AutomaticSolver solver(12, {.max_iterations = 2});
    const Problem problem(lcp_collection::murty(12), Vector::Constant(12, -1.));
    const SolverReport report = solve(solver, problem.view());
    EXPECT_TRUE(report.is_solution_usable());
    EXPECT_TRUE(report.fell_back);
    EXPECT_EQ(report.solved_by, "projected-gauss-seidel");
    EXPECT_EQ(report.iterations, 2u + 2u + 1u);
  }

  // p_1 = -b_1 < 0: infeasible is final, and not said without proof.
  TEST(AutomaticSolver, InfeasibleIsFinal)
  {
    AutomaticSolver solver(2);
    const Problem   problem(Matrix{{1., -1.}, {-1., 1.}}, Vector{{-1., 0.5}});
    const SolverReport report = solve(solver, problem.view());
    EXPECT_EQ(report.status, SolverStatus::infeasible);
    EXPECT_EQ(report.solved_by, "semismooth-newton");
    EXPECT_FALSE(report.fell_back);
  }

  // u_1 + u_2 / 2 = -3/2, W not symmetric: no solver ends in the certificate
  // (2, 1) by itself.
  TEST(AutomaticSolver, FindsTheCertificateOfAMatrixThatIsNotSymmetric)
  {
    AutomaticSolver solver(2);
    const Problem   problem(Matrix{{1., -1.}, {-2., 2.}}, Vector{{-1., -1.}});
    EXPECT_EQ(solve(solver, problem.view()).status, SolverStatus::infeasible);
  }

  // u_1 + u_2 / 2 = -1/4 in units of the rows, beside a row without impulse;
  // with joints, too.
  TEST(AutomaticSolver, FindsTheCertificateInAnyUnitsAndOfJoints)
  {
    using Kind = Cone::Kind;
    for (const double unit : {1e-2, 1., 1e2})
      for (const auto &[first, second] :
           {std::pair(Kind::unilateral, Kind::unilateral),
            std::pair(Kind::unilateral, Kind::bilateral),
            std::pair(Kind::bilateral, Kind::bilateral)})
        {
          const Vector units{{1., unit, 1.}};
          const Matrix W{{1., -1., 3.}, {-2., 2., 1.}, {0., 0., 1.}};
          Problem problem(Matrix(units.asDiagonal() * W * units.asDiagonal()),
                          Vector(units.asDiagonal() * Vector{{-1., 1.5, -1.}}));
          problem.cones[0].kind = first;
          problem.cones[1].kind = second;
          problem.cones[2].kind = Kind::inactive;
          AutomaticSolver solver(3);
          EXPECT_EQ(solve(solver, problem.view()).status,
                    SolverStatus::infeasible)
            << unit;
        }
  }

  // Two contacts that squeeze a body, beside their tangential motions. Where an
  // impulse of friction acts on u_N, that proves nothing.
  TEST(AutomaticSolver, FrictionThatActsOnTheNormalMotionMayHelp)
  {
    Matrix W = Matrix::Identity(4, 4);
    W(0, 2) = W(2, 0) = -1.;
    const Vector            b{{-1., 0.3, -1., 0.2}};
    const std::vector<Cone> cones{Cone::second_order(0, 2, 0.5),
                                  Cone::second_order(2, 2, 0.5)};
    for (const double skew : {0., 0.1})
      for (const double coupling : {0., 0.5})
        {
          W(1, 3) = -skew;
          W(3, 1) = skew;
          W(0, 1) = W(2, 3) = coupling;
          const ExplicitDelassus op(W);
          AutomaticSolver        solver(4);
          const SolverReport report = solve(solver, {op, {b.data(), 4}, cones});
          EXPECT_EQ(report.status == SolverStatus::infeasible, coupling == 0.);
          if (coupling == 0.) // of 10,000 that are allowed
            {
              EXPECT_LE(report.iterations, 1500u);
            }
        }
  }

  TEST(AutomaticSolver, SaysSoIfNobodyCan)
  {
    std::mt19937       generator(6);
    AutomaticSolver    solver(12, {.max_iterations = 1});
    const Matrix       W = lcp_collection::p_matrix(12, generator);
    const Problem      problem(W, lcp_collection::solvable(W, 0., generator));
    const SolverReport report = solve(solver, problem.view());
    EXPECT_EQ(report.status, SolverStatus::iteration_limit);
    EXPECT_TRUE(report.fell_back);
    EXPECT_EQ(report.solved_by, "projected-gauss-seidel");
    EXPECT_GT(report.residual, 1e-10);
  }

  TEST(AutomaticSolver, MakesAnother)
  {
    const AutomaticSolver solver(3);
    EXPECT_EQ(solver.make_another(7)->name(), "automatic");
  }
} // namespace automatic_solver_test
