// SPDX-License-Identifier: Apache-2.0
#include <percuss/collision/contact_feature.h>

#include <Eigen/Geometry>

#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    using Kind2 = ContactFeature<2>::Kind;
    using Kind  = ContactFeature<3>::Kind;
    using Eigen::Vector3d;

    template <int dim>
    ClosestPoints<dim>
    reversed(const ClosestPoints<dim> &c)
    {
      return {c.p, c.x, -c.normal, c.distance};
    }

    /** Of two points, with @p fallback as normal where they are one. */
    template <int dim>
    ClosestPoints<dim>
    of_points(const Eigen::Vector<double, dim> &x,
              const Eigen::Vector<double, dim> &p,
              const Eigen::Vector<double, dim> &fallback)
    {
      const Eigen::Vector<double, dim> d    = x - p;
      const double                     norm = d.norm();
      const bool is_one = !(norm > std::numeric_limits<double>::min());
      return {x,
              p,
              is_one ? fallback : Eigen::Vector<double, dim>(d / norm),
              norm};
    }

    /** A circle with a basis of its plane, and the angle of a point on it. */
    struct Circle
    {
      explicit Circle(const ContactFeature<3> &feature)
        : centre(feature.point)
        , axis(feature.direction)
        , radius(feature.circle_radius)
      {
        u = across(feature.towards);
        if (!(u.norm() > 1e-3))
          u = axis.unitOrthogonal();
        u.normalize();
        w = axis.cross(u);
      }

      Vector3d
      across(const Vector3d &d) const
      {
        return d - axis.dot(d) * axis;
      }

      Vector3d
      outwards(const double angle) const
      {
        return std::cos(angle) * u + std::sin(angle) * w;
      }

      Vector3d
      tangent(const double angle) const
      {
        return std::cos(angle) * w - std::sin(angle) * u;
      }

      Vector3d
      at(const double angle) const
      {
        return centre + radius * outwards(angle);
      }

      Vector3d centre, axis, u, w;
      double   radius;
    };

    constexpr int    n_iterations = 50;
    constexpr double largest_turn = 0.5; // of an iteration [rad]

    /** Of points with the tangents t_x and t_p: along both where one of the two
     * is round, else across the tangents. */
    ClosestPoints<3>
    of_curves(const Vector3d &x,
              const Vector3d &p,
              const Vector3d &t_x,
              const Vector3d &t_p,
              const Vector3d &outwards,
              const bool      is_round)
    {
      Vector3d     n    = t_x.cross(t_p);
      const double norm = n.norm();
      if (is_round || !(norm > 1e-12))
        n = of_points<3>(x, p, outwards).normal;
      else
        n /= norm;
      if (n.dot(outwards) < 0.)
        n *= -1.;
      return {x, p, n, n.dot(x - p)};
    }

    bool
    is_round(const ContactFeature<3> &a, const ContactFeature<3> &b)
    {
      return a.radius + b.radius > 0.;
    }

    ClosestPoints<3>
    of_circle_and_plane(const ContactFeature<3> &circle,
                        const ContactFeature<3> &plane)
    {
      const Circle   c(circle);
      const Vector3d n = plane.direction, across = c.across(n);
      const double   norm = across.norm();
      const Vector3d x =
        c.centre - c.radius * (norm > 1e-12 ? Vector3d(across / norm) : c.u);
      const double d = n.dot(x - plane.point);
      return {x, x - d * n, n, d};
    }

    ClosestPoints<3>
    of_circle_and_point(const ContactFeature<3> &circle, const Vector3d &p)
    {
      const Circle   c(circle);
      const Vector3d across = c.across(p - c.centre);
      const double   norm   = across.norm();
      const Vector3d x =
        c.centre +
        c.radius * (norm > 1e-12 * c.radius ? Vector3d(across / norm) : c.u);
      return of_points<3>(x, p, c.axis);
    }

    // d.tau = 0 with d = x - p, p the foot of x on the line
    ClosestPoints<3>
    of_circle_and_line(const ContactFeature<3> &circle,
                       const ContactFeature<3> &line,
                       const Vector3d          &outwards)
    {
      const Circle    c(circle);
      const Vector3d &t     = line.direction;
      double          angle = 0.;
      Vector3d        x, p, tau;
      for (int k = 0; k < n_iterations; ++k)
        {
          x                = c.at(angle);
          p                = line.point + t.dot(x - line.point) * t;
          tau              = c.tangent(angle);
          const Vector3d d = x - p;
          const double   F = d.dot(tau), slope = t.dot(tau),
                       dF = c.radius * (1. - slope * slope) -
                            d.dot(c.outwards(angle));
          if (!(std::abs(dF) > 0.))
            break;
          const double step = std::clamp(-F / dF, -largest_turn, largest_turn);
          angle += step;
          if (std::abs(step) < 1e-15)
            break;
        }
      return of_curves(x, p, tau, t, outwards, is_round(circle, line));
    }

    // d.tau_x = 0 and d.tau_p = 0
    ClosestPoints<3>
    of_circles(const ContactFeature<3> &first,
               const ContactFeature<3> &second,
               const Vector3d          &outwards)
    {
      const Circle    a(first), b(second);
      Eigen::Vector2d angles = Eigen::Vector2d::Zero();
      Vector3d        x, p, t_x, t_p;
      for (int k = 0; k < n_iterations; ++k)
        {
          x                 = a.at(angles[0]);
          p                 = b.at(angles[1]);
          t_x               = a.tangent(angles[0]);
          t_p               = b.tangent(angles[1]);
          const Vector3d  d = x - p;
          Eigen::Matrix2d J;
          J << a.radius - d.dot(a.outwards(angles[0])),
            -b.radius * t_p.dot(t_x), a.radius * t_x.dot(t_p),
            -b.radius - d.dot(b.outwards(angles[1]));
          const Eigen::Vector2d F(d.dot(t_x), d.dot(t_p));
          const double          det = J(0, 0) * J(1, 1) - J(0, 1) * J(1, 0);
          if (!(std::abs(det) > 0.))
            break;
          Eigen::Vector2d step(-(J(1, 1) * F[0] - J(0, 1) * F[1]) / det,
                               -(J(0, 0) * F[1] - J(1, 0) * F[0]) / det);
          const double    largest = step.cwiseAbs().maxCoeff();
          if (largest > largest_turn)
            step *= largest_turn / largest;
          angles += step;
          if (largest < 1e-15)
            break;
        }
      return of_curves(x, p, t_x, t_p, outwards, false);
    }

    ClosestPoints<3>
    of_lines(const ContactFeature<3> &a,
             const ContactFeature<3> &b,
             const Vector3d          &outwards)
    {
      const Vector3d r  = a.point - b.point;
      const double   ab = a.direction.dot(b.direction), ar = a.direction.dot(r),
                   br = b.direction.dot(r), det = 1. - ab * ab;
      const double s = det > 0. ? (ab * br - ar) / det : 0.,
                   t = det > 0. ? (br - ab * ar) / det : br;
      return of_curves(a.point + s * a.direction,
                       b.point + t * b.direction,
                       a.direction,
                       b.direction,
                       outwards,
                       is_round(a, b));
    }

    template <int dim>
    ClosestPoints<dim>
    of_point_and_plane(const Eigen::Vector<double, dim> &x,
                       const ContactFeature<dim>        &plane)
    {
      const double d = plane.direction.dot(x - plane.point);
      return {x, x - d * plane.direction, plane.direction, d};
    }
  } // namespace

  template <>
  ClosestPoints<2>
  closest_points(const ContactFeature<2> &a,
                 const ContactFeature<2> &b,
                 const Eigen::Vector2d &)
  {
    if (b.kind == Kind2::plane)
      return of_point_and_plane(a.point, b);
    if (a.kind == Kind2::plane)
      return reversed(of_point_and_plane(b.point, a));
    return of_points<2>(a.point, b.point, Eigen::Vector2d::UnitX());
  }

  template <>
  ClosestPoints<3>
  closest_points(const ContactFeature<3> &a,
                 const ContactFeature<3> &b,
                 const Vector3d          &outwards)
  {
    // the one with the simpler kind is the second, but for planes
    if (a.kind == Kind::plane ||
        (b.kind == Kind::circle && a.kind != Kind::circle) ||
        (b.kind == Kind::line && a.kind == Kind::point))
      {
        if (b.kind != Kind::plane)
          return reversed(closest_points<3>(b, a, -outwards));
      }
    if (b.kind == Kind::plane)
      return a.kind == Kind::circle ? of_circle_and_plane(a, b) :
                                      of_point_and_plane(a.point, b);
    if (a.kind == Kind::circle)
      {
        if (b.kind == Kind::point)
          return of_circle_and_point(a, b.point);
        return b.kind == Kind::line ? of_circle_and_line(a, b, outwards) :
                                      of_circles(a, b, outwards);
      }
    if (a.kind == Kind::line)
      {
        if (b.kind == Kind::line)
          return of_lines(a, b, outwards);
        const Vector3d x =
          a.point + a.direction.dot(b.point - a.point) * a.direction;
        return of_points<3>(x, b.point, a.direction.unitOrthogonal());
      }
    return of_points<3>(a.point, b.point, Vector3d::UnitX());
  }
} // namespace percuss
