// SPDX-License-Identifier: Apache-2.0
#include <percuss/collision/manifold.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>

namespace percuss
{
  namespace
  {
    /** The point of the segment from a to b that is nearest to x. */
    template <class Vector>
    Vector
    nearest_on_segment(const Vector &a, const Vector &b, const Vector &x)
    {
      const Vector d      = b - a;
      const double square = d.squaredNorm();
      const double s      = square > 0. ? d.dot(x - a) / square : 0.;
      return a + std::clamp(s, 0., 1.) * d;
    }
  } // namespace

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
    for (std::size_t i = 0; i < vertices.size(); ++i)
      vertices[i].noalias() = origin + R * own_shape->vertices[i];
    for (std::size_t i = 0; i < normals.size(); ++i)
      normals[i].noalias() = R * own_shape->faces[i].normal;
  }

  template <int dim>
  auto
  PlacedShape<dim>::foot(const Vector &x) const -> Foot
  {
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
      return {x - largest * normals[nearest], normals[nearest], largest};

    Foot best{x, Vector::UnitX(), std::numeric_limits<double>::infinity()};
    const auto offer = [&](const Vector &point) {
      if (const double d = (x - point).norm(); d < best.distance)
        best = {point, best.normal, d};
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
              offer(x - d * normals[f]);
          }
    if constexpr (dim == 2)
      for (const auto &face : own_shape->faces)
        offer(nearest_on_segment(vertices[face.vertices[0]],
                                 vertices[face.vertices[1]],
                                 x));
    for (const auto &edge : own_shape->edges)
      offer(nearest_on_segment(vertices[edge.vertices[0]],
                               vertices[edge.vertices[1]],
                               x));
    if (vertices.size() == 1)
      offer(vertices[0]);
    if (best.distance > 1e-12 * own_shape->extent())
      best.normal = (x - best.point) / best.distance;
    else if (!normals.empty())
      best.normal = normals[nearest];
    return best;
  }

  template class PlacedShape<2>;
  template class PlacedShape<3>;
} // namespace percuss
