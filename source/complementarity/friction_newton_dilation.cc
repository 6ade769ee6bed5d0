// SPDX-License-Identifier: Apache-2.0

// Contacts that may open or close a little, where Coulomb's law is not solved:
//   K ∋ P ⊥ U + mu w e_N ∈ K*,   |mu (w - |U_T|)| <= the dilation speed asked,
// with slips w that are held.

#include <percuss/complementarity/friction_newton.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace percuss
{
  namespace
  {
    // Of slips: w := |U_T| brings the largest difference to a tenth of where it
    // began, and then turns about, as measured; the flow goes on from there.
    constexpr unsigned int n_fixed_points = 4;

    // σ of the flow from there, from one start after the other: from the slips of
    // the guess, and from none.
    constexpr double shifts_after_these[] = {0.2, 0.5, 0.1, 0.3};

    // In tolerances: an impulse.
    constexpr double least_impulse = 10.;
  } // namespace

  bool
  FrictionNewton::solve_with_last_slips(const Problem          &problem,
                                        const unsigned int      max_iterations,
                                        const std::span<double> p,
                                        SolverReport           &report)
  {
    if (last_slips.size() != problem.size())
      return false;
    keep(p, report);
    start_from(p);
    slips.resize(P.size());
    for (Eigen::Index i = 0; i < P.size(); ++i)
      slips[i] = last_slips[static_cast<std::size_t>(i)] / (s[i] * scale);
    held_slips         = &slips;
    limit              = std::min(limit, report.iterations + max_iterations);
    const bool is_done = solve_with_slips(problem, P, p, report) &&
                         dilates_little(problem, p, report);
    limit      = parameters.max_iterations;
    held_slips = nullptr;
    if (!is_done)
      go_back(p, report);
    return is_done;
  }

  // From the slips of the guess. What is found replaces the p of Coulomb's law,
  // however near that is to a solution.
  bool
  FrictionNewton::let_contacts_dilate(const Problem          &problem,
                                      const std::span<double> p,
                                      SolverReport           &report)
  {
    keep(p, report);
    sigma  = 0.;
    weight = 1.;
    slips  = slips_of_guess;
    drop_small_slips(problem);
    bool is_done = false;
    for (const double shift : shifts_after_these)
      {
        is_done = let_contacts_dilate(problem, shift, p, report);
        if (is_done || report.iterations >= limit)
          break;
        slips.setZero();
      }
    if (!is_done)
      {
        go_back(p, report);
        return false;
      }
    last_slips.resize(problem.size());
    for (Eigen::Index i = 0; i < P.size(); ++i)
      last_slips[static_cast<std::size_t>(i)] =
        slip_newton.slips()[i] * s[i] * scale;
    return true;
  }

  // From slips.
  bool
  FrictionNewton::let_contacts_dilate(const Problem          &problem,
                                      const double            shift_of_flow,
                                      const std::span<double> p,
                                      SolverReport           &report)
  {
    const double largest = parameters.largest_dilation_speed / scale;
    bool         is_done = false, is_first = true;
    slip_newton.start(problem, s, b, slips, shift_of_flow, n_fixed_points);
    while (!is_done && slip_newton.step(problem, s, limit, report.iterations))
      {
        if (std::exchange(is_first, false))
          continue;
        P = slip_newton.impulse();
        evaluate(problem, P);
        if (normal_speed(problem, largest) > largest)
          continue;
        slip_newton.finish(problem, s, limit, report.iterations);
        held_slips = &slip_newton.slips();
        is_done = solve_with_slips(problem, slip_newton.impulse(), p, report) &&
                  dilates_little(problem, p, report);
        held_slips = nullptr;
      }
    return is_done;
  }

  // Those with which contacts may open: with w > 0 what is at rest would close,
  // step after step. What slides opens then, with the first velocities.
  void
  FrictionNewton::drop_small_slips(const Problem &problem)
  {
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::second_order)
        if (double &slip = slips[cone.first_row];
            cone.friction_coefficient * slip * s[cone.first_row] * scale <
            parameters.largest_dilation_speed)
          slip = 0.;
  }

  // Before P is sought with slips held, which is another problem.
  void
  FrictionNewton::keep(const std::span<const double> p, SolverReport &report)
  {
    kept_impulse.assign(p.begin(), p.end());
    kept_report     = report;
    report.residual = std::numeric_limits<double>::infinity();
    report.status   = SolverStatus::singular;
  }

  void
  FrictionNewton::go_back(const std::span<double> p, SolverReport &report) const
  {
    const unsigned int n = report.iterations;
    report               = kept_report;
    report.iterations    = n;
    std::ranges::copy(kept_impulse, p.begin());
  }

  bool
  FrictionNewton::solve_with_slips(const Problem          &problem,
                                   const Eigen::VectorXd  &from_here,
                                   const std::span<double> p,
                                   SolverReport           &report)
  {
    report.residual = std::numeric_limits<double>::infinity();
    report.status   = SolverStatus::singular;
    multipliers.start(problem, s, b, *held_slips, from_here);
    P = multipliers.impulse();
    while (!is_solved(problem, false, p, report))
      {
        if (!multipliers.step(problem, s, limit, report.iterations))
          return is_solved(problem, true, p, report);
        P = multipliers.impulse();
      }
    return true;
  }

  // Of a solution with slips held; the report says how fast.
  bool
  FrictionNewton::dilates_little(const Problem                &problem,
                                 const std::span<const double> p,
                                 SolverReport                 &report)
  {
    start_from(p);
    sigma  = 0.;
    weight = 1.;
    evaluate(problem, P);
    report.dilation_speed =
      scale * normal_speed(problem, least_impulse * parameters.tolerance);
    return report.dilation_speed <= parameters.largest_dilation_speed;
  }

  // The largest |U_N| of contacts with impulses beyond that, and -U_N of others,
  // not scaled by s; P and U are known.
  double
  FrictionNewton::normal_speed(const Problem &problem,
                               const double   least_impulse) const
  {
    double largest = 0.;
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::second_order)
        {
          const auto N = cone.first_row;
          largest =
            std::max(largest,
                     s[N] * (P[N] > least_impulse ? std::abs(U[N]) : -U[N]));
        }
    return largest;
  }

  // mu (w - |U_T|), to the velocity of the problem, in its units.
  void
  FrictionNewton::add_dilation(const Problem &problem)
  {
    for (const Cone &cone : problem.cones)
      if (cone.kind == Cone::Kind::second_order)
        {
          const auto first = velocity.begin() + cone.first_row;
          const Eigen::Map<const Eigen::VectorXd> u_T(&*first + 1,
                                                      cone.n_rows - 1);
          *first += cone.friction_coefficient *
                    ((*held_slips)[cone.first_row] * s[cone.first_row] * scale -
                     u_T.norm());
        }
  }
} // namespace percuss
