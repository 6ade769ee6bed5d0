// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_time_integration_scheme_h
#define percuss_time_integration_time_integration_scheme_h

#include <percuss/mechanics/energy.h>
#include <percuss/mechanics/mechanical_system.h>
#include <percuss/time_integration/contact_treatment.h>

#include <cassert>

namespace percuss
{
  /** Kinetic, strain and potential energy of a state with its forces. */
  template <class System, Algebra A>
  Energy
  mechanical_energy(const System &system, const State<A> &x)
  {
    Energy energy;
    energy.kinetic = 0.5 * (x.v * x.momentum);
    if (system.is_elastic())
      energy.strain = system.strain_energy(x.q, x.elastic_force);
    energy.potential = system.load_potential(x.q);
    return energy;
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

    /** Filters z, x, y of the alpha-family over nu; K z and M a. */
    typename A::Vector filter_q, filter_v, filter_load, filter_force, inertia;

    /** G^T P/h of this step and of the one before, in the schemes that treat
     * impulses as forces. */
    typename A::Vector contact_force, old_contact_force;

    /** M^{-1} f of the step before, in the alpha-family where M depends on q.
     */
    typename A::Vector smooth_acceleration;

    /** Copies what a step leaves to the next one. */
    void
    keep_memory(const SchemeWorkspace &other)
    {
      filter_q      = other.filter_q;
      filter_v      = other.filter_v;
      filter_load   = other.filter_load;
      filter_force  = other.filter_force;
      inertia       = other.inertia;
      contact_force = other.contact_force;

      smooth_acceleration = other.smooth_acceleration;
    }
  };

  /** W = factor G S^{-1} G^T with the S of @p solver; none where it is null. */
  template <Algebra A>
  struct DirectResponse
  {
    const typename A::LinearSolver *solver = nullptr;
    double                          factor = 1.;
  };

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

  /**
   * A one-step scheme t_k -> t_{k+1} for M dv = (F - dV/dq - c) dt + G^T di.
   *
   * A step is Newton's iteration for the scheme's equation of motion,
   * residual(next) = 0, from a predictor, around the contact problem:
   *
   *     next  <-  next + correction + sum_j DP_j (dq, dv, da)_j,
   *
   * with the scheme's linear map from the changes of the impulses to increments
   * of (dq, v, a), q_{k+1} = retract(q_k, dq). The Delassus operator W = G D, D
   * = (dv)_j, follows from that map. A linear system is solved by the first
   * iteration: predict(), residual() and correct() are the free motion, as if
   * no contact were there. Its matrices are constant and factorized once.
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

    /** Where and how the contact conditions are imposed. */
    virtual ContactTreatment
    contact_treatment() const
    {
      return {};
    }

    /** Whether the impulse of a step changes the residual beyond its linear
     * response: then ContactEffect::impulse is filled in. */
    virtual bool
    needs_impulse_vector() const
    {
      return false;
    }

    /** Whether one iteration is exact for nonlinear systems, too. */
    virtual bool
    is_explicit() const
    {
      return false;
    }

    /** Whether the scheme is meant for a constant mass matrix only. */
    virtual bool
    needs_constant_mass() const
    {
      return true;
    }

    /** Forgets what prepare() keeps for a whole run: another one begins. */
    virtual void
    reset()
    {}

    /**
     * Assembles and factorizes what a step of size @p h [s] solves with: in
     * linear systems once, in others with the tangents at each iterate @p x.
     * Throws InputError if the scheme's matrix is singular.
     */
    virtual void
    prepare(const System &system, double h, const State<A> &x) = 0;

    /**
     * Completes the initial state: what the scheme needs beside q_0, v_0.
     * @pre prepare() for that state; @p x has its forces.
     */
    virtual void
    initialize(const System &, double, State<A> &) const
    {}

    /** M x = p. Only called on schemes whose accelerations contain reactions
     * (ContactTreatment::reactions_accelerate). */
    virtual void
    solve_with_mass(Vector &, const Vector &) const
    {
      assert(false);
    }

    /**
     * The first iterate of dq, q, v and a at t_{k+1} and the forces there that
     * residual() reads.
     * @pre @p x has its forces; next.t and next.load are set.
     */
    virtual void
    predict(const System   &system,
            double          h,
            const State<A> &x,
            State<A>       &next,
            Workspace      &w) const = 0;

    /**
     * w.residual of the equation of motion at the iterate @p next, whose
     * impulses are in @p effect.
     * @param is_predictor whether @p next comes from predict()
     * @pre @p next has its forces.
     */
    virtual void
    residual(const System           &system,
             double                  h,
             const State<A>         &x,
             const State<A>         &next,
             const ContactEffect<A> &effect,
             bool                    is_predictor,
             Workspace              &w) const = 0;

    /** Newton's correction of dq, v and a for w.residual. */
    virtual void
    correct(const System &system,
            double        h,
            State<A>     &next,
            Workspace    &w) const = 0;

    /** Increments by a generalised impulse @p r = G^T P [N s]. */
    virtual void
    impulse_response(const System        &system,
                     double               h,
                     const State<A>      &x,
                     const Vector        &r,
                     ImpulseIncrement<A> &d,
                     Workspace           &w) const = 0;

    /** W of what ContactTreatment constrains, where it is of that form. */
    virtual DirectResponse<A>
    direct_response(double) const
    {
      return {};
    }

