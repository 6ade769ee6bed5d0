// SPDX-License-Identifier: Apache-2.0

// Where Newton's method alone has failed: slips as small as rounding, interior
// points, proximal points, Newton's method for slips, a curve to a solution.

#include <percuss/complementarity/friction_newton.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace percuss
{
  namespace
  {
    // Of the iterations that are left; of many rows, a curve takes more than all.
    constexpr double share_before_curve              = 0.5;
    constexpr double share_before_curve_of_many_rows = 0.95;

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

    // From interior points that end so near a solution, proximal points mostly come
    // to it, in fewer systems than others from another start: where there are many
    // rows, and systems cost much. Of few rows, others come closer to a solution.
    // So they do from slips that are as near as that.
    constexpr double       residual_of_near_end    = 1e-4;
    constexpr unsigned int systems_from_near       = 60;
    constexpr double       residual_of_near_slips  = 1e-3;
    constexpr unsigned int systems_from_near_slips = 200;

    // Slips of where proximal points end follow where the residual is less by that
    // factor.
    constexpr double       nearer                = 0.1;
    constexpr unsigned int max_starts_from_slips = 24;

    // σ of the flow of slips, of one start after the other.
    constexpr double shifts_of_flow[] = {0.2, 0.5, 0.1, 0.3};

    // Numbers between 0 and 1, other ones for each n, spread evenly.
    double
    spread(const unsigned int n, const Eigen::Index i)
    {
      const double x =
        std::numbers::phi * static_cast<double>(i + 1) * (n + 1) +
        std::numbers::sqrt2 * n;
      return x - std::floor(x);
    }

    // r of Newton's method from a point that is near a solution, and how near.
    constexpr double       weights_of_slips[] = {1e3, 1e5, 1e7, 1e9};
    constexpr double       residual_of_slips = 1e-5, residual_of_loss = 1.;
    constexpr unsigned int max_iterations_of_slips = 20;

    // A curve that tends to P_0 as P_0 + P_1 τ^a is at P - (dP / d ln τ) / a, a
    // = 1 or, where P and U of a contact both come to the boundary, a = 1/2.
    constexpr double shares_of_slope[] = {0., -1., -2.};

    // Of the curve's points, one curve after the other.
    constexpr double largest_errors[] = {1e-4, 1e-5, 1e-6};

    // Of the curve, beyond a solution.
    constexpr unsigned int systems_beyond = 60;
  } // namespace

  void
  FrictionNewton::solve_from_inside(const Problem          &problem,
                                    const std::span<double> p,
                                    SolverReport           &report)
  {
    const double share = problem.size() > many_rows ?
                           share_before_curve_of_many_rows :
                           share_before_curve;
    limit              = report.iterations +
            static_cast<unsigned int>(
              share * (parameters.max_iterations -
                       std::min(report.iterations, parameters.max_iterations)));
    start_from(p);
    find_slips(problem, P);
    slips_of_guess = slips;
    bool is_done   = resolve_slips(problem, p, report);
    if (!is_done && parameters.largest_dilation_speed > 0. &&
        let_contacts_dilate(problem, p, report))
      return;
    is_done = is_done || approach_from_inside(problem, p, report) ||
              approach_from_slips(problem, p, report) ||
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
    if (report.residual > residual_beyond * parameters.tolerance)
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

  // Of many contacts: from the slips of p, and from these times numbers between 0
  // and 2. Where p is near to what is almost a solution, it leads there again and
  // again, and one start in two or three to a solution.
  bool
  FrictionNewton::approach_from_slips(const Problem          &problem,
                                      const std::span<double> p,
                                      SolverReport           &report)
  {
    if (problem.size() <= many_rows)
      return false;
    for (unsigned int n = 0; n < max_starts_from_slips; ++n)
      {
        slips = slips_of_guess;
        for (Eigen::Index i = 0; n > 0 && i < slips.size(); ++i)
          slips[i] *= 2. * spread(n, i);
        if (iterate_slips(problem,
                          shifts_of_flow[n % std::size(shifts_of_flow)],
                          n % 2 == 1,
                          p,
                          report))
          return true;
        if (report.iterations >= limit)
          return false;
      }
    return false;
  }

  // From one start after the other; of each, the best point is a center, and
  // proximal points begin there at once where it is near a solution.
  bool
  FrictionNewton::approach_from_inside(const Problem          &problem,
                                       const std::span<double> p,
                                       SolverReport           &report)
  {
    centers.resize(std::size(starts_inside));
    for (std::size_t i = 0; i < std::size(starts_inside); ++i)
      {
        const auto &[x, y] = starts_inside[i];
        Center &best       = centers[i];
        sigma              = 0.;
        weight             = 1.;
        interior_point.start(problem, s, b, x, y);
        if (iterate_interior_points(problem, best, p, report))
          return true;
        if (problem.size() > many_rows && best.residual <= residual_of_near_end)
          {
            center = best.P;
            if (try_proximal_point(problem, systems_from_near, p, report))
              return true;
          }
      }
    return false;
  }

  // Proximal points from the center, for so many systems.
  bool
  FrictionNewton::try_proximal_point(const Problem          &problem,
                                     const unsigned int      n_systems,
                                     const std::span<double> p,
                                     SolverReport           &report)
  {
    const unsigned int last = limit;
    limit                   = std::min(limit, report.iterations + n_systems);
    const bool is_done      = iterate_proximal_point(problem, p, report);
    limit                   = last;
    sigma                   = 0.;
    weight                  = 1.;
    return is_done;
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
  // points from the best of them. Of many rows, proximal points are tried on the
  // way, too; where that begins anew, the slips of where they end are the next ones.
  bool
  FrictionNewton::iterate_slips(const Problem          &problem,
                                const double            shift_of_flow,
                                const bool              begins_anew,
                                const std::span<double> p,
                                SolverReport           &report)
  {
    sigma        = 0.;
    weight       = 1.;
    double tried = 1e-1, least = std::numeric_limits<double>::infinity();
    slip_newton.start(problem, s, b, slips, shift_of_flow);
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
        if (problem.size() <= many_rows || least > residual_of_near_slips)
          continue;
        if (try_proximal_point(problem, systems_from_near_slips, p, report))
          return true;
        if (!begins_anew)
          continue;
        P = center;
        if (is_solved(problem, false, p, report))
          return true;
        if (last_residual > nearer * least)
          continue;
        find_slips(problem, P);
        slip_newton.start(problem, s, b, slips, shift_of_flow);
      }
    return least < std::numeric_limits<double>::infinity() &&
           (resolve_slips(problem, p, report) ||
            (problem.size() <= many_rows ?
               iterate_proximal_point(problem, p, report) :
               try_proximal_point(
                 problem, systems_from_near_slips, p, report)));
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
        if (report.residual <= residual_beyond * parameters.tolerance)
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
    while (report.residual > residual_beyond * parameters.tolerance &&
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
