// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_geometry_cylinder_h
#define percuss_constraints_geometry_cylinder_h

#include <percuss/constraints/geometry/rigid_shape.h>

#include <Eigen/Geometry>

#include <array>
#include <cassert>

namespace percuss
{
  /**
   * An infinite circular cylinder about the axis s a through the base point;
   * or a bore of that form with the other body inside it. With c_1, c_2, the
   * tangents() of a, and x_a = (c_1.x, c_2.x),
   *
   *     d = |x_a| - R  or  R - |x_a|,    t_1 = a,    t_2 = n x a.
   *
   * On the axis n = c_1, of a bore -c_1.
   */
  class Cylinder final : public RigidShape<3>
  {
  public:
    /**
     * @param axis      a, of any length but zero
     * @param radius    R > 0 [m]
     * @param is_cavity whether the other body is inside
     */
    Cylinder(const Vector &axis,
             const double  radius,
             const bool    is_cavity = false)
      : axis(direction_of<3>(axis))
      , across(percuss::tangents(this->axis))
      , radius(radius)
      , side(is_cavity ? -1. : 1.)
    {
      assert(length_of<3>(axis) > 0.);
      assert(radius > 0.);
    }

    double
    signed_distance(const Vector &x) const override
    {
      return side * (length_of<2>(from_axis(x)) - radius);
    }

    Vector
    normal(const Vector &x) const override
    {
      const Eigen::Vector2d e = direction_of<2>(from_axis(x));
      return side * (e[0] * across[0] + e[1] * across[1]);
    }

    Tangents
    tangents(const Vector &, const Vector &n) const override
    {
      Tangents t;
      t << axis, n.cross(axis);
      return t;
    }

    double
    length() const override
    {
      return radius;
    }

  private:
    /** x_a: exactly across the axis, even if it is rounding only. */
    Eigen::Vector2d
    from_axis(const Vector &x) const
    {
      return {across[0].dot(x), across[1].dot(x)};
    }

    const Vector                axis;
    const std::array<Vector, 2> across;
    const double                radius, side;
  };
} // namespace percuss

#endif
