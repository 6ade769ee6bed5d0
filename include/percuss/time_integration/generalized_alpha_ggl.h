// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_generalized_alpha_ggl_h
#define percuss_time_integration_generalized_alpha_ggl_h

#include <percuss/time_integration/generalized_alpha.h>

namespace percuss
{
  /**
   * Nonsmooth generalized-alpha with the stabilization of Gear, Gupta and
   * Leimkuhler ([L18] 76-80; (79d) should read W - v + v~ = 0): conditions at
   * the position and at the velocity level, with a multiplier each. Beside the
   * smooth acceleration of GeneralizedAlpha,
   *
   *     v_{k+1} = v_k + h ((1 - gamma) a_k + gamma a_{k+1}) + w,
   *     q_{k+1} = q_k + h v_k + h^2 ((1/2 - beta) a_k + beta a_{k+1}) + y,
   *     M w = G^T P,        0 <= u_{k+1} + e u_k  perp  P >= 0  where active,
   *     M y = G^T tau,      0 <= g(q_{k+1})  perp  tau >= 0.
   *
   * Joints (rows b) are in the smooth motion, too (79e, f): forces G_b^T lambda
   * act on the acceleration and hold the smooth velocity v~ = v_{k+1} - w,
   *
   *     M b_{k+1} = f_{k+1} + G_b^T lambda_{k+1},      G_b v~_{k+1} = 0,
   *
   * so that P and tau of joints are only what impacts ask, and what the
   * positions lose of second order. M a_0 = f_0 + G_b^T lambda_0 with
   * d(G_b v)/dt = 0. All G are those of q_{k+1}.
   *
   * Impulses do not move the positions, the second multiplier (tau [N s^2],
   * called nu in [L18]) does. Active are the contacts that the contact-free
   * motion violates; with an explicit forecast the scheme chatters.
   *
   * Energy identity: that of GeneralizedAlpha and a work of the projection. It
   * has Dq = h v_{k+1/2} + h^2/2 (2 beta - gamma) Da + s, s = y - h/2 w, hence
   * besides -s^T M a_{k+gamma}, M s = G^T (tau - h/2 P).
   */
  template <class System>
  class GeneralizedAlphaGGL final : public TimeIntegrationScheme<System>
  {
  public:
    using typename TimeIntegrationScheme<System>::A;
    using typename TimeIntegrationScheme<System>::Vector;
    using typename TimeIntegrationScheme<System>::Workspace;

    /** @pre those of GeneralizedAlpha */
    explicit GeneralizedAlphaGGL(const AlphaCoefficients &coefficients)
      : alpha(coefficients,
              LoadWeights::stiffness,
              Impulses::jump_without_joints)
    {}

    ContactTreatment
    contact_treatment() const override
    {
      ContactTreatment treatment;
      treatment.level  = ContactTreatment::Level::both;
      treatment.normal = ContactTreatment::Normal::iterate;

      treatment.joint_forces  = true;
      treatment.smooth_weight = alpha.gamma;
      return treatment;
    }

    bool
    needs_constant_mass() const override
    {
      return false;
    }

    bool
    needs_impulse_vector() const override
    {
      return true;
    }

    void
    reset() override
    {
      alpha.reset();
    }

    void
    prepare(const System &system, double h, const State<A> &x) override
    {
      alpha.prepare(system, h, x);
    }

    void
    initialize(const System &system, double h, State<A> &x) const override
    {
      alpha.initialize(system, h, x);
    }

    void
    predict(const System   &system,
            double          h,
            const State<A> &x,
            State<A>       &next,
            Workspace      &w) const override
    {
      alpha.predict(system, h, x, next, w);
    }

    void
    residual(const System           &system,
             double                  h,
             const State<A>         &x,
             const State<A>         &next,
             const ContactEffect<A> &effect,
             bool                    is_predictor,
             Workspace              &w) const override
    {
      alpha.residual(system, h, x, next, effect, is_predictor, w);
    }

    void
    correct(const System &system,
            double        h,
            State<A>     &next,
            Workspace    &w) const override
    {
      alpha.correct(system, h, next, w);
    }

    void
    impulse_response(const System        &system,
                     double               h,
                     const State<A>      &x,
                     const Vector        &r,
                     ImpulseIncrement<A> &d,
                     Workspace           &w) const override;

    void
    projection_response(const System        &system,
                        double               h,
                        const State<A>      &x,
                        const Vector        &r,
                        ImpulseIncrement<A> &d,
                        Vector              &direct,
                        Workspace           &w) const override;

    void
    force_response(const System        &system,
                   double               h,
                   const Vector        &r,
                   ImpulseIncrement<A> &d,
                   Workspace           &w) const override
    {
      alpha.force_response(system, h, r, d, w);
    }

    void
    acceleration(const Vector &r, Vector &a) const override
    {
      alpha.acceleration(r, a);
    }

    void
    remember(const System           &system,
             double                  h,
             const State<A>         &x,
             const State<A>         &next,
             const ContactEffect<A> &effect,
             Workspace              &w) const override
    {
      alpha.remember(system, h, x, next, effect, w);
    }

    Energy
    initial_energy(const System   &system,
                   double          h,
                   const State<A> &x,
                   Workspace      &w) const override
    {
      return alpha.initial_energy(system, h, x, w);
    }

    double
    projection_work(const System           &system,
                    double                  h,
                    const State<A>         &x,
                    const State<A>         &next,
                    const ContactEffect<A> &effect,
                    Workspace              &w) const override;

    EnergyBalance
    energy_balance(const System           &system,
                   double                  h,
                   const State<A>         &x,
                   const State<A>         &next,
                   const ContactEffect<A> &effect,
                   Energy                 &after,
                   Workspace              &w) const override;

  private:
    GeneralizedAlpha<System> alpha;
  };
} // namespace percuss

#endif
