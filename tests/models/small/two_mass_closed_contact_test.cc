// SPDX-License-Identifier: Apache-2.0

// Two masses on a floor: how a contact closes, by impacts that accumulate or at
// the start, stays closed, and opens.

#include "event_stepping.h"
#include "two_masses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace percuss::test::two_mass_closed_contact_test
{
  // The upper mass on the spring alone, until the contact force is zero.
  TEST(ExactTwoMassOscillator, KeepsTheContactClosedWhileTheForcePushes)
  {
    for (const TwoMasses &base : {chen, unequal})
      {
        const TwoMasses              p = with_restitution(base, 0.);
        const ExactTwoMassOscillator exact(p, 2.);
        const double                 k = p.stiffness;
        ASSERT_GE(exact.closed_contacts().size(), 3u);
        for (const auto &[begin, end] : exact.closed_contacts())
          {
            const double length = std::min(end, 2.) - begin;
            LongMatrix   A      = LongMatrix::Zero(3, 3);
            A << 0.L, 1.L, 0.L, //
              -k / p.masses[1], 0.L,
              -p.gravity + k / p.masses[1] * (p.length + p.radius), //
              0.L, 0.L, 0.L;
            LongVector y(3);
            y << exact.position(begin)[1], exact.velocity(begin)[1], 1.L;
            for (const double s : {0.01, 0.3, 0.7, 0.99})
              {
                const double     t    = begin + s * length;
                const LongVector next = EventStepping::flow(A, s * length) * y;
                const double     q_2  = static_cast<double>(next[0]);
                EXPECT_EQ(exact.gap(t), 0.);
                EXPECT_EQ(exact.velocity(t)[0], 0.);
                EXPECT_NEAR(exact.position(t)[1], q_2, 1e-12);
                EXPECT_NEAR(exact.velocity(t)[1],
                            static_cast<double>(next[1]),
                            1e-11);
                EXPECT_NEAR(exact.contact_force(t),
                            p.masses[0] * p.gravity -
                              k * (q_2 - p.radius - p.length),
                            1e-8);
                EXPECT_GT(exact.contact_force(t), 0.);
              }
            if (end > 2.)
              continue;
            // at the release the force is zero and the acceleration continuous
            EXPECT_NEAR(exact.contact_force(end - 1e-9), 0., 1e-3);
            EXPECT_EQ(exact.contact_force(end), 0.);
            const double dt   = 1e-4;
            const double jerk = k / p.masses[0] * exact.velocity(end)[1];
            EXPECT_GT(jerk, 0.);
            EXPECT_NEAR(exact.gap(end + dt) / (jerk * dt * dt * dt / 6.),
                        1.,
                        2e-2);
          }
      }
  }

  TEST(ExactTwoMassOscillator, AccumulatesGeometrically)
  {
    const ExactTwoMassOscillator exact(chen, 10.);
    const double                 end = exact.closed_contacts()[0].begin;
    std::size_t                  n   = 0;
    while (exact.impacts()[n].time < end)
      ++n;
    ASSERT_GT(n, 100u);
    const auto &last = exact.impacts()[n];
    EXPECT_EQ(last.time, end);
    EXPECT_LT(last.velocity_after, 1e-9);
    const double a = 1e4 * (exact.position(end)[1] - 1.2) - 10.;
    EXPECT_NEAR(exact.contact_force(end), -a, 1e-8);
    for (std::size_t k = n - 50; k < n; ++k)
      {
        const auto &impact = exact.impacts()[k];
        EXPECT_NEAR(exact.impacts()[k + 1].velocity_before /
                      impact.velocity_after,
                    -1.,
                    1e-3);
        EXPECT_NEAR((end - impact.time) * (1. - 0.8) * -a /
                      (2. * impact.velocity_after),
                    1.,
                    2e-3 + 1e-15 / impact.velocity_after +
                      last.velocity_after / impact.velocity_after);
      }
    // the momentum of the upper mass does not notice
    EXPECT_NEAR(exact.velocity(end)[1],
                exact.velocity(exact.impacts()[n - 1].time)[1],
                1e-7);
  }

  TEST(ExactTwoMassOscillator, MayStartOnTheFloor)
  {
    // static equilibrium: m_2 g compresses the spring
    TwoMasses p          = unequal;
    p.initial_height     = p.radius;
    p.initial_stretch    = -p.masses[1] * p.gravity / p.stiffness;
    p.initial_velocities = {0., 0.};
    const ExactTwoMassOscillator resting(p, 10.);
    EXPECT_TRUE(resting.impacts().empty());
    EXPECT_NEAR(resting.contact_force(5.), 3.2 * 9.81, 1e-12);
    EXPECT_NEAR(resting.velocity(5.)[1], 0., 1e-15);

    // a small hop: 2 v/|a|, and impacts down to 1e-10 of the first
    p.initial_velocities = {1e-5, 0.};
    const ExactTwoMassOscillator hopping(p, 10.);
    const double                 weight = 3.2 / 0.7 * 9.81;
    EXPECT_NEAR(hopping.impacts()[0].time, 2e-5 / weight, 1e-10);
    EXPECT_EQ(hopping.impacts().size(), 46u); // 0.6^45 > 1e-10 > 0.6^46
    EXPECT_NEAR(hopping.closed_contacts().front().begin,
                2e-5 / weight / 0.4,
                1e-10);
    p.initial_velocities = {0., 0.};

    // a stretched spring lifts the lower mass
    p.initial_stretch = 0.05;
    const ExactTwoMassOscillator lifted(p, 10.);
    EXPECT_EQ(lifted.contact_force(0.), 0.);
    const double a = 300. / 0.7 * 0.05 - 9.81;
    EXPECT_NEAR(lifted.gap(1e-4), 0.5 * a * 1e-8, 1e-12);
    EXPECT_GT(lifted.impacts().front().time, 0.05);

    // into the floor
    p.initial_velocities = {-1., 0.};
    const ExactTwoMassOscillator into(p, 10.);
    EXPECT_EQ(into.impacts().front().time, 0.);
    EXPECT_DOUBLE_EQ(into.velocity(0.)[0], 0.6);
    EXPECT_NEAR(into.velocity(0.)[1], 0., 1e-15);
  }

  // Slow enough to stay, but the spring is about to lift it.
  TEST(ExactTwoMassOscillator, DoesNotStayWhereItIsAboutToTakeOff)
  {
    TwoMasses p          = with_restitution(unequal, 1e-11);
    p.initial_height     = p.radius;
    p.initial_stretch    = 0.7 / 300. * (9.81 - 1e-9);
    p.initial_velocities = {-1., 1.};
    const ExactTwoMassOscillator exact(p, 0.1);
    EXPECT_NEAR(exact.impacts()[0].velocity_after, 1e-11, 1e-25);
    EXPECT_TRUE(exact.closed_contacts().empty());
    // by Taylor, with x' = 1 and x'' = -omega^2 x
    const double ratio = 300. / 0.7, t = 1e-3;
    const double bend = (ratio + 300. / 2.5) * p.initial_stretch;
    EXPECT_NEAR(exact.gap(t),
                ratio * t * t * t * (1. / 6. - bend * t / 24.),
                3e-12);
  }
} // namespace percuss::test::two_mass_closed_contact_test
