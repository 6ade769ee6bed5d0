// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/tangents.h>
#include <percuss/models/mechanism/spatial_row.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace percuss
{
  namespace
  {
    using Eigen::Quaterniond;
    using Eigen::Vector3d;
    using Kind = SpatialRow::Kind;

    /** |d|, of any size. */
    double
    length_of(const Vector3d &d)
    {
      return std::hypot(d[0], d[1], d[2]);
    }

    /** d/|d|, e_x if d = 0. */
    Vector3d
    direction_of(const Vector3d &d)
    {
      const double l = length_of(d);
      if (l > std::numeric_limits<double>::min())
        return d / l;
      return Vector3d::UnitX();
    }

    /** (d_1, d_2, 0) across the axis, in the basis (c_1, c_2, axis): exactly
     * across it, even if it is rounding only. */
    Vector3d
    across(const std::array<Vector3d, 2> &c, const Vector3d &d)
    {
      return {c[0].dot(d), c[1].dot(d), 0.};
    }

    /** n of a contact with the row's data, all in the axes of p. */
    Vector3d
    normal_at(const SpatialRow &row, const Kind kind, const Vector3d &d)
    {
      if (kind == Kind::plane)
        return row.axis;
      if (kind == Kind::sphere)
        return row.sign * direction_of(d);
      const auto     c = tangents(row.axis);
      const Vector3d e = direction_of(across(c, d));
      return row.sign * (e[0] * c[0] + e[1] * c[1]);
    }

    /** Unit tangent of a contact in the axes of p. */
    Vector3d
    tangent_at(const SpatialRow &row, const Vector3d &n)
    {
      if (row.contact == Kind::cylinder)
        return row.tangent == 0 ? row.axis : Vector3d(n.cross(row.axis));
      return tangents(n)[row.tangent];
    }

    /** D of an angle. */
    Quaterniond
    turn(const SpatialRow &row, const Eigen::VectorXd &q)
    {
      return frame_rotation(q, row.p.frame).conjugate() *
             frame_rotation(q, row.x.frame) * row.relative.conjugate();
    }

    /** m of an angle, in the axes of p. */
    Vector3d
    turn_gradient(const Quaterniond &D, const Vector3d &a)
    {
      const double   w = D.w(), s = a.dot(D.vec()), square = w * w + s * s;
      const Vector3d u = D.vec();
      if (!(square > 0.))
        return a;
      return (w * (w * a + u.cross(a)) + s * u) / square;
    }
  } // namespace

  double
  SpatialRow::gap(const Eigen::VectorXd &q, const double t) const
  {
    switch (kind)
      {
        case Kind::component:
          return axis.dot(position(q, x) - position(q, p));
        case Kind::perpendicular:
          return (frame_rotation(q, x.frame) * axis_of_x)
            .dot(frame_rotation(q, p.frame) * axis);
          case Kind::angle: {
            const Quaterniond D = turn(*this, q);
            return std::remainder(2. * std::atan2(axis.dot(D.vec()), D.w()) -
                                    (motion.value ? motion.value(t) : 0.),
                                  2. * std::numbers::pi);
          }
        case Kind::tangential:
          return 0.;
        case Kind::plane:
        case Kind::sphere:
        case Kind::cylinder:
          break;
      }
    const Vector3d d = frame_rotation(q, p.frame).conjugate() *
                       Vector3d(position(q, x) - position(q, p));
    if (kind == Kind::plane)
      return axis.dot(d) - offset;
    return sign *
           (length_of(kind == Kind::sphere ? d : across(tangents(axis), d)) -
            offset);
  }

  double
  SpatialRow::gap_rate(const double t) const
  {
    return motion.rate ? -motion.rate(t) : 0.;
  }

  SpatialRow::Gradient
  SpatialRow::gradient(const Eigen::VectorXd &q) const
  {
    const Quaterniond R_x = frame_rotation(q, x.frame),
                      R_p = frame_rotation(q, p.frame);
    Gradient g;
    if (is_angle())
      {
        const Vector3d m =
          kind == Kind::angle ?
            Vector3d(R_p * turn_gradient(turn(*this, q), axis)) :
            (R_x * axis_of_x).cross(R_p * axis);
        g.x << Vector3d::Zero(), R_x.conjugate() * m;
        g.p << Vector3d::Zero(), -(R_p.conjugate() * m);
        return g;
      }

    const Vector3d X = spatial_origin(q, x.frame),
                   Y = spatial_origin(q, p.frame), x_arm = R_x * x.local,
                   p_arm = R_p * p.local;
    // where both material points are, and along what
    Vector3d y_arm = x_arm, z_arm = p_arm, n = axis;
    if (kind != Kind::component)
      {
        const bool     is_tangential = kind == Kind::tangential;
        const Vector3d local_normal =
          normal_at(*this,
                    is_tangential ? contact : kind,
                    R_p.conjugate() * Vector3d(X + x_arm - Y - p_arm));
        n = R_p * local_normal;
        if (is_tangential)
          {
            y_arm -= ball_radius * n;
            n = R_p * tangent_at(*this, local_normal);
          }
        z_arm = X + y_arm - Y;
      }
    g.x << n, R_x.conjugate() * y_arm.cross(n);
    g.p << -n, -(R_p.conjugate() * z_arm.cross(n));
    return g;
  }

  double
  SpatialRow::velocity(const Eigen::VectorXd &q, const Eigen::VectorXd &v) const
  {
    const Gradient G = gradient(q);
    return G.x.dot(of_spatial_frame(v, x.frame)) +
           G.p.dot(of_spatial_frame(v, p.frame));
  }

  void
  SpatialRow::add_impulse(const Eigen::VectorXd &q,
                          const double           P,
                          Eigen::VectorXd       &r) const
  {
    const Gradient G = gradient(q);
    add_to_spatial_frame(r, x.frame, P * G.x);
    add_to_spatial_frame(r, p.frame, P * G.p);
  }

  SpatialRow
  SpatialRow::tangential(const unsigned int k) const
  {
    SpatialRow row = *this;
    row.contact    = kind;
    row.kind       = Kind::tangential;
    row.tangent    = k;
    return row;
  }

  double
  SpatialRow::length() const
  {
    return std::max({x.local.norm(), p.local.norm(), std::abs(offset)});
  }
} // namespace percuss
