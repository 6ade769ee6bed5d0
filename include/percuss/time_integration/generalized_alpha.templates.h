// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_generalized_alpha_templates_h
#define percuss_time_integration_generalized_alpha_templates_h

#include <percuss/base/always_inline.h>
#include <percuss/time_integration/generalized_alpha.h>

#include <cassert>
#include <cmath>

namespace percuss
{
  template <class System>
  GeneralizedAlpha<System>::GeneralizedAlpha(const AlphaCoefficients &c,
                                             const LoadWeights   load_weights,
                                             const Impulses      impulses,
                                             const JointImpulses joint_impulses)
    : alpha_m(c.alpha_m)
    , alpha_f(c.alpha_f)
    , beta(c.beta)
    , gamma(c.gamma)
    , alpha_l(load_weights == LoadWeights::stiffness ? c.alpha_f : c.alpha_m)
    , impulses(impulses)
    , joint_impulses(joint_impulses)
  {
    assert(alpha_m < 1. && alpha_f < 1. && beta >= 0. && gamma >= 0.);
  }

  template <class System>
  ContactTreatment
  GeneralizedAlpha<System>::contact_treatment() const
  {
    ContactTreatment treatment;
    treatment.impulses_work_at_mean_velocity = impulses == Impulses::jump;
    treatment.reactions_accelerate           = impulses != Impulses::jump;
    treatment.joint_impulses_at_midpoint =
      impulses == Impulses::jump && joint_impulses == JointImpulses::midpoint;
    if (impulses == Impulses::force_at_position_level ||
        impulses == Impulses::force_without_mass)
      {
        treatment.level          = ContactTreatment::Level::position;
        treatment.jacobian_point = ContactTreatment::JacobianPoint::iterate;
      }
    treatment.contact_forces = impulses == Impulses::force_without_mass;
    return treatment;
  }

  template <class System>
  void
  GeneralizedAlpha<System>::prepare(const System   &system,
                                    const double    h,
                                    const State<A> &x)
  {
    if (!mass_is_factorized || !system.has_constant_mass())
      factorize(system,
                {1., 0., 0., system.has_massless_boundary() ? 1. : 0.},
                x,
                mass);
    mass_is_factorized = true;
    factorize(system,
              {1. - alpha_m,
               (1. - alpha_l) * h * gamma,
               (1. - alpha_f) * h * h * beta},
              x,
              iteration_matrix);
    find_direct_response(system, h);
  }

  template <class System>
  void
  GeneralizedAlpha<System>::find_direct_response(const System &system,
                                                 const double  h)
  {
    direct = {};
    if constexpr (!A::is_small) // of others there are few impulses
      {
        const auto damping = system.rayleigh_damping();
        if (impulses != Impulses::jump || !system.is_linear() || !damping ||
            !mass.is_diagonal())
          return;
        const auto [a, b] = *damping;
        const double s_m  = 1. - alpha_m + (1. - alpha_l) * h * gamma * a;
        const double s_k =
          (1. - alpha_l) * h * gamma * b + (1. - alpha_f) * h * h * beta;
        const double p_m = (1. - alpha_l) * a;
        const double p_k = (1. - alpha_l) * b + (1. - alpha_f) * 0.5 * h;

        constexpr double rounding = 1e-14;
        double           of_mass  = 1. - h * gamma * p_k / s_k;
        if (std::abs(of_mass) < rounding)
          of_mass = 0.;
        const double factor = h * gamma * (p_k * s_m / s_k - p_m);
        if (!(s_k > 0. && factor > 0. && of_mass >= 0.))
          return;
        Vector ones;
        system.reinit(ones);
        system.reinit(diagonal_mass);
        for_entries([](double &one) { one = 1.; }, ones);
        mass.vmult(diagonal_mass, ones);
        direct = {&iteration_matrix,
                  factor,
                  of_mass,
                  &diagonal_mass,
                  h * gamma / factor};
      }
  }

