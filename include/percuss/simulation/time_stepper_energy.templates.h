// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_energy_templates_h
#define percuss_simulation_time_stepper_energy_templates_h

#include <percuss/base/always_inline.h>
#include <percuss/simulation/time_stepper.h>

namespace percuss
{
  // TimeStepper: the energy identity of a step, DE = the sum of its works.

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::add_work(
    const double factor,
    ContactWork &work) const
  {
    const Array &P = contacts.arrays.impulse;
    for (std::size_t row = 0; row < P.size(); ++row)
      (stepped.rows.is_joint(row)      ? work.joints :
       stepped.rows.is_tangential(row) ? work.friction :
                                         work.normal) +=
        factor * contacts.arrays.velocity[row] * P[row];
    if (stepped.rows.constraints.is_moving())
      for (std::size_t row = 0; row < P.size(); ++row)
        work.drive -= factor * contacts.arrays.velocity_rate[row] * P[row];
  }

  // (G dq)^T ((1 - sigma) lambda_k + sigma lambda_{k+1}).
  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::set_work_of_forces(
    const State<A> &next,
    Data           &data,
    ContactWork    &work)
  {
    const double sigma = stepped.scheme.contact_work_point();
    const double h     = stepped.clock.time_step;
    contacts.set_slip(next, data);
    for (std::size_t row = 0; row < contacts.arrays.slip.size(); ++row)
      {
        const double force = ((1. - sigma) * contacts.arrays.old_impulse[row] +
                              sigma * contacts.arrays.impulse[row]) /
                             h;
        (stepped.rows.is_tangential(row) ? work.friction : work.normal) +=
          contacts.arrays.slip[row] * force;
        if (stepped.rows.constraints.is_moving())
          work.drive -= h * contacts.arrays.slip_rate[row] * force;
      }
    contacts.arrays.old_impulse = contacts.arrays.impulse;
  }

  // U_{k+sigma}^T P, sigma the scheme's contact_work_point().
  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE
    typename TimeStepper<System, Scheme, Constraints, Solver>::ContactWork
    TimeStepper<System, Scheme, Constraints, Solver>::work_of_contacts(
      const Step<System> &step,
      Data               &data)
  {
    const State<A> &x         = step.x;
    const State<A> &next      = step.next;
    const double    sigma     = stepped.scheme.contact_work_point();
    const bool      is_moving = stepped.rows.constraints.is_moving();

    ContactWork work;
    if (stepped.treatment().contact_forces)
      {
        contacts.set_velocity(next, stepped.end_time(), data);
        set_work_of_forces(next, data, work);
        data.effect.work = work.normal + work.friction + work.drive;
        stepped.scheme.store_history(step);
        return work;
      }
    if (data.effect.acts)
      {
        if (stepped.jacobian_points()
              .own) // the impulses act with those of q_{k+1}
          contacts.set_velocity(x, stepped.start_time(), data);
        add_work(1. - sigma, work);
        contacts.add_opening(1. - sigma);
      }
    double joint_drive = 0.; // of their forces in the smooth motion
    if (stepped.joint_forces && is_moving)
      joint_drive -=
        0.5 * step.h *
        stepped.joint_forces->product(false, contacts.arrays.velocity_rate);
    contacts.set_velocity(next, stepped.end_time(), data);
    if (data.effect.acts)
      {
        add_work(sigma, work);
        contacts.add_opening(sigma);
      }
    double &total = data.effect.work;
    total         = work.normal + work.friction + work.joints + work.drive;
    if (data.effect.acts && stepped.jacobian_points().joints_at_midpoint)
      {
        // along other normals than those of their conditions
        work.joints -= total;
        total = weighted_product(sigma, data.effect.impulse, x.v, next.v);
        work.joints += total;
      }
    stepped.scheme.store_history(step);
    if (stepped.joint_forces)
      {
        work.joints -= total;
        if (!stepped.system.is_linear()) // whose identity has it
          total += weighted_product(0.5,
                                    next.dq,
                                    data.workspace.old_contact_force,
                                    data.history.contact_force);
        if (is_moving)
          joint_drive -=
            0.5 * step.h *
            stepped.joint_forces->product(true, contacts.arrays.velocity_rate);
        stepped.joint_forces->accept();
        work.joints += total;
        work.drive += joint_drive;
      }
    return work;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::balance_energy(
    const Step<System> &step,
    const ContactWork  &work,
    Data               &data)
  {
    Energy        energy;
    EnergyBalance balance =
      stepped.system.is_linear() ?
        stepped.scheme.energy_balance(step, energy) :
        nonlinear_energy_balance(step,
                                 stepped.scheme.projection_work(step),
                                 energy_record.energy,
                                 energy);
    if (stepped.rows.constraints.is_moving())
      { // contact is what the relative motion loses
        balance.work.external += work.drive;
        balance.work.contact -= work.drive;
      }
    balance.work.friction = work.friction;
    balance.work.joints   = work.joints;
    if (data.effect.acts)
      balance.scale_of_contact = contacts.energy_of_impulses();
    if (!energy_record.accepts(balance, energy))
      {
        // of the last good state
        contacts.set_velocity(step.x, stepped.start_time(), data);
        throw energy_record.rejection(balance,
                                      energy,
                                      stepped.step + 1,
                                      stepped.end_time());
      }
    energy_record.record(balance, energy);
  }
} // namespace percuss

#endif
