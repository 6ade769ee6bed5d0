// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_collision_contact_feature_h
#define percuss_collision_contact_feature_h

#include <Eigen/Core>

namespace percuss
{
  /**
   * What of a convex body touches another one: a part of its core, unbounded,
   * with the radius r of the body about it,
   *
   *     point     a vertex or the centre of a ball
   *     line      an edge, the axis of a capsule or a cylinder
   *     plane     a face, n its outer unit normal
   *     circle    about an axis, a rim of a cylinder or a section of its side
   *
   * Lines and circles are those of space. Whoever turns the body turns the
   * feature; a spin about the axis of a line or a circle leaves it as it is.
   */
  template <int dim>
  struct ContactFeature
  {
    using Vector = Eigen::Vector<double, dim>;

    enum class Kind : unsigned char
    {
      point,
      line,
      plane,
      circle
    };

    /** Of which part of the body's shape it is. */
    enum class Part : unsigned char
    {
      none,
      vertex,
      edge,
      face
    };

    Kind   kind      = Kind::point;
    Vector point     = Vector::Zero();  ///< of it, of a circle the centre [m]
    Vector direction = Vector::UnitX(); ///< of a line, n, the axis; unit
    /** From the centre of a circle towards the contact, where a search begins. */
    Vector       towards       = Vector::UnitX();
    double       circle_radius = 0.; ///< [m]
    double       radius        = 0.; ///< r [m]
    Part         part          = Part::none;
    unsigned int index         = 0; ///< of the vertex, edge or face
  };

  /** The points of two features at which their distance is stationary. */
  template <int dim>
  struct ClosestPoints
  {
    using Vector = Eigen::Vector<double, dim>;

    Vector x, p;     ///< of the first feature and of the second [m]
    Vector normal;   ///< unit, from the second to the first
    double distance; ///< n.(x - p), without radii [m]
  };

  /**
   * The closest points of two features of different bodies, with
   *
   *     n                       for
   *     (x - p)/|x - p|         a point and a point, line or circle; a line
   *                             that has a radius and a line or circle
   *     the plane's normal      a plane and a point or circle
   *     t_x x t_p/|t_x x t_p|   other lines and circles, with the tangents t
   *
   * The distance of lines and circles is negative where they overlap: of their
   * two normals, n is the one with n.m >= 0, m = @p outwards, a normal that
   * both had shortly before. The vector t_x x t_p alone does not tell: it turns
   * round where a line passes through a direction that is parallel to the other
   * one or to a circle's plane, and n does not.
   *
   * The distance is stationary under motions of x and p on their features, so
   * that its rate is n.(v_x - v_p), the velocities of the material points that
   * are at x and p, whatever both bodies do.
   *
   * Circles with a line or another circle: Newton's method, from the points
   * that are `towards`.
   *
   * @pre not both are planes, and no line goes with a plane.
   */
  template <int dim>
  ClosestPoints<dim>
  closest_points(const ContactFeature<dim>                  &a,
                 const ContactFeature<dim>                  &b,
                 const typename ContactFeature<dim>::Vector &outwards);
} // namespace percuss

#endif
