// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/planar_row.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    /** n of a row with a length, in the plane. */
    Eigen::Vector2d
    normal_at(const PlanarRow       &row,
              const PlanarRow::Kind  kind,
              const Eigen::VectorXd &q,
              const Eigen::Vector2d &d)
    {
      if (kind == PlanarRow::Kind::component)
        return row.normal;
      const double angle = frame_angle(q, row.p.frame);
      if (kind == PlanarRow::Kind::line)
        return rotated(row.normal, angle);
      const double length = std::hypot(d[0], d[1]); // of any size
      if (length > 0.)
        return row.sign * (d / length);
      return row.sign * rotated(Eigen::Vector2d::UnitX(), angle);
    }
  } // namespace

  double
  PlanarRow::gap(const Eigen::VectorXd &q, const double t) const
  {
    switch (kind)
      {
        case Kind::angle:
          return frame_angle(q, x.frame) - frame_angle(q, p.frame) - offset -
                 (motion.value ? motion.value(t) : 0.);
        case Kind::tangential:
          return 0.;
        case Kind::circle:
          return sign * (distance(q, x, p) - offset);
        case Kind::component:
        case Kind::line:
          break;
      }
    const Eigen::Vector2d d = position(q, x) - position(q, p);
    return normal_at(*this, kind, q, d).dot(d) - offset;
  }

  double
  PlanarRow::gap_rate(const double t) const
  {
    return motion.rate ? -motion.rate(t) : 0.;
  }

  PlanarRow::Gradient
  PlanarRow::gradient(const Eigen::VectorXd &q) const
  {
    if (kind == Kind::angle)
      return {{0., 0., 1.}, {0., 0., -1.}};

    const Eigen::Vector2d X = frame_origin(q, x.frame),
                          Y = frame_origin(q, p.frame), x_arm = arm(q, x),
                          p_arm = arm(q, p), d = X + x_arm - Y - p_arm;
    const bool      is_tangential = kind == Kind::tangential;
    const Kind      contact_kind  = is_tangential ? contact : kind;
    Eigen::Vector2d n             = normal_at(*this, contact_kind, q, d);

    // where both material points are
    Eigen::Vector2d y_arm = x_arm, z_arm = p_arm;
    if (is_tangential || kind == Kind::line)
      {
        if (is_tangential)
          {
            y_arm -= disc_radius * n;
            n = quarter_turn(n);
          }
        z_arm = X + y_arm - Y;
      }
    Gradient g;
    g.x << n, cross(y_arm, n);
    g.p << -n, -cross(z_arm, n);
    return g;
  }

  double
  PlanarRow::velocity(const Eigen::VectorXd &q, const Eigen::VectorXd &v) const
  {
    const Gradient G = gradient(q);
    return G.x.dot(of_frame(v, x.frame)) + G.p.dot(of_frame(v, p.frame));
  }

  void
  PlanarRow::add_impulse(const Eigen::VectorXd &q,
                         const double           P,
                         Eigen::VectorXd       &r) const
  {
    const Gradient G = gradient(q);
    add_to_frame(r, x.frame, P * G.x);
    add_to_frame(r, p.frame, P * G.p);
  }

  PlanarRow
  PlanarRow::tangential(unsigned int) const
  {
    PlanarRow row = *this;
    row.contact   = kind;
    row.kind      = Kind::tangential;
    return row;
  }

  double
  PlanarRow::length() const
  {
    const double arms = std::max(x.local.norm(), p.local.norm());
    return is_angle() ? arms : std::max(arms, std::abs(offset));
  }
} // namespace percuss
