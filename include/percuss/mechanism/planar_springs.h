// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mechanism_planar_springs_h
#define percuss_mechanism_planar_springs_h

#include <percuss/mechanism/mechanism_description.h>

namespace percuss
{
  /**
   * The springs and dampers of a system of frames. With the gradients g = dl/dq
   * (dphi/dq) and Hessians H = d^2l/dq^2 (zero for angles),
   *
   *     dV/dq = V' g,    c = d l' g,    l' = g.v,
   *     C = d g g^T,     K = V'' g g^T + V' H + d (l' H + g (H v)^T),
   *
   * V' = k (l - l_0) + T_0, d the damping. K is symmetric only without
   * dampers. Everything adds to its last argument; nothing allocates.
   *
   * Where l = 0 the direction of a translational spring is not defined: a
   * StepError, except for k l_0 = T_0 and d = 0, where V'/l = k.
   */
  class PlanarSprings
  {
  public:
    PlanarSprings() = default;

    /**
     * Throws InputError for values out of range, or a spring in one frame.
     */
    PlanarSprings(std::vector<TranslationalSpring> translational,
                  std::vector<TorsionalSpring>     torsional);

    bool
    is_empty() const
    {
      return translational.empty() && torsional.empty();
    }

    /** Whether there is a damper. */
    bool
    is_damped() const;

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
                 Eigen::MatrixXd       &S) const;

    /** z += (stiffness K + damping C) y. */
    void
    add_product(double                 stiffness,
                double                 damping,
                const Eigen::VectorXd &q,
                const Eigen::VectorXd &v,
                const Eigen::VectorXd &y,
                Eigen::VectorXd       &z) const;

    const std::vector<TranslationalSpring> translational;
    const std::vector<TorsionalSpring>     torsional;

  private:
    using Tangent = Eigen::Matrix<double, 6, 6>;

    /** stiffness K + damping C by the coordinates of the first frame, then
     * those of the second. */
    static Tangent
    tangent(const TranslationalSpring &spring,
            double                     stiffness,
            double                     damping,
            const Eigen::VectorXd     &q,
            const Eigen::VectorXd     &v);
  };
} // namespace percuss

#endif
