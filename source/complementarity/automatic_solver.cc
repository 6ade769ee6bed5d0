// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/automatic_solver.h>
#include <percuss/complementarity/one_contact.h>

#include <algorithm>
#include <array>

namespace percuss
{
  namespace
  {
    constexpr unsigned int largest_dense_problem = 1024;

    /** The second-order cone if all the other cones are inactive. */
    const Cone *
    single_contact(const ConeComplementarityProblem &problem)
    {
      const Cone *contact = nullptr;
      for (const Cone &cone : problem.cones)
        if (cone.kind != Cone::Kind::inactive)
          {
            if (contact != nullptr || cone.kind != Cone::Kind::second_order)
              return nullptr;
            contact = &cone;
          }
      return contact;
    }
  } // namespace

  AutomaticSolver::AutomaticSolver(const unsigned int      n_rows,
                                   const SolverParameters &parameters)
    : parameters(parameters)
    , active_set(n_rows, parameters)
    , lemke(0, parameters)
    , gauss_seidel(n_rows, parameters)
    , impulse(n_rows)
    , column(n_rows)
  {}

  SolverReport
  AutomaticSolver::do_solve(const ConeComplementarityProblem &problem,
                            const std::span<double>           p)
  {
    if (has_friction(problem))
      return solve_with_friction(problem, p);
    const SolverReport first = active_set.solve(problem, p);
    if ((first.status != SolverStatus::singular &&
         first.status != SolverStatus::iteration_limit) ||
        problem.W.explicit_matrix() == nullptr ||
        problem.size() > largest_dense_problem)
      return first;
    SolverReport second = lemke.solve(problem, p);
    second.iterations += first.iterations;
    second.fell_back = true;
    return second;
  }

  SolverReport
  AutomaticSolver::solve_with_friction(
    const ConeComplementarityProblem &problem,
    const std::span<double>           p)
  {
    SolverReport report{SolverStatus::singular, 0, 0.};
    const Cone  *contact = single_contact(problem);
    if (contact != nullptr && solve_single_contact(problem, *contact, p))
      {
        report = {SolverStatus::converged,
                  1,
                  natural_map_residual(problem, p, column)};
        if (report.residual <= parameters.tolerance)
          return report;
      }
    if (problem.size() <= largest_dense_problem)
      {
        report = active_set.solve(problem, p);
        if (report.status != SolverStatus::singular &&
            report.status != SolverStatus::iteration_limit)
          return report;
      }
    SolverReport last = gauss_seidel.solve(problem, p);
    last.iterations += report.iterations;
    last.fell_back = problem.size() <= largest_dense_problem;
    return last;
  }

  // By impulses of unit size, as W need not be explicit.
  bool
  AutomaticSolver::solve_single_contact(
    const ConeComplementarityProblem &problem,
    const Cone                       &contact,
    const std::span<double>           p)
  {
    const unsigned int    n = contact.n_rows, first = contact.first_row;
    std::array<double, 9> W{};
    impulse.assign(problem.size(), 0.);
    column.resize(problem.size());
    for (unsigned int j = 0; j < n; ++j)
      {
        impulse[first + j] = 1.;
        problem.W.apply(impulse, column);
        impulse[first + j] = 0.;
        for (unsigned int i = 0; i < n; ++i)
          W[i * n + j] = column[first + i];
      }
    if (!(W[0] > 0.) || !solve_one_contact({W.data(), n * n},
                                           problem.b.subspan(first, n),
                                           contact.friction_coefficient,
                                           {impulse.data() + first, n}))
      return false;
    std::copy(impulse.begin(), impulse.end(), p.begin());
    return true;
  }
} // namespace percuss
