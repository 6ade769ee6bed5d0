// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_planar_torsional_springs_h
#define percuss_models_mechanism_planar_torsional_springs_h

#include <percuss/models/mechanism/force_element.h>
#include <percuss/models/mechanism/planar_mechanism_description.h>

#include <vector>

namespace percuss
{
  /**
   * The springs and dampers between the angles of two frames of the plane, phi =
   * theta_2 - theta_1,
   *
   *     moments k (phi - phi_0) + c dphi/dt,    K = k,    C = c.
   */
  class PlanarTorsionalSprings final : public ForceElement
  {
  public:
    using Vector = Eigen::VectorXd;

    /** Throws InputError for values out of range, or a spring in one frame. */
    explicit PlanarTorsionalSprings(std::vector<PlanarTorsionalSpring> springs);

    bool
    is_damped() const override;

    void
    add_couples(FrameCouples &couples) const override;

    double
    energy(const Vector &q) const override;

    double
    damping_power(const Vector &,
                  const Vector &v,
                  const Vector &y) const override;

    void
    add_elastic_force(const Vector &q, Vector &s) const override;

    void
    add_damping_force(const Vector &,
                      const Vector &v,
                      Vector       &d) const override;

    void
    add_tangents(double stiffness,
                 double damping,
                 const Vector &,
                 const Vector &,
                 BandedMatrix &S) const override;

    void
    add_product(Tangent tangent,
                const Vector &,
                const Vector &,
                const Vector &y,
                Vector       &z) const override;

    const std::vector<PlanarTorsionalSpring> springs;
  };
} // namespace percuss

#endif