  template <class System>
  void
  GeneralizedAlpha<System>::initialize(const System &system,
                                       const double,
                                       State<A> &x) const
  {
    Vector f;
    system.reinit(f);
    f.add(1., x.load, -1., x.elastic_force);
    if (system.is_damped())
      f.add(-1., x.damping_force);
    mass.solve(x.a, f);
    if (system.has_massless_boundary())
      {
        system.massless_part(x.a, f);
        x.a.add(-1., f);
      }
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE void
  GeneralizedAlpha<System>::predict(const Step<System> &step) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    const double a_star = -alpha_m / (1. - alpha_m); // a* = a_star a_k

    next.a.equ(a_star, x.a);
    next.v.equ(1., x.v);
    next.v.add(h * (1. - gamma + gamma * a_star), x.a);
    next.dq.equ(h, x.v);
    next.dq.add(h * h * (0.5 - beta + beta * a_star), x.a);
    if (!system.has_constant_mass()) // a* has what b_k adds
      {
        const double b_star = alpha_f / (1. - alpha_m);
        next.a.add(b_star, history.smooth_acceleration);
        next.v.add(h * gamma * b_star, history.smooth_acceleration);
        next.dq.add(h * h * beta * b_star, history.smooth_acceleration);
      }
    system.retract(x.q, next.dq, next.q);
    system.elastic_force(next.q, next.elastic_force);
    if (system.is_damped())
      system.damping_force(next.q, next.v, next.damping_force);
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE void
  GeneralizedAlpha<System>::residual(const Step<System> &step,
                                     bool                is_predictor) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    // of t_k, too; where M depends on q, that is b_k
    const double l = system.has_constant_mass() ? alpha_l : 0.;
    const double f = system.has_constant_mass() ? alpha_f : 0.;
    w.residual.equ(1. - alpha_l, next.load);
    w.residual.add(l, x.load);
    w.residual.add(-(1. - alpha_f), next.elastic_force, -f, x.elastic_force);
    if (system.is_damped())
      w.residual.add(-(1. - alpha_l), next.damping_force, -l, x.damping_force);
    if (impulses != Impulses::jump)
      {
        w.residual.add(f, history.contact_force);
        if (!is_predictor)
          add_reaction(1. - alpha_f, h, effect, w.residual);
      }
    if (is_predictor) // (1 - alpha_m) a* + alpha_m a_k = 0
      return;
    w.point.equ(1. - alpha_m, next.a);
    w.point.add(alpha_m, x.a);
    if (!system.has_constant_mass())
      w.point.add(-alpha_f, history.smooth_acceleration);
    system.momentum(next.q, w.point, w.force);
    w.residual.add(-1., w.force);
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE void
  GeneralizedAlpha<System>::correct(const Step<System> &step) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    iteration_matrix.solve(w.solution, w.residual);
    next.a.add(1., w.solution);
    next.v.add(h * gamma, w.solution);
    next.dq.add(h * h * beta, w.solution);
  }

  template <class System>
  void
  GeneralizedAlpha<System>::react(const Tangents<System> &at,
                                  ImpulseIncrement<A>    &d) const
  {
    const auto &[system, h, x, w] = at;

    system.stiffness_product(x, d.dq, w.force);
    w.residual.equ(-(1. - alpha_f), w.force);
    if (system.is_damped())
      {
        system.damping_product(x, d.dv, w.force);
        w.residual.add(-(1. - alpha_l), w.force);
      }
    iteration_matrix.solve(d.da, w.residual);
    d.dv.add(h * gamma, d.da);
    d.dq.add(h * h * beta, d.da);
  }

  template <class System>
  void
  GeneralizedAlpha<System>::impulse_response(const Tangents<System> &at,
                                             const Vector           &r,
                                             ImpulseIncrement<A>    &d) const
  {
    const auto &[system, h, x, w] = at;

    if (jumps())
      {
        mass.solve(d.dv, r);
        d.dq.equ(0.5 * h, d.dv);
        react(at, d);
        return;
      }
    w.point.equ(1. / h, r);
    force_response(at, w.point, d);
  }

  // h gamma da = dv - w
  template <class System>
  bool
  GeneralizedAlpha<System>::complete_response(const Tangents<System> &at,
                                              const Vector           &r,
                                              ImpulseIncrement<A>    &d) const
  {
    if (!jumps() || gamma == 0.)
      return false;
    const double h = at.h;
    mass.solve(d.dq, r);
    d.da.equ(1. / (h * gamma), d.dv);
    d.da.add(-1. / (h * gamma), d.dq);
    d.dq.sadd(0.5 * h, h * h * beta, d.da);
    return true;
  }

  template <class System>
  void
  GeneralizedAlpha<System>::force_response(const Tangents<System> &at,
                                           const Vector           &r,
                                           ImpulseIncrement<A>    &d) const
  {
    const auto &[system, h, x, w] = at;

    w.residual.equ(1. - alpha_f, r);
    iteration_matrix.solve(d.da, w.residual);
    d.dv.equ(h * gamma, d.da);
    d.dq.equ(h * h * beta, d.da);
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE void
  GeneralizedAlpha<System>::store_history(const Step<System> &step)
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    if (!system.has_constant_mass()) // b_{k+1}
      {
        const double factor = 1. / (1. - alpha_f);
        history.smooth_acceleration.sadd(-alpha_f * factor,
                                         (1. - alpha_m) * factor,
                                         next.a);
        history.smooth_acceleration.add(alpha_m * factor, x.a);
      }
    if (impulses == Impulses::jump)
      return;
    w.old_contact_force.equ(1., history.contact_force);
    history.contact_force = 0.;
    add_reaction(1., h, effect, history.contact_force);
  }

