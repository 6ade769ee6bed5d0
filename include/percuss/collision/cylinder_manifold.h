// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_collision_cylinder_manifold_h
#define percuss_collision_cylinder_manifold_h

#include <percuss/collision/manifold.h>

#include <vector>

namespace percuss
{
  /**
   * The points of contact of two bodies of which one is a cylinder, or both.
   *
   * The separation along a unit vector n from b to a is
   *
   *     s(n) = min_a n.x - max_b n.x,    max n.x = max_i n.c_i + R |n x t|
   *
   * of a cylinder with the ends c_1, c_2 of its axis t. Its largest value is
   * looked for among the normals of faces and ends, the common normals of side
   * and edges, the directions of closest points, and by a search along the arcs
   * of directions across an edge, or across a cylinder's axis, and near the best
   * of all. Then a face or an end has the points of what lies on it: where two
   * ends of a side or rims are the lowest, where edges and rims leave the other,
   * and corners; sides, edges, corners and rims have the points of the features.
   */
  void
  find_of_cylinders(const PlacedShape<3>          &a,
                    const PlacedShape<3>          &b,
                    double                         reach,
                    std::vector<ManifoldPoint<3>> &points);

  /** The points of a cylinder, a, above a plane with the unit normal @p n
   * through @p p: the lowest ones of both rims, and where an end lies on it,
   * within 6 degrees, three others of its rim. */
  void
  find_of_cylinder_and_plane(const PlacedShape<3>          &cylinder,
                             const Eigen::Vector3d         &p,
                             const Eigen::Vector3d         &n,
                             double                         reach,
                             std::vector<ManifoldPoint<3>> &points);

  /** s(n) [m]. */
  double
  separation(const PlacedShape<3>  &a,
             const PlacedShape<3>  &b,
             const Eigen::Vector3d &n);
} // namespace percuss

#endif
