// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/complementarity_solver.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    // A gap or overlap is a row without, or with two, complementarity laws.
    [[maybe_unused]] bool
    cones_partition_the_rows(const ConeComplementarityProblem &problem)
    {
      unsigned int next_row = 0;
      for (const Cone &cone : problem.cones)
        {
          if (cone.first_row != next_row)
            return false;
          next_row += cone.n_rows;
          if (cone.kind == Cone::Kind::second_order &&
              (cone.n_rows < 1 || cone.n_rows > 3))
            return false;
        }
      return next_row == problem.size();
    }
  } // namespace

  std::string_view
  to_string(const SolverStatus status)
  {
    switch (status)
      {
        case SolverStatus::converged:
          return "converged";
        case SolverStatus::iteration_limit:
          return "iteration limit";
        case SolverStatus::infeasible:
          return "infeasible";
        case SolverStatus::unsupported:
          return "unsupported";
        case SolverStatus::singular:
          return "singular";
        case SolverStatus::not_a_number:
          return "not a number";
      }
    return "unknown";
  }

  SolverReport
  unsupported_problem()
  {
    return {SolverStatus::unsupported,
            0,
            std::numeric_limits<double>::quiet_NaN()};
  }

  SolverReport
  ComplementaritySolver::solve(const ConeComplementarityProblem &problem,
                               const std::span<double>           p)
  {
    assert(p.size() == problem.size());
    assert(problem.b.size() == problem.size());
    assert(cones_partition_the_rows(problem));
    constexpr double not_evaluated = std::numeric_limits<double>::quiet_NaN();

    if (!problem.W.is_finite() ||
        !std::all_of(problem.b.begin(),
                     problem.b.end(),
                     [](const double x) { return std::isfinite(x); }) ||
        !std::all_of(problem.cones.begin(),
                     problem.cones.end(),
                     [](const Cone &cone) {
                       return std::isfinite(cone.friction_coefficient) &&
                              cone.friction_coefficient >= 0.;
                     }))
      return {SolverStatus::not_a_number, 0, not_evaluated};

    if (data_scale(problem) == 0.)
      {
        std::fill(p.begin(), p.end(), 0.);
        return {SolverStatus::converged, 0, 0.};
      }

    SolverReport report = do_solve(problem, p);
    if (report.status != SolverStatus::unsupported &&
        !std::isfinite(report.residual))
      report.status = SolverStatus::not_a_number;
    return report;
  }
} // namespace percuss
