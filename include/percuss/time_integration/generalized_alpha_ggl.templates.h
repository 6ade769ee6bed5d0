// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_generalized_alpha_ggl_templates_h
#define percuss_time_integration_generalized_alpha_ggl_templates_h

#include <percuss/base/always_inline.h>
#include <percuss/time_integration/generalized_alpha.templates.h>
#include <percuss/time_integration/generalized_alpha_ggl.h>

namespace percuss
{
  template <class System>
  void
  GeneralizedAlphaGGL<System>::impulse_response(const System        &system,
                                                const double         h,
                                                const State<A>      &x,
                                                const Vector        &r,
                                                ImpulseIncrement<A> &d,
                                                Workspace           &w) const
  {
    alpha.solve_with_mass(d.dv, r);
    d.dq = 0.;
    alpha.react(system, h, x, d, w);
  }

  template <class System>
  void
  GeneralizedAlphaGGL<System>::projection_response(const System        &system,
                                                   const double         h,
                                                   const State<A>      &x,
                                                   const Vector        &r,
                                                   ImpulseIncrement<A> &d,
                                                   Vector              &direct,
                                                   Workspace           &w) const
  {
    alpha.solve_with_mass(direct, r);
    d.dv = 0.;
    d.dq.equ(1., direct);
    alpha.react(system, h, x, d, w);
  }

  template <class System>
  double
  GeneralizedAlphaGGL<System>::projection_work(const System &,
                                               const double            h,
                                               const State<A>         &x,
                                               const State<A>         &next,
                                               const ContactEffect<A> &effect,
                                               Workspace &) const
  {
    double work = 0.;
    if (effect.projects)
      work -= weighted_product(alpha.gamma, effect.projection, x.a, next.a);
    if (effect.acts)
      work +=
        0.5 * h * weighted_product(alpha.gamma, effect.impulse, x.a, next.a);
    return work;
  }

  template <class System>
  EnergyBalance
  GeneralizedAlphaGGL<System>::energy_balance(const System           &system,
                                              const double            h,
                                              const State<A>         &x,
                                              const State<A>         &next,
                                              const ContactEffect<A> &effect,
                                              Energy                 &after,
                                              Workspace              &w) const
  {
    EnergyBalance balance =
      alpha.energy_balance(system, h, x, next, effect, after, w);
    balance.work.projection = projection_work(system, h, x, next, effect, w);
    return balance;
  }
} // namespace percuss

#endif
