// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_generalized_alpha_h
#define percuss_time_integration_generalized_alpha_h

#include <percuss/time_integration/moreau_jean.h>

namespace percuss
{
  /** Coefficients of the alpha-family, as in [A14] (27). */
  struct AlphaCoefficients
  {
    double alpha_m, alpha_f, beta, gamma;
  };

  /**
   * Second order and maximal high-frequency dissipation for the spectral
   * radius @p rho in [0, 1] at infinite frequency ([A14] (29)): alpha_m =
   * (2 rho - 1)/(rho + 1), alpha_f = rho/(rho + 1), gamma = 1/2 + alpha_f -
   * alpha_m, beta = 1/4 (gamma + 1/2)^2.
   */
  AlphaCoefficients
  generalized_alpha_coefficients(double rho);

  /**
   * HHT: alpha_m = 0, alpha_f = @p alpha in [0, 1/3], gamma and beta as above.
   * alpha = 1/3 is the generalized-alpha scheme of spectral radius 1/2.
   */
  AlphaCoefficients
  hht_coefficients(double alpha);

  /** Newmark: alpha_m = alpha_f = 0. */
  AlphaCoefficients
  newmark_coefficients(double beta, double gamma);

  /** Whose weights the loads and the damping have in the alpha-family. */
  enum class LoadWeights
  {
    stiffness, ///< alpha_f: generalized-alpha, HHT
    inertia    ///< alpha_m: Krenk-Hogsberg
  };

  /** How the alpha-family treats the impulses of contact. */
  enum class Impulses
  {
    jump, ///< apart from the smooth acceleration: the nonsmooth schemes
    jump_without_joints, ///< the same, joints have smooth forces, too
    force, ///< as forces P/h: implicit Newmark, and the inconsistent schemes
    force_at_position_level, ///< the same, with conditions on the gaps
    force_without_mass       ///< the same, of massless contacts
  };

  /**
   * The nonsmooth generalized-alpha scheme ([A14] (27), [C13] 16-29), with HHT
   * and Newmark as special cases. With f = F - K q - C v and b the smooth
   * acceleration,
   *
   *     M b_{k+1} = f_{k+1},      M w = G^T P_{k+1},
   *     (1 - alpha_m) a_{k+1} + alpha_m a_k
   *                              = (1 - alpha_f) b_{k+1} + alpha_f b_k,
   *     v_{k+1} = v_k + h ((1 - gamma) a_k + gamma a_{k+1}) + w,
   *     q_{k+1} = q_k + h v_k + h^2 ((1/2 - beta) a_k + beta a_{k+1}) + h/2 w.
   *
   * The impulse jumps the velocity once and is not smeared over the alpha
   * weights. The free motion starts from a* = -alpha_m/(1 - alpha_m) a_k, which
   * cancels the inertia terms, and solves for d = a_{k+1} - a*:
   *
   *     S_a d = (1 - alpha_f) f(q*, v*) + alpha_f f_k,
   *     S_a = (1 - alpha_m) M + (1 - alpha_f) (h gamma C + h^2 beta K).
   *
   * An impulse r = G^T P gives w = M^{-1} r and, as f changes with v and q,
   *
   *     da = -(1 - alpha_f) S_a^{-1} (C + h/2 K) w,
   *     dv = h gamma da + w,      dq = h^2 beta da + h/2 w.
   *
   * W = G D with D = (dv)_j is symmetric for C = 0 or Rayleigh damping C = a M +
   * b K. With S_a = s_m M + s_k K and the weights p_m = (1 - alpha_f) a, p_k = (1
   * - alpha_f) (b + h/2) of M w and K w in S_a da, it is
   *
   *     D = h gamma (p_k s_m/s_k - p_m) S_a^{-1} + (1 - h gamma p_k/s_k) M^{-1},
   *
   * whose second factor is 1 - gamma/(2 beta) for C = 0: G S^{-1} G^T with S =
   * S_a/(1 - alpha_m) if beta = gamma/2.
   *
   * Krenk-Hogsberg ([A14] (32), where the sign of F_k is wrong) differs in the
   * weights of loads and damping, which are those of the inertia:
   *
   *     (1 - alpha_m) (M a + C v - F)_{k+1} + alpha_m (M a + C v - F)_k
   *                     = -(1 - alpha_f) K q_{k+1} - alpha_f K q_k,
   *
   * so that in d and da above (1 - alpha_m) and alpha_m stand before F and C.
   *
   * In nonlinear systems Newton's method solves for a_{k+1} with the tangents
   * at the iterate ([C13] Algorithm 1); impulses act through v and q. Where M
   * depends on q, b_{k+1} = M(q_{k+1})^{-1} f_{k+1} ([C13] 21) is kept for the
   * next step, and the residual is
   *
   *     (1 - alpha_f) f_{k+1} - M(q_{k+1}) ((1 - alpha_m) a_{k+1} + alpha_m a_k
   *                                         - alpha_f b_k).
   *
   * Impulses::jump_without_joints adds forces r = G_b^T lambda of joints to f
   * ([L18] 79e): S_a da = (1 - alpha_f) r, dv = h gamma da, dq = h^2 beta da.
   *
   * Impulses::force integrates contact and acceleration together: b_{k+1} =
   * M^{-1}(f_{k+1} + G^T P/h), w = 0, hence
   *
   *     S_a da = (1 - alpha_f) r/h,   dv = h gamma da,   dq = h^2 beta da.
   *
   * It is consistent for gamma = 1, alpha_m = alpha_f = 0 at the velocity
   * level, the implicit Newmark scheme of [C13] 5.1, and for no other choice
   * ([L18] 69-72): those are kept to show it. Massless contacts
   * (Impulses::force_without_mass) have forces that depend continuously on the
   * motion: there all choices are consistent.
   *
   * Energy identity ([A14] 6, coefficients corrected; |x|_M^2 = x^T M x). With
   * nu = 1/2 - alpha_m, eta = alpha_f - alpha_m, kappa = nu - gamma + 1/2 and
   * the filters (1/2 + nu) z_{k+1} + (1/2 - nu) z_k = Dq from z_0 = 0 (x with
   * Dv, y with DF; these are those of [A14] divided by nu, and so regular at
   * nu = 0, where rho = 1),
   *
   *     H  = E + h^2/4 (2 beta - gamma) |a|_M^2 + eta kappa/2 |z|_K^2,
   *     DH = Dq^T F_{k+gamma} - Dq^T C v_{k+gamma} + U_{k+1/2}^T P
   *          - h^2/2 (gamma - 1/2)(2 beta - gamma) |Da|_M^2
   *          - (gamma - 1/2 - eta) |Dq|_K^2 - eta nu kappa |Dz|_K^2
   *          - eta Dq^T (y - C x)_{k+gamma},
   *
   * the last line absent for Krenk-Hogsberg, which therefore dissipates for
   * 2 beta >= gamma >= 1/2 + eta ([A14] 6.2) also with loads and damping.
   * Impulses::force enters as a load F + G^T P/h: the work of contact is
   * Dq^T (G^T P)_{k+gamma}/h, and y filters the change of that load, too; of
   * Krenk-Hogsberg that of this load alone, whose weights are those of K q.
   *
   * Equations: doc/theory/time_integration.md (6), (8).
   */
  template <class System>
  class GeneralizedAlpha final : public TimeIntegrationScheme<System>
  {
  public:
    using typename TimeIntegrationScheme<System>::A;
    using typename TimeIntegrationScheme<System>::Vector;

