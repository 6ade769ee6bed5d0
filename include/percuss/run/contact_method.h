// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_contact_method_h
#define percuss_run_contact_method_h

namespace percuss
{
  /** How contact is written (doc/theory/contact_methods.md). */
  enum class ContactMethod
  {
    velocity_level,    ///< as the scheme does: impulses, or forces without mass
    nitsche,           ///< lambda = max(0, -g/c - sigma), sigma the stress
    penalty,           ///< lambda = max(0, -g/c)
    forward_increment, ///< impulses that stop what would close in the next step
  };

  /** A method and its parameters, which have no unit: c = 1/(parameter k) with
   * the stiffness k = E A/l of the element behind a contact [N/m]. */
  struct ContactMethodParameters
  {
    ContactMethod method            = ContactMethod::velocity_level;
    double        nitsche_theta     = 0.; ///< -1, 0 or 1
    double        nitsche_parameter = 5.; ///< gamma_0
    double        penalty_parameter = 1.;

    /** Whether contacts are forces of the motion, with compliances. */
    bool
    has_compliance() const
    {
      return method == ContactMethod::nitsche ||
             method == ContactMethod::penalty;
    }

    /** 1/(c k) */
    double
    stiffness_factor() const
    {
      return method == ContactMethod::nitsche ? nitsche_parameter :
                                                penalty_parameter;
    }

    /** theta of the forces and of the stiffness, and of the energy c theta
     * lambda^2/2 that a contact stores. */
    double
    theta() const
    {
      return method == ContactMethod::nitsche ? nitsche_theta : 1.;
    }
  };
} // namespace percuss

#endif
