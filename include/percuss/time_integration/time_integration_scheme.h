// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_time_integration_scheme_h
#define percuss_time_integration_time_integration_scheme_h

#include <percuss/base/archive.h>
#include <percuss/time_integration/contact_treatment.h>
#include <percuss/time_integration/energy_balance.h>

#include <cassert>

namespace percuss
{
  /** W = factor G S^{-1} G^T + mass_factor G M^{-1} G^T with the S of @p solver
   * and the diagonal M of @p mass; none where solver is null. Of a linear system
   * v of correct() is factor S^{-1} force_factor w.residual, and what
   * complete_response() adds to the rest of the state holds for it, too. */
  template <Algebra A>
  struct DirectResponse
  {
    const typename A::LinearSolver *solver      = nullptr;
    double                          factor      = 1.; ///< positive
    double                          mass_factor = 0.; ///< not negative
    const typename A::Vector       *mass = nullptr; ///< where that is not zero
    double force_factor                  = 0.; ///< positive, or 0: not known
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
    using A      = typename System::AlgebraType;
    using Vector = typename A::Vector;

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

    /** Whether one iteration is exact for nonlinear systems, too: q_{k+1} is that
     * of predict(), and residual() leaves dV/dq there in next.elastic_force. */
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
     * @pre step.next.t and step.next.load are set.
     */
    virtual void
    predict(const Step<System> &step) const = 0;

    /**
     * w.residual of the equation of motion at the iterate step.next,
     * whose impulses are in step.effect.
     * @param is_predictor whether step.next comes from predict()
     * @pre step.next has its forces.
     */
    virtual void
    residual(const Step<System> &step, bool is_predictor) const = 0;

    /** Newton's correction of dq, v and a for w.residual. */
    virtual void
    correct(const Step<System> &step) const = 0;

    /**
     * Called once the iteration is done and step.next has its forces: what
     * follows from them alone.
     */
    virtual void
    complete(const Step<System> &) const
    {}

    /** Increments by a generalised impulse @p r = G^T P [N s]. */
    virtual void
    impulse_response(const Tangents<System> &at,
                     const Vector           &r,
                     ImpulseIncrement<A>    &d) const = 0;

    /** Sets d.dq and d.da of impulse_response(), given its d.dv, where that is
     * less work; returns whether it has. */
    virtual bool
    complete_response(const Tangents<System> &,
                      const Vector &,
                      ImpulseIncrement<A> &) const
    {
      return false;
    }

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
    projection_response(const Tangents<System> &,
                        const Vector &,
                        ImpulseIncrement<A> &,
                        Vector &) const
    {
      assert(false);
    }

    /**
     * Increments by a force @p r [N] on the smooth motion, and the acceleration
     * that it gives to the masses alone. Only called on schemes with
     * ContactTreatment::joint_forces.
     */
    virtual void
    force_response(const Tangents<System> &,
                   const Vector &,
                   ImpulseIncrement<A> &) const
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

    /** Keeps what the next step needs, in step.history or in the scheme. */
    virtual void
    store_history(const Step<System> &)
    {}

    /** Writes or reads what the scheme itself has kept for the next step. */
    virtual void
    serialize(Archive &)
    {}

    /** Work of the position multipliers against the forces of the step [J]. */
    virtual double
    projection_work(const Step<System> &) const
    {
      return 0.;
    }

    /** Algorithmic energy of the initial state; sets the history to none. */
    virtual Energy
    initial_energy(const Tangents<System> &at, SchemeHistory<A> &)
    {
      Energy energy      = mechanical_energy(at.system, at.x);
      energy.algorithmic = energy.total();
      return energy;
    }

    /**
     * Both sides of the scheme's energy identity over one step.
     * @param[out] after energies at t_{k+1}
     * @pre both states have their forces; the system is linear; store_history()
     *      has been called.
     */
    virtual EnergyBalance
    energy_balance(const Step<System> &step, Energy &after) const = 0;
  };
} // namespace percuss

#endif
