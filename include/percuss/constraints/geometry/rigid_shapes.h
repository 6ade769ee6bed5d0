// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_geometry_rigid_shapes_h
#define percuss_constraints_geometry_rigid_shapes_h

#include <percuss/constraints/geometry/rigid_shape.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace percuss
{
  /** What a shape is given by, besides its base point. */
  struct ShapeField
  {
    enum class Kind
    {
      direction, ///< dim numbers, not all zero
      length,    ///< one, positive [m]
      lengths    ///< dim, positive [m]
    };

    std::string name;
    Kind        kind;

    /** How many numbers it has. */
    int
    n_values(const int dim) const
    {
      return kind == Kind::length ? 1 : dim;
    }
  };

  /**
   * A kind of rigid shape: its names and its fields for users, and how it is
   * made. Obstacles of solids and contacts of mechanisms are read with them.
   */
  template <int dim>
  struct ShapeKind
  {
    /** One entry for each field, in their order, with its n_values(). */
    using Values = std::span<const Eigen::VectorXd>;

    std::string name;         ///< of obstacles of solids
    std::string contact_name; ///< in contacts of mechanisms
    std::string base;         ///< what the base point is: "centre"
    std::string remark;       ///< about the obstacle, for users

    std::vector<ShapeField> fields;

    /** @pre values are as their ShapeField::Kind says */
    std::unique_ptr<RigidShape<dim>> (*make)(Values values);
  };

  /** All kinds, in the order in which messages list them; those in the plane
   * are among those in space, with the same names of obstacles. */
  template <int dim>
  const std::vector<ShapeKind<dim>> &
  rigid_shapes();

  /** Kinds of shapes in the plane and in space. */
  struct RigidShapes
  {
    std::vector<ShapeKind<2>> in_plane;
    std::vector<ShapeKind<3>> in_space;
  };

  /** Adds those of a program to rigid_shapes(), unless one has that name.
   * @pre nothing has been read with rigid_shapes() */
  void
  add_rigid_shapes(const RigidShapes &shapes);

  /** What an obstacle of a solid needs, "sphere: centre ; radius". */
  template <int dim>
  std::string
  obstacle_form(const ShapeKind<dim> &kind);

  /** What a contact of a mechanism needs, "plane POINT ; normal a, b, c". */
  template <int dim>
  std::string
  contact_form(const ShapeKind<dim> &kind);
} // namespace percuss

#endif
