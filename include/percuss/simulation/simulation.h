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

  /** How far a simulation has come that ends and goes on. */
  struct SimulationProgress
  {
    bool goes_on = false; ///< the observers have seen the current step in turn
    double seconds = 0.;  ///< of the steps alone, those before included
    bool   in_step = false; ///< not between steps, where observers look
  };

  /** The same, from where it was; enters the time as it passes. */
  void
  run_simulation(AbstractStepper           &stepper,
                 unsigned long int          n_steps,
                 std::span<Observer *const> observers,
                 SimulationProgress        &progress);
} // namespace percuss

#endif
