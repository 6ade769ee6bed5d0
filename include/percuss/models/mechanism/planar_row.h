// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_planar_row_h
#define percuss_models_mechanism_planar_row_h

#include <percuss/models/mechanism/planar_mechanism_description.h>

namespace percuss
{
  /**
   * One row of joints and contacts: a function of two frames, of a point x of
   * the one and a point p of the other,
   *
   *     component   g = n.(x - p)           n fixed in the plane
   *     line        g = n.(x - p) - a       n fixed in the frame of p
   *     circle      g = s (|x - p| - a)     s = 1 or -1
   *     angle       g = theta_x - theta_p - a - motion(t)
   *     tangential  g = 0; slip of two bodies at a contact
   *
   * and the gradient of g by the coordinates of both frames. With d = x - p,
   * n = s d/|d| of a circle, the rows with a length are
   *
   *     dg/dt = n.(v_x(y) - v_p(z)),
   *     v_x(y) = dX/dt + dtheta/dt k x (y - X),
   *
   * the velocity of the material point that is at y; y = z = x for a line,
   * whose normal turns with its frame, and y = x, z = p otherwise. Impulses on
   * the frame of x are P (n, (y - X) x n), on the other one the opposite.
   *
   * The tangential row belongs to the contact row before it: t = k x n, and
   * y = z = x - r n, the contact point of the disc with the radius r about x.
   * Both bodies get their impulse at one point: it does not change their
   * angular momentum. Where a disc rolls, u_T = 0.
   *
   * Where d = 0, as in a journal at rest in the middle of its bearing, any
   * direction is one of a circle; the x-axis of p's frame is taken. The gap
   * is continuous there, and a contact with play open.
   */
  struct PlanarRow
  {
    enum class Kind
    {
      component,
      line,
      circle,
      angle,
      tangential
    };

    /** Rows that follow a contact with friction. */
    static constexpr unsigned int n_tangential = 1;

    Kind            kind = Kind::component;
    PlanarPoint     x, p;
    Eigen::Vector2d normal      = Eigen::Vector2d::UnitX(); ///< n, in its frame
    double          offset      = 0.;                       ///< a [m], [rad]
    double          sign        = 1.;                       ///< s
    TimeFunction    motion      = {};                       ///< or none
    double          disc_radius = 0.; ///< r, if tangential
    Kind contact = Kind::line;        ///< that of the row before, if tangential

    /** g(q, t) [m], [rad]. */
    double
    gap(const Eigen::VectorXd &q, double t) const;

    /** dg/dt at fixed q. */
    double
    gap_rate(double t) const;

    /** dg/dq by the frame of x, and of p. */
    struct Gradient
    {
      Eigen::Vector3d x, p;
    };

    Gradient
    gradient(const Eigen::VectorXd &q) const;

    /** G v. */
    double
    velocity(const Eigen::VectorXd &q, const Eigen::VectorXd &v) const;

    /** r += G^T P. */
    void
    add_impulse(const Eigen::VectorXd &q, double P, Eigen::VectorXd &r) const;

    /** The tangential row of this contact. */
    PlanarRow
    tangential(unsigned int) const;

    /** Whether g is in rad. */
    bool
    is_angle() const
    {
      return kind == Kind::angle;
    }

    /** The largest arm or length [m]. */
    double
    length() const;
  };
} // namespace percuss

#endif
