// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_contact_law_h
#define percuss_constraints_contact_law_h

namespace percuss
{
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
  };
} // namespace percuss

#endif
