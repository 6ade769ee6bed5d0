// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_step_data_h
#define percuss_simulation_step_data_h

#include <percuss/algebra/serialize_vector.h>
#include <percuss/time_integration/step.h>

namespace percuss
{
  template <class A>
  void
  serialize_state(Archive &archive, State<A> &x)
  {
    archive(x.t);
    for (auto *const vector : vectors_of(x))
      serialize_vector<A>(archive, *vector);
  }

  /** The vectors that a step reads and writes. The loop of small systems has
   * them in locals, which the compiler keeps in registers. */
  template <Algebra A>
  struct StepData
  {
    using Vector = typename A::Vector;

    /** Gives the vectors the size and distribution of the system. */
    template <class System>
    void
    reinit(const System &system)
    {
      for (State<A> &x : states)
        percuss::reinit(system, x);
      percuss::reinit(system, history);
      percuss::reinit(system, workspace);
      for (auto *vector : {&effect.impulse,
                           &effect.projection,
                           &effect.joint_force,
                           &joint_configuration,
                           &configuration,
                           &position_configuration,
                           &linearization_dq,
                           &shifted,
                           &correction_v,
                           &correction_dq})
        system.reinit(*vector);
    }

    /** Copies what the next step needs, not the scratch vectors. */
    void
    keep(const StepData &other)
    {
      states[0]     = other.states[0];
      states[1]     = other.states[1];
      current       = other.current;
      configuration = other.configuration;
      history       = other.history;
      effect.acts   = other.effect.acts;
    }

    /** Writes or reads what the next step needs. */
    void
    serialize(Archive &archive)
    {
      if (archive.is_reading())
        current = 0;
      serialize_state<A>(archive, states[current]);
      for (Vector *const vector : vectors_of(history))
        serialize_vector<A>(archive, *vector);
      serialize_vector<A>(archive, configuration);
      archive(effect.acts);
    }

    State<A> states[2];
    int      current = 0; ///< index of the state at t_k

    SchemeHistory<A>   history;
    SchemeWorkspace<A> workspace;
    ContactEffect<A>   effect;

    Vector configuration;          ///< where G is evaluated,
    Vector position_configuration; ///< that of the gaps, and dq there
    Vector linearization_dq;
    Vector joint_configuration; ///< that of the impulses of joints
    Vector shifted;             ///< whose gaps a scheme constrains

    Vector   correction_v, correction_dq; ///< by an iterate, with impulses
    State<A> iterate;                     ///< of the tangents, q, dq and v
  };
} // namespace percuss

#endif