    /** @pre alpha_m < 1, alpha_f < 1, beta >= 0, gamma >= 0 */
    explicit GeneralizedAlpha(
      const AlphaCoefficients &coefficients,
      LoadWeights              load_weights   = LoadWeights::stiffness,
      Impulses                 impulses       = Impulses::jump,
      JointImpulses            joint_impulses = JointImpulses::midpoint);

    ContactTreatment
    contact_treatment() const override;

    bool
    needs_impulse_vector() const override
    {
      return !jumps();
    }

    bool
    needs_constant_mass() const override
    {
      return !jumps() || alpha_l != alpha_f;
    }

    void
    reset() override
    {
      mass_is_factorized = false;
    }

    void
    prepare(const System &system, double h, const State<A> &x) override;

    /** a_0 of M a_0 = f(t_0, q_0, v_0). */
    void
    initialize(const System &system, double h, State<A> &x) const override;

    void
    predict(const Step<System> &step) const override;

    void
    residual(const Step<System> &step, bool is_predictor) const override;

    void
    correct(const Step<System> &step) const override;

    void
    complete(const Step<System> &step) const override
    {
      if (impulses == Impulses::force_without_mass)
        let_massless_follow(step);
    }

    double
    contact_work_point() const override
    {
      return impulses == Impulses::force_without_mass ? gamma : 0.5;
    }

    void
    impulse_response(const Tangents<System> &at,
                     const Vector           &r,
                     ImpulseIncrement<A>    &d) const override;

    bool
    complete_response(const Tangents<System> &at,
                      const Vector           &r,
                      ImpulseIncrement<A>    &d) const override;

    DirectResponse<A>
    direct_response(double) const override
    {
      return direct;
    }

    void
    force_response(const Tangents<System> &at,
                   const Vector           &r,
                   ImpulseIncrement<A>    &d) const override;

    void
    acceleration(const Vector &r, Vector &a) const override
    {
      mass.solve(a, r);
    }

    void
    store_history(const Step<System> &step) override;

    Energy
    initial_energy(const Tangents<System> &at,
                   SchemeHistory<A>       &history) override;

    EnergyBalance
    energy_balance(const Step<System> &step, Energy &after) const override;

    /** Adds the reaction of the smooth acceleration to jumps d.dq [m] of the
     * position and d.dv [m/s] of the velocity. */
    void
    react(const Tangents<System> &at, ImpulseIncrement<A> &d) const;

    void
    solve_with_mass(Vector &x, const Vector &p) const override
    {
      mass.solve(x, p);
    }

    const double alpha_m, alpha_f, beta, gamma;

  private:
    /** Sets direct: W is of that form where M is diagonal, C is Rayleigh damping
     * and the system is linear. */
    void
    find_direct_response(const System &system, double h);

    /** Whether impulses of contact are apart from the acceleration. */
    bool
    jumps() const
    {
      return impulses == Impulses::jump ||
             impulses == Impulses::jump_without_joints;
    }

    /** Adds @p factor times the constraints' part of f_{k+1}. */
    void
    add_reaction(double                  factor,
                 double                  h,
                 const ContactEffect<A> &effect,
                 Vector                 &f) const
    {
      if (impulses == Impulses::jump_without_joints)
        {
          if (effect.holds)
            f.add(factor, effect.joint_force);
        }
      else if (effect.acts)
        f.add(factor / h, effect.impulse);
    }

    const double             alpha_l; // of loads and damping
    const Impulses           impulses;
    const JointImpulses      joint_impulses;
    typename A::LinearSolver mass, iteration_matrix;
    bool                     mass_is_factorized = false; // it is constant
    DirectResponse<A>        direct;
    Vector                   diagonal_mass; // of the direct response
  };
} // namespace percuss

#endif
