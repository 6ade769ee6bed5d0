// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/simulation/simulation.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

namespace percuss
{
  namespace
  {
    using Timer = std::chrono::steady_clock;

    /** The observers with the step that each of them sees next. */
    class Turns
    {
    public:
      Turns(const std::span<Observer *const> observers,
            const unsigned long int          step,
            const unsigned long int          n_steps)
        : n_steps(n_steps)
      {
        for (Observer *const observer : observers)
          turns.push_back({observer, next_after(step, observer->interval)});
      }

      /** The first step that any of them sees, at most the last one. */
      unsigned long int
      next() const
      {
        unsigned long int first = n_steps;
        for (const Turn &turn : turns)
          first = std::min(first, turn.next);
        return first;
      }

      /** Those whose turn it is see the step; whether one of them has a reason
       * to stop. */
      bool
      observe(const StepRecord &record)
      {
        bool stops = false;
        for (Turn &turn : turns)
          if (turn.next == record.step)
            {
              turn.observer->observe(record);
              turn.next = next_after(record.step, turn.observer->interval);
            }
        for (const Turn &turn : turns)
          stops = stops || !turn.observer->reason_to_stop().empty();
        return stops || record.step >= n_steps;
      }

    private:
      static unsigned long int
      next_after(const unsigned long int step, const unsigned long int interval)
      {
        return interval == 1 ? step + 1 :
               interval == 0 ? std::numeric_limits<unsigned long int>::max() :
                               (step / interval + 1) * interval;
      }

      struct Turn
      {
        Observer         *observer;
        unsigned long int next;
      };

      std::vector<Turn>       turns;
      const unsigned long int n_steps;
    };

    /** The time of steps. Those of less than a microsecond that observers want
     * to see one by one would take a third longer if the clock were read twice
     * in each: one in eight stands for all of them. */
    class StepTimer
    {
    public:
      explicit StepTimer(double &seconds)
        : seconds(seconds)
      {}

      void
      begin()
      {
        if (n_left == 0)
          start = Timer::now();
      }

      void
      end(const unsigned long int n_steps)
      {
        constexpr unsigned int n_in_one = 8;
        if (n_left > 0)
          {
            --n_left;
            seconds += last;
            return;
          }
        last = std::chrono::duration<double>(Timer::now() - start).count();
        seconds += last;
        if (n_steps == 1 && last < 1e-6)
          n_left = n_in_one - 1;
      }

    private:
      double           &seconds;
      Timer::time_point start;
      double            last   = 0.; // of the last chunk that was timed
      unsigned int      n_left = 0;  // chunks that it stands for
    };

    /** Makes steps; one that fails becomes a NumericalFailure. */
    void
    advance(AbstractStepper &stepper, const unsigned long int n_steps)
    {
      try
        {
          stepper.advance(n_steps);
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
    }
  } // namespace

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

    if (!progress.goes_on)
      for (Observer *const observer : observers)
        observer->observe(stepper.record());
    bool stops = stepper.record().step >= n_steps ||
                 std::ranges::any_of(observers, wants_to_stop);
    if (stops && progress.goes_on)
      end();
    Turns     turns(observers, stepper.record().step, n_steps);
    StepTimer timer(progress.seconds);
    while (!stops)
      {
        const unsigned long int n = turns.next() - stepper.record().step;
        timer.begin();
        progress.in_step = true;
        advance(stepper, n);
        progress.in_step = false;
        timer.end(n);
        stops = turns.observe(stepper.record());
        if (stops)
          end();
      }
    for (Observer *const observer : observers)
      observer->finish();
  }
} // namespace percuss
