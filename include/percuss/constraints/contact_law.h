// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_contact_law_h
#define percuss_constraints_contact_law_h

namespace percuss
{
  /**
   * The law of one constraint row at the velocity level.
   *
   * unilateral: Signorini's condition with Newton's impact law on an active
   *             contact, 0 <= u_{k+1} + e u_k  perp  P_{k+1} >= 0,
   * bilateral:  a joint, u_{k+1} = 0 with an impulse of either sign.
   */
  struct ContactLaw
  {
    enum class Kind
    {
      unilateral,
      bilateral
    };

    Kind   kind        = Kind::unilateral;
    double restitution = 0.; ///< Newton's e in [0, 1]
  };
} // namespace percuss

#endif
