// SPDX-License-Identifier: Apache-2.0

// The law of rate-and-state friction against its closed forms, and what contacts
// keep and lose.

#include <percuss/constraints/contact_law.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace percuss::test::rate_and_state_test
{
  // mu_*, a, b, v_* [m/s], D_c [m]
  constexpr RateAndStateLaw law{0.6, 0.01, 0.015, 1e-3, 1e-4};

  TEST(RateAndStateLaw, IsThatOfTheReferenceSpeed)
  {
    EXPECT_EQ(law.first_state(), 0.1);
    EXPECT_EQ(law.coefficient(law.log_speed(law.speed), law.first_state()),
              0.6);
    EXPECT_EQ(law.coefficient(law.log_speed(0.), law.first_state()), 0.6);
  }

  TEST(RateAndStateLaw, JumpsByTheDirectEffectAndFallsByTheOther)
  {
    const double theta  = law.slip / 2e-3; // steady at 2 mm/s
    const double before = law.coefficient(law.log_speed(2e-3), theta);
    EXPECT_NEAR(before, 0.6 - 0.005 * std::log(2.), 1e-15);
    EXPECT_NEAR(law.coefficient(law.log_speed(2e-2), theta) - before,
                0.01 * std::log(10.),
                1e-15);
    const double later = law.later(theta, 2e-2, 100. * law.slip / 2e-2);
    EXPECT_NEAR(law.coefficient(law.log_speed(2e-2), later) - before,
                -0.005 * std::log(10.),
                1e-15);
  }

  // theta = D/v + (theta_0 - D/v) exp(-v t/D), in one step or in many
  TEST(RateAndStateLaw, AgesAsTheEquationSays)
  {
    for (const double v : {0., 1e-12, 1e-3, 0.3})
      for (const double theta : {1e-6, 0.1, 5.})
        {
          const double h    = 0.2;
          double       many = theta;
          for (int i = 0; i < 1000; ++i)
            many = law.later(many, v, 1e-3 * h);
          const double once = law.later(theta, v, h);
          EXPECT_NEAR(many, once, 1e-12 * once) << v << ' ' << theta;
          if (v < 1e-9)
            {
              EXPECT_NEAR(once, theta + h, 1e-7 * once);
              continue;
            }
          const double steady = law.slip / v;
          EXPECT_NEAR(once,
                      steady + (theta - steady) * std::exp(-v * h / law.slip),
                      1e-13 * std::max(theta, steady));
        }
    EXPECT_EQ(law.later(0.1, 0., 3.), 3.1);
    EXPECT_NEAR(law.later(0., 1e-15, 3.), 3., 1e-9); // no 1 - exp(-tiny)
  }

  TEST(RateAndStateLaw, IsNeverNegative)
  {
    const RateAndStateLaw weak{0.1, 0., 0.05, 1e-3, 1e-4};
    EXPECT_EQ(weak.coefficient(0., law.slip / 1e3), 0.);
  }

  // the same friction, given at another speed
  TEST(RateAndStateLaw, DoesNotDependOnItsReference)
  {
    const double    factor = 7.;
    RateAndStateLaw other  = law;
    other.speed *= factor;
    other.friction += (law.direct - law.evolution) * std::log(factor);
    for (const double v : {1e-2, 1.})
      for (const double theta : {1e-4, 1.})
        EXPECT_NEAR(law.coefficient(law.log_speed(v), theta),
                    other.coefficient(other.log_speed(v), theta),
                    1e-15);
  }

  /** Two contacts, of the rows 0 to 2 and 3 to 5. */
  struct TwoContacts : testing::Test
  {
    TwoContacts()
    {
      contacts.add(0, law);
      contacts.add(1, law);
    }

    void
    step(const double h, const bool second_is_active = true)
    {
      for (Cone &cone : cones)
        cone.kind = Cone::Kind::second_order;
      if (!second_is_active)
        cones[1].kind = Cone::Kind::inactive;
      contacts.begin_step(cones, u);
      contacts.modify(cones);
      contacts.end_step({h, cones, u, {}, {}});
    }

    RateAndState          contacts;
    std::array<Cone, 2>   cones{Cone::second_order(0, 3, 0.),
                              Cone::second_order(3, 3, 0.)};
    std::array<double, 6> u{0., 3e-3, 4e-3, 0., 0., 0.};
  };

  TEST_F(TwoContacts, EachHasItsSpeedAndItsAge)
  {
    step(0.5);
    EXPECT_NEAR(cones[0].friction_coefficient,
                0.6 + 0.01 * std::log(5.),
                1e-15);
    EXPECT_EQ(cones[1].friction_coefficient, 0.6);
    EXPECT_NEAR(contacts.record().oldest, 0.6, 1e-15);
    step(0.5);
    EXPECT_NEAR(cones[0].friction_coefficient,
                0.6 - 0.005 * std::log(5.),
                1e-12);
    EXPECT_NEAR(cones[1].friction_coefficient,
                0.6 + 0.015 * std::log(1. + 0.5 * law.speed / law.slip),
                1e-15);
    const RateAndStateRecord &r = contacts.record();
    EXPECT_EQ(r.n_closed, 2u);
    EXPECT_EQ(r.least, cones[0].friction_coefficient);
    EXPECT_EQ(r.greatest, cones[1].friction_coefficient);
    EXPECT_EQ(r.least_of_all, r.least);
    EXPECT_EQ(r.greatest_of_all, r.greatest);
    EXPECT_EQ(r.n_sliding, 2u);
  }

  TEST_F(TwoContacts, WhatOpensForgets)
  {
    step(0.5);
    step(0.5, false);
    EXPECT_EQ(contacts.record().n_closed, 1u);
    step(0.5);
    EXPECT_EQ(cones[1].friction_coefficient, 0.6);
  }

  TEST_F(TwoContacts, AnotherContactOfARowBeginsAnew)
  {
    u.fill(0.);
    contacts.renew(cones, {{}, [](const std::size_t row) { return row + 1; }});
    step(0.5);
    step(0.5);
    contacts.renew(cones, {{}, [](const std::size_t row) {
                             return row == 0 ? 1 : 99;
                           }});
    step(0.5);
    EXPECT_NEAR(cones[0].friction_coefficient,
                0.6 + 0.015 * std::log(1. + law.speed / law.slip),
                1e-15);
    EXPECT_EQ(cones[1].friction_coefficient, 0.6);
  }

  TEST_F(TwoContacts, SpeedsThatGoUpAndDownAreCounted)
  {
    for (int i = 0; i < 10; ++i)
      {
        u[1] = i % 2 == 0 ? 1e-2 : 2e-2;
        step(1e-3);
      }
    EXPECT_EQ(contacts.record().n_sliding, 10u);
    EXPECT_EQ(contacts.record().n_alternating, 8u); // of 9 changes
  }

  TEST_F(TwoContacts, AreReadAsTheyWereWritten)
  {
    step(0.5);
    Archive archive;
    contacts.serialize(archive);
    RateAndState other;
    other.add(0, law);
    other.add(1, law);
    Archive reading(archive.common());
    other.serialize(reading);
    step(0.3);
    const auto mu = cones;
    contacts      = other;
    step(0.3);
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(cones[i].friction_coefficient, mu[i].friction_coefficient);
    EXPECT_EQ(contacts.record().n_sliding, 2u);
  }

  TEST(RateAndStateCoefficients, BelongTogether)
  {
    ContactCoefficients c;
    c.friction            = 0.6;
    c.direct_effect       = 0.01;
    c.evolution_effect    = 0.015;
    c.reference_speed     = 1e-3;
    c.characteristic_slip = 1e-4;
    EXPECT_TRUE(c.contradiction().what.empty());
    EXPECT_TRUE(ContactLaw::normal(c, 1).has_state());
    EXPECT_FALSE(ContactLaw::normal(c, 0).has_state());
    for (double ContactCoefficients::*const one :
         {&ContactCoefficients::direct_effect,
          &ContactCoefficients::evolution_effect})
      {
        ContactCoefficients other = c;
        other.*one                = 0.;
        EXPECT_TRUE(other.contradiction().what.empty());
      }
    for (double ContactCoefficients::*const one :
         {&ContactCoefficients::friction,
          &ContactCoefficients::reference_speed,
          &ContactCoefficients::characteristic_slip})
      {
        ContactCoefficients other = c;
        other.*one                = 0.;
        EXPECT_FALSE(other.contradiction().what.empty());
      }
    for (double ContactCoefficients::*const one :
         {&ContactCoefficients::static_friction,
          &ContactCoefficients::stribeck_speed,
          &ContactCoefficients::rolling_friction,
          &ContactCoefficients::spinning_friction})
      {
        ContactCoefficients other = c;
        other.*one                = 0.1;
        EXPECT_FALSE(other.contradiction().what.empty());
      }
  }
} // namespace percuss::test::rate_and_state_test
