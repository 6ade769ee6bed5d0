// SPDX-License-Identifier: Apache-2.0
#ifndef bowl_semi_implicit_euler_h
#define bowl_semi_implicit_euler_h

#include <percuss/time_integration/scheme_parameters.h>
#include <percuss/time_integration/time_integration_scheme.h>

/**
 * The semi-implicit Euler method with contact at the velocity level,
 *
 *     M (v_{k+1} - v_k) = h f(q_k, v_k) + G^T P,      q_{k+1} = q_k + h v_{k+1},
 *
 * M constant. Of first order. It is for nonlinear systems: the ledger closes
 * their balance.
 */
template <class System>
class SemiImplicitEuler final : public percuss::TimeIntegrationScheme<System>
{
public:
  using Base = percuss::TimeIntegrationScheme<System>;
  using typename Base::A;
  using typename Base::Vector;
  using typename Base::Workspace;
  using State  = percuss::State<A>;
  using Effect = percuss::ContactEffect<A>;

  void
  prepare(const System &system, double, const State &x) override
  {
    factorize(system, {1., 0., 0.}, x, mass);
  }

  void
  predict(const System &system,
          const double  h,
          const State  &x,
          State        &next,
          Workspace &) const override
  {
    next.v.equ(1., x.v);
    next.dq.equ(h, x.v);
    system.retract(x.q, next.dq, next.q);
    evaluate_forces(system, next);
  }

  void
  residual(const System &,
           const double  h,
           const State  &x,
           const State  &next,
           const Effect &effect,
           const bool    is_predictor,
           Workspace    &w) const override
  {
    w.residual.equ(h, x.load);
    w.residual.add(-h, x.elastic_force);
    w.residual.add(1., x.momentum, -1., next.momentum);
    if (effect.acts && !is_predictor)
      w.residual.add(1., effect.impulse);
  }

  void
  correct(const System &,
          const double h,
          State       &next,
          Workspace   &w) const override
  {
    mass.solve(w.solution, w.residual);
    next.v.add(1., w.solution);
    next.dq.add(h, w.solution);
  }

  void
  impulse_response(const System &,
                   const double h,
                   const State &,
                   const Vector                 &r,
                   percuss::ImpulseIncrement<A> &d,
                   Workspace &) const override
  {
    mass.solve(d.dv, r);
    d.dq.equ(h, d.dv);
    d.da = 0.;
  }

  percuss::EnergyBalance
  energy_balance(const System &system,
                 double,
                 const State     &x,
                 const State     &next,
                 const Effect    &effect,
                 percuss::Energy &after,
                 Workspace &) const override
  {
    return nonlinear_energy_balance(
      system, x, next, effect, 0., mechanical_energy(system, x), after);
  }

private:
  typename A::LinearSolver mass;
};

inline constexpr percuss::SchemeInformation semi_implicit_euler_information{
  .name       = "semi-implicit-euler",
  .equations  = "q_{k+1} = q_k + h v_{k+1}, forces at the beginning",
  .parameters = "none"};

#endif
