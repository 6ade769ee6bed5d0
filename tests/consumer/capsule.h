// SPDX-License-Identifier: Apache-2.0
#ifndef bowl_capsule_h
#define bowl_capsule_h

#include <percuss/constraints/geometry/rigid_shapes.h>

#include <algorithm>
#include <memory>

/**
 * All points within the radius R of a segment of the half length l along the
 * unit vector a, in the plane a stadium:
 *
 *     c(x) = max(-l, min(l, a.x)) a,   d(x) = |x - c(x)| - R,
 *     n(x) = (x - c(x))/|x - c(x)|.
 */
template <int dim>
class Capsule final : public percuss::RigidShape<dim>
{
public:
  using Vector = typename percuss::RigidShape<dim>::Vector;

  /** @param axis of any length > 0; others [m], positive */
  Capsule(const Vector &axis, const double half_length, const double radius)
    : axis(axis.normalized())
    , half_length(half_length)
    , radius(radius)
  {}

  double
  signed_distance(const Vector &x) const override
  {
    return percuss::length_of<dim>(from_segment(x)) - radius;
  }

  /** On the segment a unit vector along an axis. */
  Vector
  normal(const Vector &x) const override
  {
    return percuss::direction_of<dim>(from_segment(x));
  }

  double
  length() const override
  {
    return 2. * (half_length + radius);
  }

private:
  Vector
  from_segment(const Vector &x) const
  {
    return x - std::clamp(axis.dot(x), -half_length, half_length) * axis;
  }

  const Vector axis;
  const double half_length, radius;
};

/** Its names and fields in parameter files. */
template <int dim>
percuss::ShapeKind<dim>
capsule_kind()
{
  using Kind   = percuss::ShapeField::Kind;
  using Values = typename percuss::ShapeKind<dim>::Values;
  return {.name         = "capsule",
          .contact_name = "capsule",
          .base         = "centre",
          .remark       = "in 2-D a stadium",
          .fields       = {{"axis", Kind::direction},
                           {"half length", Kind::length},
                           {"radius", Kind::length}},
          .make =
            [](const Values v) -> std::unique_ptr<percuss::RigidShape<dim>> {
            return std::make_unique<Capsule<dim>>(v[0], v[1][0], v[2][0]);
          }};
}

#endif
