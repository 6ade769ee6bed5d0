// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_parse_body_contact_h
#define percuss_models_mechanism_parse_body_contact_h

#include <percuss/models/mechanism/parse_contact.h>
#include <percuss/models/mechanism/parse_parts.h>

namespace percuss
{
  // Bodies of convex shape and their contacts.

  /** Words of shapes and the number of their lengths. */
  const std::vector<std::pair<std::string, Eigen::Index>> &
  planar_shapes();
  const std::vector<std::pair<std::string, Eigen::Index>> &
  spatial_shapes();

  /** The convex shape, none of a rod. The origin of a hull is its centroid. */
  template <int dim>
  std::shared_ptr<const ConvexShape<dim>>
  make_convex_shape(const std::string &body, const BodyShape &shape);

  /** Whether the item is a fixed body, "NAME: fixed ; shape ... ; at ...". */
  bool
  is_fixed_body(const MechanismItem &item);

  template <int dim>
  CollisionBody<dim>
  parse_fixed_body(MechanismItem &item);

  /** Whether the item is one of contacts of bodies, "NAME: bodies A, B, ...". */
  bool
  is_body_contact(const MechanismItem &item);

  template <int dim>
  BodyContactDescription<dim>
  parse_body_contact(MechanismItem                         &item,
                     const std::vector<CollisionBody<dim>> &bodies,
                     const ContactCoefficients             &defaults);

  /** All bodies of a mechanism, those without a shape, too; fixed ones last. */
  template <int dim, class Body>
  std::vector<CollisionBody<dim>>
  collision_bodies(const std::vector<Body>               &bodies,
                   const std::vector<CollisionBody<dim>> &fixed)
  {
    std::vector<CollisionBody<dim>> result;
    for (const Body &body : bodies)
      {
        CollisionBody<dim> one;
        one.name  = body.name;
        one.frame = static_cast<int>(result.size());
        one.shape = body.shape;
        result.push_back(one);
      }
    result.insert(result.end(), fixed.begin(), fixed.end());
    return result;
  }
} // namespace percuss

#endif
