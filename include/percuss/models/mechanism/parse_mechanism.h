// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_parse_mechanism_h
#define percuss_models_mechanism_parse_mechanism_h

#include <percuss/input/declared_items.h>
#include <percuss/input/item_list.h>
#include <percuss/models/mechanism/planar_mechanism_description.h>
#include <percuss/models/mechanism/spatial_mechanism_description.h>

namespace percuss
{
  /** What a mechanism in the plane, dim = 2, or in space is made of. */
  template <int dim>
  using MechanismDescription = std::conditional_t<dim == 2,
                                                  PlanarMechanismDescription,
                                                  SpatialMechanismDescription>;

  /** The items of a mechanism; any list may be empty, but not both the bodies
   * and the beams, which are rods in space. */
  struct MechanismTexts
  {
    ItemList bodies, joints, contacts, springs, loads, beams = {};
  };

  /** What the items of its entries may be, those of section @p section. */
  template <int dim>
  std::vector<DeclaredItem>
  mechanism_items(const std::string &section);

  /**
   * A mechanism from text, with the words of mechanism_items() (`percuss explain
   * "Mechanism"`): items are separated by '|' and begin with
   * their name and ':', their parts are separated by ';' (Item).
   *
   * Bodies come first and then beams, in space rods: the frames, which the
   * other items name, "NAME", of a beam's nodes "NAME.start", "NAME.1", ...,
   * "NAME.end". Joints and relative angles are of the second frame relative to
   * the first; angles, lengths and relative rotations that are not given are
   * those of the start. A rectangle in a guide makes the four contacts of
   * slider_in_guide(), a beam one at each of its nodes, "NAME 1", "NAME 2", ...
   *
   * In space positions, rotations, velocities, angular velocities, forces and
   * gravity are in the fixed axes; inertias, coordinates of points and moments
   * in the body's own; axes of joints, obstacles and normals in those of the
   * frame of the point before them, of a drive in those of the first frame. A
   * rotation is a vector: about its direction, by its length [rad]. Products of
   * inertia are entries of the matrix, J_xy = -int x y dm. Curvatures are the
   * rates of the section's turning about its own y and z: with k_z > 0 the rod
   * leaves its x-axis towards y, with k_y > 0 away from z.
   *
   * @param contact_defaults of contacts that do not name them
   * @param time_scale [s]: a drive's rate that is not given is a difference of
   *                   the angle over times of about 1e-3 of it, with about
   *                   eleven digits
   *
   * Throws InputError, which says what was found, where, and what is allowed.
   */
  template <int dim>
  MechanismDescription<dim>
  parse_mechanism(const MechanismTexts      &texts,
                  const ContactCoefficients &contact_defaults = {},
                  double                     time_scale       = 1.);
} // namespace percuss

#endif
