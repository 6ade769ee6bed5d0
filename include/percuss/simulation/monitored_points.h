// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_monitored_points_h
#define percuss_simulation_monitored_points_h

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace percuss
{
  /** Monitored points, or the coordinates of a small model, and what evaluates
   * their motion. */
  struct MonitoredPoints
  {
    std::vector<std::string> names;
    /** Writes positions [m] and velocities [m/s], one per name; collective. */
    std::function<void(std::span<double>, std::span<double>)> evaluate;
  };
} // namespace percuss

#endif
