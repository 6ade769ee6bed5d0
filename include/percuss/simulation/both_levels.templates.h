// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_both_levels_templates_h
#define percuss_simulation_both_levels_templates_h

#include <percuss/simulation/step_contacts.h>

namespace percuss
{
  // StepContacts: the velocity level with P and, with a multiplier tau of its
  // own, 0 <= g_{k+1} perp tau >= 0.

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepContacts<System, Scheme, Constraints, Solver>::resolve_both_levels(
    State<A> &next,
    Data     &data)
  {
    constrained_velocity(next, stepped.end_time(), data, free_velocity);
    constrained_gap(next, data, free_gap);
    const bool combined = stepped.treatment().combined_activation;
    if (!combined && activation.needs_free_gap())
      forecast_gaps_of_both_levels(data);
    const double tolerance =
      Activation::gap_tolerance(stepped.clock.time_step, contact_speed());
    const bool is_open = begin_active_set(tolerance);

    // the set of Algorithm 2 grows until it is stationary
    n_active_sets = 1; // without contacts
    do
      {
        const bool any_active =
          combined ?
            set_cones([this](const std::size_t i) { return projected[i]; }) :
            activate();
        if (!any_active && is_open)
          {
            std::ranges::fill(impulse, 0.);
            return;
          }
        ++n_active_sets;
        delassus.update(cones, data);
        set_right_hand_side();
        check(delassus.solve_both(b,
                                  free_gap,
                                  cones,
                                  projected,
                                  combined,
                                  tolerance,
                                  impulse,
                                  multiplier));
    } while (combined && grow_active_set(tolerance));

    for (const double tau : multiplier)
      statistics.max_multiplier =
        std::max(statistics.max_multiplier, std::abs(tau));
    response.apply_impulses(impulse, data, next);
    response.apply_projection(multiplier, data, next);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  bool
  StepContacts<System, Scheme, Constraints, Solver>::begin_active_set(
    const double tolerance)
  {
    const bool combined = stepped.treatment().combined_activation;
    bool       is_open  = true;
    for (std::size_t i = 0; i < impulse.size(); ++i)
      {
        const bool is_joint   = stepped.rows.is_joint(i);
        const bool is_contact = stepped.rows.is_contact(i);
        // with joints, whose reactions move the gaps, the set grows from none
        projected[i] =
          is_joint ||
          (is_contact &&
           (!combined ||
            (!stepped.rows.has_joints && free_gap[i] <= tolerance) ||
            (keeps_active_set && projected[i])));
        is_open &= !is_joint && (!is_contact || (free_gap[i] > tolerance &&
                                                 !(combined && projected[i])));
        multiplier[i] = 0.;
      }
    return is_open;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  bool
  StepContacts<System, Scheme, Constraints, Solver>::grow_active_set(
    const double tolerance)
  {
    bool grows = false;
    for (std::size_t i = 0; i < impulse.size(); ++i)
      if (!projected[i] && stepped.rows.is_contact(i) &&
          delassus.gap_of_both(i) <= tolerance)
        projected[i] = grows = true;
    return grows;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepContacts<System, Scheme, Constraints, Solver>::
    forecast_gaps_of_both_levels(Data &data)
  {
    forecast_gap = free_gap;
    if (!joints_move_contacts)
      return;
    delassus.update(cones, data);
    for (std::size_t i = 0; i < projected.size(); ++i)
      projected[i] = stepped.rows.is_joint(i);
    const SolverReport report =
      delassus.solve_both(free_velocity,
                          free_gap,
                          stepped.rows.joint_cones,
                          projected,
                          false,
                          Activation::gap_tolerance(stepped.clock.time_step,
                                                    contact_speed()),
                          joint_impulse,
                          joint_multiplier);
    if (!report.is_solution_usable())
      throw_unsolved(report);
    for (std::size_t i = 0; i < forecast_gap.size(); ++i)
      forecast_gap[i] = delassus.gap_of_both(i);
  }
} // namespace percuss

#endif
