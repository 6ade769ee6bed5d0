// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_position_level_templates_h
#define percuss_simulation_position_level_templates_h

#include <percuss/simulation/step_contacts.h>

namespace percuss
{
  // StepContacts: 0 <= g_{k+1} + e g_{k-1}  perp  P >= 0 on all rows; where
  // contacts are forces, with Coulomb's friction against the slip of the step.

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  StepContacts<System, Scheme, Constraints, Solver>::resolve_position_level(
    State<A> &next,
    Data     &data)
  {
    const Rows &rows = stepped.rows;
    constrained_gap(next, data, free_gap);
    if (has_friction)
      set_slip(next, data);
    bool is_open = true;
    for (Cone &cone : cones)
      {
        const std::size_t i = Rows::first_row(cone);
        b[i]                = free_gap[i];
        if (!rows.is_joint(i) && stepped.treatment().restitution_of_positions)
          b[i] += rows.law(i).restitution * gap[i];
        for (std::size_t row = i + 1; row < i + cone.n_rows; ++row)
          b[row] = slip[row] - elastic_slip(row);
        rows.law(i).set_cone(cone, true);
        is_open = is_open && !rows.is_joint(i) && b[i] >= 0.;
      }
    active_contacts = 0;
    if (is_open)
      {
        std::ranges::fill(impulse, 0.);
        return;
      }
    if (stepped.treatment().known_contact_forces)
      set_known_forces();
    else
      {
        delassus.update(cones, data);
        check(delassus.solve(b, cones, impulse));
      }
    for (std::size_t i = 0; i < impulse.size(); ++i)
      active_contacts += impulse[i] != 0. && rows.is_contact(i);
    response.apply_impulses(impulse, data, next);
  }

  // y = c lambda + g, whose solution needs no other contact: in the normal
  // direction, and in the tangential ones the projection to the cone.
  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepContacts<System, Scheme, Constraints, Solver>::set_known_forces()
  {
    const double h = stepped.clock.time_step;
    for (const Cone &cone : cones)
      {
        const std::size_t first = Rows::first_row(cone);
        const std::size_t end   = first + cone.n_rows;
        double            trial = 0.;
        for (std::size_t row = first; row < end; ++row)
          {
            impulse[row] = -h * b[row] / stepped.rows.compliance(row);
            trial += row == first ? 0. : impulse[row] * impulse[row];
          }
        impulse[first]     = std::max(0., impulse[first]);
        const double bound = cone.friction_coefficient * impulse[first];
        trial              = std::sqrt(trial);
        if (trial > bound)
          for (std::size_t row = first + 1; row < end; ++row)
            impulse[row] *= bound / trial;
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  StepContacts<System, Scheme, Constraints, Solver>::set_initial_forces(
    const State<A> &x)
  {
    stepped.rows.constraints.gap(x.q, stepped.clock.start_time, b);
    for (Cone &cone : cones)
      stepped.rows.law(Rows::first_row(cone)).set_cone(cone, true);
    set_known_forces();
    old_impulse = impulse;
    std::ranges::fill(impulse, 0.);
  }
} // namespace percuss

#endif
