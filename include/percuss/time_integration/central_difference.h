// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_central_difference_h
#define percuss_time_integration_central_difference_h

#include <percuss/time_integration/time_integration_scheme.h>

namespace percuss
{
  /**
   * The schemes of central differences, with V_k the velocity at t_k + h/2:
   *
   *     q_{k+1} = q_k + h V_k,
   *     M (V_{k+1} - V_k) = h (F(t_{k+1} + theta h)
   *                            - K (q_{k+1} + theta h V_{k+1}
   *                                         + beta h (V_{k+1} - V_k)) - C v*)
   *                         + G^T P,
   *
   * theta = 0 or beta = 0.
   *
   * CD-Lagrange ([D19] 26-32): contact at the velocity level,
   *     0 <= G (V_{k+1} + e V_k)  perp  P >= 0   where g(q_{k+1}) <= 0,
   * theta = 0, and v* = V_k, explicit, or v* = (V_k + V_{k+1})/2, the variant
   * with implicit damping ([D19] after 38).
   *
   * Schatzman-Paoli ([A12] 20-22): contact at the position level,
   *     0 <= g(q_{k+2}) + e g(q_k)  perp  P >= 0,
   * for affine gaps the same as g((q_{k+2} + e q_k)/(1 + e)); theta in [0, 1],
   * v* = (1 - theta) v_k + theta v_{k+1}. Carpenter's explicit scheme ([D19]
   * 14-18) is e = 0, theta = 0, v* = V_k. The same with Newmark's weights
   * beta, 1 - 2 beta, beta for the positions t_{k+2}, t_{k+1}, t_k in K q and
   * v* = v_{k+1}, both central (L. Paoli, M. Schatzman, SIAM J. Numer. Anal. 40
   * (2002) 702-733): the mass is M + beta h^2 K.
   *
   * Taylor and Flanagan's forward increment multipliers stop a contact before
   * the next step would close it:
   *     0 <= G V_{k+1}  perp  P >= 0   where g(q_{k+1} + h V_{k+1,free}) <= 0.
   *
   * Contact::force is that of contacts with compliances c,
   *     P = h lambda_{k+1},   lambda_{k+1} = max(0, -g(q_{k+1})/c),
   * with the gap of their law (ConstraintKinematics), known when q_{k+1} is;
   * M a_0 then contains lambda_0. theta = 0.
   *
   * As a one-step scheme the state at t_k is (q_k, v_k, a_k) with
   *
   *     v_k = (V_{k-1} + V_k)/2 = (q_{k+1} - q_{k-1})/(2 h)      ([A12] 20b),
   *     a_k = (V_k - V_{k-1})/h,      V_k = v_k + h/2 a_k,
   *
   * so that v_k is the velocity at t_k: of second order in smooth motion, zero
   * in permanent contact, the mean of both sides in the step of an impact (of
   * which TimeStepper records the right limit where contact is at the velocity
   * level).
   * V_0 = v_0 + h/2 a_0 with (M + beta h^2 K) a_0 = f_0. Newton's method solves
   * for a_{k+1}: S = M + (theta + beta) h^2 K + (h/2) C on the implicit v*;
   * S da = r/h, dv = h/2 da.
   *
   * Energy identity, with H_k = 1/2 |V_k|_{M + beta h^2 K}^2
   *                             + 1/2 q_k^T K q_{k+1}:
   *
   *     DH = h v_{k+1}^T (F* - C v*) + v_{k+1}^T G^T P
   *          - theta h^2 v_{k+1}^T K V_{k+1},
   *
   * from M (V_{k+1} - V_k) times v_{k+1} = (V_k + V_{k+1})/2 = (q_{k+2} -
   * q_k)/(2h). With Newton's law the work of contact is (1 - e)/2 (G V_k)^T P
   * ([D19]). H is positive for h < 2/omega_max. With beta it is 1/2 |V_k|_M^2 +
   * 1/2 |(q_k + q_{k+1})/2|_K^2 + (beta - 1/4) h^2/2 |V_k|_K^2, positive for h <
   * 2/(omega_max sqrt(1 - 4 beta)), and for all h from beta = 1/4 on. Up to
   * which h the free motion is stable, with damping for less, says
   * the scheme's entry in scheme_list.
   *
   * Equations: doc/theory/time_integration.md (6b), (11).
   */
  template <class System>
  class CentralDifference final : public TimeIntegrationScheme<System>
  {
  public:
    using typename TimeIntegrationScheme<System>::A;
    using typename TimeIntegrationScheme<System>::Vector;

