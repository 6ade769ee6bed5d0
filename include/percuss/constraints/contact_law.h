// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_contact_law_h
#define percuss_constraints_contact_law_h

#include <percuss/base/always_inline.h>
#include <percuss/complementarity/cone.h>
#include <percuss/constraints/contact_coefficients.h>
#include <percuss/constraints/rate_and_state.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace percuss
{
  /**
   * The law of one constraint row at the velocity level.
   *
   * unilateral: Signorini's condition with Newton's impact law on an active
   *             contact, 0 <= u_{k+1} + e_k u_k  perp  P_{k+1} >= 0, e_k = e
   *             of a contact that closes, u_k <= 0; of one that opens e_k = e,
   *             too, or e_k = 1 (SeparatingContacts),
   * bilateral:  a joint, u_{k+1} = 0 with an impulse of either sign,
   * tangential: Coulomb's law with the unilateral row before it: on an active
   *             contact |P_T| <= mu P_N, and P_T opposes the sliding velocity
   *             u_{T,k+1} + e_T u_{T,k} where that is not zero. One such row
   *             follows in the plane, two in space ([A12] 2.2), and those of
   *             spinning and rolling.
   *
   * This is ImpactLaw::newton, of which others are special cases; those in
   * phases say so.
   *
   * e may depend on the speed v = max(-u_{N,k}, 0) of the impact, also where e_T
   * is the same number: e(v) = 0 up to the capture speed v_c, from there on e,
   * and e (v_y / v)^{1/4} beyond the yield speed v_y (K.L. Johnson, Contact
   * Mechanics, 1985, 11.4).
   *
   * mu may depend on the sliding speed v = |u_{T,k}| at the beginning of a step,
   * mu(v) = mu + (mu_0 - mu) exp(-v/v_s) with the static mu_0: within the step
   * the law is Coulomb's. With a state of the contact besides: RateAndState.
   *
   * A cohesive contact has these laws with P - h f, f the force that holds
   * it (CohesiveZones), where they have P.
   *
   * Equations: doc/theory/impact_laws.md (1), (2), (2a), (3), (4), (5), (6), (7),
   * (9).
   */
  struct ContactLaw
  {
    enum class Kind
    {
      unilateral,
      bilateral,
      tangential
    };

    Kind         kind         = Kind::unilateral;
    double       restitution  = 0.; ///< Newton's e in [0, 1]; e_T if tangential
    double       friction     = 0.; ///< Coulomb's mu >= 0, of a unilateral row
    unsigned int n_tangential = 0;  ///< rows that follow: 0 to 5
    bool         has_phases   = false; ///< Poisson's law: compression first
    bool         is_of_normal = false; ///< e_T = e: the e(v) of the row before
    double       capture_speed     = 0.; ///< v_c [m/s]
    double       yield_speed       = 0.; ///< v_y [m/s], 0: none
    double       static_friction   = 0.; ///< mu_0 of a unilateral row, 0: mu
    double       stribeck_speed    = 0.; ///< v_s [m/s]
    double       cohesive_strength = 0.; ///< sigma_c of a unilateral row
    double       fracture_energy   = 0.; ///< G_c
    RateAndStateLaw state{};             ///< of a unilateral row

    /** Of the normal row of a contact that has @p n_tangential others if there
     * is friction. */
    static ContactLaw
    normal(const ContactCoefficients &coefficients,
           const unsigned int         n_tangential = 0)
    {
      return {Kind::unilateral,
              coefficients.restitution,
              coefficients.friction,
              coefficients.friction > 0. ? n_tangential : 0u,
              coefficients.law == ImpactLaw::poisson,
              true,
              coefficients.capture_speed,
              coefficients.yield_speed,
              coefficients.static_friction,
              coefficients.stribeck_speed,
              coefficients.cohesive_strength,
              coefficients.fracture_energy,
              {coefficients.friction,
               coefficients.direct_effect,
               coefficients.evolution_effect,
               coefficients.reference_speed,
               coefficients.characteristic_slip}};
    }

    static ContactLaw
    tangential(const ContactCoefficients &coefficients)
    {
      return {Kind::tangential,
              coefficients.of_tangential_velocity(),
              0.,
              0,
              false,
              coefficients.has_restitution_of_normal(),
              coefficients.capture_speed,
              coefficients.yield_speed};
    }

    static ContactLaw
    joint()
    {
      return {Kind::bilateral};
    }

    bool
    is_contact() const
    {
      return kind == Kind::unilateral;
    }

    bool
    has_cohesion() const
    {
      return cohesive_strength > 0.;
    }

    /** Whether friction depends on a state of the contact. */
    bool
    has_state() const
    {
      return n_tangential > 0 && state.slip > 0.;
    }

    /** K of the contact problem that begins with this row; {0} of a contact
     * that does not take part. */
    PERCUSS_ALWAYS_INLINE void
    set_cone(Cone &cone, const bool is_active) const
    {
      if (!is_active)
        cone.kind = Cone::Kind::inactive;
      else if (kind == Kind::bilateral)
        cone.kind = Cone::Kind::bilateral;
      else if (n_tangential == 0)
        cone.kind = Cone::Kind::unilateral;
      else
        {
          cone.kind                 = Cone::Kind::second_order;
          cone.friction_coefficient = friction;
        }
    }

    /** Gives the @p cone mu(v), where it depends on v. @param u u_k of all
     * rows [m/s] */
    PERCUSS_ALWAYS_INLINE void
    set_friction(Cone &cone, const std::span<const double> u) const
    {
      if (static_friction == 0. || cone.kind != Cone::Kind::second_order)
        return;
      const double v = norm_of(u.subspan(cone.first_row + 1, n_tangential));
      cone.friction_coefficient =
        friction + (static_friction - friction) * std::exp(-v / stribeck_speed);
    }

    /** e(v) of the row, or e_T, of a contact with u_{N,k} [m/s]. */
    PERCUSS_ALWAYS_INLINE double
    restitution_at(const double normal_velocity_before) const
    {
      if (!is_of_normal || (capture_speed == 0. && yield_speed == 0.))
        return restitution;
      const double v = std::max(-normal_velocity_before, 0.);
      if (v <= capture_speed && capture_speed > 0.)
        return 0.;
      return yield_speed > 0. && v > yield_speed ?
               restitution * std::sqrt(std::sqrt(yield_speed / v)) :
               restitution;
    }

    /**
     * b of the contact problem y = W P + b, so that K* contains y.
     * @param free_velocity    u of the motion without the impulse [m/s]
     * @param velocity_before  u_k [m/s]
     * @param normal_velocity_before  that of the contact's normal row
     * @param restores_separating whether e_k = 1 of a contact that opens
     *
     * Equations: doc/theory/time_integration.md (2a).
     */
    PERCUSS_ALWAYS_INLINE double
    right_hand_side(const double free_velocity,
                    const double velocity_before,
                    const double normal_velocity_before,
                    const bool   restores_separating) const
    {
      if (kind == Kind::bilateral)
        return free_velocity;
      const bool reflects =
        restores_separating && velocity_before > 0. && kind == Kind::unilateral;
      return free_velocity +
             (reflects ? 1. : restitution_at(normal_velocity_before)) *
               velocity_before;
    }
  };
} // namespace percuss

#endif
