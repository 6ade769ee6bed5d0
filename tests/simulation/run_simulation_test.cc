// SPDX-License-Identifier: Apache-2.0

// What a run shows its observers, and how it ends when a step fails.

#include "../mechanics/random_system.h"
#include "random_contacts.h"
#include "random_steppers.h"

#include <percuss/base/exceptions.h>
#include <percuss/complementarity/lemke.h>
#include <percuss/simulation/simulation.h>

#include <gtest/gtest.h>

#include <tuple>

namespace percuss::test::run_simulation_test
{
  using System = MechanicalSystem<SmallAlgebra<6>>;
  using Steps  = std::vector<unsigned long int>;

  /** Counts; its linear solver fails in the step @p failing. */
  class CountingStepper final : public AbstractStepper
  {
  public:
    void
    serialize(Archive &) override
    {}

    CountingStepper()
    {
      step_record.time_step = 0.25;
    }

    void
    advance(const unsigned long int n_steps) override
    {
      for (unsigned long int i = 0; i < n_steps; ++i)
        {
          if (step_record.step + 1 == failing)
            throw LinearSolverError("The matrix is singular", 0.5);
          ++step_record.step;
          step_record.time += step_record.time_step;
        }
    }

    const StepRecord &
    record() const override
    {
      return step_record;
    }

    StepRecord        step_record;
    unsigned long int failing = 0;
  };

  class Recorder final : public Observer
  {
  public:
    using Observer::Observer;

    void
    observe(const StepRecord &record) override
    {
      steps.push_back(record.step);
    }

    Steps steps;
  };

  TEST(RunSimulation, ShowsEveryObserverItsSteps)
  {
    CountingStepper stepper;
    Recorder        ends(0), third(3), fourth(4), rare(100);
    Observer *const observers[] = {&ends, &third, &fourth, &rare};
    run_simulation(stepper, 10, observers);
    EXPECT_EQ(ends.steps, (Steps{0, 10}));
    EXPECT_EQ(third.steps, (Steps{0, 3, 6, 9, 10}));
    EXPECT_EQ(fourth.steps, (Steps{0, 4, 8, 10}));
    EXPECT_EQ(rare.steps, (Steps{0, 10}));
  }

  /** Has a reason to stop from a step on. */
  class Stopper final : public Observer
  {
  public:
    Stopper(const unsigned long int steps, const unsigned long int last)
      : Observer(steps)
      , last(last)
    {}

    void
    observe(const StepRecord &record) override
    {
      reached = record.step >= last;
    }

    std::string
    reason_to_stop() const override
    {
      return reached ? "enough" : "";
    }

  private:
    const unsigned long int last;
    bool                    reached = false;
  };

  TEST(RunSimulation, EndsForAllWhereOneObserverHasAReason)
  {
    for (const auto &[last, third_steps, end_steps] :
         {std::tuple<unsigned long int, Steps, Steps>{3, {0, 3, 4}, {0, 4}},
          {5, {0, 3, 6}, {0, 6}},
          {0, {0}, {0}}})
      {
        CountingStepper stepper;
        Recorder        third(3), ends(0);
        Stopper         stopper(2, last);
        Observer *const observers[] = {&third, &stopper, &ends};
        run_simulation(stepper, 10, observers);
        EXPECT_EQ(third.steps, third_steps) << last;
        EXPECT_EQ(ends.steps, end_steps) << last;
        EXPECT_EQ(stepper.step_record.step, end_steps.back());
      }
  }

  TEST(RunSimulation, NamesTheStepAndTimeOfAFailedLinearSolve)
  {
    CountingStepper stepper;
    stepper.failing = 7;
    Recorder        ends(0);
    Observer *const observers[] = {&ends};
    try
      {
        run_simulation(stepper, 10, observers);
        FAIL();
      }
    catch (const NumericalFailure &failure)
      {
        const std::string message = failure.what();
        EXPECT_NE(message.find("The matrix is singular in time step 7 "
                               "(t = 1.75 s); residual 0.5."),
                  std::string::npos)
          << message;
      }
    EXPECT_EQ(ends.steps, Steps{0});
  }

  /** Central differences with h = 10 s: far above any critical step. */
  struct UnstableRun
  {
    UnstableRun()
      : system(1)
      , contacts(open_contacts())
      , scheme(newmark_coefficients(0., 0.5))
      , lemke(3)
      , stepper(system,
                scheme,
                contacts,
                lemke,
                {Activation::Rule::explicit_forecast, 0.5},
                {0., 10., 1e4},
                SmallVector<6>(),
                SmallVector<6>(SmallVector<6>::Entries::Ones()))
    {}

    static RandomContacts
    open_contacts()
    {
      RandomContacts contacts(1, 3);
      contacts.g_0.setConstant(std::numeric_limits<double>::infinity());
      return contacts;
    }

    const RandomSystem       system;
    const RandomContacts     contacts;
    GeneralizedAlpha<System> scheme;
    Lemke                    lemke;
    TimeStepper<System>      stepper;
  };

  TEST(RunSimulation, UnstableSchemeNamesTheStepWhereItsEnergyIsOutOfBounds)
  {
    UnstableRun by_steps;
    EXPECT_THROW(for (int k = 0; k < 1000; ++k) by_steps.stepper.advance(1),
                 NumericalFailure);
    const unsigned long int last = by_steps.stepper.record().step;
    EXPECT_LT(last, 10u);

    UnstableRun at_once;
    try
      {
        run_simulation(at_once.stepper, 1000, {});
        FAIL();
      }
    catch (const NumericalFailure &failure)
      {
        const std::string message = failure.what();
        EXPECT_NE(message.find("more than 1000 times what the start"),
                  std::string::npos)
          << message;
        EXPECT_NE(message.find("in time step " + std::to_string(last + 1) +
                               " (t = " + std::to_string(10 * (last + 1)) +
                               " s)"),
                  std::string::npos)
          << message;
      }

    // what is left is the last good step, whatever the call that failed
    for (const UnstableRun *run : {&by_steps, &at_once})
      {
        const StepRecord             &record = run->stepper.record();
        const State<SmallAlgebra<6>> &x      = run->stepper.state();
        EXPECT_EQ(record.step, last);
        EXPECT_EQ(record.time, 10. * static_cast<double>(last));
        EXPECT_EQ(x.t, record.time);
        EXPECT_TRUE(x.q.entries.allFinite() && x.v.entries.allFinite());
        const Eigen::Vector3d velocity = run->contacts.G * x.v.entries;
        for (int row = 0; row < 3; ++row)
          EXPECT_EQ(record.contact_velocity[row], velocity(row));
        EXPECT_TRUE(std::isfinite(record.energy_record->energy.total()));
      }
  }
} // namespace percuss::test::run_simulation_test
