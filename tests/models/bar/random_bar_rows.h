// SPDX-License-Identifier: Apache-2.0

// Rows of bars by chance, with incommensurate transit times.

#ifndef percuss_tests_models_bar_random_bar_rows_h
#define percuss_tests_models_bar_random_bar_rows_h

#include <percuss/models/bar/exact_bars.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace percuss::test
{
  inline double
  wave_speed(const ExactBar &bar)
  {
    return std::sqrt(bar.youngs_modulus / bar.density);
  }

  inline double
  mass(const ExactBar &bar)
  {
    return bar.density * bar.cross_section * bar.length;
  }

  enum class FarEnd
  {
    free,
    clamped
  };

  /** Bars of order one that press towards the left obstacle, if there is one,
   * or towards each other. */
  inline ExactBarRow
  random_row(std::mt19937     &generator,
             const std::size_t n_bars,
             const int         obstacles, // 0, 1 left, 2 right, 3 both
             const FarEnd      far_end)
  {
    const auto between = [&](const double a, const double b) {
      return std::uniform_real_distribution(a, b)(generator);
    };
    ExactBarRow row;
    row.left_obstacle  = obstacles & 1;
    row.right_obstacle = obstacles & 2;
    row.clamped_left   = far_end == FarEnd::clamped && obstacles == 2;
    row.clamped_right  = far_end == FarEnd::clamped && obstacles == 1;
    for (std::size_t b = 0; b < n_bars; ++b)
      {
        row.bars.push_back({.length         = between(0.5, 1.5),
                            .cross_section  = between(0.2, 1.),
                            .youngs_modulus = between(1., 5.),
                            .density        = between(0.5, 2.)});
        const double drift       = obstacles == 1 ? -0.5 :
                                   obstacles == 2 ? 0.5 :
                                                    0.5 - static_cast<double>(b);
        row.bars[b].displacement = {between(-0.1, 0.1),
                                    between(-0.2, 0.2),
                                    between(-0.2, 0.2)};
        row.bars[b].velocity     = {drift, between(-0.4, 0.4)};
      }
    if (row.clamped_left)
      row.bars.front().displacement[0] = 0.;
    if (row.clamped_right)
      {
        auto &[a_0, a_1, a_2] = row.bars.back().displacement;
        const double L        = row.bars.back().length;
        a_0                   = -L * (a_1 + L * a_2);
      }
    row.gaps.resize(n_bars - 1 + row.left_obstacle + row.right_obstacle);
    for (double &gap : row.gaps)
      gap = std::max(0., between(-0.1, 0.2));
    row.gravity = obstacles == 1 ? -0.6 : obstacles == 2 ? 0.6 : 0.3;
    return row;
  }

  /** All kinds of rows, with a name for messages. */
  inline std::vector<ExactBarRow>
  random_rows()
  {
    std::mt19937             generator(20260805);
    std::vector<ExactBarRow> rows;
    for (std::size_t n_bars = 1; n_bars <= 4; ++n_bars)
      for (int obstacles = 0; obstacles < 4; ++obstacles)
        for (const FarEnd far_end : {FarEnd::free, FarEnd::clamped})
          if (obstacles == 1 || obstacles == 2 || far_end == FarEnd::free)
            rows.push_back(random_row(generator, n_bars, obstacles, far_end));
    return rows;
  }

  constexpr double T = 12.; // about ten transits, with several impacts

  /** The bars left and right of a contact; none behind the ends. */
  struct Neighbours
  {
    int left, right;
  };

  inline std::vector<Neighbours>
  contacts_of(const ExactBarRow &row)
  {
    const int               n = static_cast<int>(row.bars.size());
    std::vector<Neighbours> contacts;
    for (int b = row.left_obstacle ? 0 : 1; b < n + row.right_obstacle; ++b)
      contacts.push_back({b - 1, b < n ? b : -1});
    return contacts;
  }
} // namespace percuss::test

#endif
