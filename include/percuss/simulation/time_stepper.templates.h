// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_templates_h
#define percuss_simulation_time_stepper_templates_h

#include <percuss/base/exceptions.h>
#include <percuss/simulation/time_stepper.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  template <class System, class Scheme, class Constraints, class Solver>
  TimeStepper<System, Scheme, Constraints, Solver>::TimeStepper(
    const System      &system,
    Scheme            &scheme,
    const Constraints &constraints,
    Solver            &solver,
    const Activation  &activation,
    const Clock       &clock,
    const Vector      &q_0,
    const Vector      &v_0)
    : system(system)
    , scheme(scheme)
    , constraints(constraints)
    , solver(solver)
    , activation(activation)
    , clock(clock)
  {
    for (State<A> &x : data.states)
      {
        reinit(system, x);
        x.t = clock.start_time;
        system.load(x.t, x.load);
      }
    reinit(system, data.workspace);

    scheme.prepare(system, clock.time_step);
    response.prepare(
      system, scheme, constraints, clock.time_step, data.workspace);
    W.emplace(response.W);

    State<A> &x = data.states[0];
    x.q         = q_0;
    x.v         = v_0;
    evaluate_forces(system, x);
    scheme.initialize(system, x);
    ledger.open(scheme.initial_energy(system, x, data.workspace));

    const std::size_t m = constraints.n_constraints();
    for (std::size_t i = 0; i < m; ++i)
      cones.push_back(Cone::inactive(static_cast<unsigned int>(i)));
    for (auto *array :
         {&gap, &velocity, &free_gap, &free_velocity, &b, &impulse})
      array->assign(m, 0.);
    constraints.velocity(x.v, velocity);

    step_record.time_step        = clock.time_step;
    step_record.ledger           = &ledger;
    step_record.contacts         = &statistics;
    step_record.gap              = gap;
    step_record.contact_velocity = velocity;
    step_record.impulse          = impulse;
    record_contacts(x);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::advance(
    const unsigned long int n_steps)
  {
    // locals where vectors are small: the compiler keeps them in registers
    std::conditional_t<A::is_small, Data, Data &> data = this->data;
    const struct WriteBack // also where a step fails
    {
      ~WriteBack()
      {
        if constexpr (A::is_small)
          member = local;
      }
      Data &member, &local;
    } write_back{this->data, data};

    const double h     = clock.time_step;
    const double sigma = scheme.contact_work_point();

    for (unsigned long int i = 0; i < n_steps; ++i)
      {
        State<A> &x    = data.states[data.current];
        State<A> &next = data.states[1 - data.current];
        next.t         = clock.time(step_record.step + 1);
        if (system.has_varying_load())
          system.load(next.t, next.load);

        scheme.free_motion(system, h, x, next, data.workspace);

        const unsigned int n_active = activate(next);
        if (n_active > 0)
          {
            solve_contact_problem(next.t);
            response.apply(
              system, scheme, constraints, h, impulse, next, data.workspace);
          }
        step_record.active_contacts = n_active;

        evaluate_forces(system, next);
        double contact_work = 0.; // U_{k+sigma}^T P
        for (std::size_t row = 0; row < impulse.size(); ++row)
          contact_work += (1. - sigma) * velocity[row] * impulse[row];
        constraints.velocity(next.v, velocity);
        for (std::size_t row = 0; row < impulse.size(); ++row)
          contact_work += sigma * velocity[row] * impulse[row];

        Energy              energy;
        const EnergyBalance balance = scheme.energy_balance(
          system, h, x, next, contact_work, energy, data.workspace);
        if (!std::isfinite(energy.total()))
          {
            constraints.velocity(x.v, velocity); // of the last good state
            throw NumericalFailure("The energy is not a finite number",
                                   step_record.step + 1,
                                   next.t,
                                   energy.total(),
                                   "The motion has blown up: reduce the time "
                                   "step, or choose parameters for which the "
                                   "scheme is stable.");
          }
        ledger.record(balance, energy);

        ++step_record.step;
        record_contacts(next);

        if constexpr (A::is_small)
          x = next;
        else
          data.current = 1 - data.current;
      }
  }

  template <class System, class Scheme, class Constraints, class Solver>
  unsigned int
  TimeStepper<System, Scheme, Constraints, Solver>::activate(
    const State<A> &next)
  {
    constraints.velocity(next.v, free_velocity);
    if (activation.needs_free_gap())
      constraints.gap(next.q, free_gap);
    for (std::size_t i = 0; i < cones.size(); ++i)
      velocity_scale = std::max(
        {velocity_scale, std::abs(velocity[i]), std::abs(free_velocity[i])});

    unsigned int n_active = 0;
    for (std::size_t i = 0; i < cones.size(); ++i)
      {
        if (constraints.law(i).kind == ContactLaw::Kind::bilateral)
          cones[i].kind = Cone::Kind::bilateral;
        else if (activation.is_active(clock.time_step,
                                      gap[i],
                                      velocity[i],
                                      free_gap[i],
                                      velocity_scale))
          cones[i].kind = Cone::Kind::unilateral;
        else
          cones[i].kind = Cone::Kind::inactive;

        if (cones[i].kind == Cone::Kind::inactive)
          impulse[i] = 0.;
        else
          ++n_active;
      }
    return n_active;
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::solve_contact_problem(
    const double time)
  {
    for (std::size_t i = 0; i < b.size(); ++i)
      {
        const ContactLaw &law = constraints.law(i);
        b[i]                  = law.kind == ContactLaw::Kind::bilateral ?
                                  free_velocity[i] :
                                  free_velocity[i] + law.restitution * velocity[i];
      }

    const SolverReport report =
      solver.solve(ConeComplementarityProblem{*W, b, cones}, impulse);
    if (!report.is_solution_usable())
      throw NumericalFailure("The contact problem was not solved (" +
                               std::string(solver.name()) + ": " +
                               std::string(to_string(report.status)) + ")",
                             step_record.step + 1,
                             time,
                             report.residual,
                             "Try another complementarity solver, or a "
                             "smaller time step.");

    step_record.solver_iterations = report.iterations;
    ++statistics.n_problems;
    statistics.n_fallbacks += report.fell_back;
    statistics.sum_iterations += report.iterations;
    statistics.min_iterations =
      std::min(statistics.min_iterations, report.iterations);
    statistics.max_iterations =
      std::max(statistics.max_iterations, report.iterations);
    statistics.max_residual =
      std::max(statistics.max_residual, report.residual);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::record_contacts(
    const State<A> &x)
  {
    step_record.time            = x.t;
    step_record.max_penetration = 0.;
    if (step_record.active_contacts == 0)
      step_record.solver_iterations = 0;

    constraints.gap(x.q, gap);
    for (std::size_t i = 0; i < gap.size(); ++i)
      {
        if (constraints.law(i).kind == ContactLaw::Kind::unilateral)
          step_record.max_penetration =
            std::max(step_record.max_penetration, -gap[i]);
        if (impulse[i] == 0.)
          continue;
        if (!(statistics.first_contact_time <= x.t)) // not a number at first
          statistics.first_contact_time = x.t;
        statistics.last_contact_time = x.t;
        statistics.total_impulse += impulse[i];
        statistics.peak_force =
          std::max(statistics.peak_force, impulse[i] / clock.time_step);
      }
    statistics.max_penetration =
      std::max(statistics.max_penetration, step_record.max_penetration);
  }
} // namespace percuss

#endif
