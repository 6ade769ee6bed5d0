// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_newton_templates_h
#define percuss_simulation_time_stepper_newton_templates_h

#include <percuss/base/always_inline.h>
#include <percuss/base/exceptions.h>
#include <percuss/simulation/time_stepper.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace percuss
{
  // TimeStepper: when Newton's iteration of a step has converged.

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::begin_iterate(
    const State<A> &next,
    Data           &data)
  {
    data.correction_v.equ(-1., next.v);
    if (treatment().level == Level::both)
      data.correction_dq.equ(-1., next.dq);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE double
  TimeStepper<System, Scheme, Constraints, Solver>::correction_size(
    const State<A> &next,
    Data           &data) const
  {
    Vector &difference = data.workspace.point;
    difference.equ(1., next.v);
    difference.add(1., data.correction_v);
    const double of_v = system.increment_size(difference);
    if (treatment().level != Level::both)
      return of_v;
    difference.equ(1., next.dq);
    difference.add(1., data.correction_dq);
    return std::max(of_v, system.increment_size(difference) / clock.time_step);
  }

  // A correction that leaves the fraction rho of the one before leaves, where
  // rho stays so or falls, rho times itself as an error. Below the rounding of
  // q no iterate is better than another: an error epsilon |q| of q, in forces,
  // comes back as (M + h^2 K)^{-1} h^2 K of it, which is less than itself.
  template <class System, class Scheme, class Constraints, class Solver>
  bool
  TimeStepper<System, Scheme, Constraints, Solver>::is_converged(
    const State<A>    &next,
    const unsigned int iteration,
    Data              &data)
  {
    constexpr double tolerance = 1e-12, stagnation_tolerance = 1e-8;
    constexpr double rounding = 8. * std::numeric_limits<double>::epsilon();
    constexpr double largest_rounding     = 1e-12;
    constexpr unsigned int max_iterations = 50, max_free_iterations = 10;

    if (iteration == 0)
      {
        gap_error = std::numeric_limits<double>::infinity();
        return false;
      }
    const double v      = std::max(speed, system.increment_size(next.v));
    const double q      = system.configuration_size(next.q) / clock.time_step;
    correction_accuracy = tolerance * v + rounding * q;
    const bool is_last  = iteration > max_iterations;
    if (!std::isfinite(last_correction))
      throw_not_converged();
    if (contacts_unsolved)
      {
        if (is_last)
          throw_unsolved(unsolved_report, " of Newton's last iterate");
        return false;
      }

    const bool closes = constraints.is_linear() ||
                        normal() != Normal::iterate ||
                        gaps_are_converged(next, data);
    const double rho           = previous_correction > last_correction ?
                                   last_correction / previous_correction :
                                   1.;
    const bool   comes_to_rest = rho * last_correction <= correction_accuracy;
    const bool   stays =
      iteration > 1 && rho > 0.5 &&
      last_correction <= stagnation_tolerance * v + largest_rounding * q;
    // the sets of contacts of linearizations that follow each other may
    // alternate for ever, each with its solution of the equation of motion
    const bool alternates = iteration > max_free_iterations && rho > 0.5 &&
                            free_correction <= correction_accuracy;
    if (closes && (comes_to_rest || stays))
      return true;
    if (alternates)
      {
        ++step_record.iterations.n_alternating;
        return true;
      }
    if (is_last)
      throw_not_converged();
    return false;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  bool
  TimeStepper<System, Scheme, Constraints, Solver>::gaps_are_converged(
    const State<A> &next,
    Data           &data)
  {
    constexpr double tolerance = 1e-12, largest_rounding = 1e4;

    constrained_gap(next, data, b);
    constraints.gap(next.q, end_time(), iterate_gap);
    const double rounding = 4. * std::numeric_limits<double>::epsilon() *
                            system.configuration_size(next.q);
    previous_gap_error = gap_error;
    gap_error          = 0.;
    for (std::size_t i = 0; i < b.size(); ++i)
      if (constraints.law(i).kind != ContactLaw::Kind::tangential)
        { // slip has no gap
          const double scale =
            std::abs(gap[i]) + velocity_scale * clock.time_step;
          gap_error = std::max(gap_error,
                               std::abs(iterate_gap[i] - b[i]) /
                                 (tolerance * scale + rounding));
        }
    return gap_error <= 1. || (gap_error <= largest_rounding &&
                               gap_error > 0.5 * previous_gap_error);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::throw_not_converged() const
  {
    std::ostringstream message;
    if (std::isfinite(last_correction) &&
        last_correction <= correction_accuracy)
      message << "Newton's iteration for the gaps does not converge: an error "
                 "is "
              << gap_error << " times its tolerance";
    else
      message << "Newton's iteration for the equation of motion does not "
                 "converge: the last correction of the velocity is not below "
              << correction_accuracy;
    throw NumericalFailure(message.str(),
                           step_record.step + 1,
                           clock.time(step_record.step + 1),
                           last_correction,
                           "Reduce the time step.");
  }
} // namespace percuss

#endif
