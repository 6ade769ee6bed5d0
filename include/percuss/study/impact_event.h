// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_study_impact_event_h
#define percuss_study_impact_event_h

#include <algorithm>
#include <vector>

namespace percuss
{
  /** An impact at the velocity u^- <= 0 of the gap, u^+ = -e u^-. */
  struct ImpactEvent
  {
    double time;            ///< [s]
    double velocity_before; ///< u^- [m/s]
    double velocity_after;  ///< u^+ [m/s]
  };

  /**
   * The latest instant that counts as met at time t >= 0: one that time steps
   * miss by rounding. With right-continuous velocities a step that ends on an
   * impact so has the velocity after it.
   */
  inline double
  latest_met(const double t)
  {
    return t * (1. + 1e-12);
  }

  /**
   * The last phase of a motion that has begun at time t.
   *
   * @param phases not empty, with ascending .start [s], the first at 0
   */
  template <class Phase>
  const Phase &
  phase_at(const std::vector<Phase> &phases, const double t)
  {
    const auto next = std::upper_bound(phases.begin() + 1,
                                       phases.end(),
                                       latest_met(t),
                                       [](const double x, const Phase &phase) {
                                         return x < phase.start;
                                       });
    return *(next - 1);
  }
} // namespace percuss

#endif
