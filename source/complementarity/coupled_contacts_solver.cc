// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/coupled_contacts_solver.h>
#include <percuss/complementarity/friction/one_contact.h>
#include <percuss/complementarity/infeasibility_certificate.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace percuss
{
  namespace
  {
    constexpr unsigned int largest_dense_problem = 1024;

    // of W in the global form, each by an application
    constexpr std::size_t max_assembled_rows = 3000;

    // More than ten times what it needs where it works.
    constexpr unsigned int max_sets = 200;

    SolverParameters
    of_parts(SolverParameters parameters)
    {
      parameters.takes_least_impulse = false;
      return parameters;
    }

    SolverParameters
    with_few_sets(SolverParameters parameters)
    {
      parameters.max_iterations = std::min(parameters.max_iterations, max_sets);
      return of_parts(parameters);
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
    /** Whether p = 0, and that is a solution. */
    bool
    needs_no_impulse(const ConeComplementarityProblem &problem,
                     const std::span<const double>     p)
    {
      const auto is_zero = [](const double x) { return x == 0.; };
      return std::ranges::all_of(p, is_zero) &&
             std::ranges::all_of(problem.cones, [&](const Cone &cone) {
               if (cone.kind == Cone::Kind::second_order)
                 return problem.b[cone.first_row] >= 0.;
               for (unsigned int i = cone.first_row;
                    i < cone.first_row + cone.n_rows;
                    ++i)
                 if (!(row_defect(cone.kind, 0., problem.b[i]) == 0.))
                   return false;
               return true;
             });
    }
  } // namespace

  CoupledContactsSolver::CoupledContactsSolver(
    const unsigned int      n_rows,
    const SolverParameters &parameters)
    : ComplementaritySolver(parameters)
    , active_set(n_rows, with_few_sets(parameters))
    , friction(of_parts(parameters))
    , lemke(0, of_parts(parameters))
    , mprgp(0, of_parts(parameters))
    , gauss_seidel(n_rows, of_parts(parameters))
    , impulse(n_rows)
    , column(n_rows)
  {}

  std::unique_ptr<ComplementaritySolver>
  CoupledContactsSolver::make_another(const unsigned int n_rows) const
  {
    return std::make_unique<CoupledContactsSolver>(n_rows, parameters);
  }

  SolverReport
  CoupledContactsSolver::do_solve(const ConeComplementarityProblem &problem,
                                  const std::span<double>           p)
  {
    return has_friction(problem) ? solve_with_friction(problem, p) :
                                   solve_without_friction(problem, p);
  }

  void
  CoupledContactsSolver::serialize(Archive &archive)
  {
    active_set.serialize(archive);
    mprgp.serialize(archive);
  }

  SolverReport
  CoupledContactsSolver::solve_without_friction(
    const ConeComplementarityProblem &problem,
    const std::span<double>           p)
  {
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
    if (!is_done() && proves_infeasibility(problem, *this))
      report.status = SolverStatus::infeasible;
    return report;
  }

  SolverReport
  CoupledContactsSolver::solve_with_friction(
    const ConeComplementarityProblem &problem,
    const std::span<double>           p)
  {
    const Cone *const contact = single_contact(problem);
    if (contact != nullptr && solve_single_contact(problem, *contact, p))
      {
        column.resize(problem.size());
        const double residual = natural_map_residual(problem, p, column);
        if (residual <= parameters.tolerance)
          return {SolverStatus::converged, 1, residual, false, "one contact"};
      }
    if (problem.W.explicit_matrix() == nullptr)
      return solve_in_global_form(problem, p);
    if (needs_no_impulse(problem, p))
      return {SolverStatus::converged, 0, 0., false, "closed form"};
    SolverReport report = friction.solve(problem, p);
    if (report.status != SolverStatus::singular &&
        report.status != SolverStatus::iteration_limit)
      return report;
    if (is_symmetric(problem.W) ? has_no_motion(problem, *this) :
                                  proves_infeasibility(problem, *this))
      {
        report.status = SolverStatus::infeasible;
        return report;
      }
    return report;
  }

  SolverReport
  CoupledContactsSolver::solve_in_global_form(
    const ConeComplementarityProblem &problem,
    const std::span<double>           p)
  {
    const SolverReport report = active_set.solve(problem, p);
    std::size_t        n_live = 0;
    for (const Cone &cone : problem.cones)
      n_live += cone.kind != Cone::Kind::inactive ? cone.n_rows : 0;
    if (report.is_solution_usable() || n_live > max_assembled_rows)
      return report;
    const ExplicitDelassus W = assemble_active(problem.W, problem.cones);
    SolverReport           assembled =
      do_solve({W, problem.b, problem.cones, problem.least_scale}, p);
    assembled.iterations += report.iterations;
    assembled.fell_back = true;
    return assembled;
  }

  // By impulses of unit size, as W need not be explicit.
  bool
  CoupledContactsSolver::solve_single_contact(
    const ConeComplementarityProblem &problem,
    const Cone                       &contact,
    const std::span<double>           p)
  {
    const unsigned int n = contact.n_rows, first = contact.first_row;
    std::array<double, Cone::max_rows * Cone::max_rows> W{};
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
