// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_collision_convex_shape_h
#define percuss_collision_convex_shape_h

#include <Eigen/Core>

#include <array>
#include <vector>

namespace percuss
{
  /**
   * A convex body in its own axes: all points within the radius r of its core,
   *
   *     core                r
   *     a point             > 0   disc, ball
   *     a segment           > 0   capsule
   *     polygon, polytope   0
   *     cylinder            0     discs of a radius R across a segment, its axis
   *
   * Faces, edges of a polygon in the plane, have outer unit normals n, and
   * their points n.x = offset; their vertices go round n counterclockwise. A
   * point, a segment or a cylinder has no faces; a segment has one edge, a
   * cylinder its axis. Polygons have no edges beside their faces.
   */
  template <int dim>
  struct ConvexShape
  {
    using Vector = Eigen::Vector<double, dim>;

    struct Face
    {
      Vector                    normal;
      double                    offset; ///< [m]
      std::vector<unsigned int> vertices;
    };

    struct Edge
    {
      std::array<unsigned int, 2> vertices;
      std::array<unsigned int, 2> faces; ///< of a polytope, between which it is
    };

    std::vector<Vector> vertices; ///< of the core [m]
    std::vector<Face>   faces;
    std::vector<Edge>   edges;
    double              radius      = 0.; ///< r [m]
    double              disc_radius = 0.; ///< R of a cylinder, else 0 [m]

    bool
    is_cylinder() const
    {
      return disc_radius > 0.;
    }

    /** A point or a segment with a radius. */
    bool
    is_round() const
    {
      return faces.empty() && !is_cylinder();
    }

    /** The radius of a ball about the origin that is in the body [m]; 0 if the
     * origin is not. */
    double
    inner_radius() const;

    /** Largest distance of its points from the origin [m]. */
    double
    extent() const;
  };

  /** All points within the @p radius > 0 of a segment about the origin with the
   * @p length >= 0, along x in the plane and along z in space. */
  template <int dim>
  ConvexShape<dim>
  round_shape(double length, double radius);

  /** Box or rectangle with these edges > 0 along the axes, about the origin. */
  template <int dim>
  ConvexShape<dim>
  box_shape(const Eigen::Vector<double, dim> &edges);

  /** A cylinder about the z-axis and the origin: @p radius > 0, @p length > 0. */
  ConvexShape<3>
  cylinder_shape(double radius, double length);

  /** The convex hull of points, of which those inside are left out. Throws
   * InputError if they are on one line, in space in one plane, or more than
   * 200. The work is that of n^(dim+1) operations. */
  template <int dim>
  ConvexShape<dim>
  convex_hull(const std::vector<Eigen::Vector<double, dim>> &points);

  /** V, the centroid x_C and the second moment S = int (x - x_C) (x - x_C)^T dV
   * of a polygon, per unit of thickness, or a polytope. */
  template <int dim>
  struct VolumeMoments
  {
    double                     volume   = 0.; ///< [m^3], in the plane [m^2]
    Eigen::Vector<double, dim> centroid = Eigen::Vector<double, dim>::Zero();
    Eigen::Matrix<double, dim, dim> second =
      Eigen::Matrix<double, dim, dim>::Zero(); ///< [m^5], [m^4]
  };

  /** @pre @p shape has faces */
  template <int dim>
  VolumeMoments<dim>
  volume_moments(const ConvexShape<dim> &shape);

  /** The shape moved by @p d. */
  template <int dim>
  ConvexShape<dim>
  moved(ConvexShape<dim> shape, const Eigen::Vector<double, dim> &d);
} // namespace percuss

#endif
