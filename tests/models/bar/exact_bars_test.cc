// SPDX-License-Identifier: Apache-2.0

// Exact motions of a bar at a wall, without gravity, against solutions in
// closed form, derived by hand; what is refused.

#include "exact_bars_data.h"

#include <percuss/base/exceptions.h>
#include <percuss/study/impact_event.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

namespace percuss::test::exact_bars_test
{
  // A point x is passed by the shock from the wall at a = t_1 + x/c, and by its
  // reflection from the free end at b = t_2 - x/c: v = -v_0, 0, v_0 and
  // u_x = 0, -v_0/c, 0 before, between and after.
  TEST(ExactBars, FreeBarStrikesALeftOrRightWall)
  {
    const double v_0 = 0.4, g_0 = 0.13, t_1 = g_0 / v_0, t_2 = t_1 + 2. * tau;
    const ExactBars left(at_left_wall(moving(bar_1, -v_0), g_0), 3.);
    ExactBarRow     row = at_left_wall(moving(bar_1, v_0), g_0);
    row.left_obstacle   = false;
    row.right_obstacle  = true;
    const ExactBars right(row, 3.);

    ASSERT_EQ(left.n_contacts(), 1u);
    ASSERT_EQ(left.jump_times(0).size(), 2u);
    EXPECT_NEAR(left.jump_times(0)[0], t_1, 1e-15);
    EXPECT_NEAR(left.jump_times(0)[1], t_2, 1e-15);
    for (const double t :
         {0., 0.1, 0.3, 0.35, 0.6, 0.8, 1., 1.1, 1.14, 1.2, 3.})
      for (const double x : {0., 0.01, 0.2, 0.3, 0.35, 0.55, 0.7})
        {
          const double a = t_1 + x / c, b = t_2 - x / c;
          const double u = -v_0 * std::min(t, a) + v_0 * std::max(0., t - b);
          const double v = t < a ? -v_0 : t < b ? 0. : v_0;
          const double strain = t < a || t >= b ? 0. : -v_0 / c;
          EXPECT_NEAR(left.displacement(0, x, t), u, 1e-15) << x << ' ' << t;
          EXPECT_NEAR(left.velocity(0, x, t), v, 1e-15) << x << ' ' << t;
          EXPECT_NEAR(left.strain(0, x, t), strain, 1e-15) << x << ' ' << t;
          EXPECT_NEAR(right.displacement(0, L - x, t), -u, 1e-15);
          EXPECT_NEAR(right.velocity(0, L - x, t), -v, 1e-15);
          EXPECT_NEAR(right.strain(0, L - x, t), strain, 1e-15);
        }
  }

  /** A free bar at the speed v_0 towards an obstacle at the distance g_0: in
   * contact from g_0/v_0 for 2 tau with the force Z v_0, and away as it came.
   */
  struct ImpactingBar
  {
    double g_0, v_0;
    double impact  = g_0 / v_0;
    double release = impact + 2. * tau;

    double
    gap(const double t) const
    {
      return t < impact ? g_0 - v_0 * t : std::max(0., v_0 * (t - release));
    }

    double
    contact_velocity(const double t) const
    {
      return latest_met(t) < impact ? -v_0 : latest_met(t) < release ? 0. : v_0;
    }

    double
    contact_force(const double t) const
    {
      return contact_velocity(t) == 0. ? Z * v_0 : 0.;
    }
  };

  // On every step, and on steps that meet an instant up to rounding.
  TEST(ExactBars, FreeBarStrikesAWall)
  {
    for (const double g_0 : {0., 0.13})
      {
        const ImpactingBar known{.g_0 = g_0, .v_0 = 0.4};
        const double       end = known.release * (1. - 1e-16);
        const ExactBars    exact(at_left_wall(moving(bar_1, -0.4), g_0), end);
        const auto         compare = [&](const double t) {
          EXPECT_NEAR(exact.gap(0, t), known.gap(t), 1e-15) << t;
          EXPECT_NEAR(exact.contact_velocity(0, t),
                      known.contact_velocity(t),
                      1e-15)
            << t;
          EXPECT_NEAR(exact.contact_force(0, t), known.contact_force(t), 1e-15)
            << t;
          EXPECT_NEAR(exact.contact_impulse(0, t),
                      Z * 0.4 * std::max(0., t - known.impact),
                      1e-15)
            << t;
        };
        for (int k = 0; k <= 1000; ++k)
          compare(std::min(0.001 * k * end, end));
        for (const double t : {known.impact, known.release})
          for (const double change : {-1e-9, -1e-15, 0., 1e-15, 1e-9})
            if (t * (1. + change) <= end * (1. + 1e-13))
              compare(t * (1. + change));
        // the release belongs to the motion, the impact at 0 is no jump
        ASSERT_EQ(exact.jump_times(0).size(), g_0 == 0. ? 1u : 2u);
        EXPECT_LE(exact.jump_times(0).back(), end);
      }
  }

