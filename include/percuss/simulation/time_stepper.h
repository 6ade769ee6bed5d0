// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_h
#define percuss_simulation_time_stepper_h

#include <percuss/simulation/newton_iteration.h>
#include <percuss/simulation/step_contacts.h>
#include <percuss/simulation/stepper.h>
#include <percuss/time_integration/time_integration_scheme.h>

#include <span>
#include <utility>

namespace percuss
{
  /**
   * The time step, one text for every scheme, system and size:
   *
   *     next = predictor
   *     repeat
   *       next += correction of the scheme's residual     (dq, v, a)_free
   *       A = {i : forecast <= 0}                         activation
   *       y = W P + b,  K* contains y perp P in K         the contact problem
   *       next += response to P;  q = retract(q_k, dq)
   *     until the residual vanishes: once where the system is linear
   *     energy identity                                   EnergyRecord
   *
   * y is what the scheme constrains (ContactTreatment): gap velocities, b = G
   * v_free + e G v_k and K = {0} outside A; gaps, all rows unilateral; or both.
   *
   * Its parts are SteppedSystem (what they have in common), SchemeResponse
   * (what impulses do), StepDelassus (W), StepContacts (activation and the
   * contact problem), NewtonIteration (when it has converged) and EnergyRecord.
   *
   * With concrete (final) types as template arguments the loop is inlined; with
   * the abstract defaults everything is chosen at run time. The objects given
   * to the constructor outlive the stepper, which holds references. For a
   * linear system everything constant is computed by the constructor.
   *
   * Equations: doc/theory/time_integration.md (1), (2), (3).
   */
  template <class System,
            class Scheme = TimeIntegrationScheme<System>,
            class Constraints =
              ConstraintKinematics<typename System::AlgebraType>,
            class Solver = ComplementaritySolver>
  class TimeStepper final : public Stepper<typename System::AlgebraType>
  {
  public:
    using A      = typename System::AlgebraType;
    using Vector = typename A::Vector;

    // Cold functions run once; a compiler makes them small, which is quicker.

    /**
     * Prepares the scheme for the step of @p clock and starts from q_0, v_0 of
     * the system's size and distribution.
     */
    [[gnu::cold]] TimeStepper(const System      &system,
                              Scheme            &scheme,
                              const Constraints &constraints,
                              Solver            &solver,
                              const Activation  &activation,
                              const Clock       &clock,
                              const Vector      &q_0,
                              const Vector      &v_0,
                              ContactOptions     options = {});

    /** Its parts refer to each other. */
    TimeStepper(const TimeStepper &) = delete;

    void
    advance(unsigned long int n_steps) override;

    [[gnu::cold]] void
    serialize(Archive &archive) override;

    const StepRecord &
    record() const override
    {
      return step_record;
    }

    const State<A> &
    state() const override
    {
      return data.states[data.current];
    }

    void
    replace_step(const Stepper<A>       &refined,
                 std::span<const double> impulses) override;

    void
    restore_means() override
    {
      if (has_right_limits)
        exchange_sides();
      has_right_limits = false;
    }

    [[gnu::cold]] void
    go_on(const State<A> &x, const StepRecord &record) override;

    void
    take_states(const Stepper<A> &other) override
    {
      contacts.laws.take_states(other.record().laws);
    }

  private:
    using Stepped       = SteppedSystem<System, Scheme, Constraints>;
    using Response      = SchemeResponse<System, Scheme, Constraints>;
    using Delassus      = StepDelassus<System, Scheme, Constraints, Solver>;
    using Contacts      = StepContacts<System, Scheme, Constraints, Solver>;
    using Rows          = ContactRows<Constraints>;
    using Array         = typename Rows::Array;
    using Cones         = typename Rows::Cones;
    using Data          = StepData<A>;
    using Level         = ContactTreatment::Level;
    using JacobianPoint = ContactTreatment::JacobianPoint;

    PERCUSS_ALWAYS_INLINE void
    advance_by_one_step(const State<A> &x, State<A> &next, Data &data);

    /** Has the constraints choose their rows (renew_rows()). */
    PERCUSS_ALWAYS_INLINE void
    renew_rows(const State<A> &x, Data &data);

    /** Newton's iteration for a step; sets everything of step.next. */
    PERCUSS_ALWAYS_INLINE void
    compute_step(const Step<System> &step, Data &data);

    /** The motion under the predictor's residual and the impulses in one, where
     * that is known; returns whether it is: else step.next is as it was. */
    PERCUSS_ALWAYS_INLINE bool
    resolve_with_motion(const Step<System> &step, Data &data);

