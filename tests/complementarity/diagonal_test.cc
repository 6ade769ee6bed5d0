// SPDX-License-Identifier: Apache-2.0

// Rows that do not act on each other: p_i = proj_K(-b_i / W_ii) by every
// solver.

#include "solver_fixture.h"

#include <percuss/complementarity/primal_dual_active_set.h>

#include <cmath>

using namespace percuss;
using Kind = Cone::Kind;

namespace diagonal_test
{
  constexpr Kind kinds_of[] = {Kind::inactive,
                               Kind::unilateral,
                               Kind::bilateral};

  TEST(Diagonal, IsSolvedInClosedForm)
  {
    std::mt19937                           generator(81);
    std::uniform_real_distribution<double> exponent(-8., 8.);
    for (const int n : {2, 3, 50, 2000})
      {
        Eigen::VectorXd    diagonal(n);
        enumeration::Kinds kinds;
        for (double &entry : diagonal)
          {
            entry = std::pow(10., exponent(generator));
            kinds.push_back(kinds_of[generator() % 3]);
          }
        const Eigen::VectorXd  b = enumeration::random_vector(n, generator);
        const ExplicitDelassus W(
          Eigen::SparseMatrix<double>(diagonal.asDiagonal()));
        for (const SolverDescription &solver : solver_names())
          {
            const Result result = solve(*make_solver(solver.name, 0),
                                        W,
                                        b,
                                        kinds,
                                        Eigen::VectorXd::Constant(n, NAN));
            ASSERT_EQ(result.report.status, SolverStatus::converged);
            EXPECT_EQ(result.report.iterations, 1u);
            EXPECT_EQ(result.report.solved_by, "closed form");
            EXPECT_FALSE(result.report.fell_back);
            for (int i = 0; i < n; ++i)
              {
                const double p = -b[i] / diagonal[i];
                EXPECT_DOUBLE_EQ(result.p[i],
                                 kinds[i] == Kind::inactive ? 0. :
                                 kinds[i] == Kind::unilateral ?
                                                              std::fmax(p, 0.) :
                                                              p);
              }
          }
      }
  }

  Result
  solve_two_rows(const std::string_view name,
                 const Eigen::MatrixXd &W,
                 const Eigen::VectorXd &b,
                 const Kind             second)
  {
    return solve(*make_solver(name, 2, {.max_iterations = 50}),
                 ExplicitDelassus(W),
                 b,
                 {Kind::unilateral, second},
                 Eigen::VectorXd::Zero(2));
  }

  // W_22 = 0: no impulse where that is a solution, else the algorithm says
  // that there is none.
  TEST(Diagonal, RowsWithoutCompliance)
  {
    const Eigen::MatrixXd W{{2., 0.}, {0., 0.}};
    for (const SolverDescription &solver : solver_names())
      {
        const auto by = [&](const double b_2, const Kind kind) {
          return solve_two_rows(solver.name,
                                W,
                                Eigen::VectorXd{{-4., b_2}},
                                kind);
        };
        for (const Kind kind : kinds_of)
          for (const double b_2 : {0., 3., -3.})
            {
              const Result result      = by(b_2, kind);
              const bool   is_solvable = kind == Kind::inactive || b_2 == 0. ||
                                       (kind == Kind::unilateral && b_2 > 0.);
              EXPECT_EQ(result.report.is_solution_usable(), is_solvable);
              EXPECT_EQ(result.report.solved_by == "closed form", is_solvable);
              if (is_solvable)
                {
                  EXPECT_EQ(result.p, (Eigen::VectorXd{{2., 0.}}));
                }
            }
      }
  }

  TEST(Diagonal, EverythingElseIsLeftToTheAlgorithm)
  {
    for (const SolverDescription &solver : solver_names())
      {
        // As many entries as rows, but not those of the diagonal.
        const Result coupled =
          solve_two_rows(solver.name,
                         Eigen::MatrixXd{{1., 0.}, {2., 0.}},
                         Eigen::VectorXd{{-1., 1.}},
                         Kind::unilateral);
        EXPECT_EQ(coupled.report.solved_by == "closed form", false);
        const Result negative =
          solve_two_rows(solver.name,
                         Eigen::MatrixXd{{1., 0.}, {0., -1.}},
                         Eigen::VectorXd{{-1., 1.}},
                         Kind::unilateral);
        EXPECT_EQ(negative.report.solved_by == "closed form", false);
      }
    const ExplicitDelassus    W(Eigen::MatrixXd::Identity(2, 2));
    const std::vector<double> b      = {-1., 1.};
    const std::vector<Cone>   cones  = {Cone::second_order(0, 2, 0.5)};
    std::vector<double>       p      = {0., 0.};
    const auto                solver = make_solver("automatic", 2);
    EXPECT_EQ(solver->solve({W, b, cones}, p).solved_by, "one contact");
    EXPECT_DOUBLE_EQ(p[1], -0.5);
  }

  TEST(Diagonal, OverflowIsNotASolution)
  {
    for (const SolverDescription &solver : solver_names())
      EXPECT_FALSE(solve_two_rows(solver.name,
                                  Eigen::MatrixXd{{1e-300, 0.}, {0., 1e-300}},
                                  Eigen::VectorXd{{-1e300, -1.}},
                                  Kind::unilateral)
                     .report.is_solution_usable());
  }

  // As a body comes to rest its velocities may end in subnormal numbers.
  TEST(Diagonal, SubnormalDataAreZero)
  {
    for (const SolverDescription &solver : solver_names())
      for (const Kind kind : {Kind::unilateral, Kind::bilateral})
        for (const double coupling : {0., 1.})
          {
            const Result result =
              solve_two_rows(solver.name,
                             Eigen::MatrixXd{{0.5, coupling}, {coupling, 24.}},
                             Eigen::VectorXd{{0., -4e-323}},
                             kind);
            EXPECT_EQ(result.report.status, SolverStatus::converged);
            EXPECT_EQ(result.p, (Eigen::VectorXd{{0., 0.}}));
          }
  }

  TEST(Diagonal, NothingIsFactorized)
  {
    PrimalDualActiveSet    solver(3);
    const ExplicitDelassus W(Eigen::MatrixXd::Identity(3, 3));
    const Result           result =
      solve(solver,
            W,
            Eigen::VectorXd{{-1., 2., -3.}},
            {Kind::unilateral, Kind::unilateral, Kind::unilateral},
            Eigen::VectorXd::Zero(3));
    EXPECT_EQ(result.p, (Eigen::VectorXd{{1., 0., 3.}}));
    EXPECT_EQ(solver.n_factorizations(), 0u);
  }
} // namespace diagonal_test
