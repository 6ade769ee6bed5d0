// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_archive_templates_h
#define percuss_simulation_time_stepper_archive_templates_h

#include <percuss/simulation/time_stepper.h>

namespace percuss
{
  // What is constant, or computed anew in every step, the constructor makes.
  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::serialize(Archive &archive)
  {
    const bool had_right_limits = has_right_limits;
    restore_means();
    archive.section("step");
    archive(stepped.step);
    data.serialize(archive);
    stepped.scheme.serialize(archive);
    if (stepped.joint_forces)
      stepped.joint_forces->serialize(archive);
    if (archive.is_reading() && stepped.rows.constraints.is_moving())
      stepped.rows.jacobian.set_time(stepped.start_time());
    delassus.serialize(archive);
    contacts.serialize(archive);
    energy_record.serialize(archive);

    archive.section("record");
    if (stepped.treatment().mean_velocity_at_impacts)
      {
        has_right_limits = had_right_limits;
        archive(has_right_limits);
        State<A> &x = data.states[data.current];
        if (has_right_limits && archive.is_reading())
          {
            if (response.is_local())
              response.local->keep_side(x);
            else
              {
                other_side.v.equ(1., x.v);
                other_side.a.equ(1., x.a);
                other_side.momentum.equ(1., x.momentum);
              }
          }
        else if (has_right_limits)
          exchange_sides();
        if (has_right_limits)
          serialize_state<A>(archive, x);
      }
    for (Array *const array : {&end_velocity, &record_impulse})
      archive.array(std::span<double>(*array));
    archive(step_record.step,
            step_record.time,
            step_record.energy,
            step_record.iterations,
            step_record.active_contacts,
            step_record.solver_iterations,
            step_record.max_penetration);
  }
} // namespace percuss

#endif
