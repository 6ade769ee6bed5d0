// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_spatial_mechanism_h
#define percuss_models_mechanism_spatial_mechanism_h

#include <percuss/algebra/banded_algebra.h>
#include <percuss/beam/spatial_rod.h>
#include <percuss/mechanics/mechanical_system.h>
#include <percuss/models/mechanism/line_springs.h>
#include <percuss/models/mechanism/spatial_mechanism_description.h>

#include <span>
#include <string>
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
  class SpatialMechanism final : public MechanicalSystem<BandedAlgebra>
  {
  public:
    static constexpr const char *model_name = "mechanism in space";

    /** Throws InputError for neither bodies nor rods, for names that are not
     * unique and for values out of range. Joints and contacts are not looked
     * at. */
    explicit SpatialMechanism(const SpatialMechanismDescription &description);

    /** "BODY x", "BODY y", "BODY z", "BODY rx", "BODY ry", "BODY rz" of each
     * body, then of each node of the rods: of velocities, and of what
     * record_positions() makes of configurations. */
    const std::vector<std::string> &
    coordinate_names() const
    {
      return names;
    }

    /** Six numbers per frame, X [m] and the rotation vector r [rad], R =
     * exp([r]x). Of all r that differ by whole turns it is the nearest to that
     * in @p positions if this has the size n_dofs(), so that turns are counted
     * where calls follow each other; else |r| <= pi. */
    void
    record_positions(const Vector &q, Vector &positions) const;

    /** Bodies and nodes of rods. */
    std::size_t
    n_frames() const
    {
      return n_dofs() / 6;
    }

    const Vector &
    initial_position() const
    {
      return q_0;
    }

    const Vector &
    initial_velocity() const
    {
      return v_0;
    }

    /** The diagonal of M; M itself where there are no rods and all inertias
     * are diagonal. */
    const Eigen::VectorXd &
    masses() const
    {
      return M;
    }

    std::size_t
    n_dofs() const override
    {
      return static_cast<std::size_t>(M.size());
    }

    void
    reinit(Vector &x) const override
    {
      x.entries.setZero(M.size());
    }

    /** Largest speed of a frame [m/s], or displacement [m], from its kinetic
     * energy: a rotation counts by the radii of gyration. */
    double
    increment_size(const Vector &d) const override;

    /** Largest distance of a frame from the origin, with a turn by one radian.
     */
    double
    configuration_size(const Vector &q) const override;

    void
    load(double t, Vector &F) const override;

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
    is_elastic() const override
    {
      return !springs.is_empty() || !rods.empty();
    }

    bool
    is_linear() const override
    {
      return false;
    }

    void
    elastic_force(const Vector &q, Vector &s) const override;

    /** Dampers and gyroscopic moments. */
    void
    damping_force(const Vector &q, const Vector &v, Vector &d) const override;

    void
    momentum(const Vector &, const Vector &v, Vector &p) const override;

    /** Quaternions are normalised. */
    void
    retract(const Vector &q_0, const Vector &dq, Vector &q) const override;

    /** With the derivative of the forces by the increment x.dq that has led to
     * x.q, K T(dtheta) (exponential_tangent()), which Newton's method needs;
     * K itself where x.dq is zero. */
    void
    iteration_matrix(const Weights              &w,
                     const State<BandedAlgebra> &x,
                     Matrix                     &S) const override;

    /** K y along exponentials at x.q, whatever x.dq. */
    void
    stiffness_product(const State<BandedAlgebra> &x,
                      const Vector               &y,
                      Vector                     &z) const override;

    void
    damping_product(const State<BandedAlgebra> &x,
                    const Vector               &y,
                    Vector                     &z) const override;

    double
    strain_energy(const Vector &q, const Vector &) const override;

    /** Of the dampers alone. */
    double
    damping_work(const State<BandedAlgebra> &x,
                 const State<BandedAlgebra> &next) const override;

    /** -F.X of the constant forces. */
    double
    load_potential(const Vector &q) const override;

  private:
    struct VaryingLoad
    {
      Eigen::Index                  coordinate;
      std::function<double(double)> value;
    };

    /** A rod and the index of its first frame. */
    struct Rod
    {
      std::span<const double>
      configuration(const Vector &q) const
      {
        return {q.entries.data() + 7 * first, 7 * rod.n_nodes()};
      }

      std::span<const double>
      part(const Vector &x) const
      {
        return {x.entries.data() + 6 * first, rod.n_coordinates()};
      }

      std::span<double>
      part(Vector &x) const
      {
        return {x.entries.data() + 6 * first, rod.n_coordinates()};
      }

      SpatialRod   rod;
      Eigen::Index first;
    };

    /** S <- factor K T where it was zero. */
    void
    set_stiffness(double                      factor,
                  const State<BandedAlgebra> &x,
                  Matrix                     &S) const;

    void
    add_body(const SpatialBody &body, const Eigen::Vector3d &gravity);

    /** Sets what belongs to a rod in the vectors of the start and in M. */
    void
    start_rod(const Rod             &rod,
              const MechanismRod    &description,
              const Eigen::Vector3d &gravity);

    void
    add_load(const MechanismLoad<3> &load);

    /** Which entries of the matrices are not zero. */
    BandLayout
    make_layout() const;

    const LineSprings<3>         springs;
    std::vector<Eigen::Matrix3d> inertia; // J of the bodies
    std::vector<Rod>             rods;
    std::vector<std::string>     names;
    Eigen::VectorXd              M;
    Vector                       q_0, v_0, constant_load;
    std::vector<VaryingLoad>     varying_loads;
    bool                         has_moments = false;
    BandLayout                   layout;
  };
} // namespace percuss

#endif
