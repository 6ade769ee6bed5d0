// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_planar_mechanism_h
#define percuss_models_mechanism_planar_mechanism_h

#include <percuss/models/mechanism/frame_mechanism.h>
#include <percuss/models/mechanism/planar_mechanism_description.h>

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
   *
   * Equations: doc/theory/mechanisms.md (1), (2).
   */
  class PlanarMechanism final : public FrameMechanism<2>
  {
  public:
    static constexpr const char *model_name = "mechanism";

    /** Throws InputError for neither bodies nor beams, for names that are not
     * unique and for values out of range. Joints and contacts are not looked
     * at. */
    explicit PlanarMechanism(const PlanarMechanismDescription &description);

    /** Largest distance of a frame from the origin, an angle at least 1. */
    double
    configuration_size(const Vector &q) const override;

    bool
    has_varying_load() const override
    {
      return !varying_loads.empty();
    }

    bool
    is_damped() const override
    {
      return any_damper();
    }

    bool
    is_linear() const override
    {
      return !is_elastic();
    }

    void
    iteration_matrix(const Weights              &w,
                     const State<BandedAlgebra> &x,
                     Matrix                     &S) const override;

    double
    load_potential(const Vector &q) const override
    {
      return -(q * constant_load);
    }
  };
} // namespace percuss

#endif
