// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/mechanism/mechanism_row.h>
#include <percuss/models/mechanism/obstacle_passage.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace percuss
{
  namespace
  {
    using Eigen::Quaterniond;
    using Eigen::Vector3d;

    /** D of an angle in space. */
    Quaterniond
    turn(const MechanismRow<3> &row,
         const Quaterniond     &R_x,
         const Quaterniond     &R_p)
    {
      return R_p.conjugate() * R_x * row.relative.conjugate();
    }

    /** m of an angle in space, in the axes of p. */
    Vector3d
    turn_gradient(const Quaterniond &D, const Vector3d &a)
    {
      const double   w = D.w(), s = a.dot(D.vec()), square = w * w + s * s;
      const Vector3d u = D.vec();
      if (!(square > 0.))
        return a;
      return (w * (w * a + u.cross(a)) + s * u) / square;
    }

    double
    angle_gap(const MechanismRow<2> &row,
              const Eigen::VectorXd &q,
              const double           motion)
    {
      return frame_angle(q, row.x.frame) - frame_angle(q, row.p.frame) -
             row.relative - motion;
    }

    double
    angle_gap(const MechanismRow<3> &row,
              const Eigen::VectorXd &q,
              const double           motion)
    {
      const Quaterniond D = turn(row,
                                 frame_rotation<3>(q, row.x.frame),
                                 frame_rotation<3>(q, row.p.frame));
      return std::remainder(2. * std::atan2(row.axis.dot(D.vec()), D.w()) -
                              motion,
                            2. * std::numbers::pi);
    }
  } // namespace

  template <int dim>
  double
  MechanismRow<dim>::gap(const Eigen::VectorXd &q, const double t) const
  {
    switch (kind)
      {
        case Kind::component:
          return axis.dot(position(q, x) - position(q, p));
        case Kind::angle:
          return angle_gap(*this, q, motion.value ? motion.value(t) : 0.);
        case Kind::perpendicular:
          return (frame_rotation<dim>(q, x.frame) * axis_of_x)
            .dot(frame_rotation<dim>(q, p.frame) * axis);
        case Kind::tangential:
          return 0.;
        case Kind::shape:
          break;
      }
    const Rotation<dim> R_p = frame_rotation<dim>(q, p.frame);
    const Vector place = frame_origin<dim>(q, p.frame) + rotate(R_p, p.local),
                 y     = rotate(R_p.conjugate(), position(q, x) - place);
    return shape->signed_distance(y) - ball_radius;
  }

  template <int dim>
  double
  MechanismRow<dim>::gap_rate(const double t) const
  {
    return motion.rate ? -motion.rate(t) : 0.;
  }

  template <int dim>
  auto
  MechanismRow<dim>::gradient_of_angle(const Rotation<dim> &R_x,
                                       const Rotation<dim> &R_p) const
    -> Gradient
  {
    if constexpr (dim == 2)
      return {{0., 0., 1.}, {0., 0., -1.}};
    else
      {
        const Vector m =
          kind == Kind::angle ?
            Vector(R_p * turn_gradient(turn(*this, R_x, R_p), axis)) :
            (R_x * axis_of_x).cross(R_p * axis);
        Gradient g;
        g.x << Vector::Zero(), R_x.conjugate() * m;
        g.p << Vector::Zero(), -(R_p.conjugate() * m);
        return g;
      }
  }

  template <int dim>
  auto
  MechanismRow<dim>::gradient(const Eigen::VectorXd &q) const -> Gradient
  {
    const Rotation<dim> R_x = frame_rotation<dim>(q, x.frame),
                        R_p = frame_rotation<dim>(q, p.frame);
    if (is_angle())
      return gradient_of_angle(R_x, R_p);

    // where both material points are, and along what
    const Vector X = frame_origin<dim>(q, x.frame),
                 Y = frame_origin<dim>(q, p.frame);
    Vector y_arm = rotate(R_x, x.local), z_arm = rotate(R_p, p.local), n = axis;
    if (kind != Kind::component)
      {
        const Vector y = rotate(R_p.conjugate(), X + y_arm - Y - z_arm),
                     local_normal = shape->normal(y);
        n                         = rotate(R_p, local_normal);
        if (kind == Kind::tangential)
          {
            y_arm -= ball_radius * n;
            n = rotate(R_p, shape->tangents(y, local_normal).col(tangent));
          }
        z_arm = X + y_arm - Y;
      }
    return {force_at<dim>(R_x, y_arm, n), -force_at<dim>(R_p, z_arm, n)};
  }

  template <int dim>
  double
  MechanismRow<dim>::velocity(const Eigen::VectorXd &q,
                              const Eigen::VectorXd &v) const
  {
    const Gradient G = gradient(q);
    return G.x.dot(of_frame<dim>(v, x.frame)) +
           G.p.dot(of_frame<dim>(v, p.frame));
  }

  template <int dim>
  void
  MechanismRow<dim>::add_impulse(const Eigen::VectorXd &q,
                                 const double           P,
                                 Eigen::VectorXd       &r) const
  {
    const Gradient G = gradient(q);
    add_to_frame<dim>(r, x.frame, P * G.x);
    add_to_frame<dim>(r, p.frame, P * G.p);
  }

  template <int dim>
  void
  MechanismRow<dim>::check_passage(const std::string     &contact,
                                   const Eigen::VectorXd &q_before,
                                   const Eigen::VectorXd &q) const
  {
    if (kind != Kind::shape || shape->is_flat())
      return;
    const auto motion = [&](const int frame) {
      return Motion<dim>(pose_of<dim>(q_before, frame), pose_of<dim>(q, frame));
    };
    const ObstaclePassage passage = passage_through<dim>(
      *shape, motion(p.frame), p.local, ball_radius, motion(x.frame), x.local);
    if (passage.way > 0.)
      throw_passage((ball_radius == 0. ? "The point of contact '" :
                     dim == 2          ? "The disc of contact '" :
                                         "The ball of contact '") +
                      contact + "'",
                    passage);
  }

  template <int dim>
  auto
  MechanismRow<dim>::tangential(const unsigned int k) const -> MechanismRow
  {
    MechanismRow row = *this;
    row.kind         = Kind::tangential;
    row.tangent      = k;
    return row;
  }

  template <int dim>
  double
  MechanismRow<dim>::length() const
  {
    const double arms = std::max(x.local.norm(), p.local.norm());
    if (!shape)
      return arms;
    return std::max(arms,
                    std::abs(shape->signed_distance(Vector::Zero()) -
                             ball_radius));
  }

  template struct MechanismRow<2>;
  template struct MechanismRow<3>;
} // namespace percuss
