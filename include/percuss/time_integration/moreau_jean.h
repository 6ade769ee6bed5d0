// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_moreau_jean_h
#define percuss_time_integration_moreau_jean_h

#include <percuss/time_integration/time_integration_scheme.h>

namespace percuss
{
  /** Where Moreau-Jean's scheme has its forces if M depends on q. */
  enum class VariableMass
  {
    between,    ///< M and all forces at q_{k+theta}, v_{k+theta} ([A12] (18a))
    end_of_step ///< M(q_{k+1}), and forces weighted like loads
  };

  /** Where the impulses of joints have their G, see ContactTreatment. */
  enum class JointImpulses
  {
    midpoint,
    end_of_step
  };

  /** What the contacts of Moreau-Jean's scheme have. */
  enum class ContactImpulses
  {
    jump, ///< impulses in one step, conditions on velocities
    /** forces with the weights of the loads, conditions on the gaps at q_{k+1}:
     * of massless contacts */
    force_without_mass
  };

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
   * In nonlinear systems Newton's method solves the first line, with S of the
   * tangents at the iterate; forces are weighted like loads, (1 - theta) f_k +
   * theta f_{k+1} ([D19] (33)), not evaluated at a point in between. Where M
   * depends on q they are, by default, and so is M ([A12] (18a)),
   *
   *     M(q_{k+theta}) (v_{k+1} - v_k) = h f(q_{k+theta}, v_{k+theta})
   *                                      + h F_{k+theta} + G^T P_{k+1},
   *
   * of second order for theta = 1/2; with M(q_{k+1}) it is of first order, and
   * its energy drifts.
   *
   * Massless contacts (ContactImpulses::force_without_mass) have
   * forces lambda instead of impulses,
   *
   *     h G^T ((1 - theta) lambda_k + theta lambda_{k+1})   for G^T P_{k+1},
   *     0 <= g(q_{k+1})  perp  lambda_{k+1} >= 0,
   *
   * whose work is Dg^T lambda_{k+theta}; P_{k+1} is then h lambda_{k+1}.
   *
   * Energy identity, E = 1/2 v^T M v + 1/2 q^T K q, Dx = x_{k+1} - x_k:
   *
   *     DE = Dq^T F_{k+theta} - Dq^T C v_{k+theta} + U_{k+sigma}^T P
   *          + (1/2 - sigma) |Dv|_M^2 + (1/2 - theta) |Dq|_K^2.
   *
   * For sigma = theta this is [A14] (35), for sigma = 1/2 [L18] 97. The scheme
   * dissipates for 1/2 <= theta <= 1/(1+e), the variant for 1/2 <= theta: of
   * a contact that closes, u_k <= 0, with u_{k+1} = -e u_k,
   *
   *     U_{k+sigma}^T P = (1 - sigma (1 + e)) u_k P,
   *
   * of one that separates, u_k > 0, with e_k = 1 (SeparatingContacts),
   * (1 - 2 sigma) u_k P <= 0, where e_k = e gains energy. In the derivation Dv and
   * Dq are paired with M Dv and K Dq by v_{k+1/2} = Dq/h + (1/2 - sigma) Dv,
   * q_{k+1/2} = q_{k+theta} + (1/2 - theta) Dq.
   *
   * Equations: doc/theory/time_integration.md (4), (5), (7),
   * doc/theory/massless_contacts.md (2), (3).
   */
  template <class System>
  class MoreauJean final : public TimeIntegrationScheme<System>
  {
  public:
    using typename TimeIntegrationScheme<System>::A;
    using typename TimeIntegrationScheme<System>::Vector;

    /** @pre 0 <= theta, sigma <= 1 */
    MoreauJean(double          theta,
               double          sigma,
               VariableMass    variable_mass    = VariableMass::between,
               JointImpulses   joint_impulses   = JointImpulses::midpoint,
               ContactImpulses contact_impulses = ContactImpulses::jump);

    /** The original scheme: sigma = theta. */
    explicit MoreauJean(const double theta)
      : MoreauJean(theta, theta)
    {}

    ContactTreatment
    contact_treatment() const override
    {
      ContactTreatment treatment;
      if (!jumps())
        {
          treatment.level          = ContactTreatment::Level::position;
          treatment.jacobian_point = ContactTreatment::JacobianPoint::iterate;
          treatment.contact_forces = true;
          return treatment;
        }
      treatment.impulses_work_at_mean_velocity = sigma >= 0.5;
      treatment.joint_impulses_at_midpoint =
        joint_impulses == JointImpulses::midpoint;
      return treatment;
    }

    bool
    needs_impulse_vector() const override
    {
      return !jumps();
    }

    bool
    needs_constant_mass() const override
    {
      return false;
    }

    void
    prepare(const System &system, double h, const State<A> &x) override;

    void
    predict(const Step<System> &step) const override;

    void
    residual(const Step<System> &step, bool is_predictor) const override;

    void
    correct(const Step<System> &step) const override;

    void
    complete(const Step<System> &step) const override
    {
      if (!jumps())
        let_massless_follow(step);
    }

    void
    store_history(const Step<System> &step) override;

    void
    impulse_response(const Tangents<System> &at,
                     const Vector           &r,
                     ImpulseIncrement<A>    &d) const override;

    bool
    complete_response(const Tangents<System> &at,
                      const Vector &,
                      ImpulseIncrement<A> &d) const override
    {
      d.dq.equ(at.h * sigma, d.dv);
      d.da = 0.;
      return jumps();
    }

    DirectResponse<A>
    direct_response(const double h) const override
    {
      if (!jumps())
        return {&iteration_matrix, h * sigma * theta};
      return {&iteration_matrix, 1., 0., nullptr, 1.};
    }

    double
    contact_work_point() const override
    {
      return jumps() ? sigma : theta;
    }

    EnergyBalance
    energy_balance(const Step<System> &step, Energy &after) const override;

    const typename A::LinearSolver &
    linear_solver() const
    {
      return iteration_matrix;
    }

    const double theta, sigma;

  private:
    bool
    jumps() const
    {
      return contact_impulses == ContactImpulses::jump;
    }

    /** Whether M and forces are those of q_{k+theta}. */
    bool
    is_between(const System &system) const
    {
      return !system.has_constant_mass() &&
             variable_mass == VariableMass::between;
    }

    /** w.residual with M and forces at q_{k+theta}, without impulses. */
    void
    residual_between(const Step<System> &step) const;

    const VariableMass       variable_mass;
    const JointImpulses      joint_impulses;
    const ContactImpulses    contact_impulses;
    typename A::LinearSolver iteration_matrix;
    State<A>                 between; // of the tangents, q_{k+theta}
  };
} // namespace percuss

#endif
