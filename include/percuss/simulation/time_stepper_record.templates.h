// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_record_templates_h
#define percuss_simulation_time_stepper_record_templates_h

#include <percuss/simulation/time_stepper.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  // TimeStepper: the record of a step: gaps, impulses, energies, counts.

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::complete_record()
  {
    State<A> &x                   = data.states[data.current];
    x.t                           = stepped.start_time();
    step_record.step              = stepped.step;
    step_record.time              = x.t;
    step_record.active_contacts   = contacts.active_contacts;
    step_record.solver_iterations = contacts.solver_iterations;
    if (contacts.active_contacts == 0 && !stepped.rows.has_joints)
      step_record.solver_iterations = 0;
    step_record.max_penetration = 0.;
    for (std::size_t i = 0; i < contacts.arrays.gap.size(); ++i)
      if (stepped.rows.is_contact(i))
        step_record.max_penetration =
          std::max(step_record.max_penetration, -contacts.arrays.gap[i]);
    step_record.energy = energy_record.energy;
    if (stepped.treatment().mean_velocity_at_impacts)
      {
        restore_means();
        has_right_limits = find_right_limits(x);
        if (has_right_limits)
          exchange_sides();
        step_record.energy.kinetic = 0.5 * (state().v * state().momentum);
      }
    if (stepped.rows.is_compliant())
      stepped.rows.constraints.open_velocity(data.configuration,
                                             x.t,
                                             state().v,
                                             end_velocity);
    else
      stepped.rows.jacobian.velocity(data.configuration,
                                     state().v,
                                     end_velocity);
    stepped.add_gap_rate(x.t, data, rate, end_velocity);
  }

  // At an impact v_k is the mean of V_{k-1} and V_k, which differ by the jump.
  // The right limit is v_k + S^{-1} G^T y, whose contacts with an impulse have
  // the velocity G V_k: that of the impact, and zero in permanent contact.
  template <class System, class Scheme, class Constraints, class Solver>
  bool
  TimeStepper<System, Scheme, Constraints, Solver>::find_right_limits(
    const State<A> &x)
  {
    if (!data.effect.acts)
      return false;
    const double shift = stepped.velocity_shift();
    Vector      &jump  = data.workspace.point; // V_k - v_k
    if (response.is_local())
      response.local->scale(shift, x.a, jump);
    else
      jump.equ(shift, x.a);
    stepped.rows.jacobian.velocity(data.configuration, jump, scratch);
    record_cones = contacts.arrays.cones;
    for (Cone &cone : record_cones)
      {
        const std::size_t first = Rows::first_row(cone);
        bool              acts  = false;
        for (std::size_t row = first; row < first + cone.n_rows; ++row)
          {
            acts |= contacts.arrays.impulse[row] !=
                    (contacts.are_pulled() ? contacts.laws.pull[row] : 0.);
            scratch[row] *= -1.;
          }
        cone.kind = acts ? Cone::Kind::bilateral : Cone::Kind::inactive;
      }
    const SolverReport report =
      delassus.solve(scratch, record_cones, record_impulse);
    if (!report.is_solution_usable())
      return false; // the mean, of a contact problem that was solved
    if (response.is_local())
      {
        response.local->clear(data.effect.impulse);
        response.add_impulse(data, record_impulse, data.effect.impulse);
        response.local->set_other_side(data.effect.impulse, x);
        return true;
      }
    data.effect.impulse = 0.;
    response.add_impulse(data, record_impulse, data.effect.impulse);
    response.of_impulses(data)(data.effect.impulse, response.scratch);
    response.constrained_part(Level::velocity,
                              response.scratch,
                              data.workspace.point);
    other_side.v.equ(1., x.v);
    other_side.v.add(1., data.workspace.point);
    other_side.a.equ(1., x.a);
    other_side.a.add(-1. / shift, data.workspace.point); // V_k stays
    stepped.system.momentum(x.q, other_side.v, other_side.momentum);
    return true;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::enter_statistics(
    const State<A> &x,
    const bool      acts)
  {
    const double t = stepped.start_time();
    // of g_k: the contact that pushes where it is as far open as ever
    const double widest = contacts.statistics.largest_gap;
    std::size_t  apart  = contacts.arrays.gap.size();
    if (acts && widest > 0.)
      for (std::size_t i = 0; i < contacts.arrays.gap.size(); ++i)
        if (contacts.arrays.gap[i] >= widest &&
            contacts.arrays.impulse[i] > 0. && stepped.rows.is_contact(i) &&
            contacts.pushes(i))
          apart = i;
    if (stepped.rows.is_compliant())
      stepped.rows.constraints.open_gap(x.q, t, contacts.arrays.gap);
    else
      stepped.rows.constraints.gap(x.q, t, contacts.arrays.gap);
    for (std::size_t i = 0; i < contacts.arrays.gap.size(); ++i)
      contacts.statistics.enter_gap(stepped.rows.law(i).kind,
                                    contacts.arrays.gap[i]);
    if (!acts)
      return;
    if (apart < contacts.arrays.gap.size())
      contacts.statistics.enter_push_apart(contacts.arrays.gap[apart], widest);
    for (std::size_t i = 0; i < contacts.arrays.gap.size(); ++i)
      if (stepped.rows.is_contact(i) && contacts.pushes(i))
        contacts.statistics.enter_impulse(contacts.arrays.impulse[i],
                                          stepped.clock.time_step,
                                          t);
  }
} // namespace percuss

#endif
