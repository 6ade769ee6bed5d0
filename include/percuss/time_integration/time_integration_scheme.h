// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_time_integration_scheme_h
#define percuss_time_integration_time_integration_scheme_h

#include <percuss/mechanics/energy.h>
#include <percuss/mechanics/mechanical_system.h>

#include <string>

namespace percuss
{
  /** Vectors that a scheme and its energy identity work in. */
  template <Algebra A>
  struct SchemeWorkspace
  {
    typename A::Vector point;    ///< where forces are evaluated
    typename A::Vector residual; ///< right-hand side of the linear solve
    typename A::Vector solution; ///< and its solution
    typename A::Vector force;    ///< a force of the moment

    typename A::Vector dq, dv; ///< q_{k+1} - q_k, v_{k+1} - v_k

    /** Filters z, x, y of the alpha-family over nu; K z and M a. */
    typename A::Vector filter_q, filter_v, filter_load, filter_force, inertia;
  };

  /**
   * A one-step scheme t_k -> t_{k+1} for M dv = (F - dV/dq - C v) dt + G^T di.
   *
   * A step is a free motion, as if no contact were there, plus the scheme's
   * linear map from the impulses of the step to increments of (q, v, a):
   *
   *     (q, v, a)_{k+1} = (q, v, a)_free + sum_j P_j (dq, dv, da)_j.
   *
   * The Delassus operator W = G D, D = (dv)_j, follows from that map. For a
   * linear system both parts use matrices that are constant in time; prepare()
   * factorizes them once.
   *
   * @tparam System MechanicalSystem<A>, or a final class derived from it, whose
   *                functions the compiler then knows and inlines.
   */
  template <class System>
  class TimeIntegrationScheme
  {
  public:
    using A         = typename System::AlgebraType;
    using Vector    = typename A::Vector;
    using Workspace = SchemeWorkspace<A>;

    virtual ~TimeIntegrationScheme() = default;

    /**
     * Assembles and factorizes what a step of size @p h [s] solves with.
     * Throws InputError if the scheme's matrix is singular.
     */
    virtual void
    prepare(const System &system, double h) = 0;

    /** Completes the initial state: what the scheme needs beside q_0, v_0. */
    virtual void
    initialize(const System &system, State<A> &x) const = 0;

    /**
     * The contact-free q, v and a at t_{k+1}.
     * @pre @p x has its forces; next.t and next.load are set.
     */
    virtual void
    free_motion(const System   &system,
                double          h,
                const State<A> &x,
                State<A>       &next,
                Workspace      &w) const = 0;

    /** Increments by a generalised impulse @p r = G^T P [N s]. */
    virtual void
    impulse_response(const System        &system,
                     double               h,
                     const Vector        &r,
                     ImpulseIncrement<A> &d,
                     Workspace           &w) const = 0;

    /** sigma of the work of contact U_{k+sigma}^T P in the energy identity. */
    virtual double
    contact_work_point() const = 0;

    /** Algorithmic energy of the initial state; sets the filters to zero. */
    virtual Energy
    initial_energy(const System   &system,
                   const State<A> &x,
                   Workspace      &w) const = 0;

    /**
     * Both sides of the scheme's energy identity over one step.
     * @param[in]  contact_work U_{k+sigma}^T P [J]
     * @param[out] after        energies at t_{k+1}
     * @pre both states have their forces; the system is linear.
     */
    virtual EnergyBalance
    energy_balance(const System   &system,
                   double          h,
                   const State<A> &x,
                   const State<A> &next,
                   double          contact_work,
                   Energy         &after,
                   Workspace      &w) const = 0;
  };

  template <class System>
  void
  reinit(const System &system, SchemeWorkspace<typename System::AlgebraType> &w)
  {
    for (auto *vector : {&w.point,
                         &w.residual,
                         &w.solution,
                         &w.force,
                         &w.dq,
                         &w.dv,
                         &w.filter_q,
                         &w.filter_v,
                         &w.filter_load,
                         &w.filter_force,
                         &w.inertia})
      system.reinit(*vector);
  }

  /** Inner products of a step that changes of energy are made of [J]. */
  struct StepProducts
  {
    double dv_M_mean_v; ///< Dv^T M v_{k+1/2}, change of the kinetic energy
    double dq_K_mean_q; ///< Dq^T K q_{k+1/2}, change of the strain energy
    double dv_M_dv;     ///< |Dv|_M^2
    double dq_K_dq;     ///< |Dq|_K^2
    double potential;   ///< change of the potential of the constant loads
  };

  /** Sets w.dq and w.dv to the increments and returns their products. */
  template <class System, Algebra A>
  StepProducts
  step_products(const System       &system,
                const State<A>     &x,
                const State<A>     &next,
                SchemeWorkspace<A> &w)
  {
    w.dq.equ(1., next.q);
    w.dq.add(-1., x.q);
    w.dv.equ(1., next.v);
    w.dv.add(-1., x.v);
    const double dv_p = w.dv * x.momentum, dv_p_next = w.dv * next.momentum;
    const double dq_s      = w.dq * x.elastic_force;
    const double dq_s_next = w.dq * next.elastic_force;
    return {0.5 * (dv_p + dv_p_next),
            0.5 * (dq_s + dq_s_next),
            dv_p_next - dv_p,
            dq_s_next - dq_s,
            system.load_potential(w.dq)};
  }

  /** (1 - theta) x^T y_k + theta x^T y_{k+1} */
  template <class Vector>
  double
  weighted_product(const double  theta,
                   const Vector &x,
                   const Vector &y,
                   const Vector &y_next)
  {
    return (1. - theta) * (x * y) + theta * (x * y_next);
  }

  /** Kinetic, strain and potential energy of a state with its forces. */
  template <class System, Algebra A>
  Energy
  mechanical_energy(const System &system, const State<A> &x)
  {
    Energy energy;
    energy.kinetic   = 0.5 * (x.v * x.momentum);
    energy.strain    = system.strain_energy(x.q, x.elastic_force);
    energy.potential = system.load_potential(x.q);
    return energy;
  }
} // namespace percuss

#endif
