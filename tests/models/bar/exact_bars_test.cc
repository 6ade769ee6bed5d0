// SPDX-License-Identifier: Apache-2.0

// Exact motions of bars against solutions in closed form, derived by hand.
// tau = L/c, Z = A rho c, m = A rho L = Z tau, E A = Z c.

#include <percuss/base/exceptions.h>
#include <percuss/models/bar/exact_bars.h>
#include <percuss/study/impact_event.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

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

  ExactBar
  moving(ExactBar bar, const double velocity)
  {
    bar.velocity = {velocity, 0.};
    return bar;
  }

  /** The bar of another length and section, Z times a factor. */
  ExactBar
  resized(ExactBar bar, const double length, const double impedance_factor)
  {
    bar.length *= length;
    bar.cross_section *= impedance_factor;
    return bar;
  }

  /** Bars without obstacles, at gaps between them. */
  ExactBarRow
  between_nothing(std::vector<ExactBar> bars, std::vector<double> gaps)
  {
    ExactBarRow row;
    row.bars          = std::move(bars);
    row.left_obstacle = false;
    row.gaps          = std::move(gaps);
    return row;
  }

  ExactBarRow
  at_left_wall(const ExactBar &bar, const double gap, const double gravity = 0.)
  {
    ExactBarRow row;
    row.bars    = {bar};
    row.gaps    = {gap};
    row.gravity = gravity;
    return row;
  }

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

  // The force Z v/2 for 2 tau gives the whole momentum Z tau v to the other.
  TEST(ExactBars, EqualBarsExchangeTheirVelocities)
  {
    const double    v = 0.9, t_1 = 0.1 / v, t_2 = t_1 + 2. * tau;
    const ExactBars exact(between_nothing({moving(bar_1, v), bar_1}, {0.1}),
                          5.);
    EXPECT_NEAR(exact.contact_force(0, t_1 + tau), 0.5 * Z * v, 1e-15);
    EXPECT_EQ(exact.gap(0, t_1 + tau), 0.);
    EXPECT_NEAR(exact.contact_impulse(0, 5.), Z * tau * v, 1e-15);
    for (const double t : {t_2 + 1e-3, 3., 5.})
      {
        EXPECT_NEAR(exact.gap(0, t), v * (t - t_2), 1e-14);
        EXPECT_NEAR(exact.contact_velocity(0, t), v, 1e-15);
        EXPECT_EQ(exact.contact_force(0, t), 0.);
        for (const double x : {0., 0.3, L})
          {
            EXPECT_NEAR(exact.velocity(0, x, t), 0., 1e-15);
            EXPECT_NEAR(exact.velocity(1, x, t), v, 1e-15);
            EXPECT_NEAR(exact.strain(0, x, t), 0., 1e-15);
            EXPECT_NEAR(exact.strain(1, x, t), 0., 1e-15);
          }
      }
  }

  // The longer one has the same impedance, but is of another material. The
  // shorter bar gives all its momentum within 2 tau_1 and stays at rest; the
  // pulse of particle velocity v and duration 2 tau_1 leaves the longer bar's
  // end at rest, touching without force, until it comes back after 2 tau_2:
  // the tension releases the contact.
  TEST(ExactBars, ShorterBarOfEqualImpedanceStaysAtRest)
  {
    ExactBar longer       = bar_1;
    longer.density        = 2.2;
    longer.youngs_modulus = 1.1 * c * c * 0.9;
    const double c_2      = std::sqrt(longer.youngs_modulus / longer.density);
    longer.cross_section  = Z / (c_2 * longer.density);
    longer.length         = 1.9;
    const double v = 0.9, tau_2 = longer.length / c_2;
    ASSERT_GT(tau_2, 2. * tau);
    const ExactBars exact(between_nothing({moving(bar_1, v), longer}, {0.}),
                          6. * tau_2);

    EXPECT_NEAR(exact.contact_force(0, 0.), 0.5 * Z * v, 1e-15);
    EXPECT_NEAR(exact.contact_force(0, 1.99 * tau), 0.5 * Z * v, 1e-15);
    EXPECT_NEAR(exact.contact_force(0, 2.01 * tau), 0., 1e-15);
    EXPECT_NEAR(exact.contact_impulse(0, 6. * tau_2), Z * tau * v, 1e-15);
    for (int k = 0; k < 600; ++k)
      {
        const double t = (k + 0.37) * 0.01 * tau_2;
        if (t < 2. * tau)
          continue;
        // the end of the longer bar moves at v while the pulse reflects there
        const double n       = std::floor(t / (2. * tau_2));
        const double elapsed = t - 2. * n * tau_2;
        const double g =
          n == 0. ? 0. :
                    v * (2. * tau * (n - 1.) + std::min(elapsed, 2. * tau));
        EXPECT_NEAR(exact.gap(0, t), g, 1e-13) << t;
        EXPECT_NEAR(exact.contact_velocity(0, t),
                    n > 0. && elapsed < 2. * tau ? v : 0.,
                    1e-14)
          << t;
        for (const double x : {0., 0.4, L})
          {
            EXPECT_NEAR(exact.velocity(0, x, t), 0., 1e-15);
            EXPECT_NEAR(exact.strain(0, x, t), 0., 1e-15);
          }
        EXPECT_NEAR(exact.energy(t), 0.5 * Z * tau * v * v, 1e-14);
        EXPECT_NEAR(exact.momentum(t), Z * tau * v, 1e-14);
      }
    ASSERT_GE(exact.jump_times(0).size(), 2u);
    EXPECT_NEAR(exact.jump_times(0)[0], 2. * tau, 1e-15);
    EXPECT_NEAR(exact.jump_times(0)[1], 2. * tau_2, 1e-14);
  }

  // Both reflections return after 2 tau, l_2 - r_1 = v: the elastic collision
  // of rigid bodies, v_1 = v (Z_1 - Z_2)/(Z_1 + Z_2), v_2 = 2 v Z_1/(Z_1 +
  // Z_2).
  TEST(ExactBars, EqualTransitTimesCollideAsRigidBodies)
  {
    for (const double ratio : {0.3, 3.1}) // Z_2/Z_1
      {
        const double    v = 0.9, t_1 = 0.1 / v;
        const ExactBars exact(
          between_nothing({moving(bar_1, v), resized(bar_1, 1., ratio)}, {0.1}),
          4.);
        EXPECT_NEAR(exact.contact_force(0, t_1 + tau),
                    Z * ratio / (1. + ratio) * v,
                    1e-15);
        EXPECT_NEAR(exact.velocity(0, L, t_1 + tau), v / (1. + ratio), 1e-15);
        EXPECT_NEAR(exact.velocity(1, 0., t_1 + tau), v / (1. + ratio), 1e-15);
        const double t = t_1 + 2. * tau + 0.01;
        EXPECT_NEAR(exact.contact_velocity(0, t), v, 1e-15);
        EXPECT_NEAR(exact.gap(0, t), 0.01 * v, 1e-15);
        for (const double x : {0., 0.33, L})
          {
            EXPECT_NEAR(exact.velocity(0, x, t),
                        v * (1. - ratio) / (1. + ratio),
                        1e-15);
            EXPECT_NEAR(exact.velocity(1, x, t), v * 2. / (1. + ratio), 1e-15);
            EXPECT_NEAR(exact.strain(0, x, t), 0., 1e-15);
            EXPECT_NEAR(exact.strain(1, x, t), 0., 1e-15);
          }
        EXPECT_NEAR(exact.momentum(t), Z * tau * v, 1e-15);
      }
  }

  // A wave of pressure Z_2 v from the right wall meets the touching bar 1:
  // factors 2 Z_1/(Z_1 + Z_2) on, (Z_1 - Z_2)/(Z_1 + Z_2) back.
  TEST(ExactBars, ReflectionAndTransmissionOfAWave)
  {
    const double v = 0.9, Z_2 = 0.4 * Z;
    ExactBarRow  row   = between_nothing({moving(resized(bar_1, 3., 1.), v),
                                          moving(resized(bar_1, 1., 0.4), v)},
                                      {0., 0.});
    row.right_obstacle = true;
    const ExactBars exact(row, 10. * tau);
    EXPECT_NEAR(exact.contact_force(1, 0.5 * tau), Z_2 * v, 1e-15);
    EXPECT_NEAR(exact.contact_force(0, 0.5 * tau), 0., 1e-15);
    const double on = 2. * Z / (Z + Z_2), back = (Z - Z_2) / (Z + Z_2);
    EXPECT_NEAR(exact.contact_force(0, 1.5 * tau), on * Z_2 * v, 1e-15);
    EXPECT_NEAR(-bar_1.youngs_modulus * bar_1.cross_section *
                  exact.strain(0, 2.9 * L, 1.5 * tau),
                on * Z_2 * v,
                1e-15);
    // both the wave that came back and its doubling at the wall
    EXPECT_NEAR(-0.4 * bar_1.youngs_modulus * bar_1.cross_section *
                  exact.strain(1, 0.1 * L, 1.5 * tau),
                (1. + back) * Z_2 * v,
                1e-15);
    EXPECT_NEAR(exact.contact_force(1, 2.5 * tau),
                (1. + 2. * back) * Z_2 * v,
                1e-15);
  }

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
} // namespace percuss::test
