// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_templates_h
#define percuss_simulation_time_stepper_templates_h

#include <percuss/base/always_inline.h>
#include <percuss/base/exceptions.h>
#include <percuss/simulation/time_stepper_contact.templates.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  // The constructor, the steps, Newton's iteration and the record; the contact
  // problem of an iterate is in time_stepper_contact.templates.h.

  template <class System, class Scheme, class Constraints, class Solver>
  TimeStepper<System, Scheme, Constraints, Solver>::TimeStepper(
    const System      &system,
    Scheme            &scheme,
    const Constraints &constraints,
    Solver            &solver,
    const Activation  &activation,
    const Clock       &clock,
    const Vector      &q_0,
    const Vector      &v_0,
    const DelassusForm form,
    const bool         normals_at_end)
    : system(system)
    , scheme(scheme)
    , constraints(constraints)
    , solver(solver)
    , activation(activation)
    , clock(clock)
    , stored_treatment(scheme.contact_treatment())
    , normals_at_end(normals_at_end)
    , form(form)
  {
    if (scheme.needs_constant_mass() && !system.has_constant_mass())
      throw InputError("'Time integration/scheme': the mass matrix of this "
                       "model depends on its configuration; take moreau-jean "
                       "or one of its projected variants.");
    for (State<A> &x : data.states)
      {
        reinit(system, x);
        x.t = clock.start_time;
        system.load(x.t, x.load);
      }
    reinit(system, data.workspace);
    for (auto *vector : {&data.effect.impulse,
                         &data.effect.projection,
                         &data.configuration,
                         &data.position_configuration,
                         &data.linearization_dq,
                         &data.shifted,
                         &direct})
      system.reinit(*vector);

    const std::size_t m = constraints.n_constraints();
    for (std::size_t i = 0; i < m; i += 1 + constraints.law(i).n_tangential)
      {
        const Cone cone = Cone::inactive(static_cast<unsigned int>(i),
                                         1 + constraints.law(i).n_tangential);
        if constexpr (n_rows == 1)
          cones[0] = cone;
        else
          cones.push_back(cone);
        has_joints |= is_joint(i);
      }
    for (auto *array : {&gap,
                        &velocity,
                        &end_velocity,
                        &free_gap,
                        &iterate_gap,
                        &free_velocity,
                        &b,
                        &impulse,
                        &multiplier,
                        &unit,
                        &column,
                        &rate,
                        &velocity_rate})
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
    Energy initial =
      scheme.initial_energy(system, clock.time_step, x, data.workspace);
    if (!system.is_linear()) // there is no other energy than the total
      initial.algorithmic = initial.total();
    ledger.open(initial, system.is_linear());

    response.reinit(system, m);
    reinit(system, scratch);
    data.configuration          = x.q;
    data.position_configuration = x.q;
    constraints.set_time(clock.start_time);
    if (!A::is_small)
      nodal_rows = constraints.nodal_rows();
    this->form = choose_form();
    if (this->form == DelassusForm::assembled)
      W_dense.setZero(static_cast<Eigen::Index>(m),
                      static_cast<Eigen::Index>(m));
    if (treatment().level == Level::both)
      {
        projection.reinit(system, m);
        two_levels =
          std::make_unique<TwoLevelProblem>(solver,
                                            static_cast<unsigned int>(m));
      }
    if (!system.is_linear())
      data.iterate = x;
    if constexpr (!A::is_small)
      if (this->form == DelassusForm::matrix_free)
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
    if (activation.needs_velocity_scale() || !constraints.is_linear() ||
        treatment().level == Level::both)
      for (const double u : velocity)
        velocity_scale = std::max(velocity_scale, std::abs(u));

    compute_step(x, next, data);
    if (!system.is_linear() || !constraints.is_linear() ||
        treatment().level == Level::both)
      step_record.iterations.enter(n_newton,
                                   n_active_sets,
                                   data.effect.projects);

    double work = 0., drive = 0.; // U_{k+sigma}^T P, that of moving obstacles
    const auto add_work = [&](const double factor) {
      for (std::size_t row = 0; row < impulse.size(); ++row)
        work += factor * velocity[row] * impulse[row];
      if (constraints.is_moving())
        for (std::size_t row = 0; row < impulse.size(); ++row)
          drive -= factor * velocity_rate[row] * impulse[row];
    };
    if (data.effect.acts)
      add_work(1. - sigma);
    set_velocity(next, end_time(), data);
    if (data.effect.acts)
      add_work(sigma);
    data.effect.work = work + drive;
    scheme.remember(h, data.effect, data.workspace);

    Energy        energy;
    EnergyBalance balance =
      system.is_linear() ?
        scheme.energy_balance(
          system, h, x, next, data.effect, energy, data.workspace) :
        nonlinear_energy_balance(
          system,
          x,
          next,
          data.effect,
          scheme.projection_work(
            system, h, x, next, data.effect, data.workspace),
          ledger.energy,
          energy);
    if (constraints.is_moving()) // contact is what the relative motion loses
      {
        balance.work.external += drive;
        balance.work.contact -= drive;
      }
    if (!std::isfinite(energy.total()))
      {
        // of the last good state
        set_velocity(x, clock.time(step_record.step), data);
        throw NumericalFailure("The energy is not a finite number",
                               step_record.step + 1,
                               clock.time(step_record.step + 1),
                               energy.total(),
                               "The motion has blown up: reduce the time "
                               "step, or choose parameters for which the "
                               "scheme is stable.");
      }
    ledger.record(balance, energy);

    ++step_record.step;
    enter_statistics(next, data.effect.acts);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  PERCUSS_ALWAYS_INLINE void
  TimeStepper<System, Scheme, Constraints, Solver>::compute_step(
    const State<A> &x,
    State<A>       &next,
    Data           &data)
  {
    const double h             = clock.time_step;
    const bool   moving_normal = !constraints.is_linear();
    const bool   new_tangents  = !system.is_linear() && !scheme.is_explicit();
    iterates = new_tangents || (moving_normal && normal() == Normal::iterate);

    // of explicit schemes, the predictor's configuration is the last one
    const bool moves = !scheme.is_explicit();
    const bool reads_free_configuration =
      moves && (activation.needs_free_gap() || treatment().own_activation ||
                treatment().level != Level::velocity ||
                (moving_normal && normal() == Normal::free));

    scheme.predict(system, h, x, next, data.workspace);
    if (constraints.is_moving())
      constraints.set_time(end_time());
    if (moving_normal && velocity_normal() == Normal::midpoint)
      {
        data.workspace.point.equ(0.5 * h, x.v);
        system.retract(x.q, data.workspace.point, data.configuration);
      }
    data.effect.acts = data.effect.projects = false;
    contacts_unsolved                       = false;
    iterations_left_out                     = 0;

    constexpr unsigned int max_free_active_sets = 5;
    for (unsigned int iteration = 0;; ++iteration)
      {
        scheme.residual(
          system, h, x, next, data.effect, iteration == 0, data.workspace);
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
              }
          }
        if (iterates)
          {
            Vector &dv = data.workspace.dv;
            dv.equ(1., next.v);
            scheme.correct(system, h, next, data.workspace);
            dv.add(-1., next.v);
            last_correction = std::sqrt(dv * dv);
          }
        else
          scheme.correct(system, h, next, data.workspace);
        if (iteration > 0)
          remove_impulses(next, data);
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
        if (new_tangents || moving_normal)
          responses_are_current = false;
        // sets that alternate between iterates only grow in the end
        keeps_active_set = iteration >= max_free_active_sets;
        resolve_contact(next, data);
        if (moves)
          system.retract(x.q, next.dq, next.q);
        evaluate_forces(system, next);
        if (!iterates)
          return;
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  bool
  TimeStepper<System, Scheme, Constraints, Solver>::is_converged(
    const State<A>    &next,
    const unsigned int iteration,
    Data              &data)
  {
    constexpr double       tolerance = 1e-12, stagnation_tolerance = 1e-8;
    constexpr double       gap_tolerance = 1e-12, correction_tolerance = 1e-13;
    constexpr unsigned int max_iterations = 50;

    const Vector &residual = data.workspace.residual;
    const double  size     = std::sqrt(residual * residual);
    const double  previous = last_residual;
    last_residual          = size;
    if (!std::isfinite(size) || iteration > max_iterations)
      throw NumericalFailure("Newton's iteration for the equation of motion "
                             "does not converge",
                             step_record.step + 1,
                             clock.time(step_record.step + 1),
                             size,
                             "Reduce the time step.");
    if (iteration <= 1) // of the predictor, and with the first impulses
      residual_scale = std::max(residual_scale, size);
    if (iteration == 0 || contacts_unsolved)
      return false;

    // what the gaps have left of their linearization
    if (!constraints.is_linear() && normal() == Normal::iterate)
      {
        constrained_gap(next, data, b);
        constraints.gap(next.q, end_time(), iterate_gap);
        double error = 0., gap_scale = 0.;
        for (std::size_t i = 0; i < b.size(); ++i)
          if (constraints.law(i).kind != ContactLaw::Kind::tangential)
            { // slip has no gap
              error     = std::max(error, std::abs(iterate_gap[i] - b[i]));
              gap_scale = std::max(gap_scale, std::abs(gap[i]));
            }
        const double rounding = 4. * std::numeric_limits<double>::epsilon() *
                                std::sqrt(next.q * next.q);
        if (error >
              gap_tolerance * (gap_scale + velocity_scale * clock.time_step) +
                rounding &&
            iteration < max_iterations)
          return false;
      }
    // rounding may keep the residual from falling further; that of stiff bodies
    // in flight may be all of it
    return size <= tolerance * residual_scale ||
           (size <= stagnation_tolerance * residual_scale &&
            size > 0.5 * previous) ||
           last_correction <= correction_tolerance * std::sqrt(next.v * next.v);
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
    constraints.velocity(data.configuration, x.v, end_velocity);
    if (constraints.is_moving())
      {
        constraints.gap_rate(data.configuration, x.t, rate);
        for (std::size_t i = 0; i < rate.size(); ++i)
          end_velocity[i] += rate[i];
      }
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