    /**
     * Increments by the position multiplier @p r = G^T tau, and the part
     * @p direct of dq that remains when the velocity is frozen. Only called on
     * schemes of Level::both.
     */
    virtual void
    projection_response(const System &,
                        double,
                        const State<A> &,
                        const Vector &,
                        ImpulseIncrement<A> &,
                        Vector &,
                        Workspace &) const
    {
      assert(false);
    }

    /**
     * Increments by a force @p r [N] on the smooth motion, and the acceleration
     * that it gives to the masses alone. Only called on schemes with
     * ContactTreatment::joint_forces.
     */
    virtual void
    force_response(const System &,
                   double,
                   const Vector &,
                   ImpulseIncrement<A> &,
                   Workspace &) const
    {
      assert(false);
    }
    virtual void
    acceleration(const Vector &, Vector &) const
    {
      assert(false);
    }

    /** sigma of the work of contact U_{k+sigma}^T P in the energy identity. */
    virtual double
    contact_work_point() const
    {
      return 0.5;
    }

    /** Keeps what the step after that from @p x to @p next needs. */
    virtual void
    remember(const System &,
             double,
             const State<A> &,
             const State<A> &,
             const ContactEffect<A> &,
             Workspace &) const
    {}

    /** Work of the position multipliers against the forces of the step [J]. */
    virtual double
    projection_work(const System &,
                    double,
                    const State<A> &,
                    const State<A> &,
                    const ContactEffect<A> &,
                    Workspace &) const
    {
      return 0.;
    }

    /** Algorithmic energy of the initial state; sets the filters to zero. */
    virtual Energy
    initial_energy(const System   &system,
                   double          h,
                   const State<A> &x,
                   Workspace      &w) const
    {
      (void) h;
      (void) w;
      Energy energy      = mechanical_energy(system, x);
      energy.algorithmic = energy.total();
      return energy;
    }

    /**
     * Both sides of the scheme's energy identity over one step.
     * @param[out] after energies at t_{k+1}
     * @pre both states have their forces; the system is linear; remember() has
     *      been called.
     */
    virtual EnergyBalance
    energy_balance(const System           &system,
                   double                  h,
                   const State<A>         &x,
                   const State<A>         &next,
                   const ContactEffect<A> &effect,
                   Energy                 &after,
                   Workspace              &w) const = 0;
  };

  template <class System>
  void
  reinit(const System &system, SchemeWorkspace<typename System::AlgebraType> &w)
  {
    for (auto *vector : {&w.point,
                         &w.residual,
                         &w.solution,
                         &w.force,
                         &w.dv,
                         &w.filter_q,
                         &w.filter_v,
                         &w.filter_load,
                         &w.filter_force,
                         &w.inertia,
                         &w.contact_force,
                         &w.old_contact_force,
                         &w.smooth_acceleration})
      system.reinit(*vector);
  }

  /** Inner products of a step that changes of energy are made of [J]. */
  struct StepProducts
  {
    double dv_M_mean_v = 0.; ///< Dv^T M v_{k+1/2}, change of the kinetic energy
    double dq_K_mean_q = 0.; ///< Dq^T K q_{k+1/2}, change of the strain energy
    double dv_M_dv     = 0.; ///< |Dv|_M^2
    double dq_K_dq     = 0.; ///< |Dq|_K^2
    double potential   = 0.; ///< change of the potential of the constant loads
  };

  /** Sets w.dv and returns the products of next.dq and w.dv. */
  template <class System, Algebra A>
  StepProducts
  step_products(const System       &system,
                const State<A>     &x,
                const State<A>     &next,
                SchemeWorkspace<A> &w)
  {
    w.dv.equ(1., next.v);
    w.dv.add(-1., x.v);
    const double dv_p = w.dv * x.momentum, dv_p_next = w.dv * next.momentum;
    StepProducts step;
    step.dv_M_mean_v = 0.5 * (dv_p + dv_p_next);
    step.dv_M_dv     = dv_p_next - dv_p;
    if (system.is_elastic())
      {
        const double dq_s      = next.dq * x.elastic_force;
        const double dq_s_next = next.dq * next.elastic_force;
        step.dq_K_mean_q       = 0.5 * (dq_s + dq_s_next);
        step.dq_K_dq           = dq_s_next - dq_s;
      }
    step.potential = system.load_potential(next.dq);
    return step;
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

  /**
   * The balance of a step of a nonlinear system, for which the schemes have no
   * identity: works by the trapezoidal rule, dq^T F_{k+1/2}, -dq^T c_{k+1/2}
   * and the work of contact; the numerical dissipation, of either sign, is what
   * the change of energy leaves.
   */
  template <class System, Algebra A>
  EnergyBalance
  nonlinear_energy_balance(const System           &system,
                           const State<A>         &x,
                           const State<A>         &next,
                           const ContactEffect<A> &effect,
                           const double            projection_work,
                           const Energy           &before,
                           Energy                 &after)
  {
    after             = mechanical_energy(system, next);
    after.algorithmic = after.total();
    EnergyBalance balance;
    balance.change = after.total() - before.total();
    if (system.has_varying_load()) // beyond that of the constant loads
      balance.work.external =
        weighted_product(0.5, next.dq, x.load, next.load) + after.potential -
        before.potential;
    if (system.is_damped())
      balance.work.damping = system.damping_work(x, next);
    balance.work.contact     = effect.work;
    balance.work.projection  = projection_work;
    balance.work.dissipation = balance.work.total() - balance.change;
    return balance;
  }
} // namespace percuss

#endif
