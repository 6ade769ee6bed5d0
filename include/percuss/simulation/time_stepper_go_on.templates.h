// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_go_on_templates_h
#define percuss_simulation_time_stepper_go_on_templates_h

#include <percuss/simulation/time_stepper.h>

namespace percuss
{
  // What is constant on this mesh the constructor has made.
  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::go_on(
    const State<A>   &from,
    const StepRecord &before)
  {
    restore_means();
    stepped.step = before.step;
    State<A> &x  = data.states[data.current];
    x.q          = from.q;
    x.v          = from.v;
    x.a          = from.a;
    x.t          = stepped.start_time();
    stepped.system.load(x.t, x.load);
    evaluate_forces(stepped.system, x);

    stepped.rows.jacobian.set_time(x.t);
    data.configuration = x.q;
    data.effect.acts   = false;
    renew_rows(x, data);
    contacts.set_velocity(x, x.t, data);
    contacts.statistics    = *before.contacts;
    step_record.iterations = before.iterations;

    Energy energy = stepped.scheme.initial_energy(
      {stepped.system, stepped.clock.time_step, x, data.workspace},
      data.history);
    if (!stepped.system.is_linear()) // there is no other energy than the total
      energy.algorithmic = energy.total();
    energy_record.go_on(*before.energy_record, energy);
    enter_statistics(x, false);
    complete_record();
  }
} // namespace percuss

#endif
