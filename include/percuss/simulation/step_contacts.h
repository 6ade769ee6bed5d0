// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_step_contacts_h
#define percuss_simulation_step_contacts_h

#include <percuss/constraints/activation.h>
#include <percuss/simulation/laws_of_step.h>
#include <percuss/simulation/step_delassus.h>
#include <percuss/simulation/step_record.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * The contact problem of a step, from the free motion of an iterate to its
   * impulses: at the velocity level, at the position level, or at both
   * (ContactTreatment), each in a file LEVEL_level.templates.h.
   */
  template <class System, class Scheme, class Constraints, class Solver>
  class StepContacts
  {
  public:
    using Stepped  = SteppedSystem<System, Scheme, Constraints>;
    using Response = SchemeResponse<System, Scheme, Constraints>;
    using Delassus = StepDelassus<System, Scheme, Constraints, Solver>;
    using Rows     = typename Stepped::Rows;
    using A        = typename Stepped::A;
    using Vector   = typename Stepped::Vector;
    using Data     = typename Stepped::Data;
    using Array    = typename Stepped::Array;
    using Cones    = typename Rows::Cones;
    using Level    = ContactTreatment::Level;
    using Normal   = ContactTreatment::Normal;

    StepContacts(Response         &response,
                 Delassus         &delassus,
                 Solver           &solver,
                 const Activation &activation);

    /** Whether the activation reads the configuration of the free motion. */
    bool
    forecasts_positions() const
    {
      return activation.needs_free_gap() || stepped.treatment().own_activation;
    }

    /** Whether there are laws with a state; a single row has none. */
    bool
    has_laws() const
    {
      if constexpr (Rows::fixed_size == 1)
        return false;
      else
        return !laws.empty();
    }

    /** Whether some of them have impulses, at the velocity level. */
    bool
    are_pulled() const
    {
      if constexpr (Rows::fixed_size != 0)
        return false;
      else
        return laws.has_impulses;
    }

    /** A step begins, whose motion is iterated, or not. */
    PERCUSS_ALWAYS_INLINE void
    begin_step(bool is_iterated);

    /** u_k of the state at the beginning of a step, or u_{k+1}. */
    PERCUSS_ALWAYS_INLINE void
    set_velocity(const State<A> &x, const double t, Data &data)
    {
      constrained_velocity(x, t, data, velocity);
      if (stepped.rows.constraints.is_moving())
        velocity_rate = rate;
    }

    /** Whether a row's impulse is more than what is left, by rounding, of a pull
     * and of what balances it. */
    bool
    pushes(const std::size_t row) const
    {
      constexpr double rounding = 1e-12;
      return !are_pulled() || impulse[row] > -rounding * laws.pull[row];
    }

    /** Adds @p factor times what the contacts open with velocity in a step. */
    void
    add_opening(const double factor)
    {
      if (are_pulled())
        for (std::size_t row = 0; row < velocity.size(); ++row)
          laws.opening[row] += factor * stepped.clock.time_step * velocity[row];
    }

    /** slip = G dq + h dg/dt of the step that led to @p next. */
    void
    set_slip(const State<A> &next, Data &data);

    /** The forces of contacts with compliances of the state @p x, where nothing
     * has slipped yet, as impulses of the step before the first one. */
    void
    set_initial_forces(const State<A> &x);

    /** Keeps the gaps of an iterate, where they are linearized. */
    void
    linearize_gaps(const State<A> &next)
    {
      stepped.rows.constraints.gap(next.q, stepped.end_time(), iterate_gap);
    }

    /** The impulses of the free motion @p next of @p x, to which it adds the
     * response. */
    PERCUSS_ALWAYS_INLINE void
    resolve(const State<A> &x, State<A> &next, Data &data);

    /** Largest difference of the gaps from their linearization, in their
     * tolerances (1e-12 of what they are or move, and rounding). */
    double
    gap_error(const State<A> &next, Data &data);

    /** Writes or reads what the next step depends on: arrays that are guesses
     * too, sets, statistics. */
    void
    serialize(Archive &archive);

    /** Sum of |P| times the speed of the free motion, which impulses stop [J].
     */
    double
    energy_of_impulses() const;

    [[noreturn]] void
    throw_unsolved(const SolverReport &report,
                   const std::string  &of_which = {}) const;

    // the arrays of the step: gaps, u, dg/dt in u, impulses
    Array gap, velocity, velocity_rate, impulse;
    Cones cones;

    // where contacts are forces: what a step moves the gaps and contact points,
    // the share of it that moving obstacles have, the impulses of the last step
    Array slip, slip_rate, old_impulse;

    unsigned int active_contacts = 0, solver_iterations = 0;
    unsigned int n_active_sets    = 0;     ///< of schemes of both levels
    bool         keeps_active_set = false; ///< of the last iterate
    double       velocity_scale   = 0.;    ///< largest |u| so far [m/s]

    /** Whether the contact problem of the iterate has no solution, and the
     * report of that. */
    bool         is_unsolved = false;
    SolverReport unsolved_report{};

    ContactStatistics statistics;
    LawsOfStep        laws; ///< whose pull is a part of impulse

  private:
    /** Sets the pull of the step; impulse has that of the step before. */
    void
    begin_pull()
    {
      add_pull(-1.);
      laws.set_impulses(stepped.clock.time_step, laws.pull);
      add_pull(1.);
    }

    /** impulse += factor pull */
    void
    add_pull(const double factor)
    {
      for (std::size_t row = 0; row < impulse.size(); ++row)
        impulse[row] += factor * laws.pull[row];
    }

    PERCUSS_ALWAYS_INLINE void
    resolve_velocity_level(const State<A> &x, State<A> &next, Data &data);
    PERCUSS_ALWAYS_INLINE void
    resolve_position_level(State<A> &next, Data &data);
    void
    resolve_both_levels(State<A> &next, Data &data);

    /** u = G v + dg/dt of the velocity that the scheme constrains, of the
     * state @p x at the time @p t. */
    PERCUSS_ALWAYS_INLINE void
    constrained_velocity(const State<A> &x, double t, Data &data, Array &u);

    /** The gaps of the positions that the scheme constrains. */
    PERCUSS_ALWAYS_INLINE void
    constrained_gap(const State<A> &x, Data &data, Array &g);

    // the position level, contacts with compliances

    /** Impulses that no motion of the step changes, of b. */
    void
    set_known_forces();

    /** c lambda_T of the step before, a slip that a contact takes back [m]. */
    double
    elastic_slip(const std::size_t row) const
    {
      return stepped.rows.is_compliant() ?
               stepped.rows.compliance(row) * old_impulse[row] /
                 stepped.clock.time_step :
               0.;
    }

    // the velocity level

    /** The gaps of the motion without contacts, whose joints hold, from the
     * free motion @p next of @p x. */
    void
    forecast_gaps(const State<A> &x, const State<A> &next, Data &data);

    /** Decides the cones by the activation; returns whether there are joints or
     * active contacts. */
    PERCUSS_ALWAYS_INLINE bool
    activate();

    /** The velocity with which a contact that is pulled would be just closed at
     * the end of the step, h ((1 - sigma) u_k + sigma u) = -opening. */
    double
    closing_velocity(const std::size_t row) const
    {
      const double sigma = stepped.scheme.contact_work_point();
      return -(laws.opening[row] / stepped.clock.time_step +
               (1. - sigma) * velocity[row]) /
             sigma;
    }

    /** Whether a pull would close the contact of a row in this step, and more:
     * its force may be large beside the mass of a node. Such a contact has
     * 0 <= u - closing_velocity() perp P >= 0 if it is not active anyway. */
    PERCUSS_ALWAYS_INLINE bool
    is_pulled_close(const std::size_t row)
    {
      if (!are_pulled())
        return false;
      laws.closes[row] = laws.pull[row] != 0. && laws.opening[row] > 0. &&
                         free_velocity[row] < closing_velocity(row);
      return laws.closes[row] != 0;
    }

    /** The gap that own_activation asks about [m]. */
    double
    own_forecast(const std::size_t row) const
    {
      return forecast_gap[row] +
             (stepped.treatment().forward_activation ?
                stepped.clock.time_step * free_velocity[row] :
                0.);
    }

    /** Sets the cones of rows that are active by @p is_active(row). */
    template <class IsActive>
    PERCUSS_ALWAYS_INLINE bool
    set_cones(const IsActive &is_active);

    /** The impulses of the cones by the law of impact. */
    PERCUSS_ALWAYS_INLINE SolverReport
    solve_at_once();
    SolverReport
    solve_in_phases();

    /** b, from free_velocity and velocity_before. */
    PERCUSS_ALWAYS_INLINE void
    set_right_hand_side();

    /** u_k, compatible with the joints. */
    PERCUSS_ALWAYS_INLINE void
    set_velocity_before();

    /** Whether the iterates have come to the same unsolved problem, with nearly
     * the same b, too often, and at great cost. */
    bool
    is_tried_in_vain(const SolverReport &report);

    /** The joints' impulses alone: the tangents of an iterate far from the
     * solution may leave the contact problem without one. */
    void
    leave_out_contacts();

    // both levels

    /** forecast_gap from free_velocity and free_gap. */
    void
    forecast_gaps_of_both_levels(Data &data);

    /** Rows whose gaps are projected from the start; whether none is closed. */
    bool
    begin_active_set(double tolerance);

    /** Adds the rows that the solution violates; whether there was one. */
    bool
    grow_active_set(double tolerance);

    // all levels

    /** The largest |u| so far, or of this step's free motion, of all rows: bodies
     * that rest on each other fall together [m/s]. */
    double
    contact_speed() const
    {
      double speed = velocity_scale;
      for (const double u : free_velocity)
        speed = std::max(speed, std::abs(u));
      return speed;
    }

    /** Turns a report into statistics; throws NumericalFailure. */
    PERCUSS_ALWAYS_INLINE void
    check(const SolverReport &report);

    Stepped         &stepped;
    Response        &response;
    Delassus        &delassus;
    Solver          &solver;
    const Activation activation;
    const bool       reflects_opening;
    bool             has_friction         = false; // at the position level
    bool             joints_move_contacts = false; // in forecasts of positions
    bool             restitutes_beside_joints = false; // where G turns

    // whether the step iterates, and how many iterates went on without contacts
    static constexpr unsigned int max_iterations_left_out = 10;
    unsigned int                  iterations_left_out     = 0;
    bool                          iterates                = false;

    // iterates that have left the problem with unsolved_b unsolved
    static constexpr unsigned int costly_iterations = 1000;
    static constexpr unsigned int max_attempts      = 3;
    static constexpr double       same_problem      = 1e-6; // of b
    unsigned int                  n_attempts        = 0;

    Array free_gap, forecast_gap, iterate_gap, free_velocity, velocity_before,
      b, multiplier, phase_impulse, joint_impulse, joint_multiplier, rate,
      unsolved_b;
    std::vector<char> projected;
    State<A>          free_motion; // with joints
  };

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  StepContacts<System, Scheme, Constraints, Solver>::begin_step(
    const bool is_iterated)
  {
    iterates            = is_iterated;
    is_unsolved         = false;
    iterations_left_out = 0;
    n_attempts          = 0;
    delassus.begin_step(cones);
    solver.begin_step();
    if (stepped.joint_forces) // what was reported, not a guess of impulses
      stepped.joint_forces->clear(impulse);
    if (are_pulled())
      begin_pull();
    if (has_laws())
      laws.begin_step(cones, velocity);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  StepContacts<System, Scheme, Constraints, Solver>::resolve(const State<A> &x,
                                                             State<A> &next,
                                                             Data     &data)
  {
    const Level level = stepped.treatment().level;
    if constexpr (Rows::fixed_size == 0)
      if (are_pulled()) // of the free motion: impulse is P of the problem
        {
          add_pull(-1.);
          response.apply_pull(laws.pull, data, next);
        }
    if (level == Level::velocity)
      resolve_velocity_level(x, next, data);
    else if (level == Level::position)
      resolve_position_level(next, data);
    else
      resolve_both_levels(next, data);
    if (are_pulled())
      add_pull(1.);
    response.set_effect(impulse, multiplier, data);
  }
} // namespace percuss

#endif
