// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_generalized_alpha_ggl_h
#define percuss_time_integration_generalized_alpha_ggl_h

#include <percuss/time_integration/extended_scheme.h>
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
   * Impulses of normals do not move the positions, the second multiplier (tau
   * [N s^2], called nu in [L18]) does. Those of friction, which [L18] does not
   * have, move them as in GeneralizedAlpha, tau_T = h/2 P_T: at rest, v = 0 and
   * q_{k+1} = q_k, then h a = -w and y = h/2 w for any friction, where tau_T =
   * 0 would ask for a = 0, that is, for none. Active are the contacts that the contact-free
   * motion violates; with an explicit forecast the scheme chatters.
   *
   * Energy identity: that of GeneralizedAlpha and a work of the projection. It
   * has Dq = h v_{k+1/2} + h^2/2 (2 beta - gamma) Da + s, s = y - h/2 w, hence
   * besides -s^T M a_{k+gamma}, M s = G^T (tau - h/2 P).
   *
   * Equations: doc/theory/time_integration.md (10).
   */
  template <class System>
  class GeneralizedAlphaGGL final
    : public ExtendedScheme<System, GeneralizedAlpha<System>>
  {
  public:
    using typename TimeIntegrationScheme<System>::A;
    using typename TimeIntegrationScheme<System>::Vector;

    /** @pre those of GeneralizedAlpha */
    explicit GeneralizedAlphaGGL(const AlphaCoefficients &coefficients)
      : ExtendedScheme<System, GeneralizedAlpha<System>>(
          coefficients,
          LoadWeights::stiffness,
          Impulses::jump_without_joints)
    {}

    ContactTreatment
    contact_treatment() const override
    {
      ContactTreatment treatment;
      treatment.level          = ContactTreatment::Level::both;
      treatment.jacobian_point = ContactTreatment::JacobianPoint::iterate;

      treatment.joint_forces  = true;
      treatment.smooth_weight = base.gamma;

      treatment.friction_displacement = 0.5;
      return treatment;
    }

    /** Which projection_work() takes. */
    bool
    needs_impulse_vector() const override
    {
      return true;
    }

    void
    impulse_response(const Tangents<System> &at,
                     const Vector           &r,
                     ImpulseIncrement<A>    &d) const override;

    void
    projection_response(const Tangents<System> &at,
                        const Vector           &r,
                        ImpulseIncrement<A>    &d,
                        Vector                 &direct) const override;

    void
    force_response(const Tangents<System> &at,
                   const Vector           &r,
                   ImpulseIncrement<A>    &d) const override
    {
      base.force_response(at, r, d);
    }

    void
    acceleration(const Vector &r, Vector &a) const override
    {
      base.acceleration(r, a);
    }

    double
    projection_work(const Step<System> &step) const override;

  private:
    using ExtendedScheme<System, GeneralizedAlpha<System>>::base;
  };
} // namespace percuss

#endif
