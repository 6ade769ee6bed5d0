// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_check_exact_bars_h
#define percuss_models_bar_check_exact_bars_h

#include <percuss/base/exceptions.h>
#include <percuss/models/bar/exact_bars.h>

#include <cstddef>
#include <sstream>

namespace percuss
{
  /** Throws InputError with the message, unless the condition holds. */
  template <class... Parts>
  void
  require_of_bars(const bool condition, const Parts &...message)
  {
    if (condition)
      return;
    std::ostringstream text;
    text.precision(17);
    text << "Exact motion of bars: ";
    (text << ... << message);
    throw InputError(text.str());
  }

  /** Throws InputError if data are out of range, gaps are missing, an end is
   * clamped and has an obstacle, or is clamped where u(0) is not 0. */
  void
  check_exact_bars(const ExactBarRow &row, double end_time);
} // namespace percuss

#endif
