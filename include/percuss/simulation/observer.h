// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_observer_h
#define percuss_simulation_observer_h

#include <percuss/simulation/step_record.h>

namespace percuss
{
  /** Looks at a run from outside the time loop; never changes it. */
  class Observer
  {
  public:
    /**
     * @param steps the observer sees every steps-th step, the first (0) and the
     *              last; 0: only these two
     */
    explicit Observer(const unsigned long int steps)
      : interval(steps)
    {}

    virtual ~Observer() = default;

    /** Called between steps; collective over the ranks. */
    virtual void
    observe(const StepRecord &record) = 0;

    /** Called once after the last step; throws if results would be lost. */
    virtual void
    finish()
    {}

    const unsigned long int interval;
  };
} // namespace percuss

#endif
