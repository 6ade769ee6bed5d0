// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_polygon_h
#define percuss_mortar_polygon_h

#include <boost/container/small_vector.hpp>
#include <Eigen/Core>

#include <vector>

namespace percuss
{
  /** Corners of a polygon, counterclockwise [m]; a few need no memory of their
   * own. */
  using Polygon = boost::container::small_vector<Eigen::Vector2d, 10>;

  /** a_x b_y - a_y b_x */
  inline double
  cross(const Eigen::Vector2d &a, const Eigen::Vector2d &b)
  {
    return a[0] * b[1] - a[1] * b[0];
  }

  /** [m^2]; negative if the corners are clockwise, 0 of fewer than three. */
  double
  area(const Polygon &polygon);

  /** The centre of the area [m]: inside if the polygon is convex.
   * @pre the area is not 0 */
  Eigen::Vector2d
  middle(const Polygon &polygon);

  /**
   * The part of a convex polygon on the left of the line from @p a to @p b, or on
   * it. Corners within 1e-14 of the polygon's size and of the line's are on the
   * line, so that edges which coincide up to rounding leave no slivers; what has
   * fewer than three corners then is empty.
   */
  Polygon
  left_part(const Polygon         &polygon,
            const Eigen::Vector2d &a,
            const Eigen::Vector2d &b);

  /**
   * What two convex polygons have in common; empty if this has no area.
   *
   * Reference: I. E. Sutherland and G. W. Hodgman, Reentrant polygon clipping,
   * Comm. ACM 17 (1974) 32-42.
   */
  Polygon
  clip(const Polygon &polygon, const Polygon &by);

  /** Whether an edge of one of two convex polygons has all of the other one on
   * its right, or on it but for 1e-14 of their sizes: then they have no area in
   * common. */
  bool
  are_apart(const Polygon &a, const Polygon &b);

  /** What a convex polygon has outside of another one: convex parts that do not
   * overlap. */
  std::vector<Polygon>
  outside(const Polygon &polygon, const Polygon &of);
} // namespace percuss

#endif
