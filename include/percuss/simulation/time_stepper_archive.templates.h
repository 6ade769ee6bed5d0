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
        archive(has_right_limits);
        if (archive.is_reading())
          right_limits = data.states[data.current]; // its size
        if (has_right_limits)
          serialize_state<A>(archive, right_limits);
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
