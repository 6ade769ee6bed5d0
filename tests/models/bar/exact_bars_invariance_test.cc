// SPDX-License-Identifier: Apache-2.0

// Mirrored, in other units: exact motions of bars are the same.

#include "random_bar_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace percuss::test::exact_bars_invariance_test
{
  TEST(ExactBarsIdentities, MirroredBarsMoveMirrored)
  {
    for (const ExactBarRow &row : random_rows())
      {
        ExactBarRow mirrored = row;
        std::ranges::reverse(mirrored.bars);
        std::ranges::reverse(mirrored.gaps);
        std::swap(mirrored.left_obstacle, mirrored.right_obstacle);
        std::swap(mirrored.clamped_left, mirrored.clamped_right);
        mirrored.gravity = -row.gravity;
        for (ExactBar &bar : mirrored.bars)
          {
            const double L             = bar.length;
            const auto [a_0, a_1, a_2] = bar.displacement;
            const auto [b_0, b_1]      = bar.velocity;
            bar.displacement           = {-a_0 - L * (a_1 + L * a_2),
                                          a_1 + 2. * L * a_2,
                                          -a_2};
            bar.velocity               = {-b_0 - L * b_1, b_1};
          }
        const ExactBars   a(row, T), b(mirrored, T);
        const std::size_t n = row.bars.size(), m = a.n_contacts();
        for (double t = 0.; t < T; t += 0.173)
          {
            for (std::size_t k = 0; k < m; ++k)
              {
                EXPECT_NEAR(a.gap(k, t), b.gap(m - 1 - k, t), 1e-12);
                EXPECT_NEAR(a.contact_force(k, t),
                            b.contact_force(m - 1 - k, t),
                            1e-12);
              }
            for (std::size_t i = 0; i < n; ++i)
              for (const double xi : {0.13, 0.71})
                {
                  const double x = xi * row.bars[i].length;
                  const double y = row.bars[i].length - x;
                  EXPECT_NEAR(a.displacement(i, x, t),
                              -b.displacement(n - 1 - i, y, t),
                              1e-12);
                  EXPECT_NEAR(a.velocity(i, x, t),
                              -b.velocity(n - 1 - i, y, t),
                              1e-12);
                  EXPECT_NEAR(a.strain(i, x, t),
                              b.strain(n - 1 - i, y, t),
                              1e-12);
                }
          }
      }
  }

  // Other units of length, time and mass, such as mm, us and kg.
  TEST(ExactBarsIdentities, UnitsDoNotMatter)
  {
    const double length = 1e3, time = 1e6, kilogram = 0.7;
    const double force = kilogram * length / (time * time);
    for (const ExactBarRow &row : random_rows())
      {
        ExactBarRow other = row;
        other.gravity *= length / (time * time);
        for (double &gap : other.gaps)
          gap *= length;
        for (ExactBar &bar : other.bars)
          {
            bar.length *= length;
            bar.cross_section *= length * length;
            bar.youngs_modulus *= force / (length * length);
            bar.density *= kilogram / (length * length * length);
            bar.displacement[0] *= length;
            bar.displacement[2] /= length;
            bar.velocity[0] *= length / time;
            bar.velocity[1] /= time;
          }
        const ExactBars a(row, T), b(other, T * time);
        for (double t = 0.; t < T; t += 0.173)
          {
            for (std::size_t k = 0; k < a.n_contacts(); ++k)
              {
                EXPECT_EQ(a.jump_times(k).size(), b.jump_times(k).size());
                EXPECT_NEAR(a.gap(k, t), b.gap(k, t * time) / length, 1e-12);
                EXPECT_NEAR(a.contact_force(k, t),
                            b.contact_force(k, t * time) / force,
                            1e-12);
                EXPECT_NEAR(a.contact_impulse(k, t),
                            b.contact_impulse(k, t * time) / force / time,
                            1e-12);
              }
            EXPECT_NEAR(a.energy(t),
                        b.energy(t * time) / force / length,
                        1e-12);
          }
      }
  }
} // namespace percuss::test::exact_bars_invariance_test
