// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_constraints_geometry_rigid_shape_h
#define percuss_constraints_geometry_rigid_shape_h

#include <percuss/base/tangents.h>

#include <Eigen/Core>

#include <cmath>
#include <limits>

namespace percuss
{
  /**
   * A rigid shape at rest, described by its signed distance d(x) from a point
   * x, which is counted from the base point of the shape and in its axes [m]:
   *
   *     d > 0 outside, where the other body is, d < 0 inside [m],
   *     n = grad d, the unit normal, from the shape to the other body.
   *
   * Functions are finite and |n| = 1 everywhere, also where d has no gradient
   * (at the centre of a ball): there n is some unit vector. They allocate
   * nothing. Where the shape is, how it moves and what strikes it are left to
   * those who use it.
   */
  template <int dim>
  class RigidShape
  {
  public:
    using Vector   = Eigen::Matrix<double, dim, 1>;
    using Tangents = Eigen::Matrix<double, dim, dim - 1>;

    virtual ~RigidShape() = default;

    /** d(x) [m]. */
    virtual double
    signed_distance(const Vector &x) const = 0;

    /** n(x). */
    virtual Vector
    normal(const Vector &x) const = 0;

    /**
     * Unit tangents at @p x, orthogonal to @p n = n(x) and to each other, in
     * columns. Unless a shape knows better ones they are the tangents() of n.
     */
    virtual Tangents
    tangents(const Vector &, const Vector &n) const
    {
      const auto of_normal = percuss::tangents<dim>(n);
      Tangents   t;
      for (int k = 0; k < dim - 1; ++k)
        t.col(k) = of_normal[k];
      return t;
    }

    /** Whether n does not depend on x: d is affine. */
    virtual bool
    is_flat() const
    {
      return false;
    }

    /** The largest of its lengths [m], for tolerances. */
    virtual double
    length() const
    {
      return 0.;
    }
  };

  /** |d|, of any size. */
  template <int dim>
  double
  length_of(const Eigen::Matrix<double, dim, 1> &d)
  {
    if constexpr (dim == 2)
      return std::hypot(d[0], d[1]);
    else
      return std::hypot(d[0], d[1], d[2]);
  }

  /** d/|d|, or e_x where d = 0. */
  template <int dim>
  Eigen::Matrix<double, dim, 1>
  direction_of(const Eigen::Matrix<double, dim, 1> &d)
  {
    const double length = length_of<dim>(d);
    if (length > std::numeric_limits<double>::min())
      return d / length;
    return Eigen::Matrix<double, dim, 1>::UnitX();
  }
} // namespace percuss

#endif
