// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_clock_h
#define percuss_base_clock_h

#include <cmath>

namespace percuss
{
  /**
   * The instants t_k = t_0 + k h of a computation with constant step.
   *
   * The time is always computed from the step number: adding h once per step
   * would let rounding grow with the number of steps.
   */
  struct Clock
  {
    double start_time; ///< t_0 [s]
    double time_step;  ///< h > 0 [s]
    double end_time;   ///< [s], >= start_time

    double
    time(const unsigned long int step) const
    {
      // the conversion of signed numbers is one instruction
      return start_time +
             static_cast<double>(static_cast<long int>(step)) * time_step;
    }

    /**
     * Smallest number of steps that reaches the end time; an end time that a
     * step meets up to rounding needs no further one.
     */
    unsigned long int
    n_steps() const
    {
      const double steps = (end_time - start_time) / time_step;
      return static_cast<unsigned long int>(std::ceil(steps * (1. - 1e-12)));
    }
  };
} // namespace percuss

#endif
