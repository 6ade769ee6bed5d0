// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_simulation_h
#define percuss_simulation_simulation_h

#include <percuss/simulation/observer.h>
#include <percuss/simulation/stepper.h>

#include <span>

namespace percuss
{
  /**
   * Advances @p stepper from its current step to step @p n_steps in the longest
   * chunks that let every observer see its steps. A step that fails (StepError)
   * becomes a NumericalFailure with its step number and time.
   * Ends sooner where an observer that has seen a step has a reason_to_stop():
   * that step is then the last one for every observer.
   * Returns the wall time of the steps alone, without the observers [s].
   */
  double
  run_simulation(AbstractStepper           &stepper,
                 unsigned long int          n_steps,
                 std::span<Observer *const> observers);
} // namespace percuss

#endif
