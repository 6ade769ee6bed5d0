// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_planar_springs_h
#define percuss_models_mechanism_planar_springs_h

#include <percuss/models/mechanism/line_springs.h>
#include <percuss/models/mechanism/planar_mechanism_description.h>

namespace percuss
{
  /**
   * The springs and dampers of a planar mechanism: those on lines, LineSprings,
   * and those between the angles of two frames, phi = theta_2 - theta_1,
   *
   *     moments k (phi - phi_0) + c dphi/dt,    K = k,    C = c.
   *
   * Everything adds to its last argument; nothing allocates.
   */
  class PlanarSprings
  {
  public:
    PlanarSprings() = default;

    /**
     * Throws InputError for values out of range, or a spring in one frame.
     */
    PlanarSprings(std::vector<LineSpring<2>>         translational,
                  std::vector<PlanarTorsionalSpring> torsional);

    bool
    is_empty() const
    {
      return on_lines.is_empty() && torsional.empty();
    }

    /** Whether there is a damper. */
    bool
    is_damped() const;

    /** Adds the pairs of frames, counted from zero, that springs connect. */
    void
    add_couples(
      std::vector<std::pair<std::size_t, std::size_t>> &couples) const;

    /** V(q) [J]. */
    double
    energy(const Eigen::VectorXd &q) const;

    /** s += dV/dq. */
    void
    add_elastic_force(const Eigen::VectorXd &q, Eigen::VectorXd &s) const;

    /** d += c(q, v). */
    void
    add_damping_force(const Eigen::VectorXd &q,
                      const Eigen::VectorXd &v,
                      Eigen::VectorXd       &d) const;

    /** S += stiffness K + damping C. */
    void
    add_tangents(double                 stiffness,
                 double                 damping,
                 const Eigen::VectorXd &q,
                 const Eigen::VectorXd &v,
                 BandedMatrix          &S) const;

    /** z += (stiffness K + damping C) y. */
    void
    add_product(double                 stiffness,
                double                 damping,
                const Eigen::VectorXd &q,
                const Eigen::VectorXd &v,
                const Eigen::VectorXd &y,
                Eigen::VectorXd       &z) const;

    const LineSprings<2>                     on_lines;
    const std::vector<PlanarTorsionalSpring> torsional;
  };
} // namespace percuss

#endif