  template <class System>
  Energy
  GeneralizedAlpha<System>::initial_energy(const Tangents<System> &at,
                                           SchemeHistory<A>       &history)
  {
    const auto &[system, h, x, w] = at;

    history.filter_q      = 0.;
    history.filter_v      = 0.;
    history.filter_load   = 0.;
    history.filter_force  = 0.;
    history.contact_force = 0.;
    history.smooth_acceleration.equ(1., x.a);
    system.momentum(x.q, x.a, history.inertia);

    Energy energy      = mechanical_energy(system, x);
    energy.algorithmic = energy.total() + 0.25 * h * h * (2. * beta - gamma) *
                                            (x.a * history.inertia);
    return energy;
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE EnergyBalance
  GeneralizedAlpha<System>::energy_balance(const Step<System> &step,
                                           Energy             &after) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    const double nu    = 0.5 - alpha_m;
    const double eta   = alpha_f - alpha_m;
    const double kappa = nu - gamma + 0.5;

    after                       = mechanical_energy(system, next);
    after.algorithmic           = after.total();
    const StepProducts products = step_products(step);
    EnergyBalance      balance;
    balance.change =
      products.dv_M_mean_v + products.dq_K_mean_q + products.potential;
    Work &work = balance.work;

    // Dq^T F_c of the constant loads is the fall of their potential
    if (system.has_varying_load())
      work.external = weighted_product(gamma, next.dq, x.load, next.load) +
                      products.potential;
    if (system.is_damped())
      work.damping =
        -weighted_product(gamma, next.dq, x.damping_force, next.damping_force);
    work.contact = jumps() ? effect.work : 0.;
    if (impulses != Impulses::jump)
      work.contact += weighted_product(gamma,
                                       next.dq,
                                       w.old_contact_force,
                                       history.contact_force);
    work.dissipation = (gamma - 0.5 - eta) * products.dq_K_dq;

    if (2. * beta != gamma)
      {
        Vector &Ma = w.force, &da = w.point;
        system.momentum(next.q, next.a, Ma);
        da.equ(1., next.a);
        da.add(-1., x.a);
        const double a_M_a     = next.a * Ma;
        const double da_Ma     = da * history.inertia;
        const double da_M_next = da * Ma;
        const double da_M_da   = da_M_next - da_Ma;
        history.inertia.equ(1., Ma);

        const double factor = 0.25 * h * h * (2. * beta - gamma);
        after.algorithmic += factor * a_M_a;
        balance.change += factor * (da_Ma + da_M_next);
        work.dissipation +=
          0.5 * h * h * (gamma - 0.5) * (2. * beta - gamma) * da_M_da;
      }

    if (eta == 0.)
      return balance;

    // advances a filter to t_{k+1}: (1/2 + nu) z_{k+1} = input - (1/2 - nu) z_k
    const auto advance = [nu](Vector &z, const Vector &input) {
      z.sadd(-(0.5 - nu) / (0.5 + nu), 1. / (0.5 + nu), input);
    };

    Vector &Kz = w.force, &dz = w.point;
    dz.equ(-1., history.filter_q);
    advance(history.filter_q, next.dq);
    dz.add(1., history.filter_q);
    system.elastic_force(history.filter_q, Kz);
    const double z_K_z     = history.filter_q * Kz;
    const double dz_Kz     = dz * history.filter_force;
    const double dz_K_next = dz * Kz;
    const double dz_K_dz   = dz_K_next - dz_Kz;
    history.filter_force.equ(1., Kz);

    after.algorithmic += 0.5 * eta * kappa * z_K_z;
    balance.change += 0.5 * eta * kappa * (dz_Kz + dz_K_next);
    work.dissipation += eta * nu * kappa * dz_K_dz;

    // Krenk-Hogsberg: no filters of loads and damping
    const bool filters_loads = alpha_l == alpha_f;
    if ((system.has_varying_load() && filters_loads) ||
        impulses != Impulses::jump)
      {
        double  filtered = (1. - gamma) * (next.dq * history.filter_load);
        Vector &dF       = w.force;
        dF               = 0.;
        if (filters_loads)
          dF.add(1., next.load, -1., x.load);
        if (impulses != Impulses::jump)
          dF.add(1., history.contact_force, -1., w.old_contact_force);
        advance(history.filter_load, dF);
        filtered += gamma * (next.dq * history.filter_load);
        if (impulses == Impulses::force_without_mass &&
            !(system.has_varying_load() && filters_loads))
          work.contact -= eta * filtered; // of the contact forces alone
        else
          work.dissipation += eta * filtered;
      }
    if (system.is_damped() && filters_loads)
      {
        Vector &x_gamma = w.point, &Cx = w.force;
        x_gamma.equ(1. - gamma, history.filter_v);
        advance(history.filter_v, w.dv);
        x_gamma.add(gamma, history.filter_v);
        system.damping_force(next.q, x_gamma, Cx);
        work.dissipation -= eta * (next.dq * Cx);
      }
    return balance;
  }
} // namespace percuss

#endif