  // An instant that is missed by rounding counts as met, in contacts and, where
  // a front passes, in bars.
  TEST(ExactBars, ChangesWhereAnInstantIsMetUpToRounding)
  {
    const double    t_1 = 0.13 / 0.4, t_2 = t_1 + 2. * tau;
    const ExactBars exact(at_left_wall(moving(bar_1, -0.4), 0.13), 3.);
    const double    met = 1. - 5e-13, missed = 1. - 5e-12;
    EXPECT_EQ(exact.gap(0, t_1 * met), 0.);
    EXPECT_GT(exact.gap(0, t_1 * missed), 0.);
    EXPECT_EQ(exact.contact_velocity(0, t_1 * met), 0.);
    EXPECT_NEAR(exact.contact_velocity(0, t_1 * missed), -0.4, 1e-15);
    EXPECT_NEAR(exact.contact_force(0, t_1 * met), 0.4 * Z, 1e-15);
    EXPECT_EQ(exact.contact_force(0, t_1 * missed), 0.);
    EXPECT_EQ(exact.gap(0, t_2 * met), 0.);
    EXPECT_NEAR(exact.contact_velocity(0, t_2 * met), 0.4, 1e-15);
    EXPECT_EQ(exact.contact_velocity(0, t_2 * missed), 0.);
    EXPECT_EQ(exact.contact_force(0, t_2 * met), 0.);

    const double x = 0.4 * L;
    for (const double t : {t_1 + x / c, t_2 - x / c})
      {
        const double v = t > 0.9 ? 0.4 : 0., strain = t > 0.9 ? 0. : -0.4 / c;
        EXPECT_NEAR(exact.velocity(0, x, t * met), v, 1e-15);
        EXPECT_NEAR(exact.velocity(0, x, t * missed), v - 0.4, 1e-15);
        EXPECT_NEAR(exact.strain(0, x, t * met), strain, 1e-15);
        EXPECT_NEAR(exact.strain(0, x, t * missed), -0.4 / c - strain, 1e-15);
      }
  }

  // Clamped at x = L and stretched by s, with its free end released at s L from
  // the wall. By d'Alembert with p = t mod 3 tau:
  //   from the left end  r = -c s for p < tau, otherwise c s,
  //   from the clamp     l(t) = -r(t - tau),
  // hence the gap closes for p < tau, is closed with the force E A s for
  // p < 2 tau, and opens again. With F' = r, u = (F(t - x/c)
  // - F(t - (2 L - x)/c))/2.
  TEST(ExactBars, StretchedClampedBarBouncesForEver)
  {
    const double s      = 0.01;
    ExactBar     bar    = bar_1;
    bar.displacement    = {s * L, -s, 0.};
    ExactBarRow row     = at_left_wall(bar, s * L);
    row.clamped_right   = true;
    const double    end = 300. * tau;
    const ExactBars exact(row, end);

    const auto phase = [&](const double t) {
      return t - 3. * tau * std::floor(t / (3. * tau));
    };
    const auto r = [&](const double t) {
      return phase(t) < tau ? -c * s : c * s;
    };
    const auto F = [&](const double t) {
      return c * s *
             (tau * std::floor(t / (3. * tau)) + std::abs(phase(t) - tau));
    };
    for (int k = 0; k < 3000; ++k)
      {
        const double t = (k + 0.437) * 0.1 * tau, p = phase(t);
        const double g      = p < tau      ? s * (L - c * p) :
                              p < 2. * tau ? 0. :
                                             c * s * (p - 2. * tau);
        const double u      = p < tau ? -c * s : p < 2. * tau ? 0. : c * s;
        const double lambda = p >= tau && p < 2. * tau ? Z * c * s : 0.;
        EXPECT_NEAR(exact.gap(0, t), g, 1e-15);
        EXPECT_NEAR(exact.contact_velocity(0, t), u, 1e-16);
        EXPECT_NEAR(exact.contact_force(0, t), lambda, 1e-16);
        EXPECT_NEAR(exact.displacement(0, 0., t), g, 1e-15);
        for (const double xi : {0., 0.1234, 0.4567, 0.789, 1.})
          {
            const double x = xi * L;
            const double e = t - x / c, a = t - (2. * L - x) / c;
            EXPECT_NEAR(exact.displacement(0, x, t), 0.5 * (F(e) - F(a)), 1e-14)
              << xi << ' ' << t;
            EXPECT_NEAR(exact.velocity(0, x, t), 0.5 * (r(e) - r(a)), 1e-16)
              << xi << ' ' << t;
            EXPECT_NEAR(exact.strain(0, x, t), -0.5 * (r(e) + r(a)) / c, 1e-16)
              << xi << ' ' << t;
          }
      }
    // at tau closing, at 2 tau opening, at 3 tau from c s to -c s
    ASSERT_EQ(exact.jump_times(0).size(), 300u);
    for (std::size_t k = 0; k < 300; ++k)
      EXPECT_NEAR(exact.jump_times(0)[k], (k + 1.) * tau, 1e-15 * end);
    // one break of each wave at tau and 2 tau, of the gap at tau, 2, 3 tau
    EXPECT_LE(exact.n_pieces(), 1000u);
  }

