// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_spatial_frame_h
#define percuss_models_mechanism_spatial_frame_h

#include <percuss/beam/rotation.h>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cassert>

namespace percuss
{
  /**
   * A point fixed in a frame in space. Frame i is seven entries of a
   * configuration and six of the vectors of its tangent space,
   *
   *     q: (X, w, x, y, z) from 7 i,     v, dq: (dX/dt, Omega) from 6 i,
   *
   * the origin X [m], the unit quaternion of the rotation R from the frame's
   * axes to the fixed ones, and the angular velocity Omega [rad/s] in the
   * frame's own axes; forces have their moments about these, too. Increments
   * move X by dx and turn R to R exp([dtheta]x). The ground is the frame with
   * X = 0, R = I. The point with the local vector s is at
   *
   *     x = X + R s,     dx/dt = dX/dt + R (Omega x s).
   */
  struct SpatialPoint
  {
    static constexpr int ground = -1;
    static constexpr int dim = 3, n_coordinates = 6; // of a frame's tangents

    int             frame = ground;                  ///< i, or ground
    Eigen::Vector3d local = Eigen::Vector3d::Zero(); ///< s [m]
  };

  /** R of a frame; @p q has unit quaternions. */
  inline Eigen::Quaterniond
  frame_rotation(const Eigen::VectorXd &q, const int frame)
  {
    assert(frame == SpatialPoint::ground ||
           (frame >= 0 && 7 * frame + 6 < q.size()));
    if (frame == SpatialPoint::ground)
      return Eigen::Quaterniond::Identity();
    const double *const p = q.data() + 7 * frame + 3;
    return {p[0], p[1], p[2], p[3]};
  }

  /** X of a frame [m]. */
  inline Eigen::Vector3d
  spatial_origin(const Eigen::VectorXd &q, const int frame)
  {
    if (frame == SpatialPoint::ground)
      return Eigen::Vector3d::Zero();
    return q.segment<3>(7 * frame);
  }

  /** x of a point [m]. */
  inline Eigen::Vector3d
  position(const Eigen::VectorXd &q, const SpatialPoint &point)
  {
    return spatial_origin(q, point.frame) +
           frame_rotation(q, point.frame) * point.local;
  }

  /** Index of the first tangent coordinate of a point's frame. */
  inline Eigen::Index
  first_coordinate(const SpatialPoint &point)
  {
    return 6 * point.frame;
  }

  /** D = dx/dq by the tangent coordinates of the point's frame. */
  inline Eigen::Matrix<double, 3, 6>
  position_derivative(const Eigen::VectorXd &q, const SpatialPoint &point)
  {
    Eigen::Matrix<double, 3, 6> D;
    D << Eigen::Matrix3d::Identity(),
      -(frame_rotation(q, point.frame) * cross_product_matrix(point.local));
    return D;
  }

  /** d(D y)/dq for the entries @p y of the frame, R (Omega x s). */
  inline Eigen::Matrix<double, 3, 6>
  velocity_derivative(const Eigen::VectorXd             &q,
                      const SpatialPoint                &point,
                      const Eigen::Matrix<double, 6, 1> &y)
  {
    const Eigen::Vector3d       w = y.tail<3>().cross(point.local);
    Eigen::Matrix<double, 3, 6> result;
    result << Eigen::Matrix3d::Zero(),
      -(frame_rotation(q, point.frame) * cross_product_matrix(w));
    return result;
  }

  /** d(D^T F)/dq for a force @p F that does not turn: of its moment s x R^T F,
   * whose axes do. */
  inline Eigen::Matrix<double, 6, 6>
  force_derivative(const Eigen::VectorXd &q,
                   const SpatialPoint    &point,
                   const Eigen::Vector3d &F)
  {
    Eigen::Matrix<double, 6, 6> result = Eigen::Matrix<double, 6, 6>::Zero();
    result.bottomRightCorner<3, 3>() =
      cross_product_matrix(point.local) *
      cross_product_matrix(frame_rotation(q, point.frame).conjugate() * F);
    return result;
  }

  /** The six entries of a frame in a vector of the tangent space; zero of the
   * ground. */
  inline Eigen::Matrix<double, 6, 1>
  of_spatial_frame(const Eigen::VectorXd &v, const int frame)
  {
    if (frame == SpatialPoint::ground)
      return Eigen::Matrix<double, 6, 1>::Zero();
    return v.segment<6>(6 * frame);
  }

  /** b += a for the six entries of a frame; the ground has none. */
  inline void
  add_to_spatial_frame(Eigen::VectorXd                   &b,
                       const int                          frame,
                       const Eigen::Matrix<double, 6, 1> &a)
  {
    if (frame != SpatialPoint::ground)
      b.segment<6>(6 * frame) += a;
  }
} // namespace percuss

#endif
