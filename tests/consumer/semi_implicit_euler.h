// SPDX-License-Identifier: Apache-2.0
#ifndef bowl_semi_implicit_euler_h
#define bowl_semi_implicit_euler_h

#include <percuss/input/parameters.h>
#include <percuss/time_integration/scheme_parameters.h>
#include <percuss/time_integration/time_integration_scheme.h>

/** Its parameter. The model that knows the scheme has it. */
struct SemiImplicitEulerParameters
{
  double velocity_weight = 1.; ///< kappa in [0, 1]

  void
  add_to(percuss::Parameters &prm)
  {
    prm.section("Time integration");
    prm.add("velocity weight",
            velocity_weight,
            "kappa [-] of semi-implicit-euler: positions move with (1 - "
            "kappa) v_k + kappa v_{k+1}.",
            {0., 1.});
  }
};

/**
 * The semi-implicit Euler method with contact at the velocity level,
 *
 *     M (v_{k+1} - v_k) = h (F_k - s(q_k) - c(q_k, v_k)) + G^T P,
 *     q_{k+1} = q_k + h ((1 - kappa) v_k + kappa v_{k+1}),
 *
 * M constant; F loads, s elastic forces, c damping. Of first order. It is for
 * nonlinear systems, whose energy balance closes with any scheme: what no work
 * explains it calls numerical dissipation. A force that a scheme forgets does not
 * show there, only where the motion is compared with another one.
 */
template <class System>
class SemiImplicitEuler final : public percuss::TimeIntegrationScheme<System>
{
public:
  using Base = percuss::TimeIntegrationScheme<System>;
  using typename Base::A;
  using typename Base::Vector;
  using State    = percuss::State<A>;
  using Step     = percuss::Step<System>;
  using Tangents = percuss::Tangents<System>;

  explicit SemiImplicitEuler(const SemiImplicitEulerParameters &parameters)
    : kappa(parameters.velocity_weight)
  {}

  void
  prepare(const System &system, double, const State &x) override
  {
    factorize(system, {1., 0., 0.}, x, mass);
  }

  void
  predict(const Step &step) const override
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    next.v.equ(1., x.v);
    next.dq.equ(h, x.v);
    system.retract(x.q, next.dq, next.q);
    evaluate_forces(system, next);
  }

  void
  residual(const Step &step, const bool is_predictor) const override
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    w.residual.equ(h, x.load);
    w.residual.add(-h, x.elastic_force);
    if (system.is_damped())
      w.residual.add(-h, x.damping_force);
    w.residual.add(1., x.momentum, -1., next.momentum);
    if (effect.acts && !is_predictor)
      w.residual.add(1., effect.impulse);
  }

  void
  correct(const Step &step) const override
  {
    mass.solve(step.w.solution, step.w.residual);
    step.next.v.add(1., step.w.solution);
    step.next.dq.add(kappa * step.h, step.w.solution);
  }

  void
  impulse_response(const Tangents               &at,
                   const Vector                 &r,
                   percuss::ImpulseIncrement<A> &d) const override
  {
    mass.solve(d.dv, r);
    d.dq.equ(kappa * at.h, d.dv);
    d.da = 0.;
  }

  percuss::EnergyBalance
  energy_balance(const Step &step, percuss::Energy &after) const override
  {
    return nonlinear_energy_balance(step,
                                    0.,
                                    mechanical_energy(step.system, step.x),
                                    after);
  }

private:
  const double             kappa;
  typename A::LinearSolver mass;
};

inline constexpr percuss::SchemeInformation semi_implicit_euler_information{
  .name       = "semi-implicit-euler",
  .equations  = "q_{k+1} = q_k + h v_{k+kappa}, forces at the beginning",
  .parameters = "velocity weight"};

#endif
