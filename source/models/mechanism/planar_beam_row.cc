// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/planar_beam_row.h>

namespace percuss
{
  double
  PlanarBeamRow::gap(const Eigen::VectorXd &q, double) const
  {
    if (is_tangential)
      return 0.;
    const PlanarCentreLine::Foot foot = line.foot(q, position(q, y));
    return (foot.is_end ? 1. : side) * foot.distance -
           (disc_radius + half_thickness);
  }

  auto
  PlanarBeamRow::gradient(const Eigen::VectorXd &q) const -> Gradient
  {
    const Eigen::Vector2d Y     = frame_origin<2>(q, y.frame);
    Eigen::Vector2d       y_arm = arm(q, y);
    Gradient              g;
    g.foot            = line.foot(q, Y + y_arm);
    Eigen::Vector2d w = (g.foot.is_end ? 1. : side) * g.foot.normal;
    if (is_tangential)
      {
        y_arm -= disc_radius * w;
        w = quarter_turn(w);
      }
    const Eigen::Vector2d x_arm = Y + y_arm - g.foot.x;
    g.y << w, cross(y_arm, w);
    g.section << -w, -cross(x_arm, w);
    return g;
  }

  double
  PlanarBeamRow::velocity(const Eigen::VectorXd &q,
                          const Eigen::VectorXd &v) const
  {
    const Gradient g = gradient(q);
    return g.y.dot(of_frame<2>(v, y.frame)) +
           g.section.dot(line.velocity(q, v, g.foot));
  }

  void
  PlanarBeamRow::add_impulse(const Eigen::VectorXd &q,
                             const double           P,
                             Eigen::VectorXd       &r) const
  {
    const Gradient g = gradient(q);
    add_to_frame<2>(r, y.frame, P * g.y);
    line.add_force(q, g.foot, P * g.section, r);
  }
} // namespace percuss
