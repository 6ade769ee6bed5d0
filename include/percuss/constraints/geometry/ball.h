// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_geometry_ball_h
#define percuss_constraints_geometry_ball_h

#include <percuss/constraints/geometry/rigid_shape.h>

#include <cassert>

namespace percuss
{
  /**
   * A ball about the base point, in the plane a disc: d = |x| - R; or a cavity
   * of that form with the other body inside it: d = R - |x|. At the centre
   * n = e_x of a ball, -e_x of a cavity.
   */
  template <int dim>
  class Ball final : public RigidShape<dim>
  {
  public:
    using typename RigidShape<dim>::Vector;

    /**
     * @param radius    R > 0 [m]
     * @param is_cavity whether the other body is inside
     */
    explicit Ball(const double radius, const bool is_cavity = false)
      : radius(radius)
      , side(is_cavity ? -1. : 1.)
    {
      assert(radius > 0.);
    }

    double
    signed_distance(const Vector &x) const override
    {
      return side * (length_of<dim>(x) - radius);
    }

    Vector
    normal(const Vector &x) const override
    {
      return side * direction_of<dim>(x);
    }

    double
    length() const override
    {
      return radius;
    }

  private:
    const double radius, side;
  };
} // namespace percuss

#endif
