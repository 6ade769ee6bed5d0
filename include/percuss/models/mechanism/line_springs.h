// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_line_springs_h
#define percuss_models_mechanism_line_springs_h

#include <percuss/algebra/banded_matrix.h>
#include <percuss/models/mechanism/mechanism_description.h>

#include <utility>
#include <vector>

namespace percuss
{
  /**
   * Springs and dampers on the lines between points of frames. With d = x_1 - x_2 = l n,
   * D = dd/dq along the tangents of the frames, g = D^T n = dl/dq, w = D v,
   *
   *     dV/dq = V' g,    c = d_0 l' g,    l' = n.w,    F = (V' + d_0 l') n,
   *     C = d_0 g g^T,   K = D^T dF/dq + d(D^T F)/dq at fixed F,
   *
   * V' = k (l - l_0) + T_0, d_0 the damping; with P = (I - n n^T)/l,
   *
   *     dF/dq = (V'' n n^T + V' P + d_0 (n w^T + l' I) P) D + d_0 n n^T dw/dq.
   *
   * K is unsymmetric by the dampers and, in space, where it is the derivative
   * of components, by the moments' axes, which turn. Everything adds to its
   * last argument; nothing allocates.
   *
   * Where l = 0 the direction is not defined: a StepError, except for k l_0 =
   * T_0 and d_0 = 0, where V'/l = k.
   */
  template <int dim>
  class LineSprings
  {
  public:
    using Spring = LineSpring<dim>;

    LineSprings() = default;

    /** Throws InputError for values out of range, or a spring in one frame. */
    explicit LineSprings(std::vector<Spring> springs);

    bool
    is_empty() const
    {
      return springs.empty();
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
                 BandedMatrix          &S) const;

    /** z += (stiffness K + damping C) y. */
    void
    add_product(double                 stiffness,
                double                 damping,
                const Eigen::VectorXd &q,
                const Eigen::VectorXd &v,
                const Eigen::VectorXd &y,
                Eigen::VectorXd       &z) const;

    const std::vector<Spring> springs;

  private:
    static constexpr int n = FramePoint<dim>::n_coordinates;
    using Pair             = Eigen::Matrix<double, 2 * n, 1>;
    using Tangent          = Eigen::Matrix<double, 2 * n, 2 * n>;
    struct Line;

    /** stiffness K + damping C by the coordinates of the first frame, then
     * those of the second. */
    static Tangent
    tangent(const Spring          &spring,
            double                 stiffness,
            double                 damping,
            const Eigen::VectorXd &q,
            const Eigen::VectorXd &v);
  };
} // namespace percuss

#endif
