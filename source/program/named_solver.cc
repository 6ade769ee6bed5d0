// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/complementarity/infeasibility_certificate.h>
#include <percuss/program/named_solver.h>

#include <algorithm>
#include <vector>

namespace percuss
{
  namespace
  {
    /** Why no impulses are a solution. */
    std::string
    reason_of_infeasibility(const ConeComplementarityProblem &problem,
                            const double                      tolerance)
    {
      std::string text =
        has_friction(problem) ?
          "no impulses of the contacts and joints make u_N >= 0" :
          "no z >= 0 makes W z + b >= 0";
      if (const auto row = infeasible_row(problem, tolerance))
        text += ": b is " + short_text(problem.b[*row]) + " in row " +
                std::to_string(*row + 1) + ", and W makes it no nearer to zero";
      return text + ".";
    }

    std::string
    reason_of_status(const SolverReport &report,
                     const bool          is_symmetric,
                     const bool          has_friction)
    {
      switch (report.status)
        {
          case SolverStatus::iteration_limit:
            return "the solver has reached its limit of iterations; try "
                   "another one.";
          case SolverStatus::unsupported:
            return is_symmetric || has_friction ?
                     "the solver does not treat it; try another one." :
                     "the solver wants a symmetric W; try another one.";
          case SolverStatus::singular:
            return "the solver has broken down; try another one.";
          default:
            return "the numbers have left the range of the arithmetic; scale "
                   "W and b.";
        }
    }
  } // namespace

  std::unique_ptr<ComplementaritySolver>
  make_named_solver(const SolverName                &solver,
                    const unsigned int               n_rows,
                    const double                     tolerance,
                    const std::span<const OwnSolver> own_solvers)
  {
    const std::string       &name = solver.name;
    std::vector<std::string> names;
    for (const SolverDescription &known : complementarity_solver_names())
      names.emplace_back(known.name);
    for (const OwnSolver &known : own_solvers)
      names.emplace_back(known.name);
    if (std::ranges::find(names, name) != names.end())
      return make_complementarity_solver(name,
                                         n_rows,
                                         {.tolerance = tolerance},
                                         own_solvers);
    std::string message =
      solver.place + ": there is no solver '" + name + "'. Allowed is one of:";
    for (const std::string &known : names)
      message += (&known == &names.front() ? " " : ", ") + known;
    const std::string meant = nearest(name, names);
    throw InputError(message + "." +
                     (meant.empty() ? "" : " Did you mean '" + meant + "'?"));
  }

  std::string
  reason_of_failure(const ConeComplementarityProblem &problem,
                    const SolverReport               &report,
                    const double                      tolerance)
  {
    return report.status == SolverStatus::infeasible ?
             reason_of_infeasibility(problem, tolerance) :
             reason_of_status(report,
                              is_symmetric(problem.W),
                              has_friction(problem));
  }
} // namespace percuss
