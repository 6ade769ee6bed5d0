// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mechanism_spatial_springs_h
#define percuss_mechanism_spatial_springs_h

#include <percuss/mechanism/spatial_mechanism_description.h>

namespace percuss
{
  /**
   * The springs and dampers of a system of frames in space. With d = x_1 - x_2
   * = l n, D = dd/dq along the increments of SpatialPoint, g = D^T n and w =
   * dd/dt = D v,
   *
   *     dV/dq = V' g,    c = d_0 l' g,    l' = n.w,    F = (V' + d_0 l') n,
   *     C = d_0 g g^T,   K = D^T dF/dq + diag(0, [s_1]x [R_1^T F]x,
   *                                           0, -[s_2]x [R_2^T F]x),
   *
   * V' = k (l - l_0) + T_0, d_0 the damping; with P = (I - n n^T)/l,
   *
   *     dF/dq = (V'' n n^T + V' P + d_0 (n w^T + l' I) P) D + d_0 n n^T dw/dq,
   *     dw/dq = (0, -R_1 [Omega_1 x s_1]x, 0, R_2 [Omega_2 x s_2]x).
   *
   * K is the derivative of the components, moments about the frames' own axes,
   * and unsymmetric by those that turn. Everything adds to its last argument;
   * nothing allocates.
   *
   * Where l = 0 the direction is not defined: a StepError, except for k l_0 =
   * T_0 and d_0 = 0, where V'/l = k.
   */
  class SpatialSprings
  {
  public:
    SpatialSprings() = default;

    /** Throws InputError for values out of range, or a spring in one frame. */
    explicit SpatialSprings(std::vector<SpatialSpring> springs);

    bool
    is_empty() const
    {
      return springs.empty();
    }

    /** Whether there is a damper. */
    bool
    is_damped() const;

    /** V(q) [J]. */
    double
    energy(const Eigen::VectorXd &q) const;

    /** c(q, v)^T y [W] for y = v. */
    double
    damping_product(const Eigen::VectorXd &q,
                    const Eigen::VectorXd &v,
                    const Eigen::VectorXd &y) const;

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

    const std::vector<SpatialSpring> springs;

  private:
    using Tangent = Eigen::Matrix<double, 12, 12>;

    /** stiffness K + damping C by the coordinates of the first frame, then
     * those of the second. */
    static Tangent
    tangent(const SpatialSpring   &spring,
            double                 stiffness,
            double                 damping,
            const Eigen::VectorXd &q,
            const Eigen::VectorXd &v);
  };
} // namespace percuss

#endif
