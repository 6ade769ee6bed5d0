// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/infeasibility_certificate.h>
#include <percuss/complementarity/primal_dual_active_set.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr double       proximal_shift     = 1e-7;
    constexpr unsigned int max_proximal_steps = 50;

    // Relative to the data: systems are solved more accurately than the result
    // is asked for.
    constexpr double system_accuracy = 1e-2;
  } // namespace

  PrimalDualActiveSet::PrimalDualActiveSet(const unsigned int      n_rows,
                                           const SolverParameters &options)
    : ComplementaritySolver(options)
    , friction(options)
    , friction_active_set(options)
  {
    reserve(n_rows);
  }

  void
  PrimalDualActiveSet::reserve(const unsigned int n_rows)
  {
    system.reserve(n_rows);
    search.reserve(n_rows);
    for (auto *vector : {&b, &u, &proximal_point, &correction})
      vector->resize(n_rows);
  }

  std::unique_ptr<ComplementaritySolver>
  PrimalDualActiveSet::make_another(const unsigned int n_rows) const
  {
    return std::make_unique<PrimalDualActiveSet>(n_rows, parameters);
  }

  SolverReport
  PrimalDualActiveSet::do_solve(const Problem          &problem,
                                const std::span<double> p)
  {
    if (has_friction(problem))
      return problem.W.explicit_matrix() != nullptr ?
               friction.solve(problem, p) :
               friction_active_set.solve(problem, p);
    reserve(problem.size());
    scale = data_scale(problem);
    search.guess(problem, p);

    unsigned int n_sets = 0;
    SolverStatus status = SolverStatus::singular;
    if (!system.was_shifted(problem.W, search.active()))
      {
        std::copy(problem.b.begin(), problem.b.end(), b.begin());
        status = find_active_set(problem, 0., p, n_sets);
      }
    if (status == SolverStatus::singular)
      status = iterate_proximal_point(problem, p, n_sets);

    if (status == SolverStatus::infeasible)
      std::fill(p.begin(), p.end(), 0.);
    bool is_u_valid = status == SolverStatus::converged;
    for (unsigned int i = 0; i < problem.size(); ++i)
      if (search.kind(i) == Cone::Kind::unilateral && p[i] < 0.)
        {
          p[i]       = 0.;
          is_u_valid = false;
        }
    if (!is_u_valid)
      gap_velocity(problem, p, u);
    const double residual = natural_map_residual_of_pair(problem, p, u);
    if (residual <= parameters.tolerance)
      status = SolverStatus::converged;
    else if (status == SolverStatus::converged &&
             !(residual * scale <= rounding_of_velocity(problem.W, p)))
      status = SolverStatus::singular;
    return {status, n_sets, residual};
  }

  // The problem with W + shift D and the member b. On convergence, u belongs
  // to p.
  SolverStatus
  PrimalDualActiveSet::find_active_set(const Problem          &problem,
                                       const double            shift,
                                       const std::span<double> p,
                                       unsigned int           &n_sets)
  {
    const auto   s         = problem.W.row_scale();
    const double threshold = sign_accuracy * parameters.tolerance * scale;
    search.begin();
    while (n_sets < parameters.max_iterations)
      {
        ++n_sets;
        SolverStatus status = SolverStatus::converged;
        if (!solve_on_active_set(problem, shift, p, status))
          return status;

        if (search.advance(s, p, u, threshold))
          return SolverStatus::converged;
      }
    return SolverStatus::iteration_limit;
  }

  // Impulses and gap velocities of the current set; one step of iterative
  // refinement where the factorization alone is not accurate enough.
  bool
  PrimalDualActiveSet::solve_on_active_set(const Problem          &problem,
                                           const double            shift,
                                           const std::span<double> p,
                                           SolverStatus           &status)
  {
    const auto  &active = search.active();
    const double target = system_accuracy * parameters.tolerance * scale;
    if (std::none_of(active.begin(), active.end(), [](const unsigned char row) {
          return row != 0;
        }))
      {
        std::fill(p.begin(), p.end(), 0.);
        std::copy(b.begin(), b.end(), u.begin());
        status = SolverStatus::converged;
        return true;
      }
    if (shift == 0.)
      switch (problem.W.solve_rows(active, b, p, u))
        {
          case DelassusOperator::RowSolution::solved:
            status = SolverStatus::converged;
            return true;
          case DelassusOperator::RowSolution::failed:
            status = SolverStatus::iteration_limit;
            return false;
          case DelassusOperator::RowSolution::unavailable:
            break;
        }
    status = system.solve(problem.W, active, shift, b, target, p);
    if (status != SolverStatus::converged)
      return false;
    shifted_velocity(problem, shift, p);
    if (active_defect(problem) > target)
      {
        std::fill(correction.begin(), correction.end(), 0.);
        status = system.solve(problem.W, active, shift, u, target, correction);
        if (status != SolverStatus::converged)
          return false;
        for (unsigned int i = 0; i < problem.size(); ++i)
          p[i] += correction[i];
        shifted_velocity(problem, shift, p);
      }
    // In a shifted problem p may be as large as 1 / shift; whether the result
    // is accurate is then decided by the proximal iteration.
    if (shift == 0. && !(active_defect(problem) <=
                         std::max(parameters.tolerance * scale,
                                  rounding_of_velocity(problem.W, p))))
      {
        status = SolverStatus::singular;
        return false;
      }
    return true;
  }

  void
  PrimalDualActiveSet::shifted_velocity(const Problem                &problem,
                                        const double                  shift,
                                        const std::span<const double> p)
  {
    const auto s = problem.W.row_scale();
    problem.W.apply(p, u);
    for (unsigned int i = 0; i < problem.size(); ++i)
      u[i] += b[i] + shift * s[i] * s[i] * p[i];
  }

  double
  PrimalDualActiveSet::active_defect(const Problem &problem) const
  {
    const auto  s       = problem.W.row_scale();
    const auto &active  = search.active();
    double      largest = 0.;
    for (unsigned int i = 0; i < problem.size(); ++i)
      if (active[i])
        {
          if (!std::isfinite(u[i]))
            return std::numeric_limits<double>::infinity();
          largest = std::max(largest, std::abs(u[i]) / s[i]);
        }
    return largest;
  }

  SolverStatus
  PrimalDualActiveSet::iterate_proximal_point(const Problem          &problem,
                                              const std::span<double> p,
                                              unsigned int           &n_sets)
  {
    const auto s = problem.W.row_scale();
    std::fill(proximal_point.begin(), proximal_point.end(), 0.);

    double best = std::numeric_limits<double>::infinity();
    for (unsigned int k = 0; k < max_proximal_steps; ++k)
      {
        for (unsigned int i = 0; i < problem.size(); ++i)
          b[i] =
            problem.b[i] - proximal_shift * s[i] * s[i] * proximal_point[i];
        const SolverStatus status =
          find_active_set(problem, proximal_shift, p, n_sets);
        if (status != SolverStatus::converged)
          return status;

        gap_velocity(problem, p, u);
        const double residual = natural_map_residual_of_pair(problem, p, u);
        const bool   improves = residual < 0.5 * best;
        best                  = std::min(best, residual);
        if (residual <= system_accuracy * parameters.tolerance ||
            (residual <= parameters.tolerance && !improves))
          return SolverStatus::converged;
        if (k > 0 && proves_infeasibility(problem, p))
          return SolverStatus::infeasible;
        std::copy(p.begin(), p.end(), proximal_point.begin());
      }
    return SolverStatus::singular;
  }

  // d = p - proximal_point
  bool
  PrimalDualActiveSet::proves_infeasibility(const Problem &problem,
                                            const std::span<const double> p)
  {
    for (unsigned int i = 0; i < problem.size(); ++i)
      b[i] = p[i] - proximal_point[i];
    return is_infeasibility_certificate(problem, b, correction);
  }
} // namespace percuss
