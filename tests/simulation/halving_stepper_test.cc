// SPDX-License-Identifier: Apache-2.0

// A step that fails is made again in smaller ones: the motion, the energy and
// the record are those of runs that take these steps on purpose.

#include "../mechanics/random_system.h"
#include "random_contacts.h"
#include "random_steppers.h"

#include <percuss/base/exceptions.h>
#include <percuss/complementarity/make_solver.h>
#include <percuss/simulation/halving_stepper.h>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace percuss::test::halving_stepper_test
{
  using A      = SmallAlgebra<6>;
  using System = MechanicalSystem<A>;
  using Vector = SmallVector<6>;

  /** Which problems a solver, and those made like it, leave unsolved. */
  struct Failures
  {
    unsigned int n_problems = 0;
    unsigned int failing    = 0; // number of the problem, from 1
    bool         always     = false;
  };

  /** Another solver, which leaves its problems unsolved where it is told to. */
  class FailingSolver final : public ComplementaritySolver
  {
  public:
    FailingSolver(Failures &failures, const unsigned int n_rows)
      : failures(failures)
      , solver(make_solver("automatic", n_rows))
    {}

    std::string_view
    name() const override
    {
      return "failing";
    }
    std::unique_ptr<ComplementaritySolver>
    make_another(const unsigned int n_rows) const override
    {
      return std::make_unique<FailingSolver>(failures, n_rows);
    }

  protected:
    SolverReport
    do_solve(const ConeComplementarityProblem &problem,
             const std::span<double>           p) override
    {
      if (++failures.n_problems == failures.failing || failures.always)
        return {SolverStatus::iteration_limit, 1, 1.};
      return solver->solve(problem, p);
    }

  private:
    Failures                              &failures;
    std::unique_ptr<ComplementaritySolver> solver;
  };

  struct Objects
  {
    std::unique_ptr<TimeIntegrationScheme<System>> scheme;
    std::unique_ptr<Failures>                      failures;
    std::unique_ptr<FailingSolver>                 solver;
    std::unique_ptr<Stepper<A>>                    stepper;
  };

  constexpr double h = 2e-3;

  struct Runs
  {
    explicit Runs(const std::string &scheme)
      : scheme_name(scheme)
      , system(3)
      , contacts(3, 3)
    {}

    Objects
    make(const Clock &clock, const Vector &q, const Vector &v) const
    {
      SchemeParameters p;
      p.name  = scheme_name;
      p.theta = 0.6;
      Objects objects;
      objects.scheme   = make_scheme<System>(p);
      objects.failures = std::make_unique<Failures>();
      objects.solver   = std::make_unique<FailingSolver>(*objects.failures, 3);
      objects.failures->always = clock.time_step < 0.99 * h &&
                                 clock.time_step > 1.01 * largest_sound_step;
      objects.stepper = std::make_unique<TimeStepper<System>>(
        system,
        *objects.scheme,
        contacts,
        *objects.solver,
        Activation(Activation::Rule::explicit_forecast, 0.5),
        clock,
        q,
        v);
      return objects;
    }

    Objects
    make() const
    {
      return make({0., h, 1.}, Vector(), Vector(Vector::Entries::Ones()));
    }

    /** Halves steps where the problem @p failing is not solved. */
    std::unique_ptr<HalvingStepper<A, Objects>>
    make_halving(Objects &objects, const unsigned int failing) const
    {
      objects.failures->failing = failing;
      return std::make_unique<HalvingStepper<A, Objects>>(
        std::move(objects.stepper),
        [this](const Clock &clock, const Vector &q, const Vector &v) {
          return make(clock, q, v);
        });
    }

    std::string          scheme_name;
    const RandomSystem   system;
    const RandomContacts contacts;
    double               largest_sound_step = h;
  };

  const std::string schemes[] = {"moreau-jean", "moreau-jean-dissipative"};

  TEST(HalvingStepper, IsTheStepperWhereNothingFails)
  {
    const Runs runs("moreau-jean");
    Objects    objects = runs.make(), others = runs.make();
    const auto halving = runs.make_halving(objects, 0);
    halving->advance(500);
    others.stepper->advance(500);
    EXPECT_EQ(halving->record().step, 500u);
    EXPECT_EQ(halving->record().iterations.n_halved_steps, 0u);
    EXPECT_EQ(halving->state().q.entries, others.stepper->state().q.entries);
  }

  TEST(HalvingStepper, MakesAFailingStepInSmallerOnes)
  {
    for (const std::string &scheme : schemes)
      for (const unsigned int n : {2u, 8u})
        {
          const unsigned int failing = 4;
          Runs               runs(scheme);
          runs.largest_sound_step = h / n;
          Objects    objects      = runs.make();
          const auto halving      = runs.make_halving(objects, failing);
          halving->advance(500);
          const StepRecord &record = halving->record();
          EXPECT_EQ(record.step, 500u);
          EXPECT_NEAR(record.time, 1., 1e-12);
          EXPECT_EQ(record.iterations.n_halved_steps, 1u);
          EXPECT_EQ(record.iterations.max_steps_in_one, n);

          // the same by hand
          Objects first = runs.make();
          while (first.failures->n_problems < failing &&
                 first.stepper->record().step < 500)
            first.stepper->advance(1);
          const unsigned long int failed = first.stepper->record().step;
          first                          = runs.make();
          first.stepper->advance(failed - 1);
          const double        t      = h * static_cast<double>(failed - 1);
          Objects             second = runs.make({t, h / n, t + h},
                                     first.stepper->state().q,
                                     first.stepper->state().v);
          std::vector<double> impulse(3, 0.);
          for (unsigned int i = 0; i < n; ++i)
            {
              second.stepper->advance(1);
              for (std::size_t row = 0; row < 3; ++row)
                impulse[row] += second.stepper->record().impulse[row];
            }
          Objects third = runs.make({t + h, h, 1.},
                                    second.stepper->state().q,
                                    second.stepper->state().v);
          third.stepper->advance(500 - failed);
          const double size = third.stepper->state().q.entries.norm();
          EXPECT_NEAR((halving->state().q.entries -
                       third.stepper->state().q.entries)
                        .norm(),
                      0.,
                      1e-10 * size)
            << scheme << ' ' << failed;

          const EnergyRecord &energy_record = *record.energy_record;
          EXPECT_LT(energy_record.max_relative_residual, 1e-12);
          EXPECT_NEAR(energy_record.energy.algorithmic -
                        energy_record.initial_energy.algorithmic,
                      energy_record.cumulative.total(),
                      1e-10 * energy_record.initial_energy.total());
          double sum = 0.;
          for (const Objects *part : {&first, &second, &third})
            sum += part->stepper->record().contacts->total_impulse;
          EXPECT_NEAR(record.contacts->total_impulse, sum, 1e-10 * sum);

          // the step itself is in the record
          Objects    again     = runs.make();
          const auto short_run = runs.make_halving(again, failing);
          short_run->advance(failed);
          for (std::size_t row = 0; row < 3; ++row)
            EXPECT_EQ(short_run->record().impulse[row], impulse[row]);
          EXPECT_GT(impulse[0] + impulse[1] + impulse[2], 0.);
          EXPECT_EQ(short_run->record().step, failed);
          for (std::size_t row = 0; row < 3; ++row)
            {
              EXPECT_EQ(short_run->record().gap[row],
                        second.stepper->record().gap[row]);
              EXPECT_EQ(short_run->record().contact_velocity[row],
                        second.stepper->record().contact_velocity[row]);
            }
        }
  }

  TEST(HalvingStepper, FailsAsTheStepDidWhereTheSmallestFail)
  {
    Runs runs("moreau-jean");
    runs.largest_sound_step = h / 2048;
    Objects    objects      = runs.make();
    const auto halving      = runs.make_halving(objects, 1);
    try
      {
        halving->advance(500);
        FAIL();
      }
    catch (const NumericalFailure &failure)
      {
        const unsigned long int last = halving->record().step;
        EXPECT_GT(last, 1u);
        const std::string message = failure.what();
        EXPECT_NE(message.find("in time step " + std::to_string(last + 1) +
                               ' '),
                  std::string::npos)
          << message;
        Objects others = runs.make();
        others.stepper->advance(last);
        EXPECT_EQ(halving->state().q.entries,
                  others.stepper->state().q.entries);
      }
  }
} // namespace percuss::test::halving_stepper_test
