// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_templates_h
#define percuss_simulation_time_stepper_templates_h

#include <percuss/base/always_inline.h>
#include <percuss/base/exceptions.h>
#include <percuss/complementarity/make_solver.h>
#include <percuss/simulation/time_stepper_contact.templates.h>
#include <percuss/simulation/time_stepper_newton.templates.h>
#include <percuss/simulation/time_stepper_record.templates.h>
#include <percuss/simulation/time_stepper_start.templates.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  // The whole step: the constructor, and from one state to the next one. Its
  // parts are in the files included above: the reactions at the start, the
  // contact problem of an iterate, W, the test of Newton's iteration, the record.

  template <class System, class Scheme, class Constraints, class Solver>
  TimeStepper<System, Scheme, Constraints, Solver>::TimeStepper(
    const System        &system,
    Scheme              &scheme,
    const Constraints   &constraints,
    Solver              &solver,
    const Activation    &activation,
    const Clock         &clock,
    const Vector        &q_0,
    const Vector        &v_0,
    const ContactOptions options)
    : system(system)
    , scheme(scheme)
    , constraints(constraints)
    , solver(solver)
    , activation(activation)
    , clock(clock)
    , stored_treatment(scheme.contact_treatment())
    , jacobian(constraints, clock.start_time)
    , options(options)
    , reflects_opening(options.opening == OpeningContacts::reflecting ||
                       (options.opening == OpeningContacts::automatic &&
                        stored_treatment.impulses_work_at_mean_velocity))
    , form(options.form)
  {
    if (scheme.needs_constant_mass() && !system.has_constant_mass())
      throw InputError("The mass matrix of this model depends on its "
                       "configuration; take moreau-jean or one of its "
                       "projected variants, or generalized-alpha, hht, newmark "
                       "or generalized-alpha-ggl.",
                       "Time integration/scheme");
    for (State<A> &x : data.states)
      {
        reinit(system, x);
        x.t = clock.start_time;
        system.load(x.t, x.load);
      }
    reinit(system, data.memory);
    reinit(system, data.workspace);
    for (auto *vector : {&data.effect.impulse,
                         &data.effect.projection,
                         &data.effect.joint_force,
                         &data.joint_configuration,
                         &data.configuration,
                         &data.position_configuration,
                         &data.linearization_dq,
                         &data.shifted,
                         &data.correction_v,
                         &data.correction_dq,
                         &direct})
      system.reinit(*vector);

    const std::size_t m            = constraints.n_constraints();
    bool              has_contacts = false, restitutes = false;
    for (std::size_t i = 0; i < m; i += 1 + constraints.law(i).n_tangential)
      {
        const Cone cone = Cone::inactive(static_cast<unsigned int>(i),
                                         1 + constraints.law(i).n_tangential);
        if constexpr (n_rows == 1)
          cones[0] = cone;
        else
          cones.push_back(cone);
        has_joints |= is_joint(i);
        has_contacts |= !is_joint(i);
        restitutes |= !is_joint(i) && constraints.law(i).restitution != 0.;
      }
    joint_cones = cones;
    for (Cone &cone : joint_cones)
      constraints.law(first_row(cone))
        .set_cone(cone, is_joint(first_row(cone)));
    restitutes_beside_joints = has_joints && restitutes &&
                               !constraints.is_linear() &&
                               treatment().level == Level::velocity;
    joints_move_contacts =
      has_joints && has_contacts && !scheme.is_explicit() &&
      (activation.needs_free_gap() || treatment().own_activation);
    for (auto *array : {&gap,
                        &velocity,
                        &end_velocity,
                        &free_gap,
                        &forecast_gap,
                        &iterate_gap,
                        &free_velocity,
                        &velocity_before,
                        &b,
                        &impulse,
                        &multiplier,
                        &joint_impulse,
                        &joint_multiplier,
                        &record_impulse,
                        &unit,
                        &column,
                        &rate,
                        &velocity_rate,
                        &of_joints,
                        &of_contacts})
      {
        if constexpr (std::is_same_v<Reduced, std::vector<double>>)
          array->assign(m, 0.);
        else
          array->fill(0.);
      }
    projected.assign(m, 0);

    State<A> &x = data.states[0];
    x.q         = q_0;
    x.v         = v_0;
    evaluate_forces(system, x);
    scheme.reset();
    scheme.prepare(system, clock.time_step, x);
    scheme.initialize(system, clock.time_step, x);
    data.configuration          = x.q;
    data.position_configuration = x.q;
    data.joint_configuration    = x.q;
    jacobian.set_time(clock.start_time);
    if (treatment().reactions_accelerate)
      add_initial_reactions(x);
    if (has_joints && treatment().joint_forces)
      start_joints(x);
    Energy initial =
      scheme.initial_energy({system, clock.time_step, x, data.workspace},
                            data.memory);
    if (joint_forces)
      data.memory.contact_force.equ(1., data.effect.joint_force);
    if (!system.is_linear()) // there is no other energy than the total
      initial.algorithmic = initial.total();
    ledger.open(initial, system.is_linear());

    if (treatment().reactions_accelerate)
      data.memory.contact_force.equ(2. / clock.time_step, data.effect.impulse);

    reinit(system, scratch);
    if (joints_move_contacts)
      reinit(system, free_motion);
    if (!A::is_small)
      nodal_rows = constraints.nodal_rows();
    form = choose_form();
    response.reinit(system, m, form == DelassusForm::assembled);
    if (form == DelassusForm::assembled)
      W_dense.setZero(static_cast<Eigen::Index>(m),
                      static_cast<Eigen::Index>(m));
    if (treatment().level == Level::both)
      {
        projection.reinit(system, m, true);
        two_levels =
          std::make_unique<TwoLevelProblem>(solver,
                                            static_cast<unsigned int>(m),
                                            clock.time_step);
      }
    if (!system.is_linear())
      data.iterate = x;
    if constexpr (!A::is_small)
      if (form == DelassusForm::matrix_free)
        make_matrix_free_delassus();
    prepare_responses(data);
    responses_are_current = true;
    set_velocity(x, clock.start_time, data);

    step_record.time_step        = clock.time_step;
    step_record.ledger           = &ledger;
    step_record.contacts         = &statistics;
    step_record.gap              = gap;
    step_record.contact_velocity = end_velocity;
    step_record.impulse          = impulse;
    enter_statistics(x, false);
    complete_record();
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::advance(
    const unsigned long int n_steps)
  {
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
        data.current        = 0;
        unsigned long int i = 0;
        for (; i + 1 < n_steps; i += 2)
          {
            advance_by_one_step(data.states[0], data.states[1], data);
            data.current = 1;
            advance_by_one_step(data.states[1], data.states[0], data);
            data.current = 0;
          }
        if (i < n_steps)
          {
            advance_by_one_step(data.states[0], data.states[1], data);
            data.current = 1;
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
            advance_by_one_step(data.states[data.current],
                                data.states[1 - data.current],
                                data);
            data.current = 1 - data.current;
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
    const double h     = clock.time_step;
    const double sigma = scheme.contact_work_point();
    if (system.has_varying_load())
      {
        next.t = clock.time(step_record.step + 1);
        system.load(next.t, next.load);
      }
    for (const double u : velocity)
      velocity_scale = std::max(velocity_scale, std::abs(u));

    const Step<System> step{
      system, h, x, next, data.effect, data.memory, data.workspace};
    compute_step(step, data);
    if (!system.is_linear() || !constraints.is_linear() ||
        treatment().level == Level::both)
      step_record.iterations.enter(n_newton,
                                   n_active_sets,
                                   data.effect.projects);

    // U_{k+sigma}^T P by the kind of the rows, that of moving obstacles
    double     normal = 0., friction = 0., joints = 0., drive = 0.;
    const auto add_work = [&](const double factor) {
      for (std::size_t row = 0; row < impulse.size(); ++row)
        (is_joint(row)      ? joints :
         is_tangential(row) ? friction :
                              normal) += factor * velocity[row] * impulse[row];
      if (constraints.is_moving())
        for (std::size_t row = 0; row < impulse.size(); ++row)
          drive -= factor * velocity_rate[row] * impulse[row];
    };
    if (data.effect.acts)
      {
        if (own_normals()) // the impulses act with those of q_{k+1}
          set_velocity(x, clock.time(step_record.step), data);
        add_work(1. - sigma);
      }
    double joint_drive = 0.; // of their forces in the smooth motion
    if (joint_forces && constraints.is_moving())
      joint_drive -= 0.5 * h * joint_forces->product(false, velocity_rate);
    set_velocity(next, end_time(), data);
    if (data.effect.acts)
      add_work(sigma);
    data.effect.work = normal + friction + joints + drive;
    if (data.effect.acts && joints_at_midpoint())
      {
        // along other normals than those of their conditions
        joints -= data.effect.work;
        data.effect.work =
          weighted_product(sigma, data.effect.impulse, x.v, next.v);
        joints += data.effect.work;
      }
    scheme.remember(step);
    if (joint_forces)
      {
        joints -= data.effect.work;
        enter_joint_work(next, data, joint_drive);
        joints += data.effect.work;
        drive += joint_drive;
      }

    Energy        energy;
    EnergyBalance balance =
      system.is_linear() ?
        scheme.energy_balance(step, energy) :
        nonlinear_energy_balance(step,
                                 scheme.projection_work(step),
                                 ledger.energy,
                                 energy);
    if (constraints.is_moving()) // contact is what the relative motion loses
      {
        balance.work.external += drive;
        balance.work.contact -= drive;
      }
    balance.work.friction = friction;
    balance.work.joints   = joints;
    if (data.effect.acts)
      balance.scale_of_contact = energy_of_impulses();
    if (!ledger.accepts(balance, energy))
      {
        // of the last good state
        set_velocity(x, clock.time(step_record.step), data);
        throw ledger.rejection(balance,
                               energy,
                               step_record.step + 1,
                               clock.time(step_record.step + 1));
      }
    ledger.record(balance, energy);

    ++step_record.step;
    enter_statistics(next, data.effect.acts);
    if (joint_forces) // with what they do in the smooth motion
      joint_forces->add(h, impulse);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::compute_step(
    const Step<System> &step,
    Data               &data)
  {
    const double    h             = step.h;
    const State<A> &x             = step.x;
    State<A>       &next          = step.next;
    const bool      moving_normal = !constraints.is_linear();
    const bool      new_tangents = !system.is_linear() && !scheme.is_explicit();
    iterates = new_tangents || (moving_normal && normal() == Normal::iterate);

    // of explicit schemes, the predictor's configuration is the last one
    const bool moves = !scheme.is_explicit();
    const bool reads_free_configuration =
      moves && (activation.needs_free_gap() || treatment().own_activation ||
                treatment().level != Level::velocity ||
                (moving_normal && normal() == Normal::free));

    scheme.predict(step);
    if (constraints.is_moving())
      jacobian.set_time(end_time());
    if (moving_normal && velocity_normal() == Normal::midpoint)
      {
        data.workspace.point.equ(0.5 * h, x.v);
        system.retract(x.q, data.workspace.point, data.configuration);
      }
    data.effect.acts = data.effect.projects = data.effect.holds = false;
    contacts_unsolved                                           = false;
    if (joint_forces) // what was reported, not a guess of impulses
      joint_forces->clear(impulse);
    iterations_left_out = 0;

    constexpr unsigned int max_free_active_sets = 5;
    for (unsigned int iteration = 0;; ++iteration)
      {
        scheme.residual(step, iteration == 0);
        if (iterates)
          {
            if (is_converged(next, iteration, data))
              {
                n_newton = iteration;
                return; // with the forces of next
              }
            if (new_tangents)
              {
                scheme.prepare(system, h, next);
                data.iterate.q.equ(1., next.q);
                data.iterate.dq.equ(1., next.dq);
                data.iterate.v.equ(1., next.v);
              }
            if (moving_normal && normal() == Normal::iterate)
              { // where the gaps are linearized
                data.position_configuration.equ(1., next.q);
                data.linearization_dq.equ(1., next.dq);
                constraints.gap(next.q, end_time(), iterate_gap);
                if (velocity_normal() == Normal::iterate)
                  data.configuration.equ(1., next.q);
                if (joints_at_midpoint())
                  {
                    data.workspace.point.equ(0.5, next.dq);
                    system.retract(x.q,
                                   data.workspace.point,
                                   data.joint_configuration);
                  }
              }
          }
        if (iterates)
          begin_iterate(next, data);
        scheme.correct(step);
        if (iterates)
          {
            free_correction = correction_size(next, data);
            if (iteration == 0)
              speed = std::max(free_correction, system.increment_size(x.v));
          }
        if (iteration > 0)
          remove_impulses(next, data);
        if (new_tangents || moving_normal)
          responses_are_current = false;
        if (joint_forces)
          hold_joints(x, next, data);
        if (reads_free_configuration)
          system.retract(x.q, next.dq, next.q);
        if (moving_normal)
          {
            if (normal() == Normal::free)
              {
                if (treatment().position_shift == 0.)
                  data.configuration.equ(1., next.q);
                else
                  {
                    shift_of_position(next, data.workspace.point);
                    system.retract(next.q,
                                   data.workspace.point,
                                   data.configuration);
                  }
              }
            if (!own_normals() &&
                (iteration == 0 || velocity_normal() != Normal::midpoint))
              set_velocity(x, clock.time(step_record.step), data);
          }
        // sets that alternate between iterates only grow in the end
        keeps_active_set = iteration >= max_free_active_sets;
        resolve_contact(x, next, data);
        if (joint_forces)
          add_reactions(data);
        if (iterates)
          {
            previous_correction = iteration == 0 ? 0. : last_correction;
            last_correction     = correction_size(next, data);
          }
        if (moves)
          system.retract(x.q, next.dq, next.q);
        evaluate_forces(system, next);
        if (!iterates)
          return;
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::hold_joints(
    const State<A> &x,
    State<A>       &next,
    Data           &data)
  {
    const double h      = clock.time_step;
    const double weight = h * treatment().smooth_weight;
    update_responses(data);
    Vector &v = data.workspace.point; // the smooth one
    v.equ(1., x.v);
    v.add(h - weight, x.a, weight, next.a);
    jacobian.velocity(data.configuration, v, b);
    if (constraints.is_moving())
      {
        constraints.gap_rate(data.configuration, end_time(), rate);
        for (std::size_t i = 0; i < b.size(); ++i)
          b[i] += rate[i];
      }
    joint_forces->hold(data.configuration,
                       b,
                       weight,
                       force_map(data),
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
    const StepRecord &steps = refined.record();
    State<A>         &x     = data.states[data.current];
    x.q                     = refined.state().q;
    x.v                     = refined.state().v;
    x.load                  = refined.state().load;
    evaluate_forces(system, x);
    ledger.record(*steps.ledger);
    statistics.add(*steps.contacts);
    step_record.iterations.add(steps.iterations);
    ++step_record.iterations.n_halved_steps;
    step_record.iterations.max_steps_in_one =
      std::max(step_record.iterations.max_steps_in_one, steps.step);
    step_record.active_contacts   = steps.active_contacts;
    step_record.solver_iterations = steps.solver_iterations;
    std::ranges::copy(impulses, impulse.begin());

    ++step_record.step;
    jacobian.set_time(clock.time(step_record.step));
    data.configuration    = x.q;
    responses_are_current = system.is_linear() && constraints.is_linear();
    set_velocity(x, clock.time(step_record.step), data);
    enter_statistics(x, false);
    complete_record();
  }
} // namespace percuss

#endif
