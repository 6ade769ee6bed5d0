// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_moreau_jean_templates_h
#define percuss_time_integration_moreau_jean_templates_h

#include <percuss/base/always_inline.h>
#include <percuss/time_integration/moreau_jean.h>

#include <cassert>

namespace percuss
{
  template <class System>
  MoreauJean<System>::MoreauJean(const double          theta,
                                 const double          sigma,
                                 const VariableMass    variable_mass,
                                 const JointImpulses   joint_impulses,
                                 const ContactImpulses contact_impulses)
    : theta(theta)
    , sigma(sigma)
    , variable_mass(variable_mass)
    , joint_impulses(joint_impulses)
    , contact_impulses(contact_impulses)
  {
    assert(theta >= 0. && theta <= 1. && sigma >= 0. && sigma <= 1.);
  }

  template <class System>
  void
  MoreauJean<System>::prepare(const System   &system,
                              const double    h,
                              const State<A> &x)
  {
    const Weights weights{1., h * theta, h * h * theta * sigma};
    if (!is_between(system))
      {
        factorize(system, weights, x, iteration_matrix);
        return;
      }
    between = x;
    between.dq.equ(theta - 1., x.dq);
    system.retract(x.q, between.dq, between.q);
    factorize(system, weights, between, iteration_matrix);
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE void
  MoreauJean<System>::predict(const Step<System> &step) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    next.v.equ(1., x.v);
    next.dq.equ(h, x.v);
    system.retract(x.q, next.dq, next.q);
    if (system.is_elastic())
      system.elastic_force(next.q, next.elastic_force);
    if (system.is_damped())
      {
        if (system.is_linear())
          next.damping_force.equ(1., x.damping_force);
        else
          system.damping_force(next.q, next.v, next.damping_force);
      }
  }

  template <class System>
  void
  MoreauJean<System>::residual_between(const Step<System> &step) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    Vector &q = w.solution, &v = w.point;
    w.force.equ(theta, next.dq);
    system.retract(x.q, w.force, q);
    v.equ(1. - theta, x.v);
    v.add(theta, next.v);

    w.residual.equ(h * (1. - theta), x.load);
    w.residual.add(h * theta, next.load);
    if (system.is_elastic())
      {
        system.elastic_force(q, w.force);
        w.residual.add(-h, w.force);
      }
    if (system.is_damped())
      {
        system.damping_force(q, v, w.force);
        w.residual.add(-h, w.force);
      }
    w.dv.equ(1., next.v);
    w.dv.add(-1., x.v);
    system.momentum(q, w.dv, w.force);
    w.residual.add(-1., w.force);
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE void
  MoreauJean<System>::residual(const Step<System> &step,
                               bool                is_predictor) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    if (is_between(system))
      {
        residual_between(step);
        if (effect.acts && !is_predictor)
          w.residual.add(1., effect.impulse);
        return;
      }
    const double a = h * (1. - theta), b = h * theta;
    if (system.has_varying_load())
      {
        w.residual.equ(a, x.load);
        w.residual.add(b, next.load);
      }
    else
      w.residual.equ(h, next.load);
    if (system.is_elastic())
      w.residual.add(-a, x.elastic_force, -b, next.elastic_force);
    if (system.is_damped())
      w.residual.add(-a, x.damping_force, -b, next.damping_force);
    if (!jumps())
      w.residual.add(a, history.contact_force);
    if (is_predictor) // of the same velocity, without impulses
      return;
    if (system.has_constant_mass())
      w.residual.add(1., x.momentum, -1., next.momentum);
    else
      {
        w.dv.equ(1., next.v);
        w.dv.add(-1., x.v);
        system.momentum(next.q, w.dv, w.force);
        w.residual.add(-1., w.force);
      }
    if (effect.acts)
      w.residual.add(jumps() ? 1. : theta, effect.impulse);
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE void
  MoreauJean<System>::correct(const Step<System> &step) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    iteration_matrix.solve(w.solution, w.residual);
    next.v.add(1., w.solution);
    next.dq.add(h * sigma, w.solution);
  }

  template <class System>
  void
  MoreauJean<System>::impulse_response(const Tangents<System> &at,
                                       const Vector           &r,
                                       ImpulseIncrement<A>    &d) const
  {
    const auto &[system, h, x, w] = at;

    if (jumps())
      iteration_matrix.solve(d.dv, r);
    else
      {
        w.residual.equ(theta, r);
        iteration_matrix.solve(d.dv, w.residual);
      }
    complete_response(at, r, d);
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE void
  MoreauJean<System>::store_history(const Step<System> &step)
  {
    if (!jumps())
      roll_contact_force(step);
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE EnergyBalance
  MoreauJean<System>::energy_balance(const Step<System> &step,
                                     Energy             &after) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    after                       = mechanical_energy(system, next);
    after.algorithmic           = after.total();
    const StepProducts products = step_products(step);
    EnergyBalance      balance;
    balance.change =
      products.dv_M_mean_v + products.dq_K_mean_q + products.potential;

    // Dq^T F_c of the constant loads is the fall of their potential
    if (system.has_varying_load())
      balance.work.external =
        weighted_product(theta, next.dq, x.load, next.load) +
        products.potential;
    if (system.is_damped())
      balance.work.damping =
        -weighted_product(theta, next.dq, x.damping_force, next.damping_force);
    balance.work.contact = jumps() ? effect.work :
                                     weighted_product(theta,
                                                      next.dq,
                                                      w.old_contact_force,
                                                      history.contact_force);
    balance.work.dissipation =
      (sigma - 0.5) * products.dv_M_dv + (theta - 0.5) * products.dq_K_dq;
    return balance;
  }
} // namespace percuss

#endif
