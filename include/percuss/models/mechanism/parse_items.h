// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_parse_items_h
#define percuss_models_mechanism_parse_items_h

#include <percuss/input/item.h>
#include <percuss/models/mechanism/parse_mechanism.h>

namespace percuss
{
  // One item of a mechanism's text each. The names of items are "ground", then
  // those of the frames; q_0 is the configuration of these at the start. Each
  // throws InputError.

  /** The frame at a place in the list of names, where the ground is first. */
  inline int
  frame_at(const std::size_t i)
  {
    static_assert(PlanarPoint::ground == -1 && SpatialPoint::ground == -1);
    return static_cast<int>(i) - 1;
  }

  /** The frame of a point, or of a frame alone; what is behind its name is left
   * in @p from. */
  int
  take_frame(const Item &item, ItemValue &from);

  /** The name of a frame and dim coordinates in it [m]. */
  template <int dim>
  void
  read_value(const Item &item, ItemValue from, FramePoint<dim> &point)
  {
    point.frame = take_frame(item, from);
    read_value(item, in_si(from, "m"), point.local);
  }

  template <int dim>
  ValueType
  type_of_value(const Item &, const FramePoint<dim> &)
  {
    return {"point", dim == 2 ? "m, m" : "m, m, m"};
  }

  template <int dim>
  using BodyOf = decltype(MechanismDescription<dim>::bodies)::value_type;
  template <int dim>
  using JointOf = decltype(MechanismDescription<dim>::joints)::value_type;
  template <int dim>
  using ContactOf = decltype(MechanismDescription<dim>::contacts)::value_type;

  /** One body, or the copies of it that the item asks for: of 'copies n_1,
   * n_2', in space also n_3, one at every place of a lattice with the 'spacing'
   * along the axes, each moved by up to 'scatter' along them, at random but
   * always the same; named NAME1, NAME2, ..., at most 100000. */
  template <int dim>
  std::vector<BodyOf<dim>>
  parse_bodies(Item &item);

  /** Throws for a name that is @p taken, or that stands for all bodies. */
  void
  check_body_name(const std::string              &name,
                  const std::vector<std::string> &taken);

  /** Throws for a name of a frame that begins with a word with which parts of
   * joints, contacts and springs begin. */
  template <int dim>
  void
  check_frame_name(const std::string &name);

  /** Whether the item is a fixed body, "NAME: fixed ; shape ... ; at ...". */
  bool
  is_fixed_body(Item &item);

  template <int dim>
  CollisionBody<dim>
  parse_fixed_body(Item &item);

  template <int dim>
  MechanismBeam<dim>
  parse_beam(Item &item);

  template <int dim>
  JointOf<dim>
  parse_joint(Item &item, const Eigen::VectorXd &q_0, double time_scale);

  /** A beam by its name; half the thickness and which side is left open. */
  using NamedBeams = Item::Choices<BeamSide>;

  /** One contact, the four of a rectangle in a guide, or one for each node of a
   * beam. */
  template <int dim>
  std::vector<ContactOf<dim>>
  parse_contacts(Item                      &item,
                 const NamedBeams          &beams,
                 const ContactCoefficients &defaults);

  /** Whether the item is one of contacts of bodies, "NAME: bodies A, ...". */
  bool
  is_body_contact(Item &item);

  /** @param bodies all of the mechanism, those without a shape, too
   * @param rods names of those with 'shape rod', which have no surface */
  template <int dim>
  BodyContactDescription<dim>
  parse_body_contact(Item                                  &item,
                     const std::vector<CollisionBody<dim>> &bodies,
                     const std::vector<std::string>        &rods,
                     const ContactCoefficients             &defaults);

  template <int dim>
  LineSpring<dim>
  parse_spring(Item &item, const Eigen::VectorXd &q_0);

  /** Whether it is "NAME: torsional ; ...", of which that is then read. */
  bool
  is_torsional_spring(Item &item);

  PlanarTorsionalSpring
  parse_torsional_spring(Item &item, const Eigen::VectorXd &q_0);

  /** The components of a force and of a moment. */
  template <int dim>
  std::vector<MechanismLoad<dim>>
  parse_loads(Item &item);
} // namespace percuss

#endif
