// SPDX-License-Identifier: Apache-2.0

// Exact motions of bars with gravity against solutions in closed form, derived
// by hand: at rest, falling and bouncing.

#include "exact_bars_data.h"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::exact_bars_with_gravity_test
{
  // E u'' + rho g = 0 with u(0) = 0, u'(L) = 0; on top of it another bar.
  TEST(ExactBars, ColumnRestsInStaticEquilibrium)
  {
    const double g     = -9.81;
    ExactBar     lower = bar_1, upper = resized(bar_1, std::sqrt(0.5), 0.6);
    upper.density *= 0.9;
    const double lower_weight = -Z * tau * g;
    const double upper_weight =
      -upper.density * upper.cross_section * upper.length * g;
    const auto rest = [&](ExactBar &bar, const double a_0, const double load) {
      const double E = bar.youngs_modulus, rho = bar.density;
      bar.displacement      = {a_0,
                               rho * g * bar.length / E -
                                 load / (E * bar.cross_section),
                               -0.5 * rho * g / E};
      const auto &[a, b, d] = bar.displacement;
      return a + bar.length * (b + bar.length * d);
    };
    const double top = rest(lower, 0., upper_weight);
    rest(upper, top, 0.);
    ExactBarRow     row = at_left_wall(lower, 0., g);
    const double    end = 1000. * tau;
    const ExactBars alone(
      [&] {
        ExactBarRow one = row;
        rest(one.bars[0], 0., 0.);
        return one;
      }(),
      end);
    row.bars.push_back(upper);
    row.gaps = {0., 0.};
    const ExactBars column(row, end);
    for (int k = 0; k <= 1000; ++k)
      {
        const double t = k * 0.001 * end;
        EXPECT_NEAR(alone.contact_force(0, t), lower_weight, 1e-12);
        EXPECT_NEAR(column.contact_force(0, t),
                    lower_weight + upper_weight,
                    1e-12);
        EXPECT_NEAR(column.contact_force(1, t), upper_weight, 1e-12);
        EXPECT_EQ(column.gap(0, t), 0.);
        EXPECT_EQ(column.gap(1, t), 0.);
        EXPECT_NEAR(column.displacement(0, L, t), top, 1e-12);
        EXPECT_NEAR(column.velocity(1, 0.2, t), 0., 1e-12);
        EXPECT_NEAR(alone.contact_impulse(0, t), lower_weight * t, 1e-10);
      }
    EXPECT_TRUE(alone.jump_times(0).empty());
    EXPECT_TRUE(column.jump_times(0).empty());
    EXPECT_TRUE(column.jump_times(1).empty());
  }

  // l = g t for 2 tau at the wall, then l(t) = 2 g tau - l(t - 2 tau): the
  // force rises to twice the weight and falls to zero, again and again; the
  // contact just stays closed.
  TEST(ExactBars, UnstrainedBarReleasedOnTheWallPressesTwiceItsWeight)
  {
    const double    g = -9.81, weight = -Z * tau * g;
    const ExactBars exact(at_left_wall(bar_1, 0., g), 1000. * tau);
    for (int k = 0; k < 10000; ++k)
      {
        const double t     = (k + 0.3) * 0.1 * tau;
        const double phase = std::remainder(t, 4. * tau);
        EXPECT_NEAR(exact.contact_force(0, t),
                    weight * std::abs(phase) / tau,
                    1e-11);
        EXPECT_EQ(exact.gap(0, t), 0.);
        EXPECT_EQ(exact.contact_velocity(0, t), 0.);
      }
    for (int k = 0; k < 250; ++k)
      EXPECT_GE(exact.contact_force(0, 4. * k * tau), 0.);
    EXPECT_TRUE(exact.jump_times(0).empty());
    EXPECT_TRUE(
      ExactBars(at_left_wall(bar_1, 0., g), 1e5 * tau).jump_times(0).empty());
    // of both waves and of the force, one break per tau at most
    EXPECT_LE(exact.n_pieces(), 3010u);
  }

  // From rest, without force between them, whatever rounding makes of it.
  TEST(ExactBars, TouchingBarsFallTogether)
  {
    const double g   = -9.81;
    ExactBar     top = resized(bar_1, std::sqrt(0.3), 0.37);
    top.density *= 0.77;
    top.displacement[2] = -1e-17 * g; // rounding
    ExactBarRow row     = between_nothing({bar_1, top, bar_1}, {0., 0.});
    row.gravity         = g;
    const double    T   = 300. * tau;
    const ExactBars exact(row, T);
    for (int k = 0; k <= 1000; ++k)
      {
        const double t = 0.001 * k * T;
        for (const std::size_t contact : {0u, 1u})
          {
            EXPECT_EQ(exact.gap(contact, t), 0.);
            EXPECT_GE(exact.contact_force(contact, t), 0.);
            EXPECT_LE(exact.contact_force(contact, t), -1e-15 * Z * g * T);
          }
        EXPECT_NEAR(exact.velocity(1, 0.1, t), g * t, -1e-15 * g * T);
        EXPECT_NEAR(exact.displacement(2, 0.1, t),
                    0.5 * g * t * t,
                    -1e-15 * g * T * T);
      }
    EXPECT_TRUE(exact.jump_times(0).empty());
    EXPECT_TRUE(exact.jump_times(1).empty());
  }

  // g t^2/2 although the bar presses on the wall by rounding, with respect to
  // the velocity of another one.
  TEST(ExactBars, LiftsOffSlowly)
  {
    const double g   = 1e-9;
    ExactBarRow  row = at_left_wall(moving(bar_1, -1e-15), 0., g);
    row.bars.push_back(moving(bar_1, 1.));
    row.gaps = {0., 0.1};
    const ExactBars exact(row, 1.);
    for (const double t : {0.1, 0.5, 1.})
      {
        EXPECT_NEAR(exact.gap(0, t), 0.5 * g * t * t, 1e-14);
        EXPECT_NEAR(exact.contact_velocity(0, t), g * t, 1e-14);
      }
    EXPECT_TRUE(exact.jump_times(0).empty());
  }

  // Dropped from rest, w = -g t_1 at the impact, s = t - t_1:
  //   contact for 2 tau, force Z (w - g s); the bar leaves at the speed w of
  //   all points and twice the static strain, and the end at w + 2 g tau;
  //   in flight the end has the velocity w + g s - 2 g (s mod 2 tau)
  //   + 2 g tau, a saw tooth.
  // With t_1 = n tau the second impact is the first one backwards in time, and
  // the bar comes to rest at its first place: period 4 (n + 1) tau. The motion
  // is unstable, from period to period errors grow by a factor of about 8: if
  // the second impact misses the jump of the tooth by delta, its impulse is
  // wrong by 4 m g delta.
  TEST(ExactBars, DroppedBarBouncesPeriodically)
  {
    const int       n = 5;
    const double    g = -9.81, t_1 = n * tau, w = -g * t_1;
    const double    height = -0.5 * g * t_1 * t_1;
    const double    period = 4. * (n + 1) * tau;
    const ExactBars exact(at_left_wall(bar_1, height, g), 2. * period);
    const double    mass = Z * tau, energy = exact.energy(0.);
    EXPECT_NEAR(energy, 0., 1e-15);
    EXPECT_EQ(exact.jump_times(0).size(), 2u * (4u + (n - 1)));

    for (int k = 0; k < 2 * 240; ++k)
      {
        const double t = (k + 0.43) * 0.1 * tau;
        double       p = t - period * std::floor(t / period);
        double       u, g_N, force;
        // mirrored in time about the middle of the first flight
        const double middle   = t_1 + 2. * tau + n * tau;
        const bool   backward = p > middle && p < 2. * middle;
        if (backward)
          p = 2. * middle - p;
        if (p >= 2. * middle) // falls from the top
          p -= period;
        if (p < t_1)
          {
            u     = g * p;
            g_N   = height + 0.5 * g * p * p;
            force = 0.;
          }
        else if (p < t_1 + 2. * tau)
          {
            u     = 0.;
            g_N   = 0.;
            force = Z * (w - g * (p - t_1));
          }
        else
          {
            const double s     = p - t_1 - 2. * tau;
            const double tooth = s - 2. * tau * std::floor(s / (2. * tau));
            u                  = w + g * s + 2. * g * (tau - tooth);
            g_N   = w * s + 0.5 * g * s * s + g * tooth * (2. * tau - tooth);
            force = 0.;
          }
        EXPECT_NEAR(exact.gap(0, t), g_N, 1e-12 * height) << t;
        EXPECT_NEAR(exact.contact_velocity(0, t), backward ? -u : u, 1e-12 * w)
          << t;
        EXPECT_NEAR(exact.contact_force(0, t), force, 1e-12 * Z * w) << t;
        EXPECT_NEAR(exact.energy(t), 0., 1e-12 * mass * w * w) << t;
        EXPECT_NEAR(exact.momentum(t),
                    exact.contact_impulse(0, t) + mass * g * t,
                    1e-12 * mass * w)
          << t;
      }
    // right-continuous where the instant is met up to rounding
    EXPECT_NEAR(exact.contact_force(0, t_1 * (1. - 5e-13)),
                Z * w,
                2e-15 * Z * w);
    // as it leaves
    const double t = t_1 + 2. * tau;
    for (const double x : {0.01, 0.2, 0.5, L})
      {
        EXPECT_NEAR(exact.velocity(0, x, t), w, 1e-13);
        EXPECT_NEAR(exact.strain(0, x, t), 2. * g * (L - x) / (c * c), 1e-13);
      }
  }
} // namespace percuss::test::exact_bars_with_gravity_test
