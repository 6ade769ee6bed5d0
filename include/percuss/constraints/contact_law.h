// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_contact_law_h
#define percuss_constraints_contact_law_h

#include <percuss/base/always_inline.h>
#include <percuss/complementarity/cone.h>

#include <limits>
#include <string_view>

namespace percuss
{
  /** The coefficients of a contact, which parameter files set. */
  struct ContactCoefficients
  {
    double restitution            = 0.; ///< Newton's e in [0, 1]
    double friction               = 0.; ///< Coulomb's mu >= 0
    double tangential_restitution = 0.; ///< e_T in [-1, 1]
  };

  /** What parameter files call a coefficient, what it may be and means. */
  struct CoefficientEntry
  {
    std::string_view name, documentation;
    double ContactCoefficients::*value;
    double                       first, last;
    bool is_tangential; ///< only where contacts have tangential motion
  };

  inline constexpr CoefficientEntry contact_coefficients[] = {
    {"restitution",
     "Newton's e [-]: the velocities after and before an impact satisfy u+ = "
     "-e u-.",
     &ContactCoefficients::restitution,
     0.,
     1.,
     false},
    {"friction",
     "Coulomb's mu [-], of the rotating spring, the slider crank, mechanisms "
     "and solids. The other models have no tangential motion: 0.",
     &ContactCoefficients::friction,
     0.,
     std::numeric_limits<double>::max(),
     true},
    {"tangential restitution",
     "e_T [-] of Coulomb's law: friction opposes u_T+ + e_T u_T-. Only where "
     "there is friction; negative of slip that goes on.",
     &ContactCoefficients::tangential_restitution,
     -1.,
     1.,
     true}};

  /**
   * The law of one constraint row at the velocity level.
   *
   * unilateral: Signorini's condition with Newton's impact law on an active
   *             contact, 0 <= u_{k+1} + e_k u_k  perp  P_{k+1} >= 0, e_k = e
   *             of a contact that closes, u_k <= 0; of one that opens e_k = e,
   *             too, or e_k = 1 (OpeningContacts),
   * bilateral:  a joint, u_{k+1} = 0 with an impulse of either sign,
   * tangential: Coulomb's law with the unilateral row before it: on an active
   *             contact |P_T| <= mu P_N, and P_T opposes the sliding velocity
   *             u_{T,k+1} + e_T u_{T,k} where that is not zero. One such row
   *             follows in the plane, two in space ([A12] 2.2).
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
    unsigned int n_tangential = 0;  ///< rows that follow: 0, 1 or 2

    /** Of the normal row of a contact that has @p n_tangential others if there
     * is friction. */
    static ContactLaw
    normal(const ContactCoefficients &coefficients,
           const unsigned int         n_tangential = 0)
    {
      return {Kind::unilateral,
              coefficients.restitution,
              coefficients.friction,
              coefficients.friction > 0. ? n_tangential : 0u};
    }

    static ContactLaw
    tangential(const ContactCoefficients &coefficients)
    {
      return {Kind::tangential, coefficients.tangential_restitution};
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

    /**
     * b of the contact problem y = W P + b, so that K* contains y.
     * @param free_velocity    u of the motion without the impulse [m/s]
     * @param velocity_before  u_k [m/s]
     * @param reflects_opening whether e_k = 1 of a contact that opens
     */
    PERCUSS_ALWAYS_INLINE double
    right_hand_side(const double free_velocity,
                    const double velocity_before,
                    const bool   reflects_opening) const
    {
      if (kind == Kind::bilateral)
        return free_velocity;
      const bool reflects =
        reflects_opening && velocity_before > 0. && kind == Kind::unilateral;
      return free_velocity + (reflects ? 1. : restitution) * velocity_before;
    }
  };
} // namespace percuss

#endif
