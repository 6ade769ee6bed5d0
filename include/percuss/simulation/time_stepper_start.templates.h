// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_time_stepper_start_templates_h
#define percuss_simulation_time_stepper_start_templates_h

#include <percuss/simulation/time_stepper_contact.templates.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  // TimeStepper: the reactions at the start, of closed contacts and of joints.

  // The velocities that the contacts know half a step later, V = v_0 + h/2 a,
  // satisfy the contact problem of closed contacts and joints at rest,
  //   M a = f_0 + 2/h G^T P,    0 <= G V  perp  P >= 0;
  // a contact that closes with a velocity has its impact in the first step.
  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::add_initial_reactions(
    State<A> &x)
  {
    const double half_step = 0.5 * clock.time_step;
    constraints.gap(x.q, clock.start_time, gap);
    jacobian.velocity(data.configuration, x.v, velocity);
    constraints.gap_rate(data.configuration, clock.start_time, rate);
    jacobian.velocity(data.configuration, x.a, column);
    double speed = 0.;
    for (std::size_t i = 0; i < gap.size(); ++i)
      {
        velocity[i] += rate[i];
        free_velocity[i] = velocity[i] + half_step * column[i];
        speed =
          std::max({speed, std::abs(velocity[i]), std::abs(free_velocity[i])});
      }
    bool any_closed = false;
    for (Cone &cone : cones)
      {
        const std::size_t i = first_row(cone);
        const bool        is_closed =
          is_joint(i) ||
          (gap[i] <= Activation::gap_tolerance(clock.time_step, speed) &&
           velocity[i] >= -Activation::tolerance * speed);
        constraints.law(i).set_cone(cone, is_closed);
        any_closed |= is_closed;
      }
    if (!any_closed)
      return;

    const auto m     = static_cast<unsigned int>(gap.size());
    Vector    &force = data.effect.impulse, &acceleration = data.shifted;
    const auto push = [&](const std::span<const double> p, Vector &r) {
      r = 0.;
      jacobian.add_impulse(data.configuration, p, r);
    };
    const GlobalDelassus<Vector> reactions(
      m,
      push,
      [&](const Vector &r, Vector &z) { scheme.solve_with_mass(z, r); },
      [&](const Vector &z, const std::span<double> u) {
        jacobian.velocity(data.configuration, z, u);
      },
      force);
    constexpr unsigned int          max_assembled_rows = 500;
    std::optional<ExplicitDelassus> assembled;
    if (m <= max_assembled_rows)
      assembled.emplace(assemble(reactions));
    const DelassusOperator *W_0 = &reactions;
    if (assembled)
      W_0 = &*assembled;
    const SolverReport report =
      make_solver("automatic", m)
        ->solve(ConeComplementarityProblem{*W_0, free_velocity, cones},
                joint_impulse);
    if (!report.is_solution_usable())
      throw_unsolved(report);
    push(joint_impulse, force);
    scheme.solve_with_mass(acceleration, force);
    x.a.add(1. / half_step, acceleration);
    std::ranges::fill(joint_impulse, 0.);
  }

  template <class System, class Scheme, class Constraints, class Solver>
  void
  TimeStepper<System, Scheme, Constraints, Solver>::start_joints(State<A> &x)
  {
    joint_forces =
      std::make_unique<JointForces<A, JacobianAt<Constraints>>>(system,
                                                                jacobian);
    // G a = -d(G v + dg/dt)/dt of the motion with v, by a central difference
    const double dt = 0.01 * clock.time_step;
    Vector       q = x.q, dq = x.v;
    const auto   add_velocity = [&](const double sign) {
      const double t = clock.start_time + sign * dt;
      dq.equ(sign * dt, x.v);
      system.retract(x.q, dq, q);
      jacobian.set_time(t);
      jacobian.velocity(q, x.v, column);
      constraints.gap_rate(q, t, rate);
      for (std::size_t i = 0; i < b.size(); ++i)
        b[i] += sign * (column[i] + rate[i]) / (2. * dt);
    };
    std::ranges::fill(b, 0.);
    add_velocity(1.);
    add_velocity(-1.);
    jacobian.set_time(clock.start_time);
    jacobian.velocity(x.q, x.a, column);
    for (std::size_t i = 0; i < b.size(); ++i)
      b[i] += column[i];

    const auto accelerate = [&](const Vector &r, ImpulseIncrement<A> &d) {
      d.dq = 0.;
      d.dv = 0.;
      scheme.acceleration(r, d.da);
    };
    joint_forces->prepare(x.q, accelerate);
    joint_forces->hold(x.q, b, 1., accelerate, data.effect.joint_force, x);
    joint_forces->accept();
  }
} // namespace percuss

#endif
