// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_massless_central_difference_h
#define percuss_time_integration_massless_central_difference_h

#include <percuss/time_integration/time_integration_scheme.h>

namespace percuss
{
  /**
   * Central differences for bodies whose contacts have no mass. With c the
   * degrees of freedom without mass and V_k the velocity at t_k + h/2,
   *
   *     q_{k+1} = q_k + h V_k                    of those with mass,
   *     0 = (F - dV/dq(q_{k+1}))_c + (G^T lambda_{k+1})_c,
   *     0 <= g(q_{k+1})  perp  lambda_{k+1} >= 0,
   *     M (V_{k+1} - V_k) = h (F(t_{k+1}) - dV/dq(q_{k+1})
   *                            - c(q_{k+1}, v_{k+1}) + G^T lambda_{k+1}):
   *
   * in each step a static contact problem between the contact nodes alone,
   * whose matrix is K_c; the contact force is that of the springs behind them.
   * No velocity jumps, and lambda depends continuously on the motion of the
   * masses: the force converges with the mesh. Explicit but for that problem;
   * stable for h < 2/omega_max, with omega_max that of the body held at its
   * contact nodes, which is the largest of all contact states. Of Newton's
   * iteration the unknowns are dq_c, S = M + h/2 C + K_c; complete() then has
   * the accelerations. P_{k+1} = h lambda_{k+1}.
   *
   * The state at t_k has v_k = (V_{k-1} + V_k)/2, a_k = (V_k - V_{k-1})/h, and
   * of c the velocity (q_k - q_{k-1})/h and no acceleration.
   *
   * Energy identity, with E = 1/2 v^T M v + 1/2 q^T K q,
   *
   *     H = E - h^2/8 |a|_M^2,
   *     DH = Dq^T (F_k + F_{k+1})/2 - Dq^T C (v_k + v_{k+1})/2
   *          + Dg^T (lambda_k + lambda_{k+1})/2,
   *
   * from v_{k+1} - v_k = h (a_k + a_{k+1})/2 times M (v_k + v_{k+1}) = M (2 V_k
   * + h/2 (a_{k+1} - a_k)), where (F - K q)_c = -(G^T lambda)_c at both ends.
   * The last term is (g_{k+1} lambda_k - g_k lambda_{k+1})/2 in a step where a
   * contact opens or closes, positive or negative, of second order, and zero in
   * all others. H is
   * positive for h < 2/omega_max: the scheme is Newmark's with beta = 0, gamma
   * = 1/2 for the masses.
   *
   * Source: the massless boundary, H. B. Khenous, P. Laborde, Y. Renard, Eur.
   * J. Mech. A/Solids 27 (2008) 918-932; with an explicit scheme, J. Di Stasio,
   * D. Dureisseix, A. Gravouil, G. Georges, T. Homolle, Comput. Methods Appl.
   * Mech. Eng. 2021 (hal-03212569).
   *
   * Equations: doc/theory/massless_contacts.md (1), (4).
   */
  template <class System>
  class MasslessCentralDifference final : public TimeIntegrationScheme<System>
  {
  public:
    using typename TimeIntegrationScheme<System>::A;
    using typename TimeIntegrationScheme<System>::Vector;

    ContactTreatment
    contact_treatment() const override
    {
      ContactTreatment treatment;
      treatment.level          = ContactTreatment::Level::position;
      treatment.jacobian_point = ContactTreatment::JacobianPoint::iterate;
      treatment.contact_forces = true;
      return treatment;
    }

    bool
    needs_impulse_vector() const override
    {
      return true;
    }

    void
    prepare(const System &system, double h, const State<A> &x) override;

    /** a_0 of M a_0 = f(t_0, q_0, v_0), (F - dV/dq)_c balanced by contacts. */
    void
    initialize(const System &system, double h, State<A> &x) const override;

    void
    predict(const Step<System> &step) const override;

    void
    residual(const Step<System> &step, bool is_predictor) const override;

    void
    correct(const Step<System> &step) const override;

    void
    complete(const Step<System> &step) const override;

    void
    impulse_response(const Tangents<System> &at,
                     const Vector           &r,
                     ImpulseIncrement<A>    &d) const override;

    DirectResponse<A>
    direct_response(const double h) const override
    {
      return {&iteration_matrix, 1. / h};
    }

    void
    store_history(const Step<System> &step) override
    {
      roll_contact_force(step);
    }

    Energy
    initial_energy(const Tangents<System> &at,
                   SchemeHistory<A>       &history) override;

    EnergyBalance
    energy_balance(const Step<System> &step, Energy &after) const override;

  private:
    /** w.force = M a; a^T M a. */
    double
    inertia(const Tangents<System> &at) const;

    typename A::LinearSolver iteration_matrix;
  };
} // namespace percuss

#endif
