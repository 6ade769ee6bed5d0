// SPDX-License-Identifier: Apache-2.0

// The exact impact of a bar and the norms of errors against it, by hand.

#include <percuss/study/error_norms.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test
{
  // c = 2, t_1 = 2, t_2 = 2 + 2 * 3/2 = 5, force = 4 * 0.5 * 0.5/2
  const ExactImpactingBar exact{.length         = 3.,
                                .cross_section  = 0.5,
                                .youngs_modulus = 4.,
                                .density        = 1.,
                                .initial_gap    = 1.,
                                .impact_speed   = 0.5};

  TEST(ExactImpactingBar, HasItsTimesAndForce)
  {
    EXPECT_DOUBLE_EQ(exact.wave_speed(), 2.);
    EXPECT_DOUBLE_EQ(exact.impact_time(), 2.);
    EXPECT_DOUBLE_EQ(exact.release_time(), 5.);
    EXPECT_DOUBLE_EQ(exact.contact_force(3.), 0.5);
    // the impulse of the force turns the momentum around
    const double mass = exact.density * exact.cross_section * exact.length;
    EXPECT_DOUBLE_EQ(exact.contact_force(3.) *
                       (exact.release_time() - exact.impact_time()),
                     2. * mass * exact.impact_speed);
  }

  TEST(ExactImpactingBar, ComesStaysAndLeaves)
  {
    struct Value
    {
      double t, gap, velocity, force;
    };
    for (const auto &[t, gap, velocity, force] :
         {Value{0., 1., -0.5, 0.},
          Value{1., 0.5, -0.5, 0.},
          Value{2., 0., 0., 0.5}, // right-continuous
          Value{3.5, 0., 0., 0.5},
          Value{5., 0., 0.5, 0.},
          Value{7., 1., 0.5, 0.}})
      {
        EXPECT_NEAR(exact.gap(t), gap, 1e-15) << t;
        EXPECT_EQ(exact.contact_velocity(t), velocity) << t;
        EXPECT_DOUBLE_EQ(exact.contact_force(t), force) << t;
      }
  }

  // An instant that a step misses by rounding counts as met.
  TEST(ExactImpactingBar, ChangesOnTheStepThatMeetsTheInstant)
  {
    EXPECT_EQ(exact.contact_velocity(std::nextafter(2., 0.)), 0.);
    EXPECT_EQ(exact.contact_velocity(std::nextafter(5., 0.)), 0.5);
    EXPECT_DOUBLE_EQ(exact.contact_force(std::nextafter(2., 0.)), 0.5);
    EXPECT_EQ(exact.contact_force(std::nextafter(5., 0.)), 0.);
    EXPECT_EQ(exact.contact_velocity(2. - 1e-9), -0.5);
    EXPECT_EQ(exact.contact_velocity(5. - 1e-9), 0.);
  }

  TEST(ErrorNorms, OfThreeValues)
  {
    ErrorNorms norms;
    norms.add(1., 2.);   // error 1
    norms.add(3., 3.);   // error 0
    norms.add(-1., -4.); // error 3
    EXPECT_DOUBLE_EQ(norms.relative_l1(), 4. / 9.);
    EXPECT_DOUBLE_EQ(norms.l2(0.5), std::sqrt(5.));
    EXPECT_DOUBLE_EQ(norms.max(), 3.);
  }

  TEST(ImpactingBarErrors, ComparesTheRowAtTheTimeOfTheRecord)
  {
    // row 1 of two, at start_time + 3 (contact) and + 6 (0.5 after release)
    ImpactingBarErrors errors(exact, 1, 10.);
    EXPECT_EQ(errors.interval, 1u);
    StepRecord record;
    record.time_step   = 0.5;
    const auto observe = [&](const unsigned long int step,
                             const double            time,
                             const double            gap,
                             const double            velocity,
                             const double            impulse) {
      const double gaps[]       = {99., gap};
      const double velocities[] = {99., velocity};
      const double impulses[]   = {99., impulse};
      record.step               = step;
      record.time               = time;
      record.gap                = gaps;
      record.contact_velocity   = velocities;
      record.impulse            = impulses;
      errors.observe(record);
    };
    observe(0, 10., 77., 77., 77.); // the start does not count
    observe(6, 13., 0.1, -0.2, 0.5);
    observe(12, 16., 0.6, 0.4, 0.1);

    const auto norms = errors.norms();
    ASSERT_EQ(norms.size(), 9u);
    // gap: errors 0.1, 0.1 of 0, 0.5
    EXPECT_NEAR(norms.at("gap_L1_relative"), 0.4, 1e-15);
    EXPECT_NEAR(norms.at("gap_L2"), 0.1, 1e-15);
    EXPECT_NEAR(norms.at("gap_max"), 0.1, 1e-15);
    // velocity: errors 0.2, 0.1 of 0, 0.5
    EXPECT_NEAR(norms.at("contact_velocity_L1_relative"), 0.6, 1e-15);
    EXPECT_NEAR(norms.at("contact_velocity_L2"), std::sqrt(0.025), 1e-15);
    EXPECT_NEAR(norms.at("contact_velocity_max"), 0.2, 1e-15);
    // force = impulse/h: 1 and 0.2 for 0.5 and 0, errors 0.5 and 0.2
    EXPECT_NEAR(norms.at("contact_force_L1_relative"), 1.4, 1e-15);
    EXPECT_NEAR(norms.at("contact_force_L2"), std::sqrt(0.145), 1e-15);
    EXPECT_NEAR(norms.at("contact_force_max"), 0.5, 1e-15);
  }
} // namespace percuss::test
