// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_parse_contact_h
#define percuss_models_mechanism_parse_contact_h

#include <percuss/models/mechanism/mechanism_description.h>
#include <percuss/models/mechanism/mechanism_item.h>

namespace percuss
{
  // What contacts in the plane and in space have in common.

  /** The words that coefficients of a contact begin with. */
  std::vector<std::string>
  coefficient_words();

  ContactCoefficients
  parse_coefficients(MechanismItem &item, const ContactCoefficients &defaults);

  /** The same of a contact at which nothing rolls; throws InputError if it has
   * friction of that. */
  ContactCoefficients
  parse_coefficients_of_point(MechanismItem             &item,
                              const ContactCoefficients &defaults);

  /** The names of all rigid_shapes() in contacts. */
  template <int dim>
  std::vector<std::string>
  obstacle_names();

  /** Those of their fields, each once. */
  template <int dim>
  std::vector<std::string>
  obstacle_fields();

  /** The words of a contact of a point or a ball with such an obstacle, and @p
   * others. */
  template <int dim>
  std::vector<std::string>
  contact_words(bool is_ball, const std::vector<std::string> &others);

  /** The one of @p obstacles that the item has; throws InputError with @p none
   * if it has none. */
  std::string
  find_obstacle(const MechanismItem            &item,
                const std::vector<std::string> &obstacles,
                const std::string              &none);

  /** All but the obstacle. @param nodes of a beam, whose points it has; or none
   */
  template <int dim>
  void
  parse_ball(MechanismItem             &item,
             const std::vector<int>    &nodes,
             bool                       is_ball,
             const ContactCoefficients &defaults,
             MechanismContact<dim>     &contact);

  /** The rigid obstacle with that name. */
  template <int dim>
  void
  parse_obstacle(MechanismItem         &item,
                 const std::string     &name,
                 MechanismContact<dim> &contact);

  /** The contact, or the same at the origins of all @p frames if there are
   * some, "NAME 1", ... */
  template <class Contact>
  std::vector<Contact>
  at_origins(const Contact &contact, const std::vector<int> &frames)
  {
    if (frames.empty())
      return {contact};
    std::vector<Contact> contacts(frames.size(), contact);
    for (std::size_t i = 0; i < frames.size(); ++i)
      {
        contacts[i].name += ' ' + std::to_string(i + 1);
        contacts[i].point = {frames[i]};
      }
    return contacts;
  }
} // namespace percuss

#endif
