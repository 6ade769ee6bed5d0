// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/automatic_solver.h>
#include <percuss/complementarity/one_contact.h>

#include <algorithm>
#include <array>
#include <initializer_list>

namespace percuss
{
  namespace
  {
    constexpr unsigned int largest_dense_problem = 1024;

    // More than ten times what it needs where it works.
    constexpr unsigned int max_sets = 200;

    SolverParameters
    with_few_sets(SolverParameters parameters)
    {
      parameters.max_iterations = std::min(parameters.max_iterations, max_sets);
      return parameters;
    }

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
    , active_set(n_rows, with_few_sets(parameters))
    , friction_newton(0, parameters)
    , lemke(0, parameters)
    , mprgp(0, parameters)
    , gauss_seidel(n_rows, parameters)
    , impulse(n_rows)
    , column(n_rows)
  {}

  std::unique_ptr<ComplementaritySolver>
  AutomaticSolver::make_another(const unsigned int n_rows) const
  {
    return std::make_unique<AutomaticSolver>(n_rows, parameters);
  }

  SolverReport
  AutomaticSolver::do_solve(const ConeComplementarityProblem &problem,
                            const std::span<double>           p)
  {
    if (has_friction(problem))
      return solve_with_friction(problem, p);
    SolverReport report  = active_set.solve(problem, p);
    const auto   is_done = [&]() {
      return report.is_solution_usable() ||
             report.status == SolverStatus::infeasible;
    };
    if (is_done())
      return report;
    for (ComplementaritySolver *const next :
         std::initializer_list<ComplementaritySolver *>{&lemke,
                                                        &mprgp,
                                                        &gauss_seidel})
      {
        if (next == &lemke && problem.size() > largest_dense_problem)
          continue;
        SolverReport attempt = next->solve(problem, p);
        if (attempt.status == SolverStatus::unsupported)
          continue;
        attempt.iterations += report.iterations;
        attempt.fell_back = true;
        report            = attempt;
        if (is_done())
          break;
      }
    return report;
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
                  natural_map_residual(problem, p, column),
                  false,
                  "one contact"};
        if (report.residual <= parameters.tolerance)
          return report;
      }
    report           = friction_newton.solve(problem, p);
    report.solved_by = active_set.name();
    if (report.status != SolverStatus::singular &&
        report.status != SolverStatus::iteration_limit)
      return report;
    if (has_no_motion(problem))
      {
        report.status = SolverStatus::infeasible;
        return report;
      }
    SolverReport last = gauss_seidel.solve(problem, p);
    last.iterations += report.iterations;
    last.fell_back = true;
    return last;
  }

  // The gap velocities u_N >= 0 of a solution, and u = 0 of its joints, solve
  // the problem without friction, if W is symmetric.
  bool
  AutomaticSolver::has_no_motion(const ConeComplementarityProblem &problem)
  {
    normal_cones.clear();
    for (const Cone &cone : problem.cones)
      if (cone.kind != Cone::Kind::second_order)
        normal_cones.push_back(cone);
      else
        {
          normal_cones.push_back(Cone::unilateral(cone.first_row));
          if (cone.n_rows > 1)
            normal_cones.push_back(
              Cone::inactive(cone.first_row + 1, cone.n_rows - 1));
        }
    impulse.assign(problem.size(), 0.);
    return solve({problem.W, problem.b, normal_cones}, impulse).status ==
           SolverStatus::infeasible;
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
