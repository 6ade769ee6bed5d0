// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_start_templates_h
#define percuss_simulation_time_stepper_start_templates_h

#include <percuss/complementarity/make_solver.h>
#include <percuss/simulation/time_stepper.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace percuss
{
  // TimeStepper: the constructor, with the reactions at the start, of closed
  // contacts and of joints.

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
    : stepped(system, scheme, constraints, clock, options)
    , response(stepped)
    , delassus(response, solver, data)
    , contacts(response, delassus, solver, activation)
    , record_cones(contacts.arrays.cones)
    , end_velocity(contacts.arrays.gap)
    , record_impulse(contacts.arrays.gap)
    , scratch(contacts.arrays.gap)
    , rate(contacts.arrays.gap)
  {
    if (scheme.needs_constant_mass() && !system.has_constant_mass())
      throw InputError("The mass matrix of this model depends on its "
                       "configuration; take moreau-jean or one of its "
                       "projected variants, or generalized-alpha, hht, newmark "
                       "or generalized-alpha-ggl.",
                       "Time integration/scheme");
    data.reinit(system);
    for (State<A> &x : data.states)
      {
        x.t = clock.start_time;
        system.load(x.t, x.load);
      }

    State<A> &x = data.states[0];
    x.q         = q_0;
    x.v         = v_0;
    evaluate_forces(system, x);
    data.configuration                        = x.q;
    const ContactTreatment treatment          = stepped.treatment();
    const bool             has_contact_forces = treatment.contact_forces;
    constraints.renew_rows(x.q, x.v, clock.time_step);
    if (system.has_massless_boundary())
      settle_massless(x);
    else if (has_contact_forces)
      set_initial_forces(x);
    scheme.reset();
    scheme.prepare(system, clock.time_step, x);
    if (has_contact_forces)
      { // the accelerations contain them
        x.load.add(1., data.effect.impulse);
        scheme.initialize(system, clock.time_step, x);
        system.load(x.t, x.load);
      }
    else
      scheme.initialize(system, clock.time_step, x);
    data.configuration = x.q;
    if (stepped.level() == Level::both || !constraints.is_linear())
      data.position_configuration = x.q;
    if (stepped.jacobian_points().joints_at_midpoint)
      data.joint_configuration = x.q;

    if (contacts.has_laws())
      {
        constraints.gap(x.q, x.t, scratch);
        contacts.laws.start(scratch);
      }
    const bool has_reactions =
      treatment.reactions_accelerate && !has_contact_forces;
    if (has_reactions)
      add_initial_reactions(x);
    if (stepped.rows.has_joints && treatment.joint_forces)
      start_joints(x);
    Energy initial =
      scheme.initial_energy({system, clock.time_step, x, data.workspace},
                            data.history);
    if (stepped.joint_forces)
      data.history.contact_force.equ(1., data.effect.joint_force);
    if (has_reactions &&
        (stepped.joint_forces || scheme.needs_impulse_vector()))
      data.history.contact_force.equ(2. / clock.time_step, data.effect.impulse);
    else if (has_contact_forces)
      data.history.contact_force.equ(1., data.effect.impulse);
    if (!system.is_linear()) // there is no other energy than the total
      initial.algorithmic = initial.total();
    energy_record.open(initial, system.is_linear());

    if (!system.is_linear())
      data.iterate = x;
    delassus.start();
    if (treatment.mean_velocity_at_impacts && !response.is_local())
      for (Vector *const vector :
           {&other_side.v, &other_side.a, &other_side.momentum})
        system.reinit(*vector);
    contacts.set_velocity(x, clock.start_time, data);
    renew_rows(x, data); // for the record; the first step does so again

    step_record.time_step        = clock.time_step;
    step_record.energy_record    = &energy_record;
    step_record.contacts         = &contacts.statistics;
    step_record.gap              = contacts.arrays.gap;
    step_record.contact_velocity = end_velocity;
    step_record.impulse          = contacts.arrays.impulse;
    step_record.laws             = contacts.laws.list();
    enter_statistics(x, false);
    complete_record();
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::set_initial_forces(
    const State<A> &x)
  {
    contacts.position_level.set_initial_forces(x);
    Array lambda = contacts.arrays.old_impulse;
    for (double &force : lambda)
      force /= stepped.clock.time_step;
    data.effect.impulse = 0.;
    stepped.rows.jacobian.add_impulse(data.configuration,
                                      lambda,
                                      data.effect.impulse);
  }

  // The velocities that the contacts know half a step later, V = v_0 + h/2 a,
  // satisfy the contact problem of closed contacts and joints at rest,
  //   M a = f_0 + 2/h G^T P,    0 <= G V  perp  P >= 0;
  // a contact that closes with a velocity has its impact in the first step.
  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::add_initial_reactions(
    State<A> &x)
  {
    const Rows  &rows      = stepped.rows;
    const double t         = stepped.clock.start_time;
    const double half_step = 0.5 * stepped.clock.time_step;
    const auto   solve     = [&](const Vector &r, Vector &z) {
      stepped.scheme.solve_with_mass(z, r);
    };
    Vector &acceleration = data.shifted;
    Vector &force        = data.effect.impulse;
    Vector  pull; // of the laws with a state
    if (contacts.are_pulled())
      {
        contacts.laws.set_impulses(half_step, scratch);
        stepped.system.reinit(pull);
        rows.jacobian.add_impulse(data.configuration, scratch, pull);
        solve(pull, acceleration);
        x.a.add(1. / half_step, acceleration);
        force.equ(1., pull);
      }
    Array gap = rows.zeros(), u = gap, u_later = gap;
    rows.constraints.gap(x.q, t, gap);
    rows.jacobian.velocity(data.configuration, x.v, u);
    rows.constraints.gap_rate(data.configuration, t, rate);
    rows.jacobian.velocity(data.configuration, x.a, u_later);
    double speed = 0.;
    for (std::size_t i = 0; i < gap.size(); ++i)
      {
        u[i] += rate[i];
        u_later[i] = u[i] + half_step * u_later[i];
        speed      = std::max({speed, std::abs(u[i]), std::abs(u_later[i])});
      }
    bool  any_closed = false;
    Cones cones      = rows.joint_cones;
    for (Cone &cone : cones)
      {
        const std::size_t i = Rows::first_row(cone);
        const bool        is_closed =
          rows.is_joint(i) ||
          (gap[i] <=
             Activation::gap_tolerance(stepped.clock.time_step, speed) &&
           u[i] >= -Activation::tolerance * speed);
        rows.law(i).set_cone(cone, is_closed);
        if constexpr (Rows::fixed_size != 1)
          rows.law(i).set_friction(cone, u);
        any_closed |= is_closed;
      }
    if (contacts.has_laws())
      {
        contacts.laws.begin_step(cones, u);
        contacts.laws.modify(cones);
      }
    if (!any_closed)
      return;

    solve_at_start(solve, u_later, cones);
    solve(force, acceleration);
    x.a.add(1. / half_step, acceleration);
    if (contacts.are_pulled())
      force.add(1., pull);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  template <class Solve>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::solve_at_start(
    const Solve &solve,
    const Array &b,
    const Cones &cones)
  {
    const Rows &rows    = stepped.rows;
    Array       impulse = rows.zeros();
    Vector     &force   = data.effect.impulse;
    const auto  m       = static_cast<unsigned int>(impulse.size());
    const auto  push    = [&](const std::span<const double> p, Vector &r) {
      r = 0.;
      rows.jacobian.add_impulse(data.configuration, p, r);
    };
    const GlobalDelassus<Vector> matrix_free(
      m,
      push,
      solve,
      [&](const Vector &z, const std::span<double> v) {
        rows.jacobian.velocity(data.configuration, z, v);
      },
      force);
    constexpr unsigned int          max_assembled_rows = 500;
    std::optional<ExplicitDelassus> assembled;
    const bool has_friction = std::ranges::any_of(cones, [](const Cone &cone) {
      return cone.n_rows > 1 && cone.kind != Cone::Kind::inactive;
    });
    if (m <= max_assembled_rows || rows.is_compliant())
      assembled.emplace(assemble(matrix_free));
    else if (has_friction) // whose solvers need entries
      {
        std::vector<unsigned int> colors; // if no response leaves its node
        if constexpr (!A::is_small)
          colors = rows.constraints.node_colors();
        if (!is_local(matrix_free, colors))
          colors.clear();
        assembled.emplace(colors.empty() ? assemble_active(matrix_free, cones) :
                                           assemble_local(matrix_free, colors));
      }
    if (rows.is_compliant())
      {
        DelassusOperator::Matrix W = *assembled->explicit_matrix();
        for (unsigned int i = 0; i < m; ++i)
          W.coeffRef(i, i) += rows.compliance(i);
        assembled.emplace(W);
      }
    const DelassusOperator *W_0 = &matrix_free;
    if (assembled)
      W_0 = &*assembled;
    const SolverReport report =
      make_solver("automatic", m)
        ->solve(ConeComplementarityProblem{*W_0, b, cones}, impulse);
    if (!report.is_solution_usable())
      contacts.throw_unsolved(report);
    push(impulse, force);
    if (stepped.treatment().contact_forces)
      for (std::size_t i = 0; i < impulse.size(); ++i)
        contacts.arrays.old_impulse[i] = stepped.clock.time_step * impulse[i];
  }

  // Newton's iteration for K_c dq_c = (F - dV/dq)_c + G^T p, 0 <= g perp p >= 0.
  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::settle_massless(State<A> &x)
  {
    constexpr unsigned int max_iterations = 50;
    constexpr double       tolerance      = 1e-13;

    const System &system = stepped.system;
    const Rows   &rows   = stepped.rows;
    const double  t      = stepped.clock.start_time;
    Array         b      = rows.zeros();
    Cones         cones  = rows.joint_cones;
    for (Cone &cone : cones)
      cone.kind = rows.is_joint(Rows::first_row(cone)) ? Cone::Kind::inactive :
                                                         Cone::Kind::unilateral;
    Vector &of_massless = data.workspace.residual, &dq = data.workspace.point,
           &push = data.workspace.solution, &q = data.shifted;
    for (unsigned int i = 0; i < max_iterations; ++i)
      {
        typename A::LinearSolver stiffness;
        factorize(system, {1., 0., 0., 1.}, x, stiffness);
        const auto solve = [&](const Vector &r, Vector &z) {
          system.massless_part(r, of_massless);
          stiffness.solve(z, of_massless);
        };
        data.workspace.force.equ(1., x.load);
        data.workspace.force.add(-1., x.elastic_force);
        solve(data.workspace.force, dq);
        system.retract(x.q, dq, q);
        data.configuration = x.q;
        rows.constraints.gap(q, t, b);
        solve_at_start(solve, b, cones);
        solve(data.effect.impulse, push);
        dq.add(1., push);
        system.retract(x.q, dq, q);
        x.q.equ(1., q);
        evaluate_forces(system, x);
        if (system.increment_size(dq) <=
            tolerance * system.configuration_size(x.q))
          return;
        if (system.is_linear() && rows.constraints.is_linear())
          return;
      }
    throw NumericalFailure("The contact nodes without mass have found no "
                           "equilibrium at the start in " +
                             std::to_string(max_iterations) +
                             " iterations of Newton's method",
                           0,
                           t,
                           stepped.system.increment_size(dq),
                           "Start without load or penetration.");
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::start_joints(State<A> &x)
  {
    auto &jacobian = stepped.rows.jacobian;
    auto &joints   = stepped.joint_forces;
    joints =
      std::make_unique<JointForces<A, JacobianAt<Constraints>>>(stepped.system,
                                                                jacobian);
    // G a = -d(G v + dg/dt)/dt of the motion with v, by a central difference
    const double t_0 = stepped.clock.start_time;
    const double dt  = 0.01 * stepped.clock.time_step;
    Vector       q = x.q, dq = x.v;
    Array        sum = stepped.rows.zeros(), u = sum;
    const auto   add_velocity = [&](const double sign) {
      const double t = t_0 + sign * dt;
      dq.equ(sign * dt, x.v);
      stepped.system.retract(x.q, dq, q);
      jacobian.set_time(t);
      jacobian.velocity(q, x.v, u);
      stepped.rows.constraints.gap_rate(q, t, rate);
      for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += sign * (u[i] + rate[i]) / (2. * dt);
    };
    add_velocity(1.);
    add_velocity(-1.);
    jacobian.set_time(t_0);
    jacobian.velocity(x.q, x.a, u);
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] += u[i];

    const auto accelerate = [&](const Vector &r, ImpulseIncrement<A> &d) {
      d.dq = 0.;
      d.dv = 0.;
      stepped.scheme.acceleration(r, d.da);
    };
    joints->prepare(x.q, accelerate);
    joints->hold(x.q, sum, 1., accelerate, data.effect.joint_force, x);
    joints->accept();
  }
} // namespace percuss

#endif
