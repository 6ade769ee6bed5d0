// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_velocity_level_h
#define percuss_simulation_velocity_level_h

#include <percuss/simulation/contact_step.h>

namespace percuss
{
  template <class System, class Scheme, class Constraints, class Solver>
  class StepContacts;

  /** 0 <= u_{k+1} + e u_k  perp  P >= 0 on the active rows, or in phases
   * (ImpactLaw). */
  template <class System, class Scheme, class Constraints, class Solver>
  class VelocityLevel
  {
  public:
    using Step   = ContactStep<System, Scheme, Constraints, Solver>;
    using Rows   = typename Step::Rows;
    using A      = typename Step::A;
    using Data   = typename Step::Data;
    using Array  = typename Step::Array;
    using Arrays = typename Step::Arrays;

    explicit VelocityLevel(Step &step)
      : step(step)
      , arrays(step.arrays)
      , velocity_before(step.arrays.gap)
      , phase_impulse(step.arrays.gap)
      , unsolved_b(step.arrays.gap)
      , restores_separating(
          step.stepped.options.separating == SeparatingContacts::reflecting ||
          (step.stepped.options.separating == SeparatingContacts::automatic &&
           step.stepped.treatment().impulses_work_at_mean_velocity))
      , joints_move_contacts(
          step.stepped.rows.has_joints && step.stepped.rows.has_contacts &&
          !step.stepped.is_explicit() && step.forecasts_positions())
      , restitutes_beside_joints(
          step.stepped.rows.has_joints && step.stepped.rows.restitutes &&
          !step.stepped.rows.constraints.is_linear() &&
          step.stepped.level() == ContactTreatment::Level::velocity)
    {
      if (joints_move_contacts)
        reinit(step.stepped.system, free_motion);
    }

    /** A step begins, whose motion is iterated, or not. */
    void
    begin_step(const bool is_iterated)
    {
      iterates            = is_iterated;
      is_unsolved         = false;
      iterations_left_out = 0;
      n_attempts          = 0;
    }

    PERCUSS_ALWAYS_INLINE void
    resolve(const State<A> &x, State<A> &next, Data &data)
    {
      is_unsolved = false;
      step.constrained_velocity(next,
                                step.stepped.end_time(),
                                data,
                                arrays.free_velocity);
      if (step.forecasts_positions())
        forecast_gaps(x, next, data);
      if (!activate())
        return;
      step.delassus.update(arrays.cones, data);
      if constexpr (Rows::fixed_size == 1)
        {
          set_right_hand_side();
          step.delassus.solve_single_row(arrays.b,
                                         arrays.cones,
                                         arrays.impulse);
          step.solver_iterations = 1;
          step.statistics.enter(1, 0.);
        }
      else
        solve();
      step.response.apply_impulses(arrays.impulse,
                                   data,
                                   next,
                                   step.delassus.velocity_of(arrays.impulse));
    }

    /** The impulses of the cones; where the contact problem of an iterate has no
     * solution, is_unsolved, or a NumericalFailure. */
    void
    solve()
    {
      const SolverReport report =
        step.stepped.rows.has_phases ? solve_in_phases() : solve_at_once();
      is_unsolved = iterates && !report.is_solution_usable();
      if (is_unsolved)
        unsolved_report = report;
      if (!is_unsolved || iterations_left_out == max_iterations_left_out ||
          repeats_failed_problem(report))
        step.check(report);
      else if (report.status != SolverStatus::iteration_limit)
        solve_joints_only();
    }

    /** Whether resolve_with_motion() knows a way. */
    bool
    solves_motion() const
    {
      return step.delassus.solves_motion() && !step.are_pulled() &&
             !step.forecasts_positions() && !step.stepped.joint_forces &&
             step.stepped.velocity_shift() == 0.;
    }

    /** The same of the predictor @p next, the motion under its residual included;
     * returns whether it has: else @p next is as it was. One solution where it
     * would be two, the motion and the response to the impulses. Not where the
     * speed of the free motion, which is not known here, may decide on a contact
     * that is closed but for rounding.
     * @pre solves_motion() */
    bool
    resolve_with_motion(State<A> &next, Data &data)
    {
      step.constrained_velocity(next,
                                step.stepped.end_time(),
                                data,
                                arrays.free_velocity);
      if (is_in_doubt(next.v) || !activate())
        return false;
      step.delassus.update(arrays.cones, data);
      set_right_hand_side();
      const auto report = step.delassus.solve_with_motion(
        data.workspace.residual, arrays.b, arrays.cones, arrays.impulse);
      if (!report)
        return false;
      step.check(*report);
      step.response.apply_with_motion(arrays.impulse,
                                      step.delassus.velocity_with_motion(),
                                      data,
                                      next);
      return true;
    }

