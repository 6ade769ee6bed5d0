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
  GeneralizedAlphaGGL<System>::impulse_response(const Tangents<System> &at,
                                                const Vector           &r,
                                                ImpulseIncrement<A>    &d) const
  {
    base.solve_with_mass(d.dv, r);
    d.dq = 0.;
    base.react(at, d);
  }

  template <class System>
  void
  GeneralizedAlphaGGL<System>::projection_response(const Tangents<System> &at,
                                                   const Vector           &r,
                                                   ImpulseIncrement<A>    &d,
                                                   Vector &direct) const
  {
    base.solve_with_mass(direct, r);
    d.dv = 0.;
    d.dq.equ(1., direct);
    base.react(at, d);
  }

  template <class System>
  double
  GeneralizedAlphaGGL<System>::projection_work(const Step<System> &step) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    double work = 0.;
    if (effect.projects)
      work -= weighted_product(base.gamma, effect.projection, x.a, next.a);
    if (effect.acts)
      work +=
        0.5 * h * weighted_product(base.gamma, effect.impulse, x.a, next.a);
    return work;
  }
} // namespace percuss

#endif
