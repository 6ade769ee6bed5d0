// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_templates_h
#define percuss_simulation_time_stepper_templates_h

#include <percuss/base/always_inline.h>
#include <percuss/base/exceptions.h>
#include <percuss/simulation/step_contacts.h>
#include <percuss/simulation/step_delassus.templates.h>
#include <percuss/simulation/time_stepper_archive.templates.h>
#include <percuss/simulation/time_stepper_energy.templates.h>
#include <percuss/simulation/time_stepper_go_on.templates.h>
#include <percuss/simulation/time_stepper_iteration.templates.h>
#include <percuss/simulation/time_stepper_record.templates.h>
#include <percuss/simulation/time_stepper_start.templates.h>

#include <algorithm>

namespace percuss
{
  // The step: from one state to the next one.

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::advance(
    const unsigned long int n_steps)
  {
    restore_means();
    if constexpr (A::is_small)
      {
        // in locals, which the compiler keeps in registers, and in pairs, so
        // that no state is copied
        Data data = this->data;
        const struct WriteBack // also where a step fails
        {
          ~WriteBack()
          {
            stepper.data.keep(local);
            stepper.complete_record();
          }
          TimeStepper &stepper;
          Data        &local;
        } write_back{*this, data};

        if (data.current == 1)
          data.states[0] = data.states[1];
        data.current = 0;
        for (unsigned long int i = 0; i < n_steps; i += 2)
          {
            advance_by_one_step(data.states[0], data.states[1], data);
            data.current = 1;
            if (i + 1 == n_steps)
              break;
            advance_by_one_step(data.states[1], data.states[0], data);
            data.current = 0;
          }
      }
    else
      {
        const struct Complete
        {
          ~Complete()
          {
            stepper.complete_record();
          }
          TimeStepper &stepper;
        } complete{*this};

        for (unsigned long int i = 0; i < n_steps; ++i)
          {
            const auto *const counter = stepped.system.linear_iterations();
            const auto        before  = counter ? *counter : LinearIterations();
            advance_by_one_step(data.states[data.current],
                                data.states[1 - data.current],
                                data);
            data.current = 1 - data.current;
            if (counter)
              step_record.iterations.enter(before, *counter);
          }
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::advance_by_one_step(
    const State<A> &x,
    State<A>       &next,
    Data           &data)
  {
    const Step<System> step{stepped.system,
                            stepped.clock.time_step,
                            x,
                            next,
                            data.effect,
                            data.history,
                            data.workspace};
    if (stepped.system.has_varying_load())
      {
        next.t = stepped.end_time();
        stepped.system.load(next.t, next.load);
      }
    renew_rows(x, data);
    for (const double u : contacts.arrays.velocity)
      contacts.velocity_scale = std::max(contacts.velocity_scale, std::abs(u));

    compute_step(step, data);
    const ContactWork work = work_of_contacts(step, data);
    balance_energy(step, work, data);

    ++stepped.step;
    enter_statistics(next, data.effect.acts);
    if (contacts.has_laws())
      contacts.laws.end_step({step.h,
                              contacts.arrays.cones,
                              contacts.arrays.velocity,
                              contacts.arrays.gap,
                              {}});
    if (stepped.joint_forces) // with what they do in the smooth motion
      stepped.joint_forces->add(step.h, contacts.arrays.impulse);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::renew_rows(
    const State<A> &x,
    Data           &data)
  {
    const Constraints &constraints = stepped.rows.constraints;
    if (contacts.are_pulled())
      constraints.hold_rows(contacts.laws.held_rows());
    if (!constraints.renew_rows(x.q, x.v, stepped.clock.time_step))
      return;
    data.configuration.equ(1., x.q);
    constraints.gap(x.q, stepped.start_time(), contacts.arrays.gap);
    contacts.set_velocity(x, stepped.start_time(), data);
    if (contacts.has_laws())
      contacts.laws.renew(contacts.arrays.cones,
                          {[&constraints](const std::size_t row) {
                             return constraints.is_in_use(row);
                           },
                           [&constraints](const std::size_t row) {
                             return constraints.contact_of(row);
                           }});
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::compute_step(
    const Step<System> &step,
    Data               &data)
  {
    const State<A> &x             = step.x;
    State<A>       &next          = step.next;
    Scheme         &scheme        = stepped.scheme;
    const bool      moving_normal = !stepped.rows.constraints.is_linear();
    const bool      new_tangents  = has_new_tangents();
    const bool      moves         = !stepped.is_explicit();
    const bool      iterates =
      new_tangents || (moving_normal && stepped.jacobian_points().gaps ==
                                          JacobianPoint::iterate);

    scheme.predict(step);
    set_jacobian_point(x, data);
    data.effect.acts = data.effect.projects = data.effect.holds = false;
    contacts.begin_step(iterates);
    if (iterates)
      newton.begin();

    for (unsigned int iteration = 0;; ++iteration)
      {
        scheme.residual(step, iteration == 0);
        if (iterates)
          {
            if (iteration > 0 && is_converged(next, data))
              break; // with the forces of next
            linearize(step, data);
            begin_iterate(next, data);
          }
        if (new_tangents || moving_normal)
          delassus.is_current = false;
        if (iterates || !resolve_with_motion(step, data))
          resolve_after_motion(step, iteration, iterates, data);
        if (stepped.joint_forces)
          response.add_reactions(data);
        if (iterates)
          newton.enter_correction(correction_size(next, data));
        if (moves)
          {
            stepped.system.retract(x.q, next.dq, next.q);
            evaluate_forces(stepped.system, next);
          }
        else // the residual knows the elastic force
          evaluate_forces_of_velocity(stepped.system, next);
        if (!iterates)
          break;
      }
    scheme.complete(step);
    if (!stepped.is_linear() || stepped.level() == Level::both)
      step_record.iterations.enter(iterates ? newton.size() : 0,
                                   contacts.both_levels.n_active_sets,
                                   data.effect.projects);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE bool
  TimeStepper<System, Scheme, Constraints, Solver>::resolve_with_motion(
    const Step<System> &step,
    Data               &data)
  {
    if constexpr (A::is_small)
      return false;
    else
      {
        if (!contacts.velocity_level.solves_motion())
          return false;
        if (!stepped.rows.constraints.is_linear())
          {
            if (stepped.jacobian_points().gaps != JacobianPoint::midpoint)
              return false;
            set_free_jacobian_point(step, true, data);
          }
        return contacts.resolve_with_motion(step.next, data);
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::resolve_after_motion(
    const Step<System> &step,
    const unsigned int  iteration,
    const bool          iterates,
    Data               &data)
  {
    constexpr unsigned int max_free_active_sets = 5;

    const State<A> &x             = step.x;
    State<A>       &next          = step.next;
    const bool      moving_normal = !stepped.rows.constraints.is_linear();
    // of explicit schemes, the predictor's configuration is the last one
    const bool reads_free_configuration =
      !stepped.is_explicit() &&
      (contacts.forecasts_positions() || stepped.level() != Level::velocity ||
       (moving_normal &&
        stepped.jacobian_points().gaps == JacobianPoint::free));

    stepped.scheme.correct(step);
    if (iterates)
      newton.enter_free_correction(correction_size(next, data),
                                   stepped.system.increment_size(x.v));
    if (iteration > 0)
      response.remove_effect(next, data);
    if (stepped.joint_forces)
      hold_joints(x, next, data);
    if (reads_free_configuration)
      stepped.system.retract(x.q, next.dq, next.q);
    if (moving_normal)
      set_free_jacobian_point(step, iteration == 0, data);
    // sets that alternate between iterates only grow in the end
    contacts.both_levels.keeps_active_set = iteration >= max_free_active_sets;
    contacts.resolve(x, next, data);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::hold_joints(
    const State<A> &x,
    State<A>       &next,
    Data           &data)
  {
    const double h      = stepped.clock.time_step;
    const double weight = h * stepped.treatment().smooth_weight;
    delassus.update(stepped.rows.joint_cones, data);
    Vector &v = data.workspace.point; // the smooth one
    v.equ(1., x.v);
    v.add(h - weight, x.a, weight, next.a);
    stepped.rows.jacobian.velocity(data.configuration, v, scratch);
    stepped.add_gap_rate(stepped.end_time(), data, rate, scratch);
    stepped.joint_forces->hold(data.configuration,
                               scratch,
                               weight,
                               response.of_forces(data),
                               data.effect.joint_force,
                               next);
    data.effect.holds = true;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::replace_step(
    const Stepper<A>             &refined,
    const std::span<const double> impulses)
  {
    restore_means();
    const StepRecord &steps = refined.record();
    State<A>         &x     = data.states[data.current];
    x.q                     = refined.state().q;
    x.v                     = refined.state().v;
    x.load                  = refined.state().load;
    evaluate_forces(stepped.system, x);
    energy_record.record(*steps.energy_record);
    contacts.statistics.add(*steps.contacts);
    step_record.iterations.add_replaced_step(steps.iterations, steps.step);
    contacts.active_contacts   = steps.active_contacts;
    contacts.solver_iterations = steps.solver_iterations;
    std::ranges::copy(impulses, contacts.arrays.impulse.begin());

    ++stepped.step;
    stepped.rows.jacobian.set_time(stepped.start_time());
    data.configuration  = x.q;
    delassus.is_current = delassus.is_current && stepped.is_linear();
    contacts.set_velocity(x, stepped.start_time(), data);
    enter_statistics(x, false);
    complete_record();
  }
} // namespace percuss

#endif
