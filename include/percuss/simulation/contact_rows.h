// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_contact_rows_h
#define percuss_simulation_contact_rows_h

#include <percuss/complementarity/cone.h>
#include <percuss/simulation/jacobian_at.h>

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <vector>

namespace percuss
{
  /** The rows of joints and contacts, as a time step sees them. */
  template <class Constraints>
  class ContactRows
  {
  public:
    /** m numbers, one per row. */
    using Array = typename Constraints::Reduced;

    /** m if the compiler knows it, else 0. */
    static constexpr std::size_t fixed_size = [] {
      if constexpr (std::is_same_v<Array, std::vector<double>>)
        return 0;
      else
        return std::tuple_size_v<Array>;
    }();

    using Cones = std::
      conditional_t<fixed_size == 1, std::array<Cone, 1>, std::vector<Cone>>;

    /** With G at the time @p t [s]. */
    ContactRows(const Constraints &constraints, const double t)
      : constraints(constraints)
      , jacobian(constraints, t)
    {
      if constexpr (fixed_size == 0)
        has_compliance = constraints.has_compliance();
      const std::size_t m = size();
      for (std::size_t i = 0; i < m; i += 1 + law(i).n_tangential)
        {
          Cone cone = Cone::inactive(static_cast<unsigned int>(i),
                                     1 + constraints.law(i).n_tangential);
          law(i).set_cone(cone, is_joint(i));
          if constexpr (fixed_size == 1)
            joint_cones[0] = cone;
          else
            joint_cones.push_back(cone);
          has_joints |= is_joint(i);
          has_friction |= law(i).n_tangential > 0;
          has_contacts |= !is_joint(i);
          restitutes |= !is_joint(i) && law(i).restitution != 0.;
          // of a single row Poisson's law is Newton's
          has_phases |= fixed_size != 1 && law(i).has_phases;
        }
    }

    /** Zeros for every row. */
    Array
    zeros() const
    {
      Array array;
      if constexpr (std::is_same_v<Array, std::vector<double>>)
        array.assign(size(), 0.);
      else
        array.fill(0.);
      return array;
    }

    std::size_t
    size() const
    {
      return constraints.n_constraints();
    }

    const ContactLaw &
    law(const std::size_t row) const
    {
      return constraints.law(row);
    }

    bool
    is_joint(const std::size_t row) const
    {
      return law(row).kind == ContactLaw::Kind::bilateral;
    }

    bool
    is_tangential(const std::size_t row) const
    {
      return law(row).kind == ContactLaw::Kind::tangential;
    }

    bool
    is_contact(const std::size_t row) const
    {
      return law(row).kind == ContactLaw::Kind::unilateral;
    }

    /** Whether contacts are forces of the motion. */
    bool
    is_compliant() const
    {
      if constexpr (fixed_size != 0)
        return false;
      else
        return has_compliance;
    }

    /** c [m/N] of a row; 0 of contacts that are impenetrable. */
    double
    compliance(const std::size_t row) const
    {
      return is_compliant() ? constraints.compliance(row) : 0.;
    }

    static std::size_t
    first_row(const Cone &cone)
    {
      return fixed_size == 1 ? 0 : cone.first_row;
    }

    const Constraints      &constraints;
    JacobianAt<Constraints> jacobian;
    Cones                   joint_cones; ///< a contact each, contacts open

    bool has_joints   = false;
    bool has_contacts = false;
    bool has_friction = false; ///< whether a contact has tangential rows
    bool restitutes   = false; ///< whether a contact has e > 0
    bool has_phases   = false; ///< whether impacts have Poisson's phases

  private:
    bool has_compliance = false;
  };
} // namespace percuss

#endif