    enum class Contact
    {
      velocity,
      velocity_of_next_step,
      position,
      position_with_restitution,
      force
    };

    /** v* = V_k - old h/2 a_k + fresh h/2 a_{k+1} */
    struct DampingWeights
    {
      double old, fresh;
    };

    /** @pre 0 <= theta <= 1, beta >= 0, theta beta = 0 */
    CentralDifference(double         theta,
                      DampingWeights damping,
                      Contact        contact,
                      double         beta = 0.);

    static CentralDifference
    cd_lagrange()
    {
      return {0., {0., 0.}, Contact::velocity};
    }

    static CentralDifference
    cd_lagrange_implicit()
    {
      return {0., {0., 1.}, Contact::velocity};
    }

    static CentralDifference
    taylor_flanagan()
    {
      return {0., {0., 0.}, Contact::velocity_of_next_step};
    }

    /** @param implicit_damping as of cd_lagrange_implicit() */
    static CentralDifference
    with_contact_forces(const bool implicit_damping)
    {
      return {0., {0., implicit_damping ? 1. : 0.}, Contact::force};
    }

    static CentralDifference
    carpenter_explicit()
    {
      return {0., {0., 0.}, Contact::position};
    }

    static CentralDifference
    schatzman_paoli(const double theta)
    {
      return {theta, {1. - theta, theta}, Contact::position_with_restitution};
    }

    static CentralDifference
    schatzman_paoli_with_beta(const double beta)
    {
      return {0., {0., 1.}, Contact::position_with_restitution, beta};
    }

    ContactTreatment
    contact_treatment() const override;

    bool
    needs_impulse_vector() const override
    {
      return !is_velocity_level();
    }

    bool
    is_explicit() const override
    {
      return theta == 0. && beta == 0. && damping.fresh == 0.;
    }

    void
    reset() override
    {
      mass_is_factorized = false;
    }

    void
    prepare(const System &system, double h, const State<A> &x) override;

    /** a_0 of (M + beta h^2 K) a_0 = f(t_0, q_0, v_0). */
    void
    initialize(const System &system, double h, State<A> &x) const override;

    void
    predict(const Step<System> &step) const override;

    void
    residual(const Step<System> &step, bool is_predictor) const override;

    void
    correct(const Step<System> &step) const override;

    void
    impulse_response(const Tangents<System> &at,
                     const Vector           &r,
                     ImpulseIncrement<A>    &d) const override;

    void
    solve_with_mass(Vector &x, const Vector &p) const override
    {
      (is_explicit() ? iteration_matrix : mass).solve(x, p);
    }

    DirectResponse<A>
    direct_response(const double h) const override
    {
      if (contact == Contact::force)
        return {}; // lambda does not depend on the motion that it causes
      return {&iteration_matrix, is_velocity_level() ? 1. : h};
    }

    Energy
    initial_energy(const Tangents<System> &at,
                   SchemeHistory<A>       &history) override;

    EnergyBalance
    energy_balance(const Step<System> &step, Energy &after) const override;

  private:
    bool
    is_velocity_level() const
    {
      return contact == Contact::velocity ||
             contact == Contact::velocity_of_next_step;
    }

    static constexpr bool knows_inverse_diagonal =
      requires(const typename A::LinearSolver &S)
    {
      S.inverse_diagonal();
    };

    /** M^{-1} where M a = F - dV/dq with a diagonal M: explicit and without
     * damping. Else null. */
    auto
    inverse_mass(const System &system) const
    {
      if constexpr (knows_inverse_diagonal)
        return is_explicit() && !system.is_damped() ?
                 iteration_matrix.inverse_diagonal() :
                 nullptr;
      else
        return static_cast<const Vector *>(nullptr);
    }

    /** energy_balance() in one pass over memory. */
    template <class Diagonal>
    EnergyBalance
    balance_with(const Diagonal     &inverse_mass,
                 const Step<System> &step,
                 Energy             &after) const;

    /** w.point = v*. */
    void
    damping_velocity(const Step<System> &step) const;

    /** H of a state with its forces; w.force = (M + beta h^2 K) a. */
    double
    algorithmic_energy(const Tangents<System> &at) const;

    const double             theta;
    const DampingWeights     damping;
    const Contact            contact;
    const double             beta;
    typename A::LinearSolver iteration_matrix; // S
    typename A::LinearSolver mass;             // M + beta h^2 K, unless S is it
    bool                     mass_is_factorized = false;

    // whether residual() has left F - dV/dq to correct(), which sets a
    mutable bool has_implied_residual = false;
  };
} // namespace percuss

#endif
