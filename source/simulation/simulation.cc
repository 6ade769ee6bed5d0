// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/simulation/simulation.h>

#include <algorithm>
#include <chrono>

namespace percuss
{
  double
  run_simulation(AbstractStepper                 &stepper,
                 const unsigned long int          n_steps,
                 const std::span<Observer *const> observers)
  {
    SimulationProgress progress;
    run_simulation(stepper, n_steps, observers, progress);
    return progress.seconds;
  }

  void
  run_simulation(AbstractStepper                 &stepper,
                 const unsigned long int          n_steps,
                 const std::span<Observer *const> observers,
                 SimulationProgress              &progress)
  {
    const unsigned long int first_step = stepper.record().step;
    const auto is_due = [=](const Observer &observer, const auto step) {
      return step == first_step || step == n_steps ||
             (observer.interval > 0 && step % observer.interval == 0);
    };

    const auto end_early = [&] {
      for (Observer *const observer : observers)
        observer->before_early_end(stepper.record());
    };
    const auto wants_to_stop = [](const Observer *const observer) {
      return !observer->reason_to_stop().empty();
    };

    using Timer = std::chrono::steady_clock;
    if (!progress.goes_on)
      for (Observer *const observer : observers)
        observer->observe(stepper.record());
    bool stops = std::ranges::any_of(observers, wants_to_stop);
    while (!stops && stepper.record().step < n_steps)
      {
        const unsigned long int step = stepper.record().step;
        unsigned long int       next = n_steps;
        for (const Observer *const observer : observers)
          if (observer->interval > 0)
            next =
              std::min(next,
                       (step / observer->interval + 1) * observer->interval);
        const auto start = Timer::now();
        progress.in_step = true;
        try
          {
            stepper.advance(next - step);
          }
        catch (const StepError &error)
          {
            const StepRecord &record = stepper.record();
            throw NumericalFailure(error.what(),
                                   record.step + 1,
                                   record.time + record.time_step,
                                   error.residual,
                                   error.advice);
          }
        progress.in_step = false;
        progress.seconds +=
          std::chrono::duration<double>(Timer::now() - start).count();
        for (Observer *const observer : observers)
          if (is_due(*observer, next))
            observer->observe(stepper.record());
        stops = std::ranges::any_of(observers, wants_to_stop);
        if (!stops)
          continue;
        if (next < n_steps)
          end_early();
        for (Observer *const observer : observers)
          if (!is_due(*observer, next))
            observer->observe(stepper.record());
      }
    for (Observer *const observer : observers)
      observer->finish();
  }
} // namespace percuss
