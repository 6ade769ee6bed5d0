// SPDX-License-Identifier: Apache-2.0

// The bar of the tests of exact motions, alone, at a wall and with others.
// tau = L/c, Z = A rho c, m = A rho L = Z tau, E A = Z c.

#ifndef percuss_tests_models_bar_exact_bars_data_h
#define percuss_tests_models_bar_exact_bars_data_h

#include <percuss/models/bar/exact_bars.h>

#include <utility>
#include <vector>

namespace percuss::test
{
  // c = 1.7 and, of the data below, nothing commensurate
  const double   c = 1.7;
  const ExactBar bar_1{.length         = 0.7,
                       .cross_section  = 0.3,
                       .youngs_modulus = 1.1 * c * c,
                       .density        = 1.1};
  const double   L   = bar_1.length;
  const double   tau = L / c;
  const double   Z   = 0.3 * 1.1 * c;

  inline ExactBar
  moving(ExactBar bar, const double velocity)
  {
    bar.velocity = {velocity, 0.};
    return bar;
  }

  /** The bar of another length and section, Z times a factor. */
  inline ExactBar
  resized(ExactBar bar, const double length, const double impedance_factor)
  {
    bar.length *= length;
    bar.cross_section *= impedance_factor;
    return bar;
  }

  /** Bars without obstacles, at gaps between them. */
  inline ExactBarRow
  between_nothing(std::vector<ExactBar> bars, std::vector<double> gaps)
  {
    ExactBarRow row;
    row.bars          = std::move(bars);
    row.left_obstacle = false;
    row.gaps          = std::move(gaps);
    return row;
  }

  inline ExactBarRow
  at_left_wall(const ExactBar &bar, const double gap, const double gravity = 0.)
  {
    ExactBarRow row;
    row.bars    = {bar};
    row.gaps    = {gap};
    row.gravity = gravity;
    return row;
  }
} // namespace percuss::test

#endif
