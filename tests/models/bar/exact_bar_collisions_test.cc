// SPDX-License-Identifier: Apache-2.0

// Exact motions of bars that strike each other against solutions in closed
// form, derived by hand.

#include "exact_bars_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace percuss::test::exact_bar_collisions_test
{
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
} // namespace percuss::test::exact_bar_collisions_test
