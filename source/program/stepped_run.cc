// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/run_in_program.h>
#include <percuss/program/stepped_run.h>
#include <percuss/run/loaded_library.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    std::unique_ptr<Case>
    on_one_process(std::unique_ptr<Case> the_case)
    {
      check_one_process();
      return the_case;
    }
  } // namespace

  SteppedRun::SteppedRun(std::unique_ptr<Case>       a_case,
                         const std::function<int()> &received_signal)
    : the_case(on_one_process(std::move(a_case)))
    , prepared(prepare_run(*the_case))
    , n_steps(the_case->run.clock().n_steps())
    , points(prepared.model->monitored_points())
    , interruption(processes(),
                   n_steps,
                   steps_between_looks(processes(), prepared.model->n_dofs()),
                   received_signal)
    , observers(prepared.model->observers({"", false}))
  {
    observers.push_back(&interruption);
    if (the_case->run.contact.method.has_compliance())
      observers.push_back(
        &spring_guard.emplace(the_case->run, prepared.model->crossing_time()));
    run_simulation(prepared.model->stepper(), 0, observers, progress);
    progress.goes_on = true;
    enter_state();
  }

  void
  SteppedRun::advance(const unsigned long int steps)
  {
    const unsigned long int from = record().step,
                            to   = from + std::min(steps, n_steps - from);
    if (to == from)
      return;
    run_simulation(prepared.model->stepper(), to, observers, progress);
    enter_state();
  }

  void
  SteppedRun::enter_state()
  {
    const StepRecord &last = record();
    const std::size_t n = points.names.size(), m = last.gap.size();
    if (!arrays || arrays->gaps.size() != m) // views stay what they are
      {
        arrays = std::make_shared<StateArrays>();
        arrays->positions.resize(n);
        arrays->velocities.resize(n);
        arrays->gaps.resize(m);
        arrays->gap_velocities.resize(m);
        arrays->impulses.resize(m);
      }
    if (n > 0)
      points.evaluate(arrays->positions, arrays->velocities);
    std::ranges::copy(last.gap, arrays->gaps.begin());
    std::ranges::copy(last.contact_velocity, arrays->gap_velocities.begin());
    std::ranges::copy(last.impulse, arrays->impulses.begin());
  }
} // namespace percuss
