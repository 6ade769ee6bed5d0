// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_moreau_jean_templates_h
#define percuss_time_integration_moreau_jean_templates_h

#include <percuss/time_integration/moreau_jean.h>

#include <cassert>

namespace percuss
{
  template <class System>
  MoreauJean<System>::MoreauJean(const double theta, const double sigma)
    : theta(theta)
    , sigma(sigma)
  {
    assert(theta >= 0. && theta <= 1. && sigma >= 0. && sigma <= 1.);
  }

  template <class System>
  void
  MoreauJean<System>::prepare(const System &system, const double h)
  {
    typename A::Matrix S;
    system.iteration_matrix({1., h * theta, h * h * theta * sigma}, S);
    iteration_matrix.factorize(S);
  }

  template <class System>
  void
  MoreauJean<System>::free_motion(const System   &system,
                                  const double    h,
                                  const State<A> &x,
                                  State<A>       &next,
                                  Workspace      &w) const
  {
    w.point.equ(1., x.q);
    w.point.add(h * theta, x.v);
    system.elastic_force(w.point, w.force);

    w.residual.equ(h * (1. - theta), x.load);
    w.residual.add(h * theta, next.load, -h, w.force);
    if (system.is_damped())
      w.residual.add(-h, x.damping_force);
    iteration_matrix.solve(w.solution, w.residual);

    next.v.equ(1., x.v);
    next.v.add(1., w.solution);
    next.q.equ(1., x.q);
    next.q.add(h, x.v, h * sigma, w.solution);
  }

  template <class System>
  void
  MoreauJean<System>::impulse_response(const System &,
                                       const double         h,
                                       const Vector        &r,
                                       ImpulseIncrement<A> &d,
                                       Workspace &) const
  {
    iteration_matrix.solve(d.dv, r);
    d.dq.equ(h * sigma, d.dv);
    d.da = 0.;
  }

  template <class System>
  Energy
  MoreauJean<System>::initial_energy(const System   &system,
                                     const State<A> &x,
                                     Workspace &) const
  {
    Energy energy      = mechanical_energy(system, x);
    energy.algorithmic = energy.total();
    return energy;
  }

  template <class System>
  EnergyBalance
  MoreauJean<System>::energy_balance(const System &system,
                                     const double,
                                     const State<A> &x,
                                     const State<A> &next,
                                     const double    contact_work,
                                     Energy         &after,
                                     Workspace      &w) const
  {
    after                   = mechanical_energy(system, next);
    after.algorithmic       = after.total();
    const StepProducts step = step_products(system, x, next, w);
    EnergyBalance      balance;
    balance.change = step.dv_M_mean_v + step.dq_K_mean_q + step.potential;

    // Dq^T F_c of the constant loads is the fall of their potential
    balance.work.external =
      weighted_product(theta, w.dq, x.load, next.load) + step.potential;
    if (system.is_damped())
      balance.work.damping =
        -weighted_product(theta, w.dq, x.damping_force, next.damping_force);
    balance.work.contact = contact_work;
    balance.work.dissipation =
      (sigma - 0.5) * step.dv_M_dv + (theta - 0.5) * step.dq_K_dq;
    return balance;
  }
} // namespace percuss

#endif
