// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_moreau_jean_h
#define percuss_time_integration_moreau_jean_h

#include <percuss/time_integration/time_integration_scheme.h>

namespace percuss
{
  /**
   * Moreau-Jean's scheme ([A14] (23)) and its dissipative variant ([A14] (31)):
   *
   *     M (v_{k+1} - v_k) + h (K q_{k+theta} + C v_{k+theta} - F_{k+theta})
   *                                                       = G^T P_{k+1},
   *     q_{k+1} = q_k + h v_{k+sigma},
   *
   * x_{k+theta} = (1 - theta) x_k + theta x_{k+1}; sigma = theta in the
   * original, sigma = 1/2 in the variant. With the second line in the first,
   *
   *     S (v_{k+1} - v_k) = h (F_{k+theta} - K (q_k + h theta v_k) - C v_k)
   *                         + G^T P_{k+1},
   *     S = M + h theta C + h^2 theta sigma K,        W = G S^{-1} G^T.
   *
   * In nonlinear systems Newton's method solves the first line, with M at
   * q_{k+1}, and S of the tangents at the iterate; forces are weighted like
   * loads, (1 - theta) f_k + theta f_{k+1} ([D19] (33)), not evaluated at a
   * point in between.
   *
   * Energy identity, E = 1/2 v^T M v + 1/2 q^T K q, Dx = x_{k+1} - x_k:
   *
   *     DE = Dq^T F_{k+theta} - Dq^T C v_{k+theta} + U_{k+sigma}^T P
   *          + (1/2 - sigma) |Dv|_M^2 + (1/2 - theta) |Dq|_K^2.
   *
   * For sigma = theta this is [A14] (35), for sigma = 1/2 [L18] 97. The scheme
   * dissipates for 1/2 <= theta <= 1/(1+e), the variant for 1/2 <= theta. In
   * the derivation Dv and Dq are paired with M Dv and K Dq by
   * v_{k+1/2} = Dq/h + (1/2 - sigma) Dv, q_{k+1/2} = q_{k+theta} +
   * (1/2 - theta) Dq.
   */
  template <class System>
  class MoreauJean final : public TimeIntegrationScheme<System>
  {
  public:
    using typename TimeIntegrationScheme<System>::A;
    using typename TimeIntegrationScheme<System>::Vector;
    using typename TimeIntegrationScheme<System>::Workspace;

    /** @pre 0 <= theta, sigma <= 1 */
    MoreauJean(double theta, double sigma);

    /** The original scheme: sigma = theta. */
    explicit MoreauJean(const double theta)
      : MoreauJean(theta, theta)
    {}

    bool
    needs_constant_mass() const override
    {
      return false;
    }

    void
    prepare(const System &system, double h, const State<A> &x) override;

    void
    predict(const System   &system,
            double          h,
            const State<A> &x,
            State<A>       &next,
            Workspace      &w) const override;

    void
    residual(const System           &system,
             double                  h,
             const State<A>         &x,
             const State<A>         &next,
             const ContactEffect<A> &effect,
             bool                    is_predictor,
             Workspace              &w) const override;

    void
    correct(const System &system,
            double        h,
            State<A>     &next,
            Workspace    &w) const override;

    void
    impulse_response(const System        &system,
                     double               h,
                     const State<A>      &x,
                     const Vector        &r,
                     ImpulseIncrement<A> &d,
                     Workspace           &w) const override;

    DirectResponse<A>
    direct_response(double) const override
    {
      return {&iteration_matrix, 1.};
    }

    double
    contact_work_point() const override
    {
      return sigma;
    }

    EnergyBalance
    energy_balance(const System           &system,
                   double                  h,
                   const State<A>         &x,
                   const State<A>         &next,
                   const ContactEffect<A> &effect,
                   Energy                 &after,
                   Workspace              &w) const override;

    const typename A::LinearSolver &
    linear_solver() const
    {
      return iteration_matrix;
    }

    const double theta, sigma;

  private:
    typename A::LinearSolver iteration_matrix;
  };
} // namespace percuss

#endif
