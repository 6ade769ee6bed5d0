// SPDX-License-Identifier: Apache-2.0

// Where Newton's method alone has failed: slips as small as rounding, interior
// points, proximal points, Newton's method for slips, a curve to a solution.

#include <percuss/complementarity/friction_newton.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace percuss
{
  namespace
  {
    // Of the iterations that are left.
    constexpr double share_before_curve = 0.5;

    // Of interior points, and of Newton's method from one of them.
    constexpr unsigned int max_interior_points        = 60;
    constexpr unsigned int max_iterations_from_inside = 10;

    // x and y of interior points at their start: where the way from one of them
    // ends far from a solution, or proximal points from there do, that from
    // another one often does not.
    constexpr std::pair<double, double> starts_inside[] = {{1., 1.},
                                                           {0.1, 0.1},
                                                           {10., 1.},
                                                           {1., 10.},
                                                           {0.01, 0.01},
                                                           {0.1, 1.},
                                                           {1., 0.1},
                                                           {10., 10.}};

    // In so many interior points the residual is to fall by that factor.
    constexpr unsigned int max_points_without_progress = 12;
    constexpr double       progress                    = 0.5;

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

    // r of Newton's method from a point that is near a solution, and how near.
    constexpr double       weights_of_slips[] = {1e3, 1e5, 1e7, 1e9};
    constexpr double       residual_of_slips = 1e-5, residual_of_loss = 1.;
    constexpr unsigned int max_iterations_of_slips = 20;

    // Full steps in a row to a proximal point that need not reduce |F| by a
    // factor.
    constexpr unsigned int max_free_steps = 4;
    constexpr double       free_decrease  = 0.9;

    // A curve that tends to P_0 as P_0 + P_1 τ^a is at P - (dP / d ln τ) / a, a
    // = 1 or, where P and U of a contact both come to the boundary, a = 1/2.
    constexpr double shares_of_slope[] = {0., -1., -2.};

    // Of the curve's points, one curve after the other.
    constexpr double largest_errors[] = {1e-4, 1e-5, 1e-6};

    // A little beyond a solution: what a step leaves unsolved are data of the next
    // one.
    constexpr double       least_residual = 1e-3; // over the tolerance
    constexpr unsigned int systems_beyond = 60, max_points_beyond = 10;
  } // namespace

  void
  FrictionNewton::solve_from_inside(const Problem          &problem,
                                    const std::span<double> p,
                                    SolverReport           &report)
  {
    limit = report.iterations +
            static_cast<unsigned int>(
              share_before_curve *
              (parameters.max_iterations -
               std::min(report.iterations, parameters.max_iterations)));
    const bool is_done = resolve_slips(problem, p, report) ||
                         approach_from_inside(problem, p, report) ||
                         iterate_proximal_points(problem, p, report);
    limit = parameters.max_iterations;
    if (!is_done)
      follow_curve(problem, p, report);
    if (report.status == SolverStatus::singular &&
        report.iterations >= parameters.max_iterations)
      report.status = SolverStatus::iteration_limit;
    if (report.status != SolverStatus::converged)
      return;
    improve(problem, p, report);
    if (report.residual > least_residual * parameters.tolerance)
      {
        start_from(p);
        center = P;
        iterate_proximal_point(problem, p, report);
      }
  }

  // Redundant contacts whose b is not one of a rigid motion, if only by the
  // accuracy of the steps before, cannot all stick: some slip by as little.
  // Beside impulses such velocities are nothing, and Newton's method with r = 1
  // sees no slip; with their own weight it does. With ε as small as ever the
  // impulses of those that cannot stick would be 1/ε times as large.
  bool
  FrictionNewton::resolve_slips(const Problem          &problem,
                                const std::span<double> p,
                                SolverReport           &report)
  {
    if (!(report.residual <= residual_of_slips))
      return false;
    sigma = 0.;
    for (const double share : {1., 10., 0.1, 0.01})
      for (const double r : weights_of_slips)
        {
          const double epsilon =
            std::max(share * report.residual, regularization);
          weight = r;
          start_from(p);
          norm          = evaluate(problem, P);
          last_residual = 0.;
          for (unsigned int n = 0;
               n < max_iterations_of_slips && report.iterations < limit &&
               last_residual <= residual_of_loss &&
               find_correction(problem, epsilon);
               ++n)
            {
              ++report.iterations;
              P -= correction;
              norm = evaluate(problem, P);
              if (is_solved(problem, false, p, report))
                return true;
            }
        }
    return false;
  }

  // From one start after the other; of each, the best point is a center.
  bool
  FrictionNewton::approach_from_inside(const Problem          &problem,
                                       const std::span<double> p,
                                       SolverReport           &report)
  {
    sigma  = 0.;
    weight = 1.;
    centers.resize(std::size(starts_inside));
    auto center_of = centers.begin();
    for (const auto &[x, y] : starts_inside)
      {
        interior_point.start(problem, s, b, x, y);
        if (iterate_interior_points(problem, *center_of++, p, report))
          return true;
      }
    return false;
  }

  // Of an impulse, in the first rows of contacts.
  void
  FrictionNewton::find_slips(const Problem         &problem,
                             const Eigen::VectorXd &point)
  {
    sigma  = 0.;
    weight = 1.;
    evaluate(problem, point);
    slips.setZero(point.size());
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::second_order)
        slips[cone.first_row] =
          U.segment(cone.first_row + 1, cone.n_rows - 1).norm();
  }

  // Newton's method for slips, from those that were found, and that for P from
  // its points each time that the residual has fallen far enough, and proximal
  // points from the best of them.
  bool
  FrictionNewton::iterate_slips(const Problem          &problem,
                                const std::span<double> p,
                                SolverReport           &report)
  {
    if (!FrictionSlipNewton::is_worthwhile(problem))
      return false;
    sigma        = 0.;
    weight       = 1.;
    double tried = 1e-1, least = std::numeric_limits<double>::infinity();
    slip_newton.start(problem, s, b, slips);
    center.setZero(P.size());
    while (slip_newton.step(problem, s, limit, report.iterations))
      {
        P = slip_newton.impulse();
        if (is_solved(problem, false, p, report))
          return true;
        if (!(last_residual < least))
          continue;
        least  = last_residual;
        center = P;
        if (least > 0.1 * tried)
          continue;
        tried = least;
        if (iterate(problem, max_iterations_from_inside, p, report))
          return true;
      }
    return least < std::numeric_limits<double>::infinity() &&
           (resolve_slips(problem, p, report) ||
            iterate_proximal_point(problem, p, report));
  }

  // Interior points as long as the residual falls, and Newton's method from them
  // each time that it has fallen far enough.
  bool
  FrictionNewton::iterate_interior_points(const Problem          &problem,
                                          Center                 &from_here,
                                          const std::span<double> p,
                                          SolverReport           &report)
  {
    double &least = from_here.residual =
      std::numeric_limits<double>::infinity();
    double       tried = 1e-1, last_progress = least;
    unsigned int n_without_progress = 0;
    from_here.P.setZero(P.size());
    for (unsigned int n = 0; n < max_interior_points &&
                             n_without_progress < max_points_without_progress;
         ++n)
      {
        if (report.iterations >= limit ||
            !interior_point.step(problem, s, system))
          break;
        ++report.iterations;
        ++n_without_progress;
        P = interior_point.impulse();
        is_solved(problem, false, p, report);
        if (report.residual <= least_residual * parameters.tolerance)
          return true;
        if (!(last_residual < least))
          continue;
        least       = last_residual;
        from_here.P = P;
        if (least <= progress * last_progress)
          {
            last_progress      = least;
            n_without_progress = 0;
          }
        if (least > 0.1 * tried)
          continue;
        tried = least;
        if (iterate(problem, max_iterations_from_inside, p, report))
          return true;
      }
    return report.status == SolverStatus::converged;
  }

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
        if (iterate_slips(problem, p, report))
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
             report.residual <= least_residual * parameters.tolerance))
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

  // A curve may be lost, where another part of it is near: it is followed again
  // then, more closely.
  void
  FrictionNewton::follow_curve(const Problem          &problem,
                               const std::span<double> p,
                               SolverReport           &report)
  {
    for (const double largest_error : largest_errors)
      {
        homotopy.start(problem, s, b, largest_error);
        follow_one_curve(problem, p, report);
        if (report.status == SolverStatus::converged)
          return;
      }
  }

  // Points of the curve, and what it tends to, and Newton's method from the best
  // of these each time that the residual has fallen far enough.
  void
  FrictionNewton::follow_one_curve(const Problem          &problem,
                                   const std::span<double> p,
                                   SolverReport           &report)
  {
    double       tried = 1e-1;
    unsigned int last  = limit;
    sigma              = 0.;
    weight             = 1.;
    while (report.residual > least_residual * parameters.tolerance &&
           report.iterations < last &&
           homotopy.step(problem, s, system, last, report.iterations))
      {
        double least = std::numeric_limits<double>::infinity();
        for (const double share : shares_of_slope)
          {
            P = homotopy.impulse() + share * homotopy.slope();
            is_solved(problem, false, p, report);
            if (last_residual < least)
              {
                least      = last_residual;
                best_point = P;
              }
          }
        if (report.status == SolverStatus::converged)
          last = std::min(last, report.iterations + systems_beyond);
        if (least > 0.1 * tried)
          continue;
        tried = least;
        P     = best_point;
        iterate(problem, max_iterations_from_inside, p, report);
      }
  }
} // namespace percuss
