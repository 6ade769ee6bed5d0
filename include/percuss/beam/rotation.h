// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_beam_rotation_h
#define percuss_beam_rotation_h

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cassert>
#include <cmath>
#include <span>

namespace percuss
{
  // Rotations R with increments R <- R exp([dtheta]x) and angular velocities
  // Omega, dR/dt = R [Omega]x, in the axes that turn.

  /** [a]x, [a]x b = a x b. */
  inline Eigen::Matrix3d
  cross_product_matrix(const Eigen::Vector3d &a)
  {
    Eigen::Matrix3d A;
    A << 0., -a[2], a[1], a[2], 0., -a[0], -a[1], a[0], 0.;
    return A;
  }

  /** The unit quaternion of exp([theta]x), a turn by |theta| [rad]. */
  inline Eigen::Quaterniond
  exponential(const Eigen::Vector3d &theta)
  {
    const double       half = 0.5 * theta.norm();
    Eigen::Quaterniond p;
    p.w()   = std::cos(half);
    p.vec() = (half < 1e-8 ? 0.5 : 0.5 * std::sin(half) / half) * theta;
    return p;
  }

  /**
   * T(theta), exp([theta + d]x) = exp([theta]x) exp([T d]x) to first order:
   *
   *     T = I - (1 - cos a)/a^2 [theta]x + (a - sin a)/a^3 [theta]x^2,
   *
   * a = |theta|. A derivative K along exponentials at R exp([theta]x) is K T by
   * theta.
   */
  inline Eigen::Matrix3d
  exponential_tangent(const Eigen::Vector3d &theta)
  {
    const double a     = theta.norm();
    const double first = a < 1e-8 ? 1. : std::sin(0.5 * a) / (0.5 * a);
    const double second =
      a < 1e-2 ? 1. / 6. - a * a / 120. : (a - std::sin(a)) / (a * a * a);
    const Eigen::Matrix3d A = cross_product_matrix(theta);
    return Eigen::Matrix3d::Identity() - 0.5 * first * first * A +
           second * A * A;
  }

  /** Frames @p q of seven entries each, position and unit quaternion (w, x, y,
   * z), moved by @p increment of six each: x += dx, R <- R exp([dtheta]x). */
  inline void
  advance_frames(std::span<const double> increment, std::span<double> q)
  {
    assert(increment.size() % 6 == 0 && 7 * increment.size() == 6 * q.size());
    for (std::size_t frame = 0; 7 * frame < q.size(); ++frame)
      {
        const double *const d = increment.data() + 6 * frame;
        double *const       x = q.data() + 7 * frame;
        for (int i = 0; i < 3; ++i)
          x[i] += d[i];
        const Eigen::Quaterniond p =
          (Eigen::Quaterniond(x[3], x[4], x[5], x[6]) *
           exponential({d[3], d[4], d[5]}))
            .normalized();
        x[3]                               = p.w();
        Eigen::Map<Eigen::Vector3d>(x + 4) = p.vec();
      }
  }

  /** Omega x J Omega, what d(R J Omega)/dt has beside J dOmega/dt, in the axes
   * of the body [N m]. */
  inline Eigen::Vector3d
  gyroscopic_moment(const Eigen::Matrix3d &J, const Eigen::Vector3d &Omega)
  {
    const Eigen::Vector3d L = J * Omega;
    return Omega.cross(L);
  }

  /** Its derivative by Omega, [Omega]x J - [J Omega]x. */
  inline Eigen::Matrix3d
  gyroscopic_tangent(const Eigen::Matrix3d &J, const Eigen::Vector3d &Omega)
  {
    const Eigen::Vector3d L = J * Omega;
    return cross_product_matrix(Omega) * J - cross_product_matrix(L);
  }
} // namespace percuss

#endif
