// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_energy_balance_h
#define percuss_time_integration_energy_balance_h

#include <percuss/base/always_inline.h>
#include <percuss/time_integration/step.h>

namespace percuss
{
  /** Kinetic, strain and potential energy of a state with its forces. */
  template <class System, Algebra A>
  PERCUSS_ALWAYS_INLINE Energy
  mechanical_energy(const System &system, const State<A> &x)
  {
    Energy energy;
    energy.kinetic = 0.5 * (x.v * x.momentum);
    if (system.is_elastic())
      energy.strain = system.strain_energy(x.q, x.elastic_force);
    energy.potential = system.load_potential(x.q);
    return energy;
  }

  /** Inner products of a step that changes of energy are made of [J]. */
  struct StepProducts
  {
    double dv_M_mean_v = 0.; ///< Dv^T M v_{k+1/2}, change of the kinetic energy
    double dq_K_mean_q = 0.; ///< Dq^T K q_{k+1/2}, change of the strain energy
    double dv_M_dv     = 0.; ///< |Dv|_M^2
    double dq_K_dq     = 0.; ///< |Dq|_K^2
    double potential   = 0.; ///< change of the potential of the constant loads
  };

  /** Sets w.dv and returns the products of next.dq and w.dv. */
  template <class System>
  PERCUSS_ALWAYS_INLINE StepProducts
  step_products(const Step<System> &step)
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    w.dv.equ(1., next.v);
    w.dv.add(-1., x.v);
    const double dv_p = w.dv * x.momentum, dv_p_next = w.dv * next.momentum;
    StepProducts products;
    products.dv_M_mean_v = 0.5 * (dv_p + dv_p_next);
    products.dv_M_dv     = dv_p_next - dv_p;
    if (system.is_elastic())
      {
        const double dq_s      = next.dq * x.elastic_force;
        const double dq_s_next = next.dq * next.elastic_force;
        products.dq_K_mean_q   = 0.5 * (dq_s + dq_s_next);
        products.dq_K_dq       = dq_s_next - dq_s;
      }
    products.potential = system.load_potential(next.dq);
    return products;
  }

  /** (1 - theta) x^T y_k + theta x^T y_{k+1} */
  template <class Vector>
  PERCUSS_ALWAYS_INLINE double
  weighted_product(const double  theta,
                   const Vector &x,
                   const Vector &y,
                   const Vector &y_next)
  {
    return (1. - theta) * (x * y) + theta * (x * y_next);
  }

  /**
   * The balance of a step of a nonlinear system, for which the schemes have no
   * identity: works by the trapezoidal rule, dq^T F_{k+1/2}, -dq^T c_{k+1/2}
   * and the work of contact; the numerical dissipation, of either sign, is what
   * the change of energy leaves.
   */
  template <class System>
  PERCUSS_ALWAYS_INLINE EnergyBalance
  nonlinear_energy_balance(const Step<System> &step,
                           const double        projection_work,
                           const Energy       &before,
                           Energy             &after)
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    after             = mechanical_energy(system, next);
    after.algorithmic = after.total();
    EnergyBalance balance;
    balance.change = after.total() - before.total();
    if (system.has_varying_load()) // beyond that of the constant loads
      balance.work.external =
        weighted_product(0.5, next.dq, x.load, next.load) + after.potential -
        before.potential;
    if (system.is_damped())
      balance.work.damping = system.damping_work(x, next);
    balance.work.contact     = effect.work;
    balance.work.projection  = projection_work;
    balance.work.dissipation = balance.work.total() - balance.change;
    return balance;
  }
} // namespace percuss

#endif
