// SPDX-License-Identifier: Apache-2.0

// Newton's method for friction with a proximal term, where it alone has failed.

#include <percuss/complementarity/friction_newton.h>

#include <algorithm>
#include <limits>

namespace percuss
{
  namespace
  {
    // Of the proximal point iteration; W has the diagonal one. A point is a
    // step forward if |F| has fallen by the first factor, and good enough if it
    // has by the second.
    constexpr unsigned int max_proximal_points = 100, max_points_in_vain = 20,
                           max_iterations_each = 20;
    constexpr double largest_sigma = 1e3, first_sigma = 1e-4,
                     least_sigma         = 1e-12;
    constexpr double sufficient_decrease = 0.1, target_decrease = 1e-4;
    constexpr double rounding = 1e-14; // of |F|

    // r = largest_weighted / residual in units of the data, at least 10.
    constexpr double largest_weighted = 1e-2, largest_weight = 1e6;

    // Full steps in a row to a proximal point that need not reduce |F| by a
    // factor.
    constexpr unsigned int max_free_steps = 4;
    constexpr double       free_decrease  = 0.9;

    // Beyond a solution.
    constexpr unsigned int max_points_beyond = 10;

    // σ of the flow of slips from here.
    constexpr double shift_of_flow = 0.5;
  } // namespace

  // From the best of the centers first, and from its slips; the first time, from
  // none.
  bool
  FrictionNewton::iterate_proximal_points(const Problem          &problem,
                                          const std::span<double> p,
                                          SolverReport           &report)
  {
    std::ranges::sort(centers, {}, &Center::residual);
    for (const Center &start : centers)
      {
        if (report.iterations >= limit)
          return false;
        center = start.P;
        if (iterate_proximal_point(problem, p, report) ||
            resolve_slips(problem, p, report))
          return true;
        find_slips(problem, start.P);
        if (&start == &centers.front())
          slips.setZero();
        if (iterate_slips(problem, shift_of_flow, false, p, report))
          return true;
      }
    return false;
  }

  bool
  FrictionNewton::iterate_proximal_point(const Problem          &problem,
                                         const std::span<double> p,
                                         SolverReport           &report)
  {
    P                      = center;
    sigma                  = first_sigma;
    weight                 = 1.;
    has_tried_two_weights  = false;
    double       best      = std::numeric_limits<double>::infinity();
    unsigned int n_in_vain = 0, n_beyond = 0;
    for (unsigned int k = 0;
         k < max_proximal_points && report.iterations < limit;
         ++k)
      {
        const unsigned int n     = report.iterations;
        const double       start = evaluate(problem, P);
        find_proximal_point(problem,
                            std::max(rounding, target_decrease * start),
                            p,
                            report);
        if (report.status == SolverStatus::converged &&
            (n_beyond++ == max_points_beyond ||
             report.residual <= residual_beyond * parameters.tolerance))
          return true;
        n_in_vain = last_residual < 0.9 * best ? 0 : n_in_vain + 1;
        best      = std::min(best, last_residual);
        if (n_in_vain == max_points_in_vain)
          break;
        if (norm <= std::max(rounding, sufficient_decrease * start))
          {
            center              = P;
            const bool is_quick = report.iterations - n <= 4;
            sigma = std::max((is_quick ? 0.3 : 0.7) * sigma, least_sigma);
            has_tried_two_weights = false;
          }
        else
          {
            P = center;
            try_another_weight(report.residual);
          }
      }
    return report.status == SolverStatus::converged;
  }

  // Newton's method for the problem with σ, until |F| <= target; what it finds may
  // solve the problem without σ, too. Full steps come first: one along
  // the boundary of a cone, which is curved, leaves an |F| of second order that
  // may be larger than before, and the next one removes it.
  void
  FrictionNewton::find_proximal_point(const Problem          &problem,
                                      const double            target,
                                      const std::span<double> p,
                                      SolverReport           &report)
  {
    norm         = evaluate(problem, P);
    best_point   = P;
    double least = norm;
    for (unsigned int n = 0, n_free = 0; norm > target; ++n)
      {
        const bool is_last =
          n == max_iterations_each || report.iterations >= limit;
        const bool is_free = !is_last && n_free < max_free_steps;
        if (!is_free && n_free > 0)
          {
            P    = best_point;
            norm = evaluate(problem, P);
          }
        if (is_last)
          return;
        ++report.iterations;
        if (!(is_free ? full_step(problem) : step(problem)))
          break;
        n_free = !is_free || norm <= free_decrease * least ? 0 : n_free + 1;
        if (n_free > 0)
          continue;
        best_point = P;
        least      = norm;
      }
    is_solved(problem, true, p, report);
  }

  bool
  FrictionNewton::full_step(const Problem &problem)
  {
    if (!find_correction(problem, regularization))
      return false;
    P -= correction;
    norm = evaluate(problem, P);
    return true;
  }

  // Where velocities are small beside the impulses, it depends on their weight
  // whether Newton's method finds which contacts slip. A larger σ where neither
  // weight helps.
  void
  FrictionNewton::try_another_weight(const double residual)
  {
    const double other = std::min(largest_weighted / residual, largest_weight);
    if (has_tried_two_weights || other < 10.)
      {
        sigma  = std::min(5. * sigma, largest_sigma);
        weight = 1.;
      }
    else
      weight = weight == 1. ? other : 1.;
    has_tried_two_weights = !has_tried_two_weights && other >= 10.;
  }
} // namespace percuss
