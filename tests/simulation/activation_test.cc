// SPDX-License-Identifier: Apache-2.0

// Which contacts a step activates, and that a closed one stays closed.

#include "../mechanics/random_system.h"
#include "falling_ball.h"
#include "random_contacts.h"
#include "random_steppers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace percuss::test::activation_test
{
  using Rule = Activation::Rule;

  const std::vector<Activation> rules{{Rule::explicit_forecast, 0.},
                                      {Rule::explicit_forecast, 0.5},
                                      {Rule::explicit_forecast, 1.},
                                      {Rule::free_position_forecast, 0.},
                                      {Rule::acary_2014, 0.}};

  TEST(Activation, FirstActiveStepOfTheFall)
  {
    // without gravity the ball moves by u h = -0.1 per step from 0.95; the
    // forecast reaches zero before the step in which it is active
    const FallingBall ball(1., 0.);
    const unsigned    expected[]    = {11, 11, 10, 10, 10};
    const Activation  activations[] = {{Rule::explicit_forecast, 0.},
                                       {Rule::explicit_forecast, 0.4},
                                       {Rule::explicit_forecast, 1.},
                                       {Rule::free_position_forecast, 0.},
                                       {Rule::acary_2014, 0.}};
    for (unsigned int i = 0; i < 5; ++i)
      {
        BallRun run(ball, 0., 0.5, 0.1, 0.95, -1., activations[i]);
        while (run.stepper.record().active_contacts == 0 &&
               run.stepper.record().step < 100)
          run.stepper.advance(1);
        EXPECT_EQ(run.stepper.record().step, expected[i]) << i;
      }
  }

  TEST(Activation, RestingBallNeverOpens)
  {
    const double h = 1e-3;
    for (const Activation &activation : rules)
      for (const double mass : {0.1, 0.3, 0.7, 1.})
        {
          const FallingBall ball(mass, 9.81);
          BallRun           run(ball, 0., 0.5, h, 0.1, 0., activation);
          run.stepper.advance(1000); // falls, strikes, settles
          const double gap = run.stepper.record().gap[0];
          for (int k = 0; k < 100000; ++k)
            {
              run.stepper.advance(1);
              const StepRecord &record = run.stepper.record();
              ASSERT_EQ(record.active_contacts, 1u);
              ASSERT_NEAR(record.impulse[0], mass * 9.81 * h, 1e-15);
            }
          EXPECT_NEAR(run.stepper.record().gap[0], gap, 1e-12);
        }
  }

  // Six coupled degrees of freedom pressed against three inelastic contacts by
  // more than the varying load: after the impacts nothing opens.
  TEST(Activation, PressedContactsNeverOpen)
  {
    for (const Activation &activation : rules)
      for (const unsigned int seed : {1u, 2u, 3u})
        {
          RandomSystem   system(seed);
          RandomContacts contacts(seed, 3);
          for (ContactLaw &law : contacts.laws)
            law.restitution = 0.;
          system.F_c.entries =
            -1e3 * contacts.G.transpose() * Eigen::Vector3d::Ones();
          using System = MechanicalSystem<SmallAlgebra<6>>;
          MoreauJean<System>  scheme(0.5);
          Lemke               solver(3);
          SmallVector<6>      zero;
          TimeStepper<System> stepper(system,
                                      scheme,
                                      contacts,
                                      solver,
                                      activation,
                                      {0., 1e-3, 1.},
                                      zero,
                                      zero);
          stepper.advance(50000);
          for (int k = 0; k < 20000; ++k)
            {
              stepper.advance(1);
              ASSERT_EQ(stepper.record().active_contacts, 3u);
              ASSERT_GT(*std::ranges::min_element(stepper.record().impulse),
                        0.);
            }
        }
  }

  // A joint beside two contacts: its velocity stays zero, its position where it
  // was, and its impulse takes both signs.
  TEST(BilateralRow, HoldsWithImpulsesOfBothSigns)
  {
    using System = MechanicalSystem<SmallAlgebra<6>>;
    const RandomSystem system(1);
    RandomContacts     contacts(1, 3);
    contacts.laws[0] = {ContactLaw::Kind::bilateral, 0.};
    MoreauJean<System>  scheme(0.5);
    Lemke               solver(3);
    SmallVector<6>      zero;
    TimeStepper<System> stepper(system,
                                scheme,
                                contacts,
                                solver,
                                {Rule::explicit_forecast, 0.5},
                                {0., 1e-3, 1.},
                                zero,
                                zero);
    double              speed = 0., least = 0., largest = 0.;
    for (int k = 0; k < 5000; ++k)
      {
        stepper.advance(1);
        const StepRecord &record = stepper.record();
        speed = std::max(speed, stepper.state().v.entries.norm());
        ASSERT_NEAR(record.contact_velocity[0], 0., 1e-13 * speed);
        ASSERT_NEAR(record.gap[0], 0.02, 1e-13);
        ASSERT_GE(record.impulse[1], 0.);
        ASSERT_GE(record.impulse[2], 0.);
        least   = std::min(least, record.impulse[0]);
        largest = std::max(largest, record.impulse[0]);
      }
    EXPECT_LT(least, -1e-4);
    EXPECT_GT(largest, 1e-4);
    EXPECT_GT(stepper.record().contacts->n_problems, 4999u);
  }

  TEST(BilateralRow, DoesNoWork)
  {
    using System = MechanicalSystem<SmallAlgebra<6>>;
    const RandomSystem system(2, false, false); // free, undamped
    RandomContacts     contacts(2, 3);
    for (ContactLaw &law : contacts.laws)
      law.kind = ContactLaw::Kind::bilateral;
    const Eigen::Matrix<double, 6, 3> N =
      contacts.G.fullPivLu().kernel(); // the joints let it move in
    SmallVector<6> q_0, v_0;
    v_0.entries = N * Eigen::Vector3d(1., -2., 3.);
    MoreauJean<System>  scheme(0.5);
    Lemke               solver(3);
    TimeStepper<System> stepper(system,
                                scheme,
                                contacts,
                                solver,
                                {Rule::explicit_forecast, 0.5},
                                {0., 1e-3, 1.},
                                q_0,
                                v_0);
    const double        energy = stepper.record().energy_record->energy.total();
    stepper.advance(5000);
    EXPECT_NEAR(stepper.record().energy_record->energy.total(),
                energy,
                1e-12 * energy);
    EXPECT_NEAR(stepper.record().energy_record->cumulative.contact,
                0.,
                1e-12 * energy);
    EXPECT_TRUE(
      std::ranges::any_of(stepper.record().impulse,
                          [](const double P) { return std::abs(P) > 1e-6; }));
    // what is counted are contacts
    EXPECT_EQ(stepper.record().contacts->peak_force, 0.);
    EXPECT_EQ(stepper.record().active_contacts, 0u);
  }
} // namespace percuss::test::activation_test
