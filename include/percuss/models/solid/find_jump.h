// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_find_jump_h
#define percuss_models_solid_find_jump_h

#include <functional>
#include <optional>

namespace percuss
{
  /** Where a function jumps, and between which values. */
  struct Jump
  {
    double at = 0., before = 0., after = 0.;
  };

  /**
   * A jump of f on an interval, if one is found: f is sampled at equidistant
   * points, and intervals are halved, where it changes most and where its slope
   * does, as far as numbers go. What is left of a change is a jump if it is more
   * than 1e-6 of the largest magnitude of f. Points at which f is not a number
   * are passed over.
   */
  std::optional<Jump>
  find_jump(const std::function<double(double)> &f,
            double                               begin,
            double                               end,
            unsigned int                         n_intervals);
} // namespace percuss

#endif
