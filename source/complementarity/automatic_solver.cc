// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/automatic_solver.h>
#include <percuss/complementarity/infeasibility_certificate.h>
#include <percuss/complementarity/one_contact.h>

#include <Eigen/Core>

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

    // Of problems whose contacts that are near are sought.
    constexpr std::size_t  least_rows_with_far_ones = 64;
    constexpr unsigned int no_row                   = IslandProblem::no_row;

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

    // Newton's method with friction, sweeps, and Newton's method again. A sweep
    // over many rows costs little beside a factorization, and finds out what most
    // contacts do.
    struct Steps
    {
      unsigned int first, least_sweeps, after_sweeps, with_slips = 12;
    };

    constexpr unsigned int few_rows = 60;

    Steps
    steps_for(const ConeComplementarityProblem &problem)
    {
      if (problem.size() > FrictionNewton::many_rows)
        return {6, 50, 16};
      return {problem.size() <= few_rows ? 12u : 6u, 0, 8};
    }

    /** Those of the work of twenty factorizations, as measured: 2/3 n^3 operations
     * of a dense one, fifty for each entry of a sparse one, and more for each of
     * G and H, and in a sweep eight for each entry and a thousand for each
     * contact. */
    unsigned int
    worthwhile_sweeps(const ConeComplementarityProblem &problem)
    {
      const auto  &W         = *problem.W.explicit_matrix();
      const double n         = static_cast<double>(W.rows()),
                   n_entries = static_cast<double>(W.nonZeros());
      double factorization   = 300. * n_entries;
      if (FrictionLinearSystem::takes_dense_form(problem.W))
        factorization = 0.67 * n * n * n;
      else if (FrictionLinearSystem::takes_factored_form(problem.W))
        factorization =
          1000. * static_cast<double>(problem.W.factors()->G.nonZeros() +
                                      problem.W.factors()->H.nonZeros());
      const double sweep =
        8. * n_entries + 1000. * static_cast<double>(problem.cones.size());
      return static_cast<unsigned int>(
        std::clamp(20. * factorization / sweep, 20., 2000.));
    }
  } // namespace

  AutomaticSolver::AutomaticSolver(const unsigned int      n_rows,
                                   const SolverParameters &parameters)
    : ComplementaritySolver(of_parts(parameters))
    , takes_least_impulse(parameters.takes_least_impulse)
    , active_set(n_rows, with_few_sets(of_parts(parameters)))
    , friction_newton(0, parameters)
    , lemke(0, of_parts(parameters))
    , mprgp(0, of_parts(parameters))
    , gauss_seidel(n_rows, of_parts(parameters))
    , impulse(n_rows)
    , column(n_rows)
    , islands(parameters.tolerance, [parameters](const unsigned int n) {
      auto solver          = std::make_unique<AutomaticSolver>(n, parameters);
      solver->is_of_island = true;
      return solver;
    })
  {}

  std::unique_ptr<ComplementaritySolver>
  AutomaticSolver::make_another(const unsigned int n_rows) const
  {
    SolverParameters same    = parameters;
    same.takes_least_impulse = takes_least_impulse;
    return std::make_unique<AutomaticSolver>(n_rows, same);
  }

  SolverReport
  AutomaticSolver::do_solve(const ConeComplementarityProblem &problem,
                            const std::span<double>           p)
  {
    if (!is_of_island)
      {
        if (const auto report = solve_near(problem, p))
          return *report;
        if (const auto report = islands.solve(problem, p))
          return *report;
      }
    const auto algorithm = [&] {
      return has_friction(problem) ? solve_with_friction(problem, p) :
                                     solve_without_friction(problem, p);
    };
    return takes_least_impulse ?
             least_impulse.solve(problem, p, parameters.tolerance, algorithm) :
             algorithm();
  }

  void
  AutomaticSolver::serialize(Archive &archive)
  {
    active_set.serialize(archive);
    mprgp.serialize(archive);
    islands.serialize(archive);
    bool has_near = near_solver != nullptr;
    archive(has_near);
    if (!has_near)
      near_solver.reset();
    else if (!near_solver)
      near_solver = std::make_unique<AutomaticSolver>(0, parameters);
    if (has_near)
      {
        near.serialize(archive);
        near_solver->serialize(archive);
      }
  }

  std::optional<SolverReport>
  AutomaticSolver::solve_near(const ConeComplementarityProblem &problem,
                              const std::span<double>           p)
  {
    if (problem.size() < least_rows_with_far_ones || !has_friction(problem) ||
        problem.W.explicit_matrix() == nullptr ||
        problem.W.factors() != nullptr)
      return {};
    number_of_row.assign(problem.size(), no_row);
    std::size_t n_near = 0;
    for (const Cone &cone : problem.cones)
      {
        const unsigned int first = cone.first_row, end = first + cone.n_rows;
        const auto         is_zero = [](const double x) { return x == 0.; };
        if (cone.kind == Cone::Kind::inactive ||
            (cone.kind == Cone::Kind::second_order && problem.b[first] >= 0. &&
             std::all_of(p.begin() + first, p.begin() + end, is_zero)))
          continue;
        std::fill(number_of_row.begin() + first,
                  number_of_row.begin() + end,
                  0u);
        n_near += cone.n_rows;
      }
    const auto are_many = [&](const std::size_t n_rows) {
      return 4 * n_rows > problem.size();
    };
    if (n_near == 0 || are_many(n_near))
      return {};
    if (!near_solver)
      near_solver = std::make_unique<AutomaticSolver>(0, parameters);

    unsigned int n_iterations = 0;
    bool         fell_back    = false;
    SolverReport report{};
    do
      {
        take_near(problem, p);
        if (are_many(near_rows.size()))
          return {};
        report = near_solver->solve({*near.W, near.b, near.cones}, near.p);
        if (!report.is_solution_usable())
          return {};
        n_iterations += report.iterations;
        fell_back = fell_back || report.fell_back;
    } while (add_closed(problem));
    std::ranges::fill(p, 0.);
    for (std::size_t i = 0; i < near_rows.size(); ++i)
      p[near_rows[i]] = near.p[i];
    column.resize(problem.size());
    report.iterations = n_iterations;
    report.fell_back  = fell_back;
    if (!(report.dilation_speed > 0.))
      report.residual = natural_map_residual(problem, p, column);
    return report;
  }

  void
  AutomaticSolver::take_near(const ConeComplementarityProblem &problem,
                             const std::span<const double>     p)
  {
    near_rows.clear();
    near.cones.clear();
    for (Cone cone : problem.cones)
      if (number_of_row[cone.first_row] != no_row)
        {
          const unsigned int first = cone.first_row;
          cone.first_row = static_cast<unsigned int>(near_rows.size());
          near.cones.push_back(cone);
          for (unsigned int row = first; row < first + cone.n_rows; ++row)
            {
              number_of_row[row] = static_cast<unsigned int>(near_rows.size());
              near_rows.push_back(row);
            }
        }
    near.take_rows(problem, near_rows, number_of_row, p);
  }

  bool
  AutomaticSolver::add_closed(const ConeComplementarityProblem &problem)
  {
    const auto &W      = *problem.W.explicit_matrix();
    bool        closes = false;
    closed.clear();
    for (const Cone &cone : problem.cones)
      if (cone.kind != Cone::Kind::inactive &&
          number_of_row[cone.first_row] == no_row)
        {
          double u = problem.b[cone.first_row];
          for (DelassusOperator::Matrix::InnerIterator w(W, cone.first_row); w;
               ++w)
            if (const unsigned int j = number_of_row[w.col()]; j != no_row)
              u += w.value() * near.p[j];
          if (u < 0.)
            closed.push_back(cone);
        }
    for (const Cone &cone : closed)
      {
        std::fill_n(number_of_row.begin() + cone.first_row, cone.n_rows, 0u);
        closes = true;
      }
    return closes;
  }

  SolverReport
  AutomaticSolver::solve_without_friction(
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
    if (!is_done() && proves_infeasibility(problem))
      report.status = SolverStatus::infeasible;
    return report;
  }

  SolverReport
  AutomaticSolver::solve_with_friction(
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
    SolverReport report = solve_coupled_contacts(problem, p);
    if (report.status != SolverStatus::singular &&
        report.status != SolverStatus::iteration_limit)
      return report;
    if (is_symmetric(problem.W) ? has_no_motion(problem) :
                                  proves_infeasibility(problem))
      {
        report.status = SolverStatus::infeasible;
        return report;
      }
    swept.assign(p.begin(), p.end());
    const SolverReport last = gauss_seidel.solve(problem, swept);
    const unsigned int n    = report.iterations + last.iterations;
    if (last.residual < report.residual)
      {
        std::ranges::copy(swept, p.begin());
        report = last;
      }
    report.iterations = n;
    report.fell_back  = true;
    return report;
  }

  SolverReport
  AutomaticSolver::solve_in_global_form(
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
    SolverReport assembled   = do_solve({W, problem.b, problem.cones}, p);
    assembled.iterations += report.iterations;
    assembled.fell_back = true;
    return assembled;
  }

  SolverReport
  AutomaticSolver::solve_coupled_contacts(
    const ConeComplementarityProblem &problem,
    const std::span<double>           p)
  {
    if (needs_no_impulse(problem, p))
      return {SolverStatus::converged, 0, 0., false, active_set.name()};
    const Steps steps = steps_for(problem);
    swept.assign(p.begin(), p.end());
    SolverReport report = friction_newton.solve_nearby(problem, steps.first, p);
    report.solved_by    = active_set.name();
    if (report.status == SolverStatus::singular &&
        report.iterations >= parameters.max_iterations)
      report.status = SolverStatus::iteration_limit;
    if (report.status != SolverStatus::singular)
      return report;
    for (double &x : swept)
      x = std::isfinite(x) ? x : 0.;
    if (friction_newton.solve_with_last_slips(
          problem, steps.with_slips, swept, report))
      {
        std::ranges::copy(swept, p.begin());
        return report;
      }
    SolverReport sweeps =
      gauss_seidel.approach(problem,
                            steps.least_sweeps,
                            std::min(worthwhile_sweeps(problem),
                                     parameters.max_iterations),
                            swept);
    const bool         is_swept = sweeps.status == SolverStatus::converged;
    const unsigned int n        = sweeps.iterations + report.iterations;
    sweeps = friction_newton.solve_nearby(problem, steps.after_sweeps, swept);
    sweeps.iterations += n;
    sweeps.solved_by = is_swept ? gauss_seidel.name() : active_set.name();
    if (sweeps.residual < report.residual ||
        sweeps.status == SolverStatus::converged)
      {
        std::copy(swept.begin(), swept.end(), p.begin());
        report = sweeps;
      }
    report.iterations = sweeps.iterations;
    if (report.status != SolverStatus::converged)
      {
        friction_newton.solve_from_inside(problem, p, report);
        report.solved_by = active_set.name();
      }
    return report;
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

  // A certificate d for a W that is not symmetric, by a problem with a symmetric
  // matrix that always has a solution, in the scaled unknowns
  //   min 1/2 |W^T d + z|^2 + 1/2 (b·d + 1)^2,   d ∈ K,  z ∈ K*,
  // whose minimum is zero exactly if there is one. With friction d = z = 0 in
  // the tangential rows: then W^T d = 0 there, and u_N >= 0 cannot be.
  bool
  AutomaticSolver::proves_infeasibility(
    const ConeComplementarityProblem &problem)
  {
    const auto *const matrix = problem.W.explicit_matrix();
    const auto        m      = static_cast<Eigen::Index>(problem.size());
    if (matrix == nullptr || 2 * m > largest_dense_problem ||
        is_symmetric(problem.W))
      return false;
    std::vector<Cone> cones(2 * problem.size());
    Eigen::VectorXd   s(m), b(m);
    const double      largest = data_scale(problem);
    for_each_block(problem.cones, [&](const Cone &cone) {
      for (unsigned int k = 0; k < cone.n_rows; ++k)
        {
          const unsigned int i = cone.first_row + k;
          const bool         is_tangential =
            cone.kind == Cone::Kind::second_order && k > 0;
          const auto kind = cone.kind != Cone::Kind::second_order ? cone.kind :
                            is_tangential ? Cone::Kind::inactive :
                                            Cone::Kind::unilateral;
          const auto dual =
            is_tangential                 ? Cone::Kind::inactive :
            kind == Cone::Kind::bilateral ? Cone::Kind::inactive :
            kind == Cone::Kind::inactive  ? Cone::Kind::bilateral :
                                            kind;
          cones[i]                  = {kind, i, 1, 0.};
          cones[problem.size() + i] = {dual, problem.size() + i, 1, 0.};
          s[i]                      = problem.W.row_scale()[i];
          b[i]                      = problem.b[i] / (s[i] * largest);
        }
    });
    const Eigen::VectorXd inverse = s.cwiseInverse();
    const Eigen::MatrixXd W =
      inverse.asDiagonal() * Eigen::MatrixXd(*matrix) * inverse.asDiagonal();
    Eigen::MatrixXd M(2 * m, 2 * m);
    M << W * W.transpose() + b * b.transpose(), W, W.transpose(),
      Eigen::MatrixXd::Identity(m, m);
    Eigen::VectorXd rhs = Eigen::VectorXd::Zero(2 * m);
    rhs.head(m)         = b;
    const ExplicitDelassus op(M);
    std::vector<double>    d(2 * problem.size(), 0.);
    solve({op, {rhs.data(), d.size()}, cones}, d);
    d.resize(problem.size());
    double tangential = 0., slope = 0.;
    for (unsigned int i = 0; i < problem.size(); ++i)
      {
        slope -= b[i] * d[i];
        d[i] /= s[i];
      }
    column.resize(problem.size());
    cones.resize(problem.size());
    if (!is_infeasibility_certificate({problem.W, problem.b, cones}, d, column))
      return false;
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::second_order)
        for (unsigned int k = 1; k < cone.n_rows; ++k)
          tangential +=
            std::abs(column[cone.first_row + k]) / s[cone.first_row + k];
    return tangential <= 1e-8 * slope;
  }

  // By impulses of unit size, as W need not be explicit.
  bool
  AutomaticSolver::solve_single_contact(
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
