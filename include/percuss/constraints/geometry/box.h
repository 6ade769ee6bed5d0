// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_geometry_box_h
#define percuss_constraints_geometry_box_h

#include <percuss/constraints/geometry/rigid_shape.h>

#include <cassert>
#include <cmath>

namespace percuss
{
  /**
   * A box about the base point with edges along the axes, in the plane a
   * rectangle: |x_i| < a_i. With e_i = |x_i| - a_i, the distances from the
   * faces,
   *
   *     d = |max(e, 0)|   outside: from the nearest point, of a face, of an
   *                       edge or a corner,
   *     d = max e_i       inside and on the surface.
   *
   * n is the direction from that point outside, and of the nearest face inside,
   * the first one of several: continuous outside, where edges act as if they
   * were rounded.
   */
  template <int dim>
  class Box final : public RigidShape<dim>
  {
  public:
    using typename RigidShape<dim>::Vector;

    /** @param half_lengths a_i > 0 [m] */
    explicit Box(const Vector &half_lengths)
      : half_lengths(half_lengths)
    {
      assert(half_lengths.minCoeff() > 0.);
    }

    double
    signed_distance(const Vector &x) const override
    {
      const Vector e = from_faces(x);
      return is_outside(e) ? length_of<dim>(e.cwiseMax(0.)) : e.maxCoeff();
    }

    Vector
    normal(const Vector &x) const override
    {
      const Vector e = from_faces(x);
      Vector       n = e.cwiseMax(0.);
      if (is_outside(e))
        n = direction_of<dim>(n);
      else
        {
          Eigen::Index nearest;
          e.maxCoeff(&nearest);
          n = Vector::Unit(nearest);
        }
      for (int i = 0; i < dim; ++i)
        n[i] = std::copysign(n[i], x[i]);
      return n;
    }

    double
    length() const override
    {
      return half_lengths.maxCoeff();
    }

  private:
    Vector
    from_faces(const Vector &x) const
    {
      return x.cwiseAbs() - half_lengths;
    }

    /** But for what is too small to have a direction. */
    static bool
    is_outside(const Vector &e)
    {
      return e.maxCoeff() > std::numeric_limits<double>::min();
    }

    const Vector half_lengths;
  };
} // namespace percuss

#endif
