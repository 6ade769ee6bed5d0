// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_frame_h
#define percuss_models_mechanism_frame_h

#include <percuss/base/always_inline.h>
#include <percuss/beam/rotation.h>

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/SparseCore>

#include <cassert>
#include <cmath>
#include <type_traits>
#include <utility>

namespace percuss
{
  /**
   * A point fixed in a frame of the plane, dim = 2, or of space. Frame i is so
   * many entries of a configuration q, and of the vectors of its tangent space,
   * such as v, increments dq, and forces:
   *
   *     plane   3 of both             q: (X, theta)    v: (dX/dt, dtheta/dt)
   *     space   7 of q, 6 of others   q: (X, w, x, y, z)    v: (dX/dt, Omega)
   *
   * The origin X [m]; the rotation R from the frame's axes to the fixed ones by
   * the angle theta, counterclockwise [rad], or by the unit quaternion; the
   * angular velocity Omega [rad/s] in the frame's own axes, about which forces
   * have their moments, too. Increments move X by dx and turn R to
   * R exp([dtheta]x). The ground is the frame with X = 0, R = I. The point with
   * the local vector s is at
   *
   *     x = X + R s,     dx/dt = dX/dt + dtheta/dt k x R s    in the plane,
   *                      dx/dt = dX/dt + R (Omega x s)        in space,
   *
   * k x (a, b) = (-b, a).
   */
  template <int dim_>
  struct FramePoint
  {
    static_assert(dim_ == 2 || dim_ == 3);

    static constexpr int ground = -1;
    static constexpr int dim = dim_, n_coordinates = dim == 2 ? 3 : 6,
                         n_entries = dim == 2 ? 3 : 7; // of a frame in q

    int                        frame = ground; ///< i, or ground
    Eigen::Vector<double, dim> local =
      Eigen::Vector<double, dim>::Zero(); ///< s [m]
  };

  using PlanarPoint  = FramePoint<2>;
  using SpatialPoint = FramePoint<3>;

  /** The entries of a frame in a vector of the tangent space. */
  template <int dim>
  using FrameVector = Eigen::Vector<double, FramePoint<dim>::n_coordinates>;

  /** R in the plane. */
  struct PlanarRotation
  {
    double cosine = 1., sine = 0.;

    PlanarRotation
    conjugate() const
    {
      return {cosine, -sine};
    }

    Eigen::Vector2d
    operator*(const Eigen::Vector2d &s) const
    {
      return {cosine * s[0] - sine * s[1], sine * s[0] + cosine * s[1]};
    }
  };

  template <int dim>
  using Rotation =
    std::conditional_t<dim == 2, PlanarRotation, Eigen::Quaterniond>;

  /** A turn of one frame relative to another: an angle [rad], or a unit
   * quaternion. */
  template <int dim>
  using RelativeTurn = std::conditional_t<dim == 2, double, Eigen::Quaterniond>;

