// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_velocity_level_templates_h
#define percuss_simulation_velocity_level_templates_h

#include <percuss/simulation/step_contacts.h>

namespace percuss
{
  // StepContacts: 0 <= u_{k+1} + e u_k  perp  P >= 0 on the active rows, or in
  // phases (ImpactLaw).

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  StepContacts<System, Scheme, Constraints, Solver>::resolve_velocity_level(
    const State<A> &x,
    State<A>       &next,
    Data           &data)
  {
    is_unsolved = false;
    constrained_velocity(next, stepped.end_time(), data, free_velocity);
    if (forecasts_positions())
      forecast_gaps(x, next, data);
    if (!activate())
      return;
    delassus.update(cones, data);
    const SolverReport report =
      stepped.rows.has_phases ? solve_in_phases() : solve_at_once();
    is_unsolved     = iterates && !report.is_solution_usable();
    unsolved_report = report;
    if (!is_unsolved || iterations_left_out == max_iterations_left_out ||
        is_tried_in_vain(report))
      check(report);
    else if (report.status != SolverStatus::iteration_limit)
      leave_out_contacts();
    response.apply_impulses(impulse, data, next);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE SolverReport
  StepContacts<System, Scheme, Constraints, Solver>::solve_at_once()
  {
    set_right_hand_side();
    return delassus.solve(b, cones, impulse);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  SolverReport
  StepContacts<System, Scheme, Constraints, Solver>::solve_in_phases()
  {
    set_velocity_before();
    const SolverReport compression =
      delassus.solve(velocity_before, cones, phase_impulse);
    if (!compression.is_solution_usable())
      return compression;
    for (const Cone &cone : cones)
      {
        const std::size_t first = Rows::first_row(cone);
        for (std::size_t row = first; row < first + cone.n_rows; ++row)
          impulse[row] = (1. + stepped.rows.law(first).restitution_at(
                                 velocity_before[first])) *
                         phase_impulse[row];
      }
    delassus.apply(impulse, b);
    for (std::size_t i = 0; i < b.size(); ++i)
      {
        b[i] += free_velocity[i];
        if (are_pulled() && laws.closes[i] != 0)
          b[i] -= closing_velocity(i);
      }
    std::ranges::fill(phase_impulse, 0.);
    SolverReport report = delassus.solve(b, cones, phase_impulse);
    for (std::size_t i = 0; i < b.size(); ++i)
      impulse[i] += phase_impulse[i];
    report.iterations += compression.iterations;
    return report;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepContacts<System, Scheme, Constraints, Solver>::forecast_gaps(
    const State<A> &x,
    const State<A> &next,
    Data           &data)
  {
    const Constraints &constraints = stepped.rows.constraints;
    if (!joints_move_contacts)
      {
        constraints.gap(next.q, stepped.end_time(), forecast_gap);
        return;
      }
    delassus.update(stepped.rows.joint_cones, data);
    const SolverReport report =
      delassus.solve(free_velocity, stepped.rows.joint_cones, joint_impulse);
    if (!report.is_solution_usable())
      throw_unsolved(report);
    free_motion.dq.equ(1., next.dq);
    free_motion.v.equ(1., next.v);
    free_motion.a.equ(1., next.a);
    response.apply_impulses(joint_impulse, data, free_motion);
    stepped.system.retract(x.q, free_motion.dq, free_motion.q);
    constraints.gap(free_motion.q, stepped.end_time(), forecast_gap);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE bool
  StepContacts<System, Scheme, Constraints, Solver>::activate()
  {
    const double h = stepped.clock.time_step, speed = contact_speed();
    return set_cones([this, h, speed](const std::size_t i) {
      if (are_pulled())
        laws.closes[i] = 0;
      return stepped.rows.is_joint(i) ||
             (stepped.treatment().own_activation ?
                own_forecast(i) <= Activation::gap_tolerance(h, speed) :
                activation.is_active(
                  h, gap[i], velocity[i], forecast_gap[i], speed)) ||
             is_pulled_close(i);
    });
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  StepContacts<System, Scheme, Constraints, Solver>::set_right_hand_side()
  {
    set_velocity_before();
    double normal_velocity_before = 0.;
    for (std::size_t i = 0; i < b.size(); ++i)
      {
        if (!stepped.rows.is_tangential(i))
          normal_velocity_before = velocity_before[i];
        b[i] = stepped.rows.law(i).right_hand_side(free_velocity[i],
                                                   velocity_before[i],
                                                   normal_velocity_before,
                                                   reflects_opening);
        if (are_pulled() && laws.closes[i] != 0)
          b[i] = free_velocity[i] - closing_velocity(i);
      }
  }

  // Of joints whose G has turned, v_k is not allowed any more: G_J v_k = O(h).
  // A contact that joints hold closed would be asked to open by e of that, and
  // redundant ones could not all do so. With P_J that stops the joints, u = G
  // v_k + W P_J is compatible with them.
  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  StepContacts<System, Scheme, Constraints, Solver>::set_velocity_before()
  {
    velocity_before = velocity;
    if (!restitutes_beside_joints)
      return;
    const SolverReport report =
      delassus.solve(velocity, stepped.rows.joint_cones, joint_impulse);
    if (!report.is_solution_usable())
      throw_unsolved(report);
    delassus.apply(joint_impulse, velocity_before);
    for (std::size_t i = 0; i < velocity.size(); ++i)
      velocity_before[i] += velocity[i];
  }

  // Each attempt begins with the impulses of the one before, and may succeed. A
  // solver that makes one Newton step at a time goes on.
  template <class System, class Scheme, class Constraints, class Solver>
  bool
  StepContacts<System, Scheme, Constraints, Solver>::is_tried_in_vain(
    const SolverReport &report)
  {
    if (report.iterations < costly_iterations)
      return false;
    double largest = 0., change = 0.;
    for (std::size_t i = 0; i < b.size(); ++i)
      {
        largest = std::max(largest, std::abs(b[i]));
        change  = std::max(change, std::abs(b[i] - unsolved_b[i]));
      }
    n_attempts = change <= same_problem * largest ? n_attempts + 1 : 1;
    unsolved_b = b;
    return n_attempts == max_attempts;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepContacts<System, Scheme, Constraints, Solver>::leave_out_contacts()
  {
    ++iterations_left_out;
    cones = stepped.rows.joint_cones;
    std::ranges::fill(impulse, 0.);
    if (stepped.rows.has_joints)
      check(delassus.solve(free_velocity, cones, impulse));
  }
} // namespace percuss

#endif
