// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_planar_frame_h
#define percuss_models_mechanism_planar_frame_h

#include <Eigen/Core>

#include <cassert>
#include <cmath>

namespace percuss
{
  /**
   * A point fixed in a frame of the plane. A frame is three coordinates
   * (X, Y, theta) that follow each other in q: the origin [m] and the angle of
   * the axes with the fixed ones, counterclockwise [rad]. The ground is the
   * frame with all three zero. The point with the local vector s is at
   *
   *     x = X + R(theta) s,     dx = dX + dtheta k x R(theta) s,
   *
   * k x (a, b) = (-b, a).
   */
  struct PlanarPoint
  {
    static constexpr int ground = -1;
    static constexpr int dim = 2, n_coordinates = 3; // of a frame's tangents

    int             frame = ground; ///< index of X in q, or ground
    Eigen::Vector2d local = Eigen::Vector2d::Zero(); ///< s [m]
  };

  /** k x a, a turned counterclockwise by a right angle. */
  inline Eigen::Vector2d
  quarter_turn(const Eigen::Vector2d &a)
  {
    return {-a[1], a[0]};
  }

  /** a x b, the component out of the plane. */
  inline double
  cross(const Eigen::Vector2d &a, const Eigen::Vector2d &b)
  {
    return a[0] * b[1] - a[1] * b[0];
  }

  /** R(angle) s */
  inline Eigen::Vector2d
  rotated(const Eigen::Vector2d &s, const double angle)
  {
    const double c = std::cos(angle), d = std::sin(angle);
    return {c * s[0] - d * s[1], d * s[0] + c * s[1]};
  }

  /** theta of a frame [rad]. */
  inline double
  frame_angle(const Eigen::VectorXd &q, const int frame)
  {
    assert(frame == PlanarPoint::ground ||
           (frame >= 0 && frame + 2 < q.size()));
    return frame == PlanarPoint::ground ? 0. : q[frame + 2];
  }

  /** X of a frame [m]. */
  inline Eigen::Vector2d
  frame_origin(const Eigen::VectorXd &q, const int frame)
  {
    assert(frame == PlanarPoint::ground ||
           (frame >= 0 && frame + 2 < q.size()));
    if (frame == PlanarPoint::ground)
      return Eigen::Vector2d::Zero();
    return q.segment<2>(frame);
  }

  /** R(theta) s of a point [m]. */
  inline Eigen::Vector2d
  arm(const Eigen::VectorXd &q, const PlanarPoint &point)
  {
    return rotated(point.local, frame_angle(q, point.frame));
  }

  /** x of a point [m]. */
  inline Eigen::Vector2d
  position(const Eigen::VectorXd &q, const PlanarPoint &point)
  {
    return frame_origin(q, point.frame) + arm(q, point);
  }

  /** Index of the first coordinate of a point's frame. */
  inline Eigen::Index
  first_coordinate(const PlanarPoint &point)
  {
    return point.frame;
  }

  /** D = dx/dq by the coordinates of the point's frame. */
  inline Eigen::Matrix<double, 2, 3>
  position_derivative(const Eigen::VectorXd &q, const PlanarPoint &point)
  {
    Eigen::Matrix<double, 2, 3> D;
    D << Eigen::Matrix2d::Identity(), quarter_turn(arm(q, point));
    return D;
  }

  /** d(D y)/dq for the entries @p y of the frame. */
  inline Eigen::Matrix<double, 2, 3>
  velocity_derivative(const Eigen::VectorXd &q,
                      const PlanarPoint     &point,
                      const Eigen::Vector3d &y)
  {
    Eigen::Matrix<double, 2, 3> result;
    result << Eigen::Matrix2d::Zero(), -y[2] * arm(q, point);
    return result;
  }

  /** d(D^T F)/dq for a force @p F that does not turn. */
  inline Eigen::Matrix3d
  force_derivative(const Eigen::VectorXd &q,
                   const PlanarPoint     &point,
                   const Eigen::Vector2d &F)
  {
    Eigen::Matrix3d result = Eigen::Matrix3d::Zero();
    result(2, 2)           = -arm(q, point).dot(F);
    return result;
  }

  /** |x - y| [m]. */
  inline double
  distance(const Eigen::VectorXd &q, const PlanarPoint &x, const PlanarPoint &y)
  {
    return (position(q, x) - position(q, y)).norm();
  }

  /** theta of the second frame less that of the first [rad]. */
  inline double
  relative_angle(const Eigen::VectorXd &q, const int first, const int second)
  {
    return frame_angle(q, second) - frame_angle(q, first);
  }

  /** b += a for the three coordinates of a frame; the ground has none. */
  inline void
  add_to_frame(Eigen::VectorXd &b, const int frame, const Eigen::Vector3d &a)
  {
    if (frame != PlanarPoint::ground)
      b.segment<3>(frame) += a;
  }

  /** The three entries of a frame; zero of the ground. */
  inline Eigen::Vector3d
  of_frame(const Eigen::VectorXd &b, const int frame)
  {
    if (frame == PlanarPoint::ground)
      return Eigen::Vector3d::Zero();
    return b.segment<3>(frame);
  }
} // namespace percuss

#endif
