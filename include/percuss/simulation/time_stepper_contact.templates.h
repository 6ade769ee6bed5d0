// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_contact_templates_h
#define percuss_simulation_time_stepper_contact_templates_h

#include <percuss/base/always_inline.h>
#include <percuss/base/exceptions.h>
#include <percuss/simulation/time_stepper_delassus.templates.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  // TimeStepper: from the free motion of an iterate to its impulses, at the
  // velocity level, at the position level, or at both.

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::constrained_velocity(
    const State<A> &x,
    const double    t,
    Data           &data,
    Reduced        &u)
  {
    const double shift = treatment().velocity_shift * clock.time_step;
    if (shift == 0.)
      jacobian.velocity(data.configuration, x.v, u);
    else
      {
        Vector &V = data.workspace.point;
        V.equ(1., x.v);
        V.add(shift, x.a);
        jacobian.velocity(data.configuration, V, u);
      }
    if (constraints.is_moving())
      {
        constraints.gap_rate(data.configuration, t + shift, rate);
        for (std::size_t i = 0; i < u.size(); ++i)
          u[i] += rate[i];
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::shift_of_position(
    const State<A> &x,
    Vector         &dq) const
  {
    const double shift = treatment().position_shift * clock.time_step;
    dq.equ(shift, x.v);
    dq.add(shift * treatment().velocity_shift * clock.time_step, x.a);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::constrained_gap(
    const State<A> &x,
    Data           &data,
    Reduced        &g)
  {
    const double shift = treatment().position_shift * clock.time_step;
    Vector      &dq    = data.workspace.point;
    if (constraints.is_linear() || normal() != Normal::iterate)
      {
        if (shift == 0.)
          {
            constraints.gap(x.q, end_time(), g);
            return;
          }
        shift_of_position(x, dq);
        system.retract(x.q, dq, data.shifted);
        constraints.gap(data.shifted, end_time() + shift, g);
        return;
      }
    // of the gaps linearized at the iterate
    dq.equ(1., x.dq);
    dq.add(-1., data.linearization_dq);
    jacobian.velocity(data.position_configuration, dq, g);
    for (std::size_t i = 0; i < g.size(); ++i)
      g[i] += iterate_gap[i];
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::resolve_contact(
    const State<A> &x,
    State<A>       &next,
    Data           &data)
  {
    if (treatment().level == Level::velocity)
      resolve_velocity_level(x, next, data);
    else if (treatment().level == Level::position)
      resolve_position_level(next, data);
    else
      resolve_both_levels(next, data);
    set_effect(data);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::apply_impulses(
    const Reduced &p,
    Data          &data,
    State<A>      &motion)
  {
    response.apply(ImpulseRows{*this, data},
                   data.configuration,
                   p,
                   impulse_map(data),
                   motion);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::resolve_velocity_level(
    const State<A> &x,
    State<A>       &next,
    Data           &data)
  {
    contacts_unsolved = false;
    constrained_velocity(next, end_time(), data, free_velocity);
    if (activation.needs_free_gap() || treatment().own_activation)
      forecast_gaps(x, next, data);
    if (!activate())
      {
        data.effect.acts = false;
        return;
      }
    update_responses(data);
    set_right_hand_side();
    const SolverReport report = solve_one_level(b, cones, impulse);
    contacts_unsolved         = iterates && !report.is_solution_usable();
    unsolved_report           = report;
    if (!contacts_unsolved || iterations_left_out == max_iterations_left_out)
      check(report);
    else if (report.status != SolverStatus::iteration_limit)
      leave_out_contacts();
    apply_impulses(impulse, data, next);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::forecast_gaps(
    const State<A> &x,
    const State<A> &next,
    Data           &data)
  {
    if (!joints_move_contacts)
      {
        constraints.gap(next.q, end_time(), forecast_gap);
        return;
      }
    update_responses(data);
    const SolverReport report =
      solve_one_level(free_velocity, joint_cones, joint_impulse);
    if (!report.is_solution_usable())
      throw_unsolved(report);
    free_motion.dq.equ(1., next.dq);
    free_motion.v.equ(1., next.v);
    free_motion.a.equ(1., next.a);
    apply_impulses(joint_impulse, data, free_motion);
    system.retract(x.q, free_motion.dq, free_motion.q);
    constraints.gap(free_motion.q, end_time(), forecast_gap);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::
    forecast_gaps_of_both_levels(Data &data)
  {
    forecast_gap = free_gap;
    if (!joints_move_contacts)
      return;
    update_responses(data);
    for (std::size_t i = 0; i < projected.size(); ++i)
      projected[i] = is_joint(i);
    const SolverReport report = two_levels->solve(free_velocity,
                                                  free_gap,
                                                  joint_cones,
                                                  projected,
                                                  false,
                                                  treatment().coupling,
                                                  gap_tolerance(0),
                                                  joint_impulse,
                                                  joint_multiplier);
    if (!report.is_solution_usable())
      throw_unsolved(report);
    for (std::size_t i = 0; i < forecast_gap.size(); ++i)
      forecast_gap[i] = two_levels->gap()[static_cast<Eigen::Index>(i)];
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::leave_out_contacts()
  {
    ++iterations_left_out;
    cones = joint_cones;
    std::ranges::fill(impulse, 0.);
    if (has_joints)
      check(solve_one_level(b, cones, impulse));
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::resolve_position_level(
    State<A> &next,
    Data     &data)
  {
    constrained_gap(next, data, free_gap);
    bool is_open = true;
    for (Cone &cone : cones)
      {
        const std::size_t i   = first_row(cone);
        const ContactLaw &law = constraints.law(i);
        b[i]                  = free_gap[i];
        if (law.kind == ContactLaw::Kind::bilateral)
          cone.kind = Cone::Kind::bilateral;
        else
          {
            if (treatment().restitution_of_positions)
              b[i] += law.restitution * gap[i];
            cone.kind = Cone::Kind::unilateral;
          }
        is_open = is_open && cone.kind == Cone::Kind::unilateral && b[i] >= 0.;
      }
    step_record.active_contacts = 0;
    if (is_open)
      {
        std::ranges::fill(impulse, 0.);
        return;
      }
    update_responses(data);
    check(solve_one_level(b, cones, impulse));
    for (std::size_t i = 0; i < impulse.size(); ++i)
      step_record.active_contacts += impulse[i] != 0. && !is_joint(i);
    apply_impulses(impulse, data, next);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::resolve_both_levels(
    State<A> &next,
    Data     &data)
  {
    constrained_velocity(next, end_time(), data, free_velocity);
    constrained_gap(next, data, free_gap);
    const bool combined = treatment().combined_activation;
    if (!combined && activation.needs_free_gap())
      forecast_gaps_of_both_levels(data);
    double tolerance = 0.;
    for (std::size_t i = 0; i < impulse.size(); ++i)
      tolerance = std::max(tolerance, gap_tolerance(i));
    bool is_open = true;
    for (std::size_t i = 0; i < impulse.size(); ++i)
      {
        const bool has_gap =
          constraints.law(i).kind == ContactLaw::Kind::unilateral;
        // with joints, whose reactions move the gaps, the set grows from none
        projected[i] =
          is_joint(i) ||
          (has_gap && (!combined || (!has_joints && free_gap[i] <= tolerance) ||
                       (keeps_active_set && projected[i])));
        is_open &= !is_joint(i) && (!has_gap || (free_gap[i] > tolerance &&
                                                 !(combined && projected[i])));
        multiplier[i] = 0.;
      }

    // the set of Algorithm 2 grows until it is stationary
    n_active_sets = 1; // without contacts
    for (bool grows = true; grows;)
      {
        grows           = false;
        bool any_active = false;
        if (!combined)
          any_active = activate();
        else
          {
            step_record.active_contacts = 0;
            for (Cone &cone : cones)
              {
                const std::size_t i         = first_row(cone);
                const bool        is_active = projected[i];
                constraints.law(i).set_cone(cone, is_active);
                any_active |= is_active;
                step_record.active_contacts += is_active && !is_joint(i);
                if (!is_active)
                  for (unsigned int row = 0; row < cone.n_rows; ++row)
                    impulse[i + row] = 0.;
              }
          }
        if (!any_active && is_open)
          {
            std::ranges::fill(impulse, 0.);
            return;
          }
        ++n_active_sets;
        update_responses(data);
        set_right_hand_side();
        check(two_levels->solve(b,
                                free_gap,
                                cones,
                                projected,
                                combined,
                                treatment().coupling,
                                tolerance,
                                impulse,
                                multiplier));
        if (combined)
          for (std::size_t i = 0; i < impulse.size(); ++i)
            if (!projected[i] &&
                constraints.law(i).kind == ContactLaw::Kind::unilateral &&
                two_levels->gap()[static_cast<Eigen::Index>(i)] <= tolerance)
              projected[i] = grows = true;
      }

    for (const double tau : multiplier)
      statistics.max_multiplier =
        std::max(statistics.max_multiplier, std::abs(tau));
    apply_impulses(impulse, data, next);
    projection.apply(jacobian,
                     position_configuration(data),
                     multiplier,
                     projection_map(data),
                     next);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE bool
  TimeStepper<System, Scheme, Constraints, Solver>::activate()
  {
    bool any_active             = false;
    step_record.active_contacts = 0;
    for (Cone &cone : cones)
      {
        const std::size_t i   = first_row(cone);
        const ContactLaw &law = constraints.law(i);
        const bool        is_active =
          is_joint(i) ||
          (treatment().own_activation ? forecast_gap[i] <= gap_tolerance(i) :
                                        activation.is_active(clock.time_step,
                                                             gap[i],
                                                             velocity[i],
                                                             forecast_gap[i],
                                                             contact_speed(i)));
        law.set_cone(cone, is_active);
        any_active |= is_active;
        step_record.active_contacts += is_active && !is_joint(i);
        if (!is_active && impulse[i] != 0.)
          for (std::size_t row = i; row < i + cone.n_rows; ++row)
            impulse[row] = 0.;
      }
    return any_active;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::set_right_hand_side()
  {
    set_velocity_before();
    for (std::size_t i = 0; i < b.size(); ++i)
      b[i] = constraints.law(i).right_hand_side(free_velocity[i],
                                                velocity_before[i],
                                                reflects_opening);
  }

  // Of joints whose G has turned, v_k is not allowed any more: G_J v_k = O(h).
  // A contact that joints hold closed would be asked to open by e of that, and
  // redundant ones could not all do so. With P_J that stops the joints, u = G
  // v_k + W P_J is compatible with them.
  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::set_velocity_before()
  {
    velocity_before = velocity;
    if (!restitutes_beside_joints)
      return;
    const SolverReport report =
      solve_one_level(velocity, joint_cones, joint_impulse);
    if (!report.is_solution_usable())
      throw_unsolved(report);
    if (form == DelassusForm::matrix_free)
      W_global->apply(joint_impulse, velocity_before);
    else
      W->apply(joint_impulse, velocity_before);
    for (std::size_t i = 0; i < velocity.size(); ++i)
      velocity_before[i] += velocity[i];
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE SolverReport
  TimeStepper<System, Scheme, Constraints, Solver>::solve_one_level(
    const Reduced &b,
    const Cones   &cones,
    Reduced       &p)
  {
    if constexpr (n_rows == 1) // which needs no algorithm
      {
        const double P = -b[0] / W_dense.coeffRef(0, 0);
        p[0] = cones[0].kind == Cone::Kind::bilateral ? P : std::max(0., P);
        return {SolverStatus::converged, 1, 0.};
      }
    else if (form == DelassusForm::matrix_free)
      return solver.solve(ConeComplementarityProblem{*W_global, b, cones}, p);
    else
      return solver.solve(ConeComplementarityProblem{*W, b, cones}, p);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::check(
    const SolverReport &report)
  {
    if (!report.is_solution_usable())
      throw_unsolved(report);
    step_record.solver_iterations = report.iterations;
    ++statistics.n_problems;
    statistics.n_fallbacks += report.fell_back;
    statistics.sum_iterations += report.iterations;
    statistics.min_iterations =
      std::min(statistics.min_iterations, report.iterations);
    statistics.max_iterations =
      std::max(statistics.max_iterations, report.iterations);
    statistics.max_residual =
      std::max(statistics.max_residual, report.residual);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::throw_unsolved(
    const SolverReport &report,
    const std::string  &of_which) const
  {
    throw NumericalFailure("The contact problem" + of_which +
                             " was not solved (" + std::string(solver.name()) +
                             ": " + std::string(to_string(report.status)) + ")",
                           step_record.step + 1,
                           clock.time(step_record.step + 1),
                           report.residual,
                           "Try another complementarity solver, or a "
                           "smaller time step.");
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::set_effect(Data &data)
  {
    ContactEffect<A> &effect = data.effect;
    const auto        acts   = [](const Reduced &p) {
      return std::ranges::any_of(p, [](const double x) { return x != 0.; });
    };
    effect.acts     = acts(impulse);
    effect.projects = treatment().level == Level::both && acts(multiplier);
    if (effect.acts && (scheme.needs_impulse_vector() || !system.is_linear() ||
                        !constraints.is_linear()))
      {
        effect.impulse = 0.;
        add_impulse(data, impulse, effect.impulse);
      }
    if (effect.projects)
      {
        effect.projection = 0.;
        jacobian.add_impulse(position_configuration(data),
                             multiplier,
                             effect.projection);
      }
  }
} // namespace percuss

#endif
