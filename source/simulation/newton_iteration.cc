// SPDX-License-Identifier: Apache-2.0

#include <percuss/simulation/newton_iteration.h>

#include <cmath>
#include <sstream>

namespace percuss
{
  bool
  NewtonIteration::gaps_are_closed() const
  {
    return !gaps_iterate || gap_error <= 1. ||
           (gap_error <= settings.largest_gap_error &&
            gap_error > 0.5 * previous_gap_error);
  }

  NewtonIteration::Verdict
  NewtonIteration::verdict() const
  {
    const double rho           = previous > last ? last / previous : 1.;
    const bool   comes_to_rest = rho * last <= accuracy;
    const bool   stays =
      n_corrections > 1 && rho > 0.5 &&
      last <= settings.stagnation_tolerance * v + settings.largest_rounding * q;
    if (gaps_are_closed() && (comes_to_rest || stays))
      return Verdict::converged;
    if (n_corrections > settings.max_free_iterations && rho > 0.5 &&
        free <= accuracy)
      return Verdict::alternates;
    return is_at_end() ? Verdict::failed : Verdict::goes_on;
  }

  NumericalFailure
  NewtonIteration::failure(const unsigned long int step,
                           const double            time) const
  {
    std::ostringstream message;
    if (std::isfinite(last) && last <= accuracy)
      message << "Newton's iteration for the gaps does not converge: an error "
                 "is "
              << gap_error << " times its tolerance";
    else
      message << "Newton's iteration for the equation of motion does not "
                 "converge: the last correction of the velocity is not below "
              << accuracy;
    return NumericalFailure(
      message.str(), step, time, last, "Reduce the time step.");
  }
} // namespace percuss
