// SPDX-License-Identifier: Apache-2.0

// The energy balance guards the run: residuals of the identity, gains of energy.

#include "../mechanics/random_system.h"
#include "random_contacts.h"
#include "random_steppers.h"

#include <percuss/base/exceptions.h>
#include <percuss/complementarity/make_solver.h>
#include <percuss/time_integration/extended_scheme.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace percuss::test::energy_guard_test
{
  using System = MechanicalSystem<SmallAlgebra<6>>;

  Energy
  energy_of(const double kinetic,
            const double strain    = 0.,
            const double potential = 0.)
  {
    Energy energy{kinetic, strain, potential, 0.};
    energy.algorithmic = energy.total();
    return energy;
  }

  EnergyBalance
  balance_of(const double change, const Work &work = {})
  {
    return {change, work};
  }

  TEST(EnergyRecord, AcceptsResidualsUpToTheTolerance)
  {
    for (const double unit : {1e-12, 1., 1e12})
      {
        EnergyRecord energy_record;
        energy_record.open(energy_of(2. * unit, 1. * unit, -1. * unit));
        const double scale = 4. * unit; // kinetic + |total|
        const Energy same  = energy_record.energy;
        for (const double sign : {-1., 1.})
          {
            EXPECT_TRUE(
              energy_record.accepts(balance_of(sign * 0.99e-6 * scale), same));
            EXPECT_FALSE(
              energy_record.accepts(balance_of(sign * 1.01e-6 * scale), same));
          }
        EXPECT_FALSE(energy_record.accepts(balance_of(std::nan("")), same));
        EXPECT_FALSE(
          energy_record.accepts(balance_of(0.), energy_of(std::nan(""))));

        // a system that comes to rest keeps the scale that it had
        Work lost;
        lost.contact = -2. * unit;
        energy_record.record(balance_of(-2. * unit, lost), energy_of(0.));
        EXPECT_TRUE(
          energy_record.accepts(balance_of(0.99e-6 * scale), energy_of(0.)));
      }
  }

  TEST(EnergyRecord, AThousandTimesWhatWasPutInIsAFailure)
  {
    // the zero of the potential is arbitrary
    for (const double zero : {0., -5., 1e3})
      {
        EnergyRecord energy_record;
        energy_record.open(energy_of(1., 2., zero));
        const auto blown_up = [&](const double total) {
          return balance_of(total - energy_record.energy.total());
        };
        const auto accepts = [&](const double gain) {
          const Energy after = energy_of(3. + gain, 0., zero);
          Work         work;
          work.dissipation = -gain; // the identity holds
          return energy_record.accepts({blown_up(3. + gain + zero).change,
                                        work},
                                       after);
        };
        // the first steps are not judged
        EXPECT_TRUE(accepts(5.1e3));
        for (int k = 0; k < 3; ++k)
          energy_record.record(balance_of(0.), energy_record.energy);
        // 1 J + 2 J at the start, 2 J of strain are already among them
        EXPECT_TRUE(accepts(2.9e3));
        EXPECT_FALSE(accepts(5.1e3));

        // a load puts in 10 J, and a fall of the potential releases 4 J
        Work work;
        work.external = 10.;
        energy_record.record(balance_of(10., work),
                             energy_of(16., 1., zero - 4.));
        EXPECT_FALSE(energy_record.has_gained());
        EXPECT_NEAR(energy_record.put_in(), 3. + 5. + 10., 1e-12);
      }
  }

  TEST(EnergyRecord, FailsOfLoadsAloneOnlyWhenSomethingWasPutIn)
  {
    // at rest, with a potential that falls later than the velocity grows
    EnergyRecord energy_record;
    energy_record.open(energy_of(0.));
    Work work;
    work.dissipation = -1.;
    EXPECT_TRUE(energy_record.accepts(balance_of(1., work), energy_of(1.)));
  }

  TEST(EnergyRecord, TermsOfTheTimeStepHideNoGain)
  {
    // H has 1e18 J of a long time step, and falls; E grows
    EnergyRecord energy_record;
    Energy       start = energy_of(0.5);
    start.algorithmic  = 1e18;
    energy_record.open(start);
    Energy after      = energy_of(1.4);
    after.algorithmic = 0.9e18;
    Work work;
    work.dissipation         = 0.1e18;
    EnergyBalance balance    = balance_of(-0.1e18, work);
    balance.scale_of_contact = 1e18; // impulses of that step
    energy_record.record(balance, after);
    EXPECT_FALSE(energy_record.has_gained());
    EXPECT_TRUE(energy_record.has_gained_in_total());
    // what loads put in is no gain
    EnergyRecord loaded;
    loaded.open(energy_of(0.5));
    work          = {};
    work.external = 9.;
    loaded.record(balance_of(9., work), energy_of(9.5));
    EXPECT_FALSE(loaded.has_gained_in_total());
    // half of the energy, as H is not E
    EnergyRecord close;
    close.open(energy_of(1.));
    close.record(balance_of(0.), energy_of(1.5));
    EXPECT_FALSE(close.has_gained_in_total());
  }

  TEST(EnergyRecord, RoundingIsNoGain)
  {
    for (const double unit : {1e-12, 1., 1e12})
      {
        // of bodies at rest, whose impulses might have done some 1 J
        EnergyRecord energy_record;
        energy_record.open(energy_of(0.));
        EnergyBalance balance    = balance_of(1e-17 * unit);
        balance.scale_of_contact = unit;
        energy_record.record(balance, energy_of(1e-17 * unit));
        EXPECT_FALSE(energy_record.has_gained());
        EXPECT_FALSE(energy_record.has_gained_in_total());
        EXPECT_GT(energy_record.rounding(), 1e-10 * unit);
        EXPECT_LT(energy_record.rounding(), 1e-8 * unit);
      }
  }

  TEST(EnergyRecord, NamesTheFirstStepOfAGainThatIsNotForgotten)
  {
    EnergyRecord energy_record;
    energy_record.open(energy_of(1.));
    const auto step = [&](const double kinetic, const double potential) {
      const Energy after = energy_of(kinetic, 0., potential);
      Work         work;
      const double change = after.total() - energy_record.energy.total();
      work.contact        = change;
      energy_record.record(balance_of(change, work), after);
    };
    step(1.0009, 0.);
    EXPECT_FALSE(energy_record.has_gained());
    step(1.002, 0.);
    EXPECT_TRUE(energy_record.has_gained());
    EXPECT_EQ(energy_record.gain_step, 2u);
    step(0.5, 0.);
    EXPECT_TRUE(energy_record.has_gained());
    EXPECT_EQ(energy_record.gain_step, 2u);
    EXPECT_NEAR(energy_record.max_gain, 0.002, 1e-15);
    // a fall by 9 J makes it a small one
    step(10., -9.);
    EXPECT_FALSE(energy_record.has_gained());
    step(10.02, -9.);
    EXPECT_EQ(energy_record.gain_step, 5u);
  }

  /** Moreau-Jean, theta = 1/2, with a false balance at one step. */
  class FalseBalance final : public ExtendedScheme<System, MoreauJean<System>>
  {
  public:
    FalseBalance(const double error, const double time)
      : ExtendedScheme<System, MoreauJean<System>>(0.5)
      , error(error)
      , time(time)
    {}

    EnergyBalance
    energy_balance(const Step<System> &step, Energy &after) const override
    {
      EnergyBalance balance = base.energy_balance(step, after);
      if (std::abs(step.next.t - time) < 0.5 * step.h)
        balance.change += error * (after.kinetic + std::abs(after.total()));
      return balance;
    }

    double error;

  private:
    double time;
  };

  /** 100 steps, with a relative error of the balance of one step. */
  struct FalseRun
  {
    explicit FalseRun(const double error, const unsigned int step = 37)
      : system(1)
      , contacts(1, 3)
      , scheme(error, step * 2e-3)
      , solver(make_solver("automatic", 3))
      , stepper(system,
                scheme,
                contacts,
                *solver,
                {Activation::Rule::explicit_forecast, 0.5},
                {0., 2e-3, 1.},
                SmallVector<6>(),
                SmallVector<6>(SmallVector<6>::Entries::Ones()))
    {}

    const RandomSystem                     system;
    const RandomContacts                   contacts;
    FalseBalance                           scheme;
    std::unique_ptr<ComplementaritySolver> solver;
    TimeStepper<System>                    stepper;
  };

  TEST(EnergyGuard, AResidualAboveTheToleranceEndsTheRunAtItsStep)
  {
    FalseRun sound(0.), slight(1e-8), wrong(1e-4);
    sound.stepper.advance(100);
    EXPECT_LT(sound.stepper.record().energy_record->max_relative_residual,
              1e-12);
    slight.stepper.advance(100);
    EXPECT_GT(slight.stepper.record().energy_record->max_relative_residual,
              EnergyRecord::warning_residual);
    try
      {
        wrong.stepper.advance(100);
        FAIL();
      }
    catch (const NumericalFailure &failure)
      {
        const std::string message = failure.what();
        for (const char *part : {"energy identity",
                                 "tolerance 1e-06",
                                 "in time step 37 (t = 0.074 s)",
                                 "residual "})
          EXPECT_NE(message.find(part), std::string::npos) << message;
      }
    // what is left is the last good step
    EXPECT_EQ(wrong.stepper.record().step, 36u);
    EXPECT_LT(wrong.stepper.record().energy_record->max_relative_residual,
              1e-12);
    sound.stepper.advance(0);
    FalseRun known(0.);
    known.stepper.advance(36);
    EXPECT_EQ(wrong.stepper.state().q.entries, known.stepper.state().q.entries);
    EXPECT_EQ(wrong.stepper.state().v.entries, known.stepper.state().v.entries);
  }

  TEST(EnergyGuard, TheLastGoodStepIsLeftWhereContactActsToo)
  {
    FalseRun     known(0.);
    unsigned int n_good = 0;
    const auto   acts   = [](const double P) { return P > 0.; };
    for (FalseRun ahead(0.); n_good < 100; ++n_good, known.stepper.advance(1))
      {
        ahead.stepper.advance(1);
        if (std::ranges::any_of(ahead.stepper.record().impulse, acts))
          break;
      }
    ASSERT_LT(n_good, 100u);
    ASSERT_EQ(known.stepper.record().step, n_good);

    FalseRun wrong(1e-4, n_good + 1);
    EXPECT_THROW(wrong.stepper.advance(100), NumericalFailure);
    EXPECT_EQ(wrong.stepper.record().step, n_good);
    EXPECT_EQ(wrong.stepper.state().v.entries, known.stepper.state().v.entries);
    // and from there on, where contact velocities are reflected, too
    wrong.scheme.error = 0.;
    wrong.stepper.advance(20);
    known.stepper.advance(20);
    EXPECT_EQ(wrong.stepper.state().v.entries, known.stepper.state().v.entries);
  }

  TEST(EnergyGuard, PartsOfTheWorkOfContactAddUp)
  {
    RandomSystem   system(2);
    RandomContacts contacts(2, 6); // a joint, an obstacle, two with friction
    contacts.g_0.setConstant(0.02);
    contacts.g_0[0]  = 0.;
    contacts.laws[0] = {ContactLaw::Kind::bilateral, 0.};
    contacts.laws[1] = {ContactLaw::Kind::unilateral, 0.5};
    for (const int normal : {2, 4})
      {
        contacts.g_0[normal + 1]  = 0.;
        contacts.laws[normal]     = {ContactLaw::Kind::unilateral, 0.5, 0.3, 1};
        contacts.laws[normal + 1] = {ContactLaw::Kind::tangential};
      }
    MoreauJean<System>  scheme(0.5);
    const auto          solver = make_solver("automatic", 6);
    TimeStepper<System> stepper(system,
                                scheme,
                                contacts,
                                *solver,
                                {Activation::Rule::explicit_forecast, 0.5},
                                {0., 2e-3, 1.},
                                SmallVector<6>(),
                                SmallVector<6>(
                                  SmallVector<6>::Entries::Ones()));
    double              normal = 0., friction = 0., joints = 0.;
    for (int k = 0; k < 500; ++k)
      {
        const Eigen::VectorXd before = contacts.G * stepper.state().v.entries;
        stepper.advance(1);
        const Eigen::VectorXd after = contacts.G * stepper.state().v.entries;
        const auto            P     = stepper.record().impulse;
        const auto            work  = [&](const int row) {
          return 0.5 * (before[row] + after[row]) * P[row];
        };
        joints += work(0);
        normal += work(1) + work(2) + work(4);
        friction += work(3) + work(5);
      }
    const Work  &work = stepper.record().energy_record->cumulative;
    const double unit = stepper.record().energy_record->put_in();
    EXPECT_LT(friction, -1e-3 * unit);
    EXPECT_NEAR(work.friction, friction, 1e-12 * unit);
    EXPECT_NEAR(work.joints, joints, 1e-12 * unit);
    EXPECT_NEAR(work.normal(), normal, 1e-12 * unit);
  }
} // namespace percuss::test::energy_guard_test
