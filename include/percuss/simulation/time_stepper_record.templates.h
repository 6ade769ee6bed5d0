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
  TimeStepper<System, Scheme, Constraints, Solver>::enter_joint_work(
    const State<A> &next,
    Data           &data,
    double         &drive)
  {
    if (!system.is_linear()) // whose identity has it
      data.effect.work += weighted_product(0.5,
                                           next.dq,
                                           data.workspace.old_contact_force,
                                           data.memory.contact_force);
    if (constraints.is_moving())
      drive -=
        0.5 * clock.time_step * joint_forces->product(true, velocity_rate);
    joint_forces->accept();
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::complete_record()
  {
    State<A> &x                 = data.states[data.current];
    x.t                         = clock.time(step_record.step);
    step_record.time            = x.t;
    step_record.max_penetration = 0.;
    if (step_record.active_contacts == 0 && !has_joints)
      step_record.solver_iterations = 0;
    for (std::size_t i = 0; i < gap.size(); ++i)
      if (constraints.law(i).kind == ContactLaw::Kind::unilateral)
        step_record.max_penetration =
          std::max(step_record.max_penetration, -gap[i]);
    step_record.energy = ledger.energy;
    if (treatment().mean_velocity_at_impacts)
      {
        record_right_limits(x);
        step_record.energy.kinetic = 0.5 * (recorded.v * recorded.momentum);
      }
    jacobian.velocity(data.configuration, state().v, end_velocity);
    if (constraints.is_moving())
      {
        constraints.gap_rate(data.configuration, x.t, rate);
        for (std::size_t i = 0; i < rate.size(); ++i)
          end_velocity[i] += rate[i];
      }
  }

  // At an impact v_k is the mean of V_{k-1} and V_k, which differ by the jump.
  // The right limit is v_k + S^{-1} G^T y, whose contacts with an impulse have
  // the velocity G V_k: that of the impact, and zero in permanent contact.
  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::record_right_limits(
    const State<A> &x)
  {
    recorded = x;
    if (!data.effect.acts)
      return;
    Vector &jump = data.workspace.point; // V_k - v_k
    jump.equ(treatment().velocity_shift * clock.time_step, x.a);
    jacobian.velocity(data.configuration, jump, b);
    record_cones = cones;
    for (Cone &cone : record_cones)
      {
        const std::size_t first = first_row(cone);
        bool              acts  = false;
        for (std::size_t row = first; row < first + cone.n_rows; ++row)
          {
            acts |= impulse[row] != 0.;
            b[row] *= -1.;
          }
        cone.kind = acts ? Cone::Kind::bilateral : Cone::Kind::inactive;
      }
    const SolverReport report =
      solve_one_level(b, record_cones, record_impulse);
    if (!report.is_solution_usable())
      return; // the mean, of a contact problem that was solved
    data.effect.impulse = 0.;
    add_impulse(data, record_impulse, data.effect.impulse);
    impulse_map(data)(data.effect.impulse, scratch);
    constrained_part(Level::velocity, scratch, data.workspace.point);
    recorded.v.add(1., data.workspace.point);
    recorded.a.add(-1. / (treatment().velocity_shift * clock.time_step),
                   data.workspace.point); // V_k stays
    system.momentum(recorded.q, recorded.v, recorded.momentum);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::enter_statistics(
    const State<A> &x,
    const bool      acts)
  {
    const double t = clock.time(step_record.step);
    constraints.gap(x.q, t, gap);
    for (std::size_t i = 0; i < gap.size(); ++i)
      if (gap[i] < 0. &&
          constraints.law(i).kind == ContactLaw::Kind::unilateral)
        statistics.max_penetration =
          std::max(statistics.max_penetration, -gap[i]);
    if (has_joints)
      for (std::size_t i = 0; i < gap.size(); ++i)
        if (is_joint(i))
          statistics.max_joint_gap =
            std::max(statistics.max_joint_gap, std::abs(gap[i]));
    if (!acts)
      return;
    bool touches = false;
    for (std::size_t i = 0; i < gap.size(); ++i)
      if (constraints.law(i).kind == ContactLaw::Kind::unilateral)
        {
          touches |= impulse[i] != 0.;
          statistics.total_impulse += impulse[i];
          statistics.peak_force =
            std::max(statistics.peak_force, impulse[i] / clock.time_step);
        }
    if (!touches)
      return;
    if (!(statistics.first_contact_time <= t)) // not a number at first
      statistics.first_contact_time = t;
    statistics.last_contact_time = t;
  }
} // namespace percuss

#endif
