// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/mechanism/contact_masses.h>

#include <set>

namespace percuss
{
  namespace
  {
    /** Marks the node of a beam that @p frame is; whether it is one. */
    template <class Description>
    bool
    mark_contact_node(const int frame, Description &description)
    {
      auto first = static_cast<int>(description.bodies.size());
      if (frame < first)
        return false;
      for (auto &[beam, velocity] : description.beams)
        {
          const auto n_nodes =
            static_cast<int>(beam.n_elements * beam.degree + 1);
          if (frame < first + n_nodes)
            {
              beam.mass_matrix.contact_nodes.push_back(
                static_cast<unsigned int>(frame - first));
              return true;
            }
          first += n_nodes;
        }
      return false;
    }

    template <class Contact>
    void
    check_contact(const Contact &contact, const bool is_at_node)
    {
      if (!is_at_node)
        throw InputError("Contact '" + contact.name +
                           "' is at no node of a beam: what touches there has "
                           "a mass of its own. Set 'Contact/boundary mass' to "
                           "'kept'.",
                         "contacts");
      if (contact.parameters.restitution != 0. ||
          contact.parameters.tangential_restitution != 0.)
        throw InputError("Contact '" + contact.name +
                           "' has a restitution coefficient: massless "
                           "contacts have no impacts. Set it to 0, or "
                           "'Contact/boundary mass' to 'kept'.",
                         "contacts");
    }

    template <class Description>
    void
    check_joints_and_dampers(const Description   &description,
                             const bool           is_explicit,
                             const std::set<int> &massless)
    {
      for (const auto &joint : description.joints)
        for (const int frame : {joint.first.frame, joint.second.frame})
          if (massless.contains(frame))
            throw InputError("Joint '" + joint.name +
                               "' is at a node with a contact, which has no "
                               "mass. Take another node for one of both, or "
                               "set 'Contact/boundary mass' to 'kept'.",
                             "joints");
      const auto check_damper = [&](const auto &spring, const int frame) {
        if (is_explicit && spring.damping != 0. && massless.contains(frame))
          throw InputError(
            "The damper of spring '" + spring.name +
              "' is at a node with a contact, which has no mass "
              "and in explicit schemes no velocity of its own. "
              "Take an implicit scheme, or set 'Contact/boundary "
              "mass' to 'kept'.",
            "springs");
      };
      for (const auto &spring : description.springs)
        for (const int frame : {spring.first.frame, spring.second.frame})
          check_damper(spring, frame);
      if constexpr (requires { description.torsional_springs; })
        for (const auto &spring : description.torsional_springs)
          for (const int frame : {spring.first, spring.second})
            check_damper(spring, frame);
    }
  } // namespace

  template <class Description>
  void
  take_contact_masses(const BoundaryMass boundary_mass,
                      const bool         is_explicit,
                      Description       &description)
  {
    if (boundary_mass == BoundaryMass::kept)
      return;
    std::set<int> massless;
    for (const auto &contact : description.contacts)
      {
        bool is_at_node = false;
        for (const int frame : {contact.point.frame, contact.base.frame})
          if (mark_contact_node(frame, description))
            {
              is_at_node = true;
              massless.insert(frame);
            }
        check_contact(contact, is_at_node);
      }
    if (!description.body_contacts.empty())
      throw InputError("Contacts of bodies are between masses of their own: "
                       "set 'Contact/boundary mass' to 'kept'.",
                       "contacts");
    for (auto &[beam, velocity] : description.beams)
      beam.mass_matrix.boundary_mass = boundary_mass;
    check_joints_and_dampers(description, is_explicit, massless);
  }

  template void
  take_contact_masses(BoundaryMass, bool, PlanarMechanismDescription &);
  template void
  take_contact_masses(BoundaryMass, bool, SpatialMechanismDescription &);
} // namespace percuss
