// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_repeated_contacts_h
#define percuss_models_mechanism_repeated_contacts_h

#include <percuss/models/mechanism/planar_mechanism_description.h>
#include <percuss/models/mechanism/spatial_mechanism_description.h>

#include <string>
#include <vector>

namespace percuss
{
  // Contacts that are written twice act twice: friction, cohesion and
  // restitution of both. Obstacles are the same if they are fixed to the same
  // body, or to the ground, and have the same distance at all of a few points.

  /** Throws InputError where two bodies of the last one, of which one moves,
   * or one body and the obstacle, are those of another one, too. */
  template <int dim>
  void
  check_last_is_new(const std::vector<BodyContactDescription<dim>> &contacts);

  /** Throws InputError where the last one has the point, the radius and the
   * obstacle, or the side of a beam, of another one. */
  template <class Contact>
  void
  check_last_is_new(const std::vector<Contact> &contacts);

  /** Warnings: points and balls of bodies that touch the same obstacle with
   * their shapes, too. */
  template <class Description>
  std::vector<std::string>
  warnings_of_repeated_contacts(const Description &description);
} // namespace percuss

#endif
