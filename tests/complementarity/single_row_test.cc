// SPDX-License-Identifier: Apache-2.0

// One row with an explicit W: closed form whatever the solver, and the general
// way where the closed form is of no use.

#include "solver_fixture.h"

#include <percuss/complementarity/primal_dual_active_set.h>

#include <limits>

using namespace percuss;
using Kind = Cone::Kind;

namespace single_row_test
{
  constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity  = std::numeric_limits<double>::infinity();

  SolverReport
  solve_row(ComplementaritySolver &solver,
            const double           compliance,
            const double           b,
            const Kind             kind,
            double                &p)
  {
    const ExplicitDelassus W(Eigen::MatrixXd{{compliance}});
    const Cone             cone{kind, 0, 1, 0.};
    return solver.solve({W, {&b, 1}, {&cone, 1}}, {&p, 1});
  }

  TEST(SingleRow, IsExactInAllUnits)
  {
    for (const SolverDescription &description : solver_names())
      for (const double W : {1e-120, 3e-7, 0.7, 9e40})
        for (const double b : {-3e-90, -0.3, 7., 1e50})
          for (const Kind kind : {Kind::unilateral, Kind::bilateral})
            {
              const auto         solver = make_solver(description.name, 1);
              double             p      = nan_value; // any guess will do
              const SolverReport report = solve_row(*solver, W, b, kind, p);
              EXPECT_EQ(report.status, SolverStatus::converged);
              EXPECT_EQ(report.iterations, 1u);
              EXPECT_LE(report.residual, 1e-14);
              EXPECT_FALSE(report.fell_back);
              const bool is_open = kind == Kind::unilateral && b > 0.;
              EXPECT_DOUBLE_EQ(p, is_open ? 0. : -b / W);
            }
  }

  TEST(SingleRow, InactiveOrWithoutData)
  {
    for (const SolverDescription &description : solver_names())
      {
        const auto         solver = make_solver(description.name, 1);
        double             p      = 7.;
        const SolverReport open =
          solve_row(*solver, 2., -1., Kind::inactive, p);
        EXPECT_EQ(open.status, SolverStatus::converged);
        EXPECT_EQ(open.residual, 0.);
        EXPECT_EQ(p, 0.);
        p = 7.;
        const SolverReport at_rest =
          solve_row(*solver, 2., 0., Kind::unilateral, p);
        EXPECT_EQ(at_rest.status, SolverStatus::converged);
        EXPECT_EQ(at_rest.iterations, 0u);
        EXPECT_EQ(p, 0.);
      }
  }

  // What remains the affair of the algorithms and of the checks before them.
  TEST(SingleRow, WithoutClosedFormIsReported)
  {
    for (const SolverDescription &description : solver_names())
      for (const Kind kind : {Kind::unilateral, Kind::bilateral})
        {
          const auto solver =
            make_solver(description.name, 1, {.max_iterations = 20});
          const auto status = [&](const double W, const double b) {
            double p = 0.;
            return solve_row(*solver, W, b, kind, p).status;
          };
          EXPECT_EQ(status(nan_value, -1.), SolverStatus::not_a_number);
          EXPECT_EQ(status(infinity, -1.), SolverStatus::not_a_number);
          EXPECT_EQ(status(1., nan_value), SolverStatus::not_a_number);
          EXPECT_EQ(status(1., -infinity), SolverStatus::not_a_number);
          EXPECT_EQ(status(1., infinity), SolverStatus::not_a_number);
          EXPECT_NE(status(0., -1.), SolverStatus::converged);
          // The impulse overflows.
          EXPECT_NE(status(1e-300, -1e300), SolverStatus::converged);
          if (kind == Kind::unilateral)
            {
              EXPECT_NE(status(-1., -1.), SolverStatus::converged);
            }
        }
  }

  TEST(SingleRow, NothingIsFactorized)
  {
    PrimalDualActiveSet solver(1);
    for (const double W : {1., 2., 3.})
      {
        double p = 0.;
        solve_row(solver, W, -6., Kind::unilateral, p);
        EXPECT_DOUBLE_EQ(p, 6. / W);
      }
    EXPECT_EQ(solver.n_factorizations(), 0u);
  }
} // namespace single_row_test
