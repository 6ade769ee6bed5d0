// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_geometry_plane_h
#define percuss_constraints_geometry_plane_h

#include <percuss/constraints/geometry/rigid_shape.h>

#include <cassert>

namespace percuss
{
  /** The half space behind a plane, in the plane behind a line: d = n.x. */
  template <int dim>
  class Plane final : public RigidShape<dim>
  {
  public:
    using typename RigidShape<dim>::Vector;

    /** @param normal towards the other body, of any length but zero */
    explicit Plane(const Vector &normal)
      : n(direction_of<dim>(normal))
    {
      assert(length_of<dim>(normal) > 0.);
    }

    double
    signed_distance(const Vector &x) const override
    {
      return n.dot(x);
    }

    Vector
    normal(const Vector &) const override
    {
      return n;
    }

    bool
    is_flat() const override
    {
      return true;
    }

  private:
    const Vector n;
  };
} // namespace percuss

#endif
