// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_spatial_row_h
#define percuss_models_mechanism_spatial_row_h

#include <percuss/models/mechanism/planar_mechanism_description.h>
#include <percuss/models/mechanism/spatial_frame.h>

namespace percuss
{
  /**
   * One row of joints and contacts in space: a function of two frames, of a
   * point x of the one and a point p of the other. With d = x - p,
   *
   *     component      g = n.d                n fixed in space
   *     plane          g = n.d - l            n fixed in the frame of p
   *     sphere         g = s (|d| - l)        s = 1 or -1
   *     cylinder       g = s (|d_a| - l)      d_a = d - (a.d) a, a fixed in the
   *                                           frame of p
   *     perpendicular  g = b.c                b fixed in the frame of x, c in
   *                                           that of p
   *     angle          g = phi - motion(t)    turn of x's frame about a
   *     tangential     g = 0                  slip of two bodies at a contact
   *
   * and the gradient of g by the six tangent coordinates of both frames
   * (spatial_frame.h). With n = s d/|d| of a sphere, s d_a/|d_a| of a cylinder,
   * the rows with a length are
   *
   *     dg/dt = n.(v_x(y) - v_p(z)),    v_x(y) = dX/dt + omega x (y - X),
   *
   * omega = R Omega, the velocity of the material point that is at y: y = x, z
   * = p for a component, and y = z = x for the others. Impulses on the frame of
   * x are P n at y, on the other one -P n at z: but for a component they have
   * one line of action.
   *
   * Of perpendicular axes dg/dt = (b x c).(omega_x - omega_p), a moment. The
   * angle is the twist of D = R_p^T R_x relative^T, the rotation D =
   * (w, u) as a quaternion:
   *
   *     phi = 2 atan2(u.a, w),    D = exp(phi [a]x) turns about a only,
   *     dphi/dt = m.(R_p^T (omega_x - omega_p)),
   *     m = (w^2 a + w u x a + (u.a) u)/(w^2 + (u.a)^2),    a if D is that,
   *
   * and g is taken between -pi and pi, so that motions may take many turns.
   *
   * The two tangential rows belong to the contact row before them: y = z = x -
   * r n, the contact point of the ball with the radius r about x. Both bodies
   * get their impulse at one point: it does not change their angular momentum.
   * Where a ball rolls, u_T = 0. Directions turn with the frame of p: t_1 = a
   * and t_2 = n x a of a cylinder, tangents() of n in the axes of p otherwise,
   * constant in them for a plane, and continuous for a sphere but at n = -e_z
   * of p's frame.
   *
   * Where d = 0 or d_a = 0, as in a journal at rest in the middle of its
   * bearing, any direction is one of a sphere or cylinder; the x-axis of p's
   * frame and the first of the tangents of a are taken. The gap is continuous
   * there, and a contact with play open. Where D has no twist, w = u.a = 0, m =
   * a.
   *
   * @pre axes are unit vectors, quaternions have the length one.
   */
  struct SpatialRow
  {
    enum class Kind
    {
      component,
      plane,
      sphere,
      cylinder,
      perpendicular,
      angle,
      tangential
    };

    using Vector6 = Eigen::Matrix<double, 6, 1>;

    /** Rows that follow a contact with friction. */
    static constexpr unsigned int n_tangential = 2;

    Kind            kind = Kind::component;
    SpatialPoint    x, p;
    Eigen::Vector3d axis =
      Eigen::Vector3d::UnitX(); ///< n, a, c, in their frame
    Eigen::Vector3d    axis_of_x = Eigen::Vector3d::UnitX();      ///< b
    Eigen::Quaterniond relative = Eigen::Quaterniond::Identity(); ///< of angles
    double             offset   = 0.;                             ///< l [m]
    double             sign     = 1.;                             ///< s
    TimeFunction       motion   = {}; ///< of an angle [rad], [rad/s], or none
    double             ball_radius = 0.;          ///< r [m], if tangential
    Kind               contact     = Kind::plane; ///< of the row before, and
    unsigned int       tangent     = 0;           ///< 0 or 1, if tangential

    /** g(q, t) [m], [rad]. */
    double
    gap(const Eigen::VectorXd &q, double t) const;

    /** dg/dt at fixed q. */
    double
    gap_rate(double t) const;

    /** dg by the tangent coordinates of the frame of x, and of p. */
    struct Gradient
    {
      Vector6 x, p;
    };

    Gradient
    gradient(const Eigen::VectorXd &q) const;

    /** G v. */
    double
    velocity(const Eigen::VectorXd &q, const Eigen::VectorXd &v) const;

    /** r += G^T P. */
    void
    add_impulse(const Eigen::VectorXd &q, double P, Eigen::VectorXd &r) const;

    /** Tangential row @p k of this contact. */
    SpatialRow
    tangential(unsigned int k) const;

    /** Whether g is in rad. */
    bool
    is_angle() const
    {
      return kind == Kind::perpendicular || kind == Kind::angle;
    }

    /** The largest arm or length [m]. */
    double
    length() const;
  };
} // namespace percuss

#endif
