// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_contact_options_h
#define percuss_simulation_contact_options_h

#include <percuss/constraints/stateful_law.h>
#include <percuss/simulation/delassus_form.h>

#include <span>

namespace percuss
{
  /** What the impact law asks of an active contact that separates, u_k > 0:
   * u_{k+1} + e_k u_k >= 0 with */
  enum class SeparatingContacts
  {
    automatic,  ///< reflecting where the scheme's identity makes it a proof
    reflecting, ///< e_k = 1
    newton      ///< e_k = e, as of closing contacts
  };

  /** How a stepper treats its contacts. */
  struct ContactOptions
  {
    DelassusForm       form       = DelassusForm::automatic;
    SeparatingContacts separating = SeparatingContacts::automatic;

    /** Schemes at the velocity level that have normals at the midpoint take
     * those of q_{k+1} for u_{k+1} and those of q_k for u_k instead ([A12]
     * (18)). */
    bool jacobian_at_end = false;

    /** Laws with a state of a program's own; read when a stepper is made. */
    std::span<const MakeStatefulLaw> own_laws = {};
  };
} // namespace percuss

#endif
