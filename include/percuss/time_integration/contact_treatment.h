// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_contact_treatment_h
#define percuss_time_integration_contact_treatment_h

namespace percuss
{
  /**
   * At which level a scheme writes the contact conditions, and where:
   *
   *     velocity   0 <= u_{k+1} + e u_k  perp  P >= 0      on the active rows,
   *     position   0 <= g_{k+1} + e g_{k-1}  perp  P >= 0  on all rows,
   *     both       the first with P, and 0 <= g_{k+1} perp tau >= 0 with a
   *                second multiplier tau [m] that acts on the positions.
   *
   * Plain data: what the time step asks, and the schemes answer.
   */
  struct ContactTreatment
  {
    enum class Level
    {
      velocity,
      position,
      both
    };

    /** How the two problems of Level::both are solved. */
    enum class Coupling
    {
      coupled,   ///< one problem in (P, tau)
      decoupled, ///< in turn, v frozen while tau is sought, until they agree
      one_pass   ///< in turn, once: the momentum equation keeps a residual
    };

    /** The configuration at which the Jacobian G of a step is evaluated. */
    enum class JacobianPoint
    {
      midpoint, ///< q_k + h/2 v_k ([D19] 34)
      free,     ///< the constrained configuration of the free motion
      iterate   ///< the last iterate of q_{k+1}, the solution itself in the end
    };

    Level         level          = Level::velocity;
    JacobianPoint jacobian_point = JacobianPoint::midpoint;

    /** The constrained velocity is v + velocity_shift h a, and the constrained
     * position q + position_shift h times that. */
    double velocity_shift = 0.;
    double position_shift = 0.;

    /** With own_activation: active are the rows with g + h u <= 0, whose gaps
     * the next step would close, instead. */
    bool forward_activation = false;

    /** Whether v_k is the mean of both sides in the step of an impact, V = v_k
     * + velocity_shift h a_k the velocity after it. */
    bool mean_velocity_at_impacts = false;

    /** Active are the rows with g <= 0 at q_{k+1}, which the impulses of the
     * step do not move, whatever rule the run has. */
    bool own_activation = false;

    /** Whether the impulses have the work U_{k+sigma}^T P, sigma >= 1/2, in
     * the energy identity, and nothing else: a contact that opens, u_k > 0, and
     * is reflected, u_{k+1} = -u_k, then takes (2 sigma - 1) u_k P >= 0 out. */
    bool impulses_work_at_mean_velocity = false;

    /** Whether the accelerations contain the reactions of contacts that persist
     * from step to step. */
    bool reactions_accelerate = false;

    /** Joints at the velocity level have their condition at q_{k+1}. Whether
     * their impulses act along G at the middle of the step, q_k moved by half
     * of dq: they then do no work but one of third order; else at q_{k+1}. */
    bool joint_impulses_at_midpoint = false;

    /** Joints have forces in the smooth motion, too, which hold the velocity
     * v_k + h ((1 - smooth_weight) a_k + smooth_weight a_{k+1}). */
    bool   joint_forces  = false;
    double smooth_weight = 1.;

    // Level::position
    bool restitution_of_positions = false; ///< else e = 0

    /** Whether P_{k+1} = h lambda_{k+1} of forces lambda, which act in the step
     * as (1 - sigma) lambda_k + sigma lambda_{k+1}: of massless contacts,
     * and of contacts whose forces are functions of the motion (compliances).
     * Friction then acts against the slip of the step, G_T dq. */
    bool contact_forces = false;

    /** Whether q_{k+1} does not depend on lambda_{k+1}, which is then known:
     * of contacts with compliances in explicit schemes. */
    bool known_contact_forces = false;

    // Level::both
    Coupling coupling = Coupling::coupled;
    /** Impulses of friction have tau_T = friction_displacement h P_T: without
     * it, positions would move in a step as if there were no friction. */
    double friction_displacement = 0.;
    /** Grow the active set until it is stationary, and project only within it
     * ([A12] Algorithm 2); else project all rows (Algorithm 1). */
    bool combined_activation = false;
  };
} // namespace percuss

#endif
