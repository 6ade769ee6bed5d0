// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_stepper_h
#define percuss_simulation_stepper_h

#include <percuss/base/archive.h>
#include <percuss/mechanics/state.h>
#include <percuss/simulation/step_record.h>

#include <span>
#include <stdexcept>

namespace percuss
{
  /** What drives a computation without knowing its vectors. */
  class AbstractStepper
  {
  public:
    virtual ~AbstractStepper() = default;

    /**
     * Advances by @p n_steps steps; throws NumericalFailure and leaves the last
     * good state where one of them fails.
     */
    virtual void
    advance(unsigned long int n_steps) = 0;

    /** Writes all that the next steps depend on, or reads it into a stepper that
     * has been made of the same case; throws ArchiveError. Collective. */
    virtual void
    serialize(Archive &archive) = 0;

    /** The last completed step; valid until the next advance(). */
    virtual const StepRecord &
    record() const = 0;
  };

  /** The same with access to the state for those who know its algebra. */
  template <Algebra A>
  class Stepper : public AbstractStepper
  {
  public:
    virtual const State<A> &
    state() const = 0;

    /**
     * Makes the next step with what steps of a smaller size have computed.
     * @param refined  of the same system, started from state() and now one step
     *                 further; its scheme has no other memory than q and v
     * @param impulses the sums of its impulses P, of each row
     */
    virtual void
    replace_step(const Stepper &refined, std::span<const double> impulses) = 0;

    /** Gives state() the velocities and accelerations from which the next step
     * starts and which the energies of record() are of, where those of the
     * record are right limits of what impacts change. */
    virtual void
    restore_means()
    {}

    /** Goes on with a state at the time of a @p record that steps on another
     * mesh have left: q, v and a of @p x, after restore_means(). */
    virtual void
    go_on(const State<A> &x, const StepRecord &record)
    {
      (void) x;
      (void) record;
      throw std::logic_error("This stepper keeps its mesh.");
    }

    /** Goes on with the states that the contacts of @p other have, of the same
     * system (StatefulLaw). */
    virtual void
    take_states(const Stepper &)
    {}
  };
} // namespace percuss

#endif
