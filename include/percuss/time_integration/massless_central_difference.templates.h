// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_massless_central_difference_templates_h
#define percuss_time_integration_massless_central_difference_templates_h

#include <percuss/time_integration/massless_central_difference.h>

namespace percuss
{
  template <class System>
  void
  MasslessCentralDifference<System>::prepare(const System   &system,
                                             const double    h,
                                             const State<A> &x)
  {
    factorize(system, {1., 0.5 * h, 0., 1.}, x, iteration_matrix);
  }

  template <class System>
  void
  MasslessCentralDifference<System>::initialize(const System &system,
                                                const double,
                                                State<A> &x) const
  {
    Vector f, f_c;
    system.reinit(f);
    system.reinit(f_c);
    f.add(1., x.load, -1., x.elastic_force);
    if (system.is_damped())
      f.add(-1., x.damping_force);
    system.massless_part(f, f_c);
    f.add(-1., f_c);
    typename A::LinearSolver mass;
    factorize(system, {1., 0., 0., 1.}, x, mass);
    mass.solve(x.a, f);
  }

  template <class System>
  void
  MasslessCentralDifference<System>::predict(const Step<System> &step) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    next.v.equ(1., x.v);
    next.v.add(0.5 * h, x.a);
    next.dq.equ(h, next.v);
    next.a = 0.;
    system.retract(x.q, next.dq, next.q);
    system.elastic_force(next.q, next.elastic_force);
  }

  template <class System>
  void
  MasslessCentralDifference<System>::residual(const Step<System> &step,
                                              const bool is_predictor) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    w.force.equ(1., next.load);
    w.force.add(-1., next.elastic_force);
    if (!is_predictor && effect.acts)
      w.force.add(1. / h, effect.impulse);
    system.massless_part(w.force, w.residual);
  }

  template <class System>
  void
  MasslessCentralDifference<System>::correct(const Step<System> &step) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    iteration_matrix.solve(w.solution, w.residual);
    next.dq.add(1., w.solution);
    next.v.add(1. / h, w.solution);
  }

  template <class System>
  void
  MasslessCentralDifference<System>::complete(const Step<System> &step) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    w.residual.equ(1., next.load);
    w.residual.add(-1., next.elastic_force);
    if (effect.acts) // also on masses: of Nitsche's method, of bodies struck
      w.residual.add(1. / h, effect.impulse);
    if (system.is_damped())
      w.residual.add(-1., next.damping_force); // C V_k; S has C h/2 a
    system.massless_part(w.residual, w.force);
    w.residual.add(-1., w.force);
    iteration_matrix.solve(next.a, w.residual);
    next.v.add(0.5 * h, next.a);
    system.momentum(next.q, next.v, next.momentum);
    if (system.is_damped())
      system.damping_force(next.q, next.v, next.damping_force);
  }

  template <class System>
  void
  MasslessCentralDifference<System>::impulse_response(
    const Tangents<System> &at,
    const Vector           &r,
    ImpulseIncrement<A>    &d) const
  {
    const auto &[system, h, x, w] = at;

    w.force.equ(1. / h, r);
    system.massless_part(w.force, w.residual);
    iteration_matrix.solve(d.dq, w.residual);
    d.dv.equ(1. / h, d.dq);
    d.da = 0.;
  }

  template <class System>
  double
  MasslessCentralDifference<System>::inertia(const Tangents<System> &at) const
  {
    const auto &[system, h, x, w] = at;

    system.momentum(x.q, x.a, w.force);
    return x.a * w.force;
  }

  template <class System>
  Energy
  MasslessCentralDifference<System>::initial_energy(const Tangents<System> &at,
                                                    SchemeHistory<A> &history)
  {
    history.contact_force = 0.;
    Energy energy         = mechanical_energy(at.system, at.x);
    energy.algorithmic    = energy.total() - 0.125 * at.h * at.h * inertia(at);
    return energy;
  }

  template <class System>
  EnergyBalance
  MasslessCentralDifference<System>::energy_balance(const Step<System> &step,
                                                    Energy &after) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    const StepProducts products = step_products(step);
    const double       factor   = 0.125 * h * h;
    after                       = mechanical_energy(system, next);
    after.algorithmic = after.total() - factor * inertia({system, h, next, w});
    // M a_{k+1} is in w.force, times a_{k+1} - a_k and then the same of M a_k
    w.point.equ(1., next.a);
    w.point.add(-1., x.a);
    double of_accelerations = w.point * w.force;
    system.momentum(x.q, x.a, w.force);
    of_accelerations += w.point * w.force;

    EnergyBalance balance;
    balance.change = products.dv_M_mean_v + products.dq_K_mean_q +
                     products.potential - factor * of_accelerations;
    if (system.has_varying_load())
      balance.work.external =
        weighted_product(0.5, next.dq, x.load, next.load) + products.potential;
    if (system.is_damped())
      balance.work.damping =
        -weighted_product(0.5, next.dq, x.damping_force, next.damping_force);
    balance.work.contact = weighted_product(0.5,
                                            next.dq,
                                            w.old_contact_force,
                                            history.contact_force);
    return balance;
  }
} // namespace percuss

#endif
