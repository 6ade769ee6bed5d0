// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_line_springs_h
#define percuss_models_mechanism_line_springs_h

#include <percuss/models/mechanism/force_element.h>
#include <percuss/models/mechanism/mechanism_description.h>

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
   *     dF/dq = ((V'' + d_0' l') n n^T + V' P + d_0 (n w^T + l' I) P) D
   *           + d_0 n n^T dw/dq.
   *
   * Of a bumper V' = -k d^n, d_0 = chi k d^n, d = max(l_0 - l, 0). K is unsymmetric by the dampers and, in space, where it is the derivative
   * of components, by the moments' axes, which turn.
   *
   * Where l = 0 the direction is not defined: a StepError, except for k l_0 =
   * T_0 and d_0 = 0, where V'/l = k.
   *
   * Equations: doc/theory/mechanisms.md (4), (4a).
   */
  template <int dim>
  class LineSprings final : public ForceElement
  {
  public:
    using Spring = LineSpring<dim>;
    using Vector = Eigen::VectorXd;

    /** Throws InputError for values out of range, or a spring in one frame. */
    explicit LineSprings(std::vector<Spring> springs);

    bool
    is_damped() const override;

    void
    add_couples(FrameCouples &couples) const override;

    double
    energy(const Vector &q) const override;

    double
    damping_power(const Vector &q,
                  const Vector &v,
                  const Vector &y) const override;

    void
    add_elastic_force(const Vector &q, Vector &s) const override;

    void
    add_damping_force(const Vector &q,
                      const Vector &v,
                      Vector       &d) const override;

    void
    add_tangents(double        stiffness,
                 double        damping,
                 const Vector &q,
                 const Vector &v,
                 BandedMatrix &S) const override;

    void
    add_product(Tangent       tangent,
                const Vector &q,
                const Vector &v,
                const Vector &y,
                Vector       &z) const override;

    const std::vector<Spring> springs;

  private:
    static constexpr int n = FramePoint<dim>::n_coordinates;
    using Pair             = Eigen::Matrix<double, 2 * n, 1>;
    using PairMatrix       = Eigen::Matrix<double, 2 * n, 2 * n>;
    struct Line;

    /** stiffness K + damping C by the coordinates of the first frame, then
     * those of the second. */
    static PairMatrix
    tangent_of(const Spring &spring,
               double        stiffness,
               double        damping,
               const Vector &q,
               const Vector &v);
  };
} // namespace percuss

#endif
