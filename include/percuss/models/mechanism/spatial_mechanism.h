// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_spatial_mechanism_h
#define percuss_models_mechanism_spatial_mechanism_h

#include <percuss/models/mechanism/frame_mechanism.h>
#include <percuss/models/mechanism/spatial_mechanism_description.h>

#include <vector>

namespace percuss
{
  /**
   * Rigid bodies in space in maximal coordinates and elastic rods. Frames, the
   * bodies and then the nodes of the rods, have seven entries in configurations
   * and six in all other vectors (SpatialPoint):
   *
   *     q = (X, p, ...),   v = (dX/dt, Omega, ...),   M = diag(m I, J, ...)
   *
   * with a block of M for each rod (SpatialRod). X is the centre of mass [m],
   * p the unit quaternion (w, x, y, z) of R and Omega the angular velocity
   * [rad/s] in the frame's axes, in which J is constant, so that M is; with
   *
   *     m d^2X/dt^2 = f,      J dOmega/dt + Omega x J Omega = moments
   *
   * the damping force c has the gyroscopic moments beside the dampers. Gravity,
   * loads, springs and dampers; joints and contacts are not here. Increments
   * move X by dx and turn R to R exp([dtheta]x). Tangents K are derivatives of
   * the components of forces along them.
   */
  class SpatialMechanism final : public FrameMechanism<3>
  {
  public:
    static constexpr const char *model_name = "mechanism in space";

    /** Throws InputError for neither bodies nor rods, for names that are not
     * unique and for values out of range. Joints and contacts are not looked
     * at. */
    explicit SpatialMechanism(const SpatialMechanismDescription &description);

    /** Six numbers per frame, X [m] and the rotation vector r [rad], R =
     * exp([r]x). Of all r that differ by whole turns it is the nearest to that
     * in @p positions if this has the size n_dofs(), so that turns are counted
     * where calls follow each other; else |r| <= pi. */
    void
    record_positions(const Vector &q, Vector &positions) const;

    /** Largest distance of a frame from the origin, with a turn by one radian.
     */
    double
    configuration_size(const Vector &q) const override;

    /** Whether there is external work: constant moments have no potential. */
    bool
    has_varying_load() const override
    {
      return !varying_loads.empty() || has_moments;
    }

    bool
    is_damped() const override
    {
      return true;
    }

    bool
    is_linear() const override
    {
      return false;
    }

    /** Dampers and gyroscopic moments. */
    void
    damping_force(const Vector &q, const Vector &v, Vector &d) const override;

    void
    momentum(const Vector &q, const Vector &v, Vector &p) const override;

    /** Quaternions are normalised. */
    void
    retract(const Vector &q_0, const Vector &dq, Vector &q) const override;

    /** With the derivative of the forces by the increment x.dq that has led to
     * x.q, K T(dtheta) (exponential_tangent()), which Newton's method needs;
     * K itself where x.dq is zero. Products with K are along exponentials at
     * x.q, whatever x.dq. */
    void
    iteration_matrix(const Weights              &w,
                     const State<BandedAlgebra> &x,
                     Matrix                     &S) const override;

    void
    damping_product(const State<BandedAlgebra> &x,
                    const Vector               &y,
                    Vector                     &z) const override;

    /** Of the dampers alone. */
    double
    damping_work(const State<BandedAlgebra> &x,
                 const State<BandedAlgebra> &next) const override;

    /** -F.X of the constant forces. */
    double
    load_potential(const Vector &q) const override;

  private:
    void
    add_body(const SpatialBody &body, const Eigen::Vector3d &gravity);

    std::vector<Eigen::Matrix3d> inertia; // J of the bodies
    bool                         has_moments = false;
  };
} // namespace percuss

#endif