    /** The free motion of an iterate, then the impulses. */
    PERCUSS_ALWAYS_INLINE void
    resolve_after_motion(const Step<System> &step,
                         unsigned int        iteration,
                         bool                iterates,
                         Data               &data);

    // where G is evaluated: before the iteration, at an iterate, and at its
    // free motion

    PERCUSS_ALWAYS_INLINE void
    set_jacobian_point(const State<A> &x, Data &data);
    PERCUSS_ALWAYS_INLINE void
    linearize(const Step<System> &step, Data &data);
    PERCUSS_ALWAYS_INLINE void
    set_free_jacobian_point(const Step<System> &step,
                            bool                is_first,
                            Data               &data);

    // Newton's iteration

    /** Whether the tangents change with the iterate. */
    bool
    has_new_tangents() const
    {
      return !stepped.system.is_linear() && !stepped.is_explicit();
    }

    /** Whether the step is done; throws NumericalFailure if it cannot be. */
    bool
    is_converged(const State<A> &next, Data &data);

    /** Keeps v and dq of an iterate; their changes by the next one. */
    PERCUSS_ALWAYS_INLINE void
    begin_iterate(const State<A> &next, Data &data);
    PERCUSS_ALWAYS_INLINE double
    correction_size(const State<A> &next, Data &data) const;

    // the joints' force of the smooth motion

    /** That of the initial state @p x, and that of the free motion @p next. */
    [[gnu::cold]] void
    start_joints(State<A> &x);
    void
    hold_joints(const State<A> &x, State<A> &next, Data &data);

    /** Moves the degrees of freedom without mass of the initial state @p x to
     * equilibrium, with the contacts closed where they must be; their forces
     * are data.effect.impulse then [N]. Throws NumericalFailure. */
    [[gnu::cold]] void
    settle_massless(State<A> &x);

    /** The forces of contacts with compliances of the initial state @p x, in
     * data.effect.impulse [N]. */
    [[gnu::cold]] void
    set_initial_forces(const State<A> &x);

    /** p of 0 <= W p + b perp p >= 0 of the @p cones, W = G S^{-1} G^T with the
     * @p solve of S; data.effect.impulse = G^T p. */
    template <class Solve>
    void
    solve_at_start(const Solve &solve, const Array &b, const Cones &cones);

    /** Adds to the accelerations of the initial state the reactions of joints
     * and of contacts that are closed at rest. */
    [[gnu::cold]] void
    add_initial_reactions(State<A> &x);

    // the energy identity

    /** Works of a step by the kind of the rows [J]. */
    struct ContactWork
    {
      double normal = 0., friction = 0., joints = 0.;
      double drive = 0.; // of obstacles and joints that move
    };

    /** Of step.next; sets data.effect.work and the velocity there. */
    PERCUSS_ALWAYS_INLINE ContactWork
    work_of_contacts(const Step<System> &step, Data &data);
    PERCUSS_ALWAYS_INLINE void
    add_work(double factor, ContactWork &work) const;
    /** Where contacts are forces. */
    void
    set_work_of_forces(const State<A> &next, Data &data, ContactWork &work);

    /** Closes the energy identity of the step, or throws NumericalFailure. */
    PERCUSS_ALWAYS_INLINE void
    balance_energy(const Step<System> &step,
                   const ContactWork  &work,
                   Data               &data);

    // the record

    /** Enters the gaps and impulses of the step that led to @p x. */
    PERCUSS_ALWAYS_INLINE void
    enter_statistics(const State<A> &x, bool acts);

    /** Completes the record of the last step. */
    void
    complete_record();

    /** Sets other_side, of the state @p x, where impulses act and the scheme's
     * velocities are the means of both sides; false: x has the right limits. */
    bool
    find_right_limits(const State<A> &x);

    /** Exchanges those of the state for its other side. */
    void
    exchange_sides()
    {
      State<A> &x = data.states[data.current];
      if (response.is_local())
        {
          response.local->exchange_sides(x);
          return;
        }
      using std::swap; // deal.II's vectors have one that copies nothing
      swap(x.v, other_side.v);
      swap(x.a, other_side.a);
      swap(x.momentum, other_side.momentum);
    }

    /** What velocities that are means at impacts have in two versions. */
    struct Side
    {
      Vector v, a, momentum;
    };

    Data            data;
    Stepped         stepped;
    Response        response;
    Delassus        delassus;
    Contacts        contacts;
    NewtonIteration newton;
    EnergyRecord    energy_record;
    StepRecord      step_record;
    Side            other_side; // the means, where the state has right limits
                                // and the response is not local
    bool  has_right_limits = false; // between calls of advance()
    Cones record_cones;
    Array end_velocity, record_impulse, scratch, rate;
  };
} // namespace percuss

#endif