    /** Decides the cones by the activation; returns whether there are joints or
     * active contacts. */
    PERCUSS_ALWAYS_INLINE bool
    activate()
    {
      const double speed = step.contact_speed();
      return step.set_cones([this, speed](const std::size_t i) {
        if (step.are_pulled())
          step.laws.closes[i] = 0;
        return step.stepped.rows.is_joint(i) || is_active(i, speed) ||
               is_pulled_close(i);
      });
    }

    /** Whether the forecast of a row says so, with the speed that its tolerance
     * goes by [m/s]. */
    PERCUSS_ALWAYS_INLINE bool
    is_active(const std::size_t row, const double speed) const
    {
      const double h = step.stepped.clock.time_step;
      return step.stepped.treatment().own_activation ?
               own_forecast(row) <= Activation::gap_tolerance(h, speed) :
               step.activation.is_active(h,
                                         arrays.gap[row],
                                         arrays.velocity[row],
                                         arrays.forecast_gap[row],
                                         speed);
    }

    /** Whether contacts would be active, besides, if bodies moved against each
     * other as fast as they move, @p v, or nothing has moved so far. */
    bool
    is_in_doubt(const typename A::Vector &v) const
    {
      const double known  = step.contact_speed(),
                   motion = std::sqrt(v * v / static_cast<double>(v.size()));
      if (std::max(known, motion) == 0.)
        return true;
      for (std::size_t row = 0; motion > known && row < arrays.gap.size();
           ++row)
        if (is_active(row, known) != is_active(row, motion))
          return true;
      return false;
    }

    /** b, from free_velocity and velocity_before. */
    PERCUSS_ALWAYS_INLINE void
    set_right_hand_side()
    {
      set_velocity_before();
      double normal_velocity_before = 0.;
      for (std::size_t i = 0; i < arrays.b.size(); ++i)
        {
          if (!step.stepped.rows.is_tangential(i))
            normal_velocity_before = velocity_before[i];
          arrays.b[i] =
            step.stepped.rows.law(i).right_hand_side(arrays.free_velocity[i],
                                                     velocity_before[i],
                                                     normal_velocity_before,
                                                     restores_separating);
          if (step.are_pulled() && step.laws.closes[i] != 0)
            arrays.b[i] = arrays.free_velocity[i] - closing_velocity(i);
        }
    }

    /** Whether the contact problem of the iterate has no solution, and the
     * report of that. */
    bool         is_unsolved = false;
    SolverReport unsolved_report{};

  private:
    /** The impulses of the cones by the law of impact. */
    PERCUSS_ALWAYS_INLINE SolverReport
    solve_at_once()
    {
      set_right_hand_side();
      return step.delassus.solve(arrays.b, arrays.cones, arrays.impulse);
    }

    SolverReport
    solve_in_phases()
    {
      set_velocity_before();
      const SolverReport compression =
        step.delassus.solve(velocity_before, arrays.cones, phase_impulse);
      if (!compression.is_solution_usable())
        return compression;
      for (const Cone &cone : arrays.cones)
        {
          const std::size_t first = Rows::first_row(cone);
          for (std::size_t row = first; row < first + cone.n_rows; ++row)
            arrays.impulse[row] =
              (1. + step.stepped.rows.law(first).restitution_at(
                      velocity_before[first])) *
              phase_impulse[row];
        }
      step.delassus.apply(arrays.impulse, arrays.b);
      for (std::size_t i = 0; i < arrays.b.size(); ++i)
        {
          arrays.b[i] += arrays.free_velocity[i];
          if (step.are_pulled() && step.laws.closes[i] != 0)
            arrays.b[i] -= closing_velocity(i);
        }
      std::ranges::fill(phase_impulse, 0.);
      SolverReport report =
        step.delassus.solve(arrays.b, arrays.cones, phase_impulse);
      for (std::size_t i = 0; i < arrays.b.size(); ++i)
        arrays.impulse[i] += phase_impulse[i];
      report.iterations += compression.iterations;
      return report;
    }

    /** The gaps of the motion without contacts, whose joints hold, from the
     * free motion @p next of @p x. */
    void
    forecast_gaps(const State<A> &x, const State<A> &next, Data &data)
    {
      const Constraints &constraints = step.stepped.rows.constraints;
      if (!joints_move_contacts)
        {
          constraints.gap(next.q, step.stepped.end_time(), arrays.forecast_gap);
          return;
        }
      step.delassus.update(step.stepped.rows.joint_cones, data);
      const SolverReport report =
        step.delassus.solve(arrays.free_velocity,
                            step.stepped.rows.joint_cones,
                            arrays.joint_impulse);
      if (!report.is_solution_usable())
        step.throw_unsolved(report);
      free_motion.dq.equ(1., next.dq);
      free_motion.v.equ(1., next.v);
      free_motion.a.equ(1., next.a);
      step.response.apply_impulses(arrays.joint_impulse, data, free_motion);
      step.stepped.system.retract(x.q, free_motion.dq, free_motion.q);
      constraints.gap(free_motion.q,
                      step.stepped.end_time(),
                      arrays.forecast_gap);
    }

