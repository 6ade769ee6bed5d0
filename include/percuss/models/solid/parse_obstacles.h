// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_parse_obstacles_h
#define percuss_models_solid_parse_obstacles_h

#include <percuss/models/solid/central_differences.h>
#include <percuss/models/solid/rigid_obstacle.h>

#include <memory>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * Obstacles from text, separated by '|', each of them one of rigid_shapes()
   * or a SignedDistanceExpression,
   *
   *     sphere: centre ; radius         the name, base point and fields of a
   *                                     ShapeKind, as obstacle_form() says
   *     expression: f(x, y, z, t)       in the plane of x, y, t
   *
   * and, if it moves, `; moved by: ux, uy, uz`, expressions of t. Points and
   * vectors are numbers separated by commas, lengths in m or with a unit, as in
   * "3 mm", times in s. A normal points to the body and need not be a unit
   * vector. Blank text: no obstacles.
   *
   * Throws InputError, which says what was found, where, and what is allowed.
   */
  template <int dim>
  std::vector<std::unique_ptr<RigidObstacle<dim>>>
  parse_obstacles(const std::string &text, const DifferenceScales &scales = {});
} // namespace percuss

#endif
