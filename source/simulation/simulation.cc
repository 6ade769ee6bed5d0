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
    const auto is_in_turn = [](const Observer *const   observer,
                               const unsigned long int step) {
      return observer->interval > 0 && step % observer->interval == 0;
    };
    const auto wants_to_stop = [](const Observer *const observer) {
      return !observer->reason_to_stop().empty();
    };
    // a run that goes on from here has not seen a last step
    const auto end = [&] {
      for (Observer *const observer : observers)
        observer->before_end(stepper.record());
      for (Observer *const observer : observers)
        if (!is_in_turn(observer, stepper.record().step))
          observer->observe(stepper.record());
    };

    using Timer = std::chrono::steady_clock;
    if (!progress.goes_on)
      for (Observer *const observer : observers)
        observer->observe(stepper.record());
    const auto is_over = [&] {
      return stepper.record().step >= n_steps ||
             std::ranges::any_of(observers, wants_to_stop);
    };
    bool stops = is_over();
    if (stops && progress.goes_on)
      end();
    while (!stops)
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
          if (is_in_turn(observer, next))
            observer->observe(stepper.record());
        stops = is_over();
        if (stops)
          end();
      }
    for (Observer *const observer : observers)
      observer->finish();
  }
} // namespace percuss
