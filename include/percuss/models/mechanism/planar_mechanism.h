// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_planar_mechanism_h
#define percuss_models_mechanism_planar_mechanism_h

#include <percuss/algebra/banded_algebra.h>
#include <percuss/beam/planar_beam.h>
#include <percuss/mechanics/mechanical_system.h>
#include <percuss/models/mechanism/planar_springs.h>

#include <span>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * Rigid bodies in the plane in maximal coordinates and elastic beams,
   *
   *     q = (X_1, Y_1, theta_1, X_2, ...),   M = diag(m_1, m_1, J_1, m_2, ...),
   *
   * centres of mass [m] and angles [rad] of the bodies, then the nodes of the
   * beams with a block of M each; gravity, loads, springs and dampers. M is
   * constant and there are no gyroscopic forces. Its joints and contacts are
   * PlanarConstraints. Without beams, springs and dampers K = C = 0 and the
   * system is linear.
   */
  class PlanarMechanism final : public MechanicalSystem<BandedAlgebra>
  {
  public:
    static constexpr const char *model_name = "mechanism";

    /** Throws InputError for neither bodies nor beams, for names that are not
     * unique and for values out of range. Joints and contacts are not looked
     * at. */
    explicit PlanarMechanism(const PlanarMechanismDescription &description);

    /** "BODY x", "BODY y", "BODY angle" of each body, then of each node of the
     * beams. */
    const std::vector<std::string> &
    coordinate_names() const
    {
      return names;
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

    /** The diagonal of M; M itself where there are no beams. */
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
     * energy: a rotation counts by the radius of gyration. */
    double
    increment_size(const Vector &d) const override;

    /** Largest distance of a frame from the origin, an angle at least 1. */
    double
    configuration_size(const Vector &q) const override;

    void
    load(double t, Vector &F) const override;

    bool
    has_varying_load() const override
    {
      return !varying_loads.empty();
    }

    bool
    is_damped() const override
    {
      return springs.is_damped();
    }

    bool
    is_elastic() const override
    {
      return !springs.is_empty() || !beams.empty();
    }

    bool
    is_linear() const override
    {
      return !is_elastic();
    }

    void
    elastic_force(const Vector &q, Vector &s) const override;

    void
    damping_force(const Vector &q, const Vector &v, Vector &d) const override;

    void
    momentum(const Vector &, const Vector &v, Vector &p) const override;

    void
    iteration_matrix(const Weights              &w,
                     const State<BandedAlgebra> &x,
                     Matrix                     &S) const override;

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

    double
    load_potential(const Vector &q) const override
    {
      return -(q * constant_load);
    }

  private:
    struct VaryingLoad
    {
      Eigen::Index                  coordinate;
      std::function<double(double)> value;
    };

    /** A beam and the index of its first coordinate. */
    struct Beam
    {
      std::span<const double>
      part(const Vector &x) const
      {
        return {x.entries.data() + first, beam.n_coordinates()};
      }

      std::span<double>
      part(Vector &x) const
      {
        return {x.entries.data() + first, beam.n_coordinates()};
      }

      PlanarBeam   beam;
      Eigen::Index first;
    };

    /** Sets what belongs to a beam in the vectors of the start and in M. */
    void
    start_beam(const Beam            &beam,
               const Eigen::Vector3d &velocity,
               const Eigen::Vector2d &gravity);

    /** Which entries of the matrices are not zero. */
    BandLayout
    make_layout() const;

    const PlanarSprings      springs;
    std::vector<Beam>        beams;
    Eigen::Index             n_of_bodies; // coordinates
    std::vector<std::string> names;
    Eigen::VectorXd          M;
    Vector                   q_0, v_0, constant_load;
    std::vector<VaryingLoad> varying_loads;
    BandLayout               layout;
  };
} // namespace percuss

#endif
