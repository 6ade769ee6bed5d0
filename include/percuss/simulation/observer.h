// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_observer_h
#define percuss_simulation_observer_h

#include <percuss/base/archive.h>
#include <percuss/simulation/step_record.h>

#include <string>

namespace percuss
{
  /** Looks at a run from outside the time loop; never changes it. */
  class Observer
  {
  public:
    /**
     * @param steps the observer sees every steps-th step, the first (0) and the
     *              last, wherever the run ends; 0: only these two
     */
    explicit Observer(const unsigned long int steps)
      : interval(steps)
    {}

    virtual ~Observer() = default;

    /** Called between steps; collective over the ranks. */
    virtual void
    observe(const StepRecord &record) = 0;

    /**
     * Why the run shall end with the step just observed; empty: it goes on.
     * The same on all ranks.
     */
    virtual std::string
    reason_to_stop() const
    {
      return {};
    }

    /** Called where the run ends, between the observers that have seen the step
     * in turn and those that see it because it is the last one. Collective. */
    virtual void
    before_end(const StepRecord &)
    {}

    /** Writes or reads what it has gathered so far: a run that goes on has new
     * observers. Collective. */
    virtual void
    serialize(Archive &)
    {}

    /** Called once after the last step; throws if results would be lost. */
    virtual void
    finish()
    {}

    const unsigned long int interval;
  };
} // namespace percuss

#endif
