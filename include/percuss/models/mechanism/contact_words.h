// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_contact_words_h
#define percuss_models_mechanism_contact_words_h

#include <percuss/constraints/contact_coefficients.h>
#include <percuss/input/item.h>
#include <percuss/models/mechanism/mechanism_description.h>

#include <string>
#include <vector>

namespace percuss
{
  // The words that contacts of points and of bodies have in common.

  /** Declares the words of contact_coefficients. */
  void
  declare_coefficients(Item &item, ContactCoefficients &coefficients);

  /** Makes the names of obstacles known, and their fields: of rigid_shapes(),
   * so that those of a program are among them. */
  template <int dim>
  void
  know_obstacles(Item &item);

  /** The names of all rigid_shapes() in contacts. */
  template <int dim>
  std::vector<std::string>
  obstacle_names();

  /** The one of @p obstacles that the item has, or none. Throws InputError if
   * it has two. */
  std::string
  find_obstacle(const Item &item, const std::vector<std::string> &obstacles);

  /** The obstacle @p name, and the point @p base at which it is fixed.
   * @pre the item has that word */
  template <int dim>
  ContactObstacle<dim>
  parse_obstacle(Item &item, const std::string &name, FramePoint<dim> &base);
} // namespace percuss

#endif