  template <int dim>
  inline RelativeTurn<dim>
  no_turn()
  {
    if constexpr (dim == 2)
      return 0.;
    else
      return Eigen::Quaterniond::Identity();
  }

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
    return PlanarRotation{std::cos(angle), std::sin(angle)} * s;
  }

  PERCUSS_ALWAYS_INLINE Eigen::Vector2d
  rotate(const PlanarRotation &R, const Eigen::Vector2d &a)
  {
    return R * a;
  }

  /** R a, as Eigen does it, which does not inline it everywhere. */
  PERCUSS_ALWAYS_INLINE Eigen::Vector3d
  rotate(const Eigen::Quaterniond &R, const Eigen::Vector3d &a)
  {
    const Eigen::Vector3d u = R.vec(), uv = 2. * u.cross(a);
    return a + R.w() * uv + u.cross(uv);
  }

  /** Index of the first coordinate of a frame in the tangent space. */
  template <int dim>
  inline Eigen::Index
  first_coordinate(const int frame)
  {
    return FramePoint<dim>::n_coordinates * frame;
  }

  /** X of a frame [m]. */
  template <int dim>
  inline Eigen::Vector<double, dim>
  frame_origin(const Eigen::VectorXd &q, const int frame)
  {
    constexpr int n = FramePoint<dim>::n_entries;
    assert(frame == FramePoint<dim>::ground ||
           (frame >= 0 && n * (frame + 1) <= q.size()));
    if (frame == FramePoint<dim>::ground)
      return Eigen::Vector<double, dim>::Zero();
    return q.segment<dim>(n * frame);
  }

  /** theta of a frame [rad], or its rate. */
  inline double
  frame_angle(const Eigen::VectorXd &q, const int frame)
  {
    assert(frame == PlanarPoint::ground ||
           (frame >= 0 && 3 * frame + 2 < q.size()));
    return frame == PlanarPoint::ground ? 0. : q[3 * frame + 2];
  }

  /** R of a frame; @p q has unit quaternions. */
  template <int dim>
  inline Rotation<dim>
  frame_rotation(const Eigen::VectorXd &q, const int frame)
  {
    if constexpr (dim == 2)
      {
        const double angle = frame_angle(q, frame);
        return {std::cos(angle), std::sin(angle)};
      }
    else
      {
        assert(frame == SpatialPoint::ground ||
               (frame >= 0 && 7 * frame + 6 < q.size()));
        if (frame == SpatialPoint::ground)
          return Eigen::Quaterniond::Identity();
        const double *const p = q.data() + 7 * frame + 3;
        return {p[0], p[1], p[2], p[3]};
      }
  }

  /** R s of a point [m]. */
  template <int dim>
  inline Eigen::Vector<double, dim>
  arm(const Eigen::VectorXd &q, const FramePoint<dim> &point)
  {
    return rotate(frame_rotation<dim>(q, point.frame), point.local);
  }

  /** x of a point [m]. */
  template <int dim>
  inline Eigen::Vector<double, dim>
  position(const Eigen::VectorXd &q, const FramePoint<dim> &point)
  {
    return frame_origin<dim>(q, point.frame) + arm(q, point);
  }

  /** |x - y| [m]. */
  template <int dim>
  inline double
  distance(const Eigen::VectorXd &q,
           const FramePoint<dim> &x,
           const FramePoint<dim> &y)
  {
    return (position(q, x) - position(q, y)).norm();
  }

  /** D = dx/dq by the coordinates of the point's frame. */
  template <int dim>
  inline Eigen::Matrix<double, dim, FramePoint<dim>::n_coordinates>
  position_derivative(const Eigen::VectorXd &q, const FramePoint<dim> &point)
  {
    Eigen::Matrix<double, dim, FramePoint<dim>::n_coordinates> D;
    if constexpr (dim == 2)
      D << Eigen::Matrix2d::Identity(), quarter_turn(arm(q, point));
    else
      D << Eigen::Matrix3d::Identity(), -(frame_rotation<3>(q, point.frame) *
                                          cross_product_matrix(point.local));
    return D;
  }

  /** d(D y)/dq for the entries @p y of the frame, R (Omega x s) in space. */
  template <int dim>
  inline Eigen::Matrix<double, dim, FramePoint<dim>::n_coordinates>
  velocity_derivative(const Eigen::VectorXd  &q,
                      const FramePoint<dim>  &point,
                      const FrameVector<dim> &y)
  {
    Eigen::Matrix<double, dim, FramePoint<dim>::n_coordinates> result;
    if constexpr (dim == 2)
      result << Eigen::Matrix2d::Zero(), -y[2] * arm(q, point);
    else
      result << Eigen::Matrix3d::Zero(),
        -(frame_rotation<3>(q, point.frame) *
          cross_product_matrix(
            Eigen::Vector3d(y.template tail<3>().cross(point.local))));
    return result;
  }

  /** d(D^T F)/dq for a force @p F that does not turn: of its moment, in space s
   * x R^T F, whose axes do. */
  template <int dim>
  inline Eigen::Matrix<double,
                       FramePoint<dim>::n_coordinates,
                       FramePoint<dim>::n_coordinates>
  force_derivative(const Eigen::VectorXd            &q,
                   const FramePoint<dim>            &point,
                   const Eigen::Vector<double, dim> &F)
  {
    constexpr int               n      = FramePoint<dim>::n_coordinates;
    Eigen::Matrix<double, n, n> result = Eigen::Matrix<double, n, n>::Zero();
    if constexpr (dim == 2)
      result(2, 2) = -arm(q, point).dot(F);
    else
      result.template bottomRightCorner<3, 3>() =
        cross_product_matrix(point.local) *
        cross_product_matrix(
          Eigen::Vector3d(frame_rotation<3>(q, point.frame).conjugate() * F));
    return result;
  }

  /** D^T F, for a force @p F at the @p arm R s of a frame with the rotation
   * @p R: itself and its moment. */
  template <int dim>
  inline FrameVector<dim>
  force_at(const Rotation<dim>              &R,
           const Eigen::Vector<double, dim> &arm,
           const Eigen::Vector<double, dim> &F)
  {
    FrameVector<dim> result;
    if constexpr (dim == 2)
      result << F, cross(arm, F);
    else
      result << F, rotate(R.conjugate(), arm.cross(F));
    return result;
  }

  /** The same for a couple about @p axis; in the plane about the third axis. */
  template <int dim>
  inline FrameVector<dim>
  couple_at(const Rotation<dim> &R, const Eigen::Vector3d &axis)
  {
    FrameVector<dim> result = FrameVector<dim>::Zero();
    if constexpr (dim == 2)
      result[2] = axis[2];
    else
      result.template tail<3>() = rotate(R.conjugate(), axis);
    return result;
  }

  /** theta of the second frame less that of the first [rad]. */
  inline double
  relative_angle(const Eigen::VectorXd &q, const int first, const int second)
  {
    return frame_angle(q, second) - frame_angle(q, first);
  }

  /** That of the second frame, in the axes of the first, R_1^T R_2. */
  template <int dim>
  inline RelativeTurn<dim>
  relative_turn(const Eigen::VectorXd &q, const int first, const int second)
  {
    if constexpr (dim == 2)
      return relative_angle(q, first, second);
    else
      return frame_rotation<3>(q, first).conjugate() *
             frame_rotation<3>(q, second);
  }

  /** Entries of a row of G, those of one frame. */
  template <int dim>
  struct FrameEntries
  {
    int              frame;
    FrameVector<dim> entries;
  };

  /** Appends them to row @p i of @p G, the last that was begun; the ground has
   * none. */
  template <int dim>
  inline void
  append_to_row(FrameEntries<dim>                             a,
                FrameEntries<dim>                             b,
                const Eigen::Index                            i,
                Eigen::SparseMatrix<double, Eigen::RowMajor> &G)
  {
    if (b.frame < a.frame)
      std::swap(a, b);
    for (const auto &[frame, entries] : {a, b})
      if (frame != FramePoint<dim>::ground)
        for (int k = 0; k < FramePoint<dim>::n_coordinates; ++k)
          G.insertBack(i, first_coordinate<dim>(frame) + k) = entries[k];
  }

  /** The entries of a frame in a vector of the tangent space; zero of the
   * ground. */
  template <int dim>
  inline FrameVector<dim>
  of_frame(const Eigen::VectorXd &b, const int frame)
  {
    if (frame == FramePoint<dim>::ground)
      return FrameVector<dim>::Zero();
    return b.segment<FramePoint<dim>::n_coordinates>(
      first_coordinate<dim>(frame));
  }

  /** b += a for the entries of a frame; the ground has none. */
  template <int dim>
  inline void
  add_to_frame(Eigen::VectorXd &b, const int frame, const FrameVector<dim> &a)
  {
    if (frame != FramePoint<dim>::ground)
      b.segment<FramePoint<dim>::n_coordinates>(first_coordinate<dim>(frame)) +=
        a;
  }
} // namespace percuss

#endif
