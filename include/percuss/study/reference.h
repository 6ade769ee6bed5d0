// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_study_reference_h
#define percuss_study_reference_h

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace percuss
{
  /** One function of time that a run is compared with. */
  struct ReferenceSignal
  {
    /** As the run calls its own, such as "velocity[upper mass]". */
    std::string name;

    /** f(t), right-continuous where latest_met(t) meets a jump; t counts from
     * the start of the motion [s]. */
    std::function<double(double)> value;

    /** The times t > 0 at which f jumps, ascending [s]. */
    std::vector<double> jumps;

    /** Of a polygon with nodes at all multiples of a time, that time [s]; 0
     * where f is given at every t. */
    double node_distance = 0.;
  };

  /** What is known of a motion: its exact solution, or a finer computation. */
  struct Reference
  {
    std::vector<ReferenceSignal> signals;
    double valid_until = std::numeric_limits<double>::infinity(); ///< [s]
  };

  /** f(t-), the limit from the left at a jump. */
  inline double
  left_limit(const ReferenceSignal &signal, const double t)
  {
    return signal.value(t * (1. - 1e-11)); // before latest_met() meets it
  }
} // namespace percuss

#endif
