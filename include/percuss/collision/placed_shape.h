// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_collision_placed_shape_h
#define percuss_collision_placed_shape_h

#include <percuss/collision/contact_feature.h>
#include <percuss/collision/convex_shape.h>

#include <cmath>
#include <vector>

namespace percuss
{
  /** A convex shape somewhere: its points and normals in fixed axes. */
  template <int dim>
  class PlacedShape
  {
  public:
    using Vector  = Eigen::Vector<double, dim>;
    using Matrix  = Eigen::Matrix<double, dim, dim>;
    using Feature = ContactFeature<dim>;

    /** At the origin. @p shape is referred to. */
    explicit PlacedShape(const ConvexShape<dim> &shape);

    /** Moves it: x <- @p origin + @p R x. Allocates nothing. */
    void
    place(const Vector &origin, const Matrix &R);

    const ConvexShape<dim> &
    shape() const
    {
      return *own_shape;
    }

    const Vector &
    origin() const
    {
      return own_origin;
    }

    const Vector &
    vertex(const unsigned int i) const
    {
      return vertices[i];
    }

    const Vector &
    normal(const unsigned int face) const
    {
      return normals[face];
    }

    /** Of a cylinder, a unit vector. */
    const Vector &
    axis() const
    {
      return own_axis;
    }

    /** The first of the body's own axes, across that of a cylinder. */
    const Vector &
    side() const
    {
      return own_side;
    }

    /** n.(x - a) of a face, a on it [m]. */
    double
    above(const unsigned int face, const Vector &x) const
    {
      return normals[face].dot(x -
                               vertices[own_shape->faces[face].vertices[0]]);
    }

    /** The largest @p n.x of the points x of the core. */
    double
    highest(const Vector &n) const
    {
      double result = n.dot(vertices[0]);
      for (std::size_t i = 1; i < vertices.size(); ++i)
        result = std::max(result, n.dot(vertices[i]));
      if (own_shape->is_cylinder())
        result +=
          own_shape->disc_radius * (n - n.dot(own_axis) * own_axis).norm();
      return result;
    }

    /** The smallest. */
    double
    lowest(const Vector &n) const
    {
      return -highest(-n);
    }

    Feature
    vertex_feature(const unsigned int i) const
    {
      Feature f;
      f.point  = vertices[i];
      f.radius = own_shape->radius;
      f.part   = Feature::Part::vertex;
      f.index  = i;
      return f;
    }

    /** A line; of a cylinder its side, whose points are within R of the axis. */
    Feature
    edge_feature(const unsigned int i) const
    {
      Feature     f;
      const auto &v = own_shape->edges[i].vertices;
      f.kind        = Feature::Kind::line;
      f.point       = vertices[v[0]];
      f.direction   = (vertices[v[1]] - vertices[v[0]]).normalized();
      f.radius      = own_shape->radius + own_shape->disc_radius;
      f.part        = Feature::Part::edge;
      f.index       = i;
      return f;
    }

    Feature
    face_feature(const unsigned int i) const
    {
      Feature f;
      f.kind      = Feature::Kind::plane;
      f.point     = vertices[own_shape->faces[i].vertices[0]];
      f.direction = normals[i];
      f.part      = Feature::Part::face;
      f.index     = i;
      return f;
    }

    /** The point of the core that is nearest to x, with the unit vector n from
     * it to x and the distance; where x is inside, the point of the nearest
     * face, and the distance is negative. */
    struct Foot
    {
      Vector point, normal;
      double distance; ///< from the core, without the radius [m]
      typename Feature::Part part  = Feature::Part::none; ///< where it is
      unsigned int           index = 0;
    };

    Foot
    foot(const Vector &x) const;

  private:
    Foot
    foot_on_cylinder(const Vector &x) const;

    const ConvexShape<dim> *own_shape;
    std::vector<Vector>     vertices, normals;
    Vector                  own_origin = Vector::Zero();
    Vector                  own_axis   = Vector::Unit(dim - 1);
    Vector                  own_side   = Vector::UnitX();
  };
} // namespace percuss

#endif