    /** The velocity with which a contact that is pulled would be just closed at
     * the end of the step, h ((1 - sigma) u_k + sigma u) = -opening. */
    double
    closing_velocity(const std::size_t row) const
    {
      const double sigma = step.stepped.scheme.contact_work_point();
      return -(step.laws.opening[row] / step.stepped.clock.time_step +
               (1. - sigma) * arrays.velocity[row]) /
             sigma;
    }

    /** Whether a pull would close the contact of a row in this step, and more:
     * its force may be large beside the mass of a node. Such a contact has
     * 0 <= u - closing_velocity() perp P >= 0 if it is not active anyway. */
    PERCUSS_ALWAYS_INLINE bool
    is_pulled_close(const std::size_t row)
    {
      if (!step.are_pulled())
        return false;
      step.laws.closes[row] = step.laws.pull[row] != 0. &&
                              step.laws.opening[row] > 0. &&
                              arrays.free_velocity[row] < closing_velocity(row);
      return step.laws.closes[row] != 0;
    }

    /** The gap that own_activation asks about [m]. */
    double
    own_forecast(const std::size_t row) const
    {
      return arrays.forecast_gap[row] +
             (step.stepped.treatment().forward_activation ?
                step.stepped.clock.time_step * arrays.free_velocity[row] :
                0.);
    }

    /** u_k, compatible with the joints. */
    // Of joints whose G has turned, v_k is not allowed any more: G_J v_k = O(h).
    // A contact that joints hold closed would be asked to open by e of that, and
    // redundant ones could not all do so. With P_J that stops the joints, u = G
    // v_k + W P_J is compatible with them.
    PERCUSS_ALWAYS_INLINE void
    set_velocity_before()
    {
      velocity_before = arrays.velocity;
      if (!restitutes_beside_joints)
        return;
      const SolverReport report =
        step.delassus.solve(arrays.velocity,
                            step.stepped.rows.joint_cones,
                            arrays.joint_impulse);
      if (!report.is_solution_usable())
        step.throw_unsolved(report);
      step.delassus.apply(arrays.joint_impulse, velocity_before);
      for (std::size_t i = 0; i < arrays.velocity.size(); ++i)
        velocity_before[i] += arrays.velocity[i];
    }

    /** Whether the iterates have come to the same unsolved problem, with nearly
     * the same b, too often, and at great cost. */
    // Each attempt begins with the impulses of the one before, and may succeed. A
    // solver that makes one Newton step at a time goes on.
    bool
    repeats_failed_problem(const SolverReport &report)
    {
      if (report.iterations < costly_iterations)
        return false;
      double largest = 0., change = 0.;
      for (std::size_t i = 0; i < arrays.b.size(); ++i)
        {
          largest = std::max(largest, std::abs(arrays.b[i]));
          change  = std::max(change, std::abs(arrays.b[i] - unsolved_b[i]));
        }
      n_attempts = change <= same_problem * largest ? n_attempts + 1 : 1;
      unsolved_b = arrays.b;
      return n_attempts == max_attempts;
    }

    /** The joints' impulses alone: the tangents of an iterate far from the
     * solution may leave the contact problem without one. */
    void
    solve_joints_only()
    {
      ++iterations_left_out;
      arrays.cones = step.stepped.rows.joint_cones;
      std::ranges::fill(arrays.impulse, 0.);
      if (step.stepped.rows.has_joints)
        step.check(step.delassus.solve(arrays.free_velocity,
                                       arrays.cones,
                                       arrays.impulse));
    }

    Step   &step;
    Arrays &arrays;

    Array    velocity_before, phase_impulse, unsolved_b;
    State<A> free_motion; // with joints

    const bool restores_separating;
    const bool joints_move_contacts;     // in forecasts of positions
    const bool restitutes_beside_joints; // where G turns

    // whether the step iterates, and how many iterates went on without contacts
    static constexpr unsigned int max_iterations_left_out = 10;
    unsigned int                  iterations_left_out     = 0;
    bool                          iterates                = false;

    // iterates that have left the problem with unsolved_b unsolved
    static constexpr unsigned int costly_iterations = 1000;
    static constexpr unsigned int max_attempts      = 3;
    static constexpr double       same_problem      = 1e-6; // of b
    unsigned int                  n_attempts        = 0;

    friend class StepContacts<System, Scheme, Constraints, Solver>;
    template <class, class, class, class>
    friend class BothLevels;
  };
} // namespace percuss

#endif
