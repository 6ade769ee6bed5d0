// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_step_h
#define percuss_time_integration_step_h

#include <percuss/mechanics/energy.h>
#include <percuss/mechanics/mechanical_system.h>

namespace percuss
{
  /** What a step leaves to the next one, beside the state: of the alpha-family.
   */
  template <Algebra A>
  struct SchemeHistory
  {
    /** Filters z, x, y of the energy identity over nu; K z and M a. */
    typename A::Vector filter_q, filter_v, filter_load, filter_force, inertia;

    /** G^T P/h, in the schemes that treat impulses as forces. */
    typename A::Vector contact_force;

    /** M^{-1} f, where M depends on q. */
    typename A::Vector smooth_acceleration;
  };

  /** All vectors of a history. */
  template <Algebra A>
  std::array<typename A::Vector *, 7>
  vectors_of(SchemeHistory<A> &m)
  {
    return {&m.filter_q,
            &m.filter_v,
            &m.filter_load,
            &m.filter_force,
            &m.inertia,
            &m.contact_force,
            &m.smooth_acceleration};
  }

  /** Vectors that a scheme and its energy identity work in. */
  template <Algebra A>
  struct SchemeWorkspace
  {
    typename A::Vector point;    ///< where forces are evaluated
    typename A::Vector residual; ///< of the scheme's equation of motion
    typename A::Vector solution; ///< of the linear solve with it
    typename A::Vector force;    ///< a force of the moment

    typename A::Vector dv; ///< v_{k+1} - v_k

    typename A::Vector old_contact_force; ///< that of the step before
  };

  /** Gives the vectors the size and distribution of the system. */
  template <class System>
  void
  reinit(const System &system, SchemeHistory<typename System::AlgebraType> &m)
  {
    for (auto *const vector : vectors_of(m))
      system.reinit(*vector);
  }

  template <class System>
  void
  reinit(const System &system, SchemeWorkspace<typename System::AlgebraType> &w)
  {
    for (auto *vector : {&w.point,
                         &w.residual,
                         &w.solution,
                         &w.force,
                         &w.dv,
                         &w.old_contact_force})
      system.reinit(*vector);
  }

  /** What the multipliers of a step do to the system. */
  template <Algebra A>
  struct ContactEffect
  {
    typename A::Vector impulse;     ///< G^T P [N s], if needs_impulse_vector()
    typename A::Vector projection;  ///< G^T tau, in schemes of both levels
    typename A::Vector joint_force; ///< of the smooth motion at t_{k+1} [N]
    double             work     = 0.;    ///< U_{k+sigma}^T P [J]
    bool               acts     = false; ///< whether P differs from zero
    bool               projects = false; ///< whether tau differs from zero
    bool holds = false; ///< whether joints have a force in the smooth motion
  };

  /** What a scheme sees of the step t_k -> t_{k+1}. */
  template <class System>
  struct Step
  {
    using A = typename System::AlgebraType;

    const System           &system;
    const double            h;       ///< [s]
    const State<A>         &x;       ///< at t_k, with its forces
    State<A>               &next;    ///< the iterate of t_{k+1}
    const ContactEffect<A> &effect;  ///< of the iterate's multipliers
    SchemeHistory<A>       &history; ///< of the steps before
    SchemeWorkspace<A>     &w;
  };

  /** Enters the contact force of the step, G^T P/h, where it is one. */
  template <class System>
  void
  roll_contact_force(const Step<System> &step)
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    w.old_contact_force.equ(1., history.contact_force);
    if (effect.acts)
      history.contact_force.equ(1. / h, effect.impulse);
    else
      history.contact_force = 0.;
  }

  /**
   * The velocity of degrees of freedom without mass, (q_{k+1} - q_k)/h, and no
   * acceleration: they follow the others, and what a scheme would carry from
   * step to step is no motion of theirs. Left as it is where there is damping,
   * which acts on it.
   */
  template <class System>
  void
  let_massless_follow(const Step<System> &step)
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    if (system.is_damped() || !system.has_massless_boundary())
      return;
    system.massless_part(next.v, w.point);
    next.v.add(-1., w.point);
    system.massless_part(next.a, w.point);
    next.a.add(-1., w.point);
    system.massless_part(next.dq, w.point);
    next.v.add(1. / h, w.point);
  }

  /** What a scheme sees of the system whose tangents prepare() has had. */
  template <class System>
  struct Tangents
  {
    using A = typename System::AlgebraType;

    const System       &system;
    const double        h; ///< [s]
    const State<A>     &x; ///< the state of the tangents
    SchemeWorkspace<A> &w;
  };
} // namespace percuss

#endif
