// SPDX-License-Identifier: Apache-2.0
#include <percuss/collision/placed_shape.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>

namespace percuss
{
  template <int dim>
  PlacedShape<dim>::PlacedShape(const ConvexShape<dim> &shape)
    : own_shape(&shape)
    , vertices(shape.vertices)
    , normals(shape.faces.size())
  {
    for (std::size_t i = 0; i < normals.size(); ++i)
      normals[i] = shape.faces[i].normal;
  }

  template <int dim>
  void
  PlacedShape<dim>::place(const Vector &origin, const Matrix &R)
  {
    own_origin = origin;
    own_axis   = R.col(dim - 1);
    own_side   = R.col(0);
    for (std::size_t i = 0; i < vertices.size(); ++i)
      vertices[i].noalias() = origin + R * own_shape->vertices[i];
    for (std::size_t i = 0; i < normals.size(); ++i)
      normals[i].noalias() = R * own_shape->faces[i].normal;
  }

  template <int dim>
  auto
  PlacedShape<dim>::foot(const Vector &x) const -> Foot
  {
    using Part = typename Feature::Part;
    if (own_shape->is_cylinder())
      return foot_on_cylinder(x);
    // inside, or above the inside of a face
    double       largest = -std::numeric_limits<double>::infinity();
    unsigned int nearest = 0;
    for (unsigned int i = 0; i < normals.size(); ++i)
      if (const double d = above(i, x); d > largest)
        {
          largest = d;
          nearest = i;
        }
    if (!normals.empty() && largest <= 0.)
      return {x - largest * normals[nearest],
              normals[nearest],
              largest,
              Part::face,
              nearest};

    Foot best{x, Vector::UnitX(), std::numeric_limits<double>::infinity()};
    const auto offer =
      [&](const Vector &point, const Part part, const unsigned int index) {
        if (const double d = (x - point).norm(); d < best.distance)
          best = {point, best.normal, d, part, index};
      };
    // of a segment; its inside has the part and index given
    const auto offer_segment = [&](const unsigned int i,
                                   const unsigned int j,
                                   const Part         part,
                                   const unsigned int index) {
      const Vector d      = vertices[j] - vertices[i];
      const double square = d.squaredNorm(), s = d.dot(x - vertices[i]);
      if (s <= 0.)
        offer(vertices[i], Part::vertex, i);
      else if (s >= square)
        offer(vertices[j], Part::vertex, j);
      else
        offer(vertices[i] + s / square * d, part, index);
    };
    if constexpr (dim == 3)
      for (unsigned int f = 0; f < normals.size(); ++f)
        if (const double d = above(f, x); d >= 0.)
          {
            const auto &v        = own_shape->faces[f].vertices;
            bool        is_above = true;
            for (std::size_t i = 0; i < v.size() && is_above; ++i)
              {
                const Vector &a = vertices[v[i]],
                             &b = vertices[v[(i + 1) % v.size()]];
                is_above        = normals[f].dot((b - a).cross(x - a)) >= 0.;
              }
            if (is_above)
              offer(x - d * normals[f], Part::face, f);
          }
    if constexpr (dim == 2)
      for (unsigned int f = 0; f < normals.size(); ++f)
        offer_segment(own_shape->faces[f].vertices[0],
                      own_shape->faces[f].vertices[1],
                      Part::face,
                      f);
    for (unsigned int e = 0; e < own_shape->edges.size(); ++e)
      offer_segment(own_shape->edges[e].vertices[0],
                    own_shape->edges[e].vertices[1],
                    Part::edge,
                    e);
    if (vertices.size() == 1)
      offer(vertices[0], Part::vertex, 0);
    if (best.part == Part::face) // exact, however near
      best.normal = normals[best.index];
    else if (best.distance > 1e-12 * own_shape->extent())
      best.normal = (x - best.point) / best.distance;
    else if (!normals.empty())
      best.normal = normals[nearest];
    return best;
  }

  template <int dim>
  auto
  PlacedShape<dim>::foot_on_cylinder(const Vector &x) const -> Foot
  {
    const double half = 0.5 * (vertices[1] - vertices[0]).norm(),
                 R    = own_shape->disc_radius;
    const Vector d    = x - 0.5 * (vertices[0] + vertices[1]);
    const double z    = own_axis.dot(d);
    Vector       out  = d - z * own_axis;
    const double r    = out.norm();
    out              = r > 1e-12 * R ? Vector(out / r) : Vector(Vector::Zero());
    const Vector end = (z > 0. ? 1. : -1.) * own_axis;
    const double beyond = std::abs(z) - half, aside = r - R;
    if (beyond > 0. && aside > 0.)
      {
        const Vector n = beyond * end + aside * out;
        return {x - n, n.normalized(), n.norm()};
      }
    if (beyond > aside)
      return {x - beyond * end, end, beyond};
    return {x - aside * out, out, aside};
  }

  template class PlacedShape<2>;
  template class PlacedShape<3>;
} // namespace percuss
