// SPDX-License-Identifier: Apache-2.0

// What every motion of bars in contact satisfies, for rows by chance with
// incommensurate transit times: equation of motion, conditions at the ends,
// Signorini's conditions, energy, momentum; bounded work.

#include "random_bar_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace percuss::test::exact_bars_identities_test
{
  TEST(ExactBarsIdentities, EnergyIsConstantAndMomentumBalances)
  {
    std::size_t n_jumps = 0;
    for (const ExactBarRow &row : random_rows())
      {
        const ExactBars exact(row, T);
        double          weight = 0., kinetic = 0.;
        for (const ExactBar &bar : row.bars)
          {
            weight += mass(bar) * row.gravity;
            kinetic += mass(bar) * 0.25;
          }
        for (std::size_t k = 0; k < exact.n_contacts(); ++k)
          n_jumps += exact.jump_times(k).size();
        for (double t = 0.; t <= T; t += 0.0613)
          {
            EXPECT_NEAR(exact.energy(t), exact.energy(0.), 1e-12 * kinetic);
            if (row.clamped_left || row.clamped_right)
              continue;
            double impulse = weight * t;
            if (row.left_obstacle)
              impulse += exact.contact_impulse(0, t);
            if (row.right_obstacle)
              impulse -= exact.contact_impulse(exact.n_contacts() - 1, t);
            EXPECT_NEAR(exact.momentum(t),
                        exact.momentum(0.) + impulse,
                        1e-12 * kinetic);
          }
      }
    EXPECT_GT(n_jumps, 500u); // the rows are no trivial ones
  }

  // The definition of energy and momentum, by the midpoint rule.
  TEST(ExactBarsIdentities, EnergyAndMomentumAreIntegralsOverTheBars)
  {
    const int n_points = 5000;
    for (const ExactBarRow &row : random_rows())
      {
        const ExactBars exact(row, T);
        const double    t      = 2.345;
        double          energy = 0., momentum = 0.;
        for (std::size_t b = 0; b < row.bars.size(); ++b)
          {
            const ExactBar &bar = row.bars[b];
            const double    h   = bar.length / n_points;
            for (int k = 0; k < n_points; ++k)
              {
                const double x      = (k + 0.5) * h;
                const double v      = exact.velocity(b, x, t);
                const double strain = exact.strain(b, x, t);
                energy +=
                  h * bar.cross_section *
                  (0.5 * bar.density * v * v +
                   0.5 * bar.youngs_modulus * strain * strain -
                   bar.density * row.gravity * exact.displacement(b, x, t));
                momentum += h * bar.cross_section * bar.density * v;
              }
          }
        EXPECT_NEAR(exact.energy(t), energy, 1e-3);
        EXPECT_NEAR(exact.momentum(t), momentum, 1e-3);
      }
  }

  TEST(ExactBarsIdentities, BeginsAsDescribed)
  {
    for (const ExactBarRow &row : random_rows())
      {
        const ExactBars exact(row, T);
        ASSERT_EQ(exact.n_contacts(), row.gaps.size());
        for (std::size_t k = 0; k < row.gaps.size(); ++k)
          {
            EXPECT_EQ(exact.gap(k, 0.), row.gaps[k]);
            EXPECT_EQ(exact.contact_impulse(k, 0.), 0.);
          }
        for (std::size_t b = 0; b < row.bars.size(); ++b)
          for (const double xi : {0.07, 0.5, 0.93})
            {
              const auto &[a_0, a_1, a_2] = row.bars[b].displacement;
              const auto &[b_0, b_1]      = row.bars[b].velocity;
              const double x              = xi * row.bars[b].length;
              EXPECT_NEAR(exact.displacement(b, x, 0.),
                          a_0 + a_1 * x + a_2 * x * x,
                          1e-15);
              EXPECT_NEAR(exact.velocity(b, x, 0.), b_0 + b_1 * x, 1e-15);
              EXPECT_NEAR(exact.strain(b, x, 0.), a_1 + 2. * a_2 * x, 1e-15);
            }
      }
  }

  // gap >= 0, lambda >= 0, gap * lambda = 0; the gap between the ends and its
  // rate; action and reaction; free and clamped ends.
  TEST(ExactBarsIdentities, ConditionsAtTheEnds)
  {
    for (const ExactBarRow &row : random_rows())
      {
        const ExactBars exact(row, T);
        const auto      contacts = contacts_of(row);
        // u, v and the pressure of an end
        struct End
        {
          double u, v, pressure;
        };
        const auto end_of =
          [&](const std::size_t b, const bool right, const double t) {
            const ExactBar &bar = row.bars[b];
            const double    x   = right ? bar.length : 0.;
            return End{exact.displacement(b, x, t),
                       exact.velocity(b, x, t),
                       -bar.youngs_modulus * bar.cross_section *
                         exact.strain(b, x, t)};
          };
        for (double t = 0.; t <= T; t += 0.0317)
          {
            for (std::size_t k = 0; k < contacts.size(); ++k)
              {
                const auto [i, j] = contacts[k];
                const double gap  = exact.gap(k, t);
                const double rate = exact.contact_velocity(k, t);
                const double F    = exact.contact_force(k, t);
                EXPECT_GE(gap, -1e-14);
                EXPECT_GE(F, 0.);
                EXPECT_EQ(gap * F, 0.);
                if (F > 0.)
                  {
                    EXPECT_EQ(rate, 0.);
                  }
                double g = row.gaps[k], v = 0.;
                if (i >= 0)
                  {
                    const auto b = static_cast<std::size_t>(i);
                    g -= end_of(b, true, t).u - end_of(b, true, 0.).u;
                    v -= end_of(b, true, t).v;
                    EXPECT_NEAR(end_of(b, true, t).pressure, F, 1e-13);
                  }
                if (j >= 0)
                  {
                    const auto b = static_cast<std::size_t>(j);
                    g += end_of(b, false, t).u - end_of(b, false, 0.).u;
                    v += end_of(b, false, t).v;
                    EXPECT_NEAR(end_of(b, false, t).pressure, F, 1e-13);
                  }
                EXPECT_NEAR(gap, g, 1e-13);
                EXPECT_NEAR(rate, v, 1e-13);
              }
            const std::size_t last = row.bars.size() - 1;
            if (row.clamped_left)
              {
                EXPECT_NEAR(end_of(0, false, t).u, 0., 1e-14);
                EXPECT_NEAR(end_of(0, false, t).v, 0., 1e-14);
              }
            else if (!row.left_obstacle)
              {
                EXPECT_NEAR(end_of(0, false, t).pressure, 0., 1e-14);
              }
            if (row.clamped_right)
              {
                EXPECT_NEAR(end_of(last, true, t).u, 0., 1e-14);
                EXPECT_NEAR(end_of(last, true, t).v, 0., 1e-14);
              }
            else if (!row.right_obstacle)
              {
                EXPECT_NEAR(end_of(last, true, t).pressure, 0., 1e-14);
              }
          }
      }
  }

  // Between the fronts u is a quadratic function of (x, t), for which central
  // differences are exact. Fronts are found where u is not quadratic, or
  // velocity or strain not linear.
  TEST(ExactBarsIdentities, WaveEquationBetweenTheFronts)
  {
    std::mt19937                     generator(7);
    std::uniform_real_distribution<> number(0., 1.);
    const double                     h        = 1e-3;
    int                              n_points = 0, n_between_fronts = 0;
    for (const ExactBarRow &row : random_rows())
      {
        const ExactBars exact(row, T);
        for (std::size_t b = 0; b < row.bars.size(); ++b)
          for (int k = 0; k < 200; ++k)
            {
              const ExactBar &bar = row.bars[b];
              const double    d   = h * wave_speed(bar); // step along x
              const double    t   = h + (T - 3. * h) * number(generator);
              const double    x =
                2. * d + (bar.length - 4. * d) * number(generator);
              const auto second_difference = [&](const auto &f) {
                return std::max(
                  std::abs(f(x + d, t) - 2. * f(x, t) + f(x - d, t)),
                  std::abs(f(x, t + h) - 2. * f(x, t) + f(x, t - h)));
              };
              const auto u = [&](const double y, const double s) {
                return exact.displacement(b, y, s);
              };
              const auto v = [&](const double y, const double s) {
                return exact.velocity(b, y, s);
              };
              const auto strain = [&](const double y, const double s) {
                return exact.strain(b, y, s);
              };
              const double third_difference =
                std::max(std::abs(u(x + 2. * d, t) - 3. * u(x + d, t) +
                                  3. * u(x, t) - u(x - d, t)),
                         std::abs(u(x, t + 2. * h) - 3. * u(x, t + h) +
                                  3. * u(x, t) - u(x, t - h)));
              ++n_points;
              if (second_difference(v) > 1e-12 ||
                  second_difference(strain) > 1e-12 || third_difference > 1e-13)
                continue;
              ++n_between_fronts;
              const double u_tt =
                (u(x, t + h) - 2. * u(x, t) + u(x, t - h)) / (h * h);
              const double u_xx =
                (u(x + d, t) - 2. * u(x, t) + u(x - d, t)) / (d * d);
              EXPECT_NEAR(bar.density * u_tt,
                          bar.youngs_modulus * u_xx + bar.density * row.gravity,
                          1e-7);
              EXPECT_NEAR(v(x, t),
                          (u(x, t + h) - u(x, t - h)) / (2. * h),
                          1e-10);
              EXPECT_NEAR(strain(x, t),
                          (u(x + d, t) - u(x - d, t)) / (2. * d),
                          1e-10);
            }
      }
    EXPECT_GT(n_between_fronts, 0.6 * n_points);
  }

  // The integrals of velocity and force over the intervals between jumps, by
  // the trapezoidal rule: exact where there are no other breaks.
  TEST(ExactBarsIdentities, GapAndImpulseAreIntegrals)
  {
    for (const ExactBarRow &row : random_rows())
      {
        const ExactBars exact(row, T);
        for (std::size_t k = 0; k < exact.n_contacts(); ++k)
          {
            const double h        = 1e-4;
            int          n_linear = 0, n = 0;
            for (double t = h; t < T - h; t += 0.0731, ++n)
              {
                const auto check = [&](const auto &F, const auto &f) {
                  if (std::abs(f(t + h) - 2. * f(t) + f(t - h)) > 1e-13)
                    return false;
                  EXPECT_NEAR(f(t), (F(t + h) - F(t - h)) / (2. * h), 1e-10);
                  return true;
                };
                n_linear +=
                  check([&](const double s) { return exact.gap(k, s); },
                        [&](const double s) {
                          return exact.contact_velocity(k, s);
                        }) &&
                  check(
                    [&](const double s) { return exact.contact_impulse(k, s); },
                    [&](const double s) { return exact.contact_force(k, s); });
              }
            EXPECT_GT(n_linear, 0.8 * n);
          }
      }
  }

  // Velocity and force jump at the times given and nowhere else.
  TEST(ExactBarsIdentities, JumpTimesAreAllJumps)
  {
    for (const ExactBarRow &row : random_rows())
      {
        const ExactBars exact(row, T);
        for (std::size_t k = 0; k < exact.n_contacts(); ++k)
          {
            const auto times = exact.jump_times(k);
            EXPECT_TRUE(std::ranges::is_sorted(times));
            const auto change = [&](const double s, const double t) {
              return std::abs(exact.contact_velocity(k, s) -
                              exact.contact_velocity(k, t)) +
                     std::abs(exact.contact_force(k, s) -
                              exact.contact_force(k, t));
            };
            for (const double t : times)
              {
                ASSERT_GT(t, 0.);
                ASSERT_LE(t, T);
                EXPECT_LT(change(t * (1. - 1e-13), t), 1e-11) << t;
              }
            const double h = 5e-4;
            for (double t = 0.; t < T - h; t += h)
              if (change(t, t + h) > 1e-2) // rates are far below 20
                {
                  const auto next = std::ranges::lower_bound(times, t - 1e-9);
                  ASSERT_NE(next, times.end()) << t;
                  EXPECT_LE(*next, t + h + 1e-9);
                }
          }
      }
  }

  // A column of bars on the wall, transit times 2 : 3 : 1 up to rounding, other
  // impedances, in static equilibrium and with velocities too small to lift it:
  // all fronts lie on the lattice of tau. Those that meet but for rounding must
  // not multiply.
  TEST(ExactBarsIdentities, BreaksOfCommensurateBarsDoNotMultiply)
  {
    const double g = -1.;
    ExactBarRow  row;
    for (const double ratio : {0.2, 0.3, 0.1})
      row.bars.push_back({.length         = ratio * 1.7,
                          .cross_section  = 0.3 + ratio,
                          .youngs_modulus = 3.3,
                          .density        = 1.1,
                          .velocity       = {0.002, 0.003 / ratio}});
    const double tau = 0.17 / wave_speed(row.bars[0]);
    row.gaps         = {0., 0., 0.};
    row.gravity      = g;
    double load      = 0.; // on top of the bar
    for (std::size_t b = 3; b-- > 0;)
      {
        ExactBar    &bar = row.bars[b];
        const double E   = bar.youngs_modulus;
        bar.displacement = {
          0.,
          (bar.density * g * bar.length - load / bar.cross_section) / E,
          -0.5 * bar.density * g / E};
        load -= mass(bar) * g;
      }

    for (const double n_transits : {100., 1000., 10000.})
      {
        const double    end = n_transits * tau;
        const ExactBars exact(row, end);
        // of 6 waves and 3 forces, one break per tau at most
        EXPECT_LE(static_cast<double>(exact.n_pieces()),
                  9. * (n_transits + 10.));
        for (int k = 0; k < 100; ++k)
          {
            const double t = (k + 0.37) * 0.01 * end;
            EXPECT_NEAR(exact.energy(t), exact.energy(0.), 1e-12);
            for (std::size_t contact = 0; contact < 3; ++contact)
              EXPECT_EQ(exact.gap(contact, t), 0.);
          }
        EXPECT_GT(exact.jump_times(0).size(), 0.3 * n_transits);
      }
  }
} // namespace percuss::test::exact_bars_identities_test
