// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_mechanism_row_h
#define percuss_models_mechanism_mechanism_row_h

#include <percuss/constraints/geometry/rigid_shape.h>
#include <percuss/models/mechanism/mechanism_description.h>

#include <memory>
#include <string>

namespace percuss
{
  /**
   * One row of joints and contacts: a function of two frames, of a point x of
   * the one and a point p of the other,
   *
   *     component      g = n.(x - p)           n fixed in plane or space
   *     shape          g = d(y) - r            d the distance from a shape at p,
   *                                            y = R_p^T (x - p) in its axes
   *     angle          g = phi - motion(t)     turn of x's frame
   *     perpendicular  g = b.c                 in space, b fixed in the frame
   *                                            of x, c in that of p
   *     tangential     g = 0                   slip of two bodies at a contact
   *
   * and the gradient of g by the coordinates of both frames (FramePoint). With
   * n = R_p grad d(y) of a shape, the rows with a length are
   *
   *     dg/dt = n.(v_x(y) - v_p(z)),    v_x(y) = dX/dt + omega x (y - X),
   *
   * the velocity of the material point that is at y: y = x, z = p for a
   * component, and y = z = x for a shape, whose normal turns with the frame of
   * p. Impulses on the frame of x are P n at y, on the other one -P n at z: but
   * for a component they have one line of action.
   *
   * The angle is counted from the turn @p relative. In the plane it is phi =
   * theta_x - theta_p - relative; in space the twist of D = R_p^T R_x
   * relative^T, the rotation D = (w, u) as a quaternion:
   *
   *     phi = 2 atan2(u.a, w),    D = exp(phi [a]x) turns about a only,
   *     dphi/dt = m.(R_p^T (omega_x - omega_p)),
   *     m = (w^2 a + w u x a + (u.a) u)/(w^2 + (u.a)^2),    a if D is that,
   *
   * and g is taken between -pi and pi, so that motions may take many turns.
   * Where D has no twist, w = u.a = 0, m = a. Of perpendicular axes dg/dt =
   * (b x c).(omega_x - omega_p), a moment.
   *
   * The tangential rows belong to the shape's row before them: y = z = x - r n,
   * the contact point of the ball (in the plane the disc) with the radius r
   * about x. Both bodies get their impulse at one point: it does not change
   * their angular momentum. Where a ball rolls, u_T = 0. Directions are the
   * shape's tangents(), which turn with the frame of p.
   *
   * @pre axes are unit vectors, quaternions have the length one.
   *
   * Equations: doc/theory/mechanisms.md (5).
   */
  template <int dim>
  struct MechanismRow
  {
    enum class Kind
    {
      component,
      shape,
      angle,
      perpendicular,
      tangential
    };

    using Vector = Eigen::Vector<double, dim>;

    /** Rows that follow a contact with friction. */
    static constexpr unsigned int n_tangential = dim - 1;

    Kind              kind = Kind::component;
    FramePoint<dim>   x, p;
    Vector            axis      = Vector::UnitX(); ///< n, in space a, c
    Vector            axis_of_x = Vector::UnitX(); ///< b
    RelativeTurn<dim> relative  = no_turn<dim>();
    TimeFunction      motion    = {}; ///< of an angle [rad], [rad/s], or none
    /** Of contacts and tangential rows; the rows of one contact have it in
     * common, it is constant. */
    std::shared_ptr<const RigidShape<dim>> shape       = {};
    double                                 ball_radius = 0.; ///< r [m]
    unsigned int                           tangent     = 0;  ///< if tangential

    /** g(q, t) [m], [rad]. */
    double
    gap(const Eigen::VectorXd &q, double t) const;

    /** dg/dt at fixed q. */
    double
    gap_rate(double t) const;

    /** dg by the tangent coordinates of the frame of x, and of p. */
    struct Gradient
    {
      FrameVector<dim> x, p;
    };

    Gradient
    gradient(const Eigen::VectorXd &q) const;

    /** G v. */
    double
    velocity(const Eigen::VectorXd &q, const Eigen::VectorXd &v) const;

    /** r += G^T P. */
    void
    add_impulse(const Eigen::VectorXd &q, double P, Eigen::VectorXd &r) const;

    /** Throws StepError if the ball of this contact has gone through its shape
     * between two configurations (passage_through()). */
    void
    check_passage(const std::string     &contact,
                  const Eigen::VectorXd &q_before,
                  const Eigen::VectorXd &q) const;

    /** Tangential row @p k of this contact. */
    MechanismRow
    tangential(unsigned int k) const;

    /** Whether g is in rad. */
    bool
    is_angle() const
    {
      return kind == Kind::perpendicular || kind == Kind::angle;
    }

    /** The largest arm, or the distance from p where the gap closes [m]. */
    double
    length() const;

  private:
    Gradient
    gradient_of_angle(const Rotation<dim> &R_x, const Rotation<dim> &R_p) const;
  };

  using PlanarRow  = MechanismRow<2>;
  using SpatialRow = MechanismRow<3>;
} // namespace percuss

#endif