  TEST(ExactBars, RefusesWrongData)
  {
    const auto refused = [](const std::function<void(ExactBarRow &)> &spoil,
                            const double end_time = 1.) {
      ExactBarRow row = at_left_wall(bar_1, 0.1);
      EXPECT_NO_THROW(ExactBars(row, 1.));
      spoil(row);
      EXPECT_THROW(ExactBars(row, end_time), InputError);
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    refused([](auto &row) { row.bars.clear(); });
    refused([](auto &row) { row.bars[0].length = 0.; });
    refused([](auto &row) { row.bars[0].cross_section = -1.; });
    refused([&](auto &row) { row.bars[0].youngs_modulus = nan; });
    refused([&](auto &row) {
      row.bars[0].density = std::numeric_limits<double>::infinity();
    });
    refused([&](auto &row) { row.bars[0].displacement[2] = nan; });
    refused([&](auto &row) { row.bars[0].velocity[1] = nan; });
    refused([&](auto &row) { row.gravity = nan; });
    refused([](auto &row) { row.gaps = {}; });
    refused([](auto &row) { row.gaps = {0.1, 0.1}; });
    refused([](auto &row) { row.gaps = {-1e-9}; });
    refused([](auto &row) { row.clamped_left = true; });
    refused([](auto &row) { row.clamped_right = row.right_obstacle = true; });
    refused([](auto &row) {
      row.clamped_right        = true;
      row.bars[0].displacement = {0.1, 0., 0.};
    });
    refused([](auto &) {}, 0.);
    refused([&](auto &) {}, nan);
    refused([](auto &) {}, 1.1 * ExactBars::max_transits * tau);
    const ExactBarRow resting = at_left_wall(bar_1, 0., -1.);
    const std::size_t n       = ExactBars(resting, 50. * tau).n_pieces();
    EXPECT_NO_THROW(ExactBars(resting, 50. * tau, n));
    EXPECT_THROW(ExactBars(resting, 50. * tau, n - 1), InputError);
  }

  TEST(ExactBars, IsKnownUntilItsEndOnly)
  {
    const ExactBars exact(at_left_wall(bar_1, 0.1), 1.);
    EXPECT_EQ(exact.end_time(), 1.);
    EXPECT_NO_THROW(exact.gap(0, std::nextafter(1., 2.)));
    EXPECT_THROW(exact.gap(0, 1.01), std::domain_error);
    EXPECT_THROW(exact.displacement(0, 0., -0.1), std::domain_error);
    EXPECT_THROW(exact.velocity(0, 0., 1.01), std::domain_error);
    EXPECT_THROW(exact.contact_velocity(0, 1.01), std::domain_error);
    EXPECT_THROW(exact.contact_force(0, 1.01), std::domain_error);
    EXPECT_THROW(exact.contact_impulse(0, 1.01), std::domain_error);
    EXPECT_THROW(exact.energy(1.01), std::domain_error);
    EXPECT_THROW(exact.momentum(1.01), std::domain_error);
  }
} // namespace percuss::test::exact_bars_test
