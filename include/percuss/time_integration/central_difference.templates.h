// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_central_difference_templates_h
#define percuss_time_integration_central_difference_templates_h

#include <percuss/base/always_inline.h>
#include <percuss/time_integration/central_difference.h>

#include <cassert>

namespace percuss
{
  template <class System>
  CentralDifference<System>::CentralDifference(const double         theta,
                                               const DampingWeights damping,
                                               const Contact        contact,
                                               const double         beta)
    : theta(theta)
    , damping(damping)
    , contact(contact)
    , beta(beta)
  {
    assert(theta >= 0. && theta <= 1.);
    assert(beta >= 0. && (theta == 0. || beta == 0.));
  }

  template <class System>
  ContactTreatment
  CentralDifference<System>::contact_treatment() const
  {
    ContactTreatment treatment;
    treatment.jacobian_point           = ContactTreatment::JacobianPoint::free;
    treatment.velocity_shift           = 0.5;
    treatment.own_activation           = true;
    treatment.mean_velocity_at_impacts = is_velocity_level();
    treatment.impulses_work_at_mean_velocity = is_velocity_level();
    treatment.reactions_accelerate           = true;
    treatment.forward_activation = contact == Contact::velocity_of_next_step;
    if (contact == Contact::force)
      {
        treatment.level                = ContactTreatment::Level::position;
        treatment.velocity_shift       = 0.;
        treatment.own_activation       = false;
        treatment.contact_forces       = true;
        treatment.known_contact_forces = true;
      }
    else if (!is_velocity_level())
      {
        treatment.level          = ContactTreatment::Level::position;
        treatment.position_shift = 1.;
        treatment.restitution_of_positions =
          contact == Contact::position_with_restitution;
      }
    return treatment;
  }

  template <class System>
  void
  CentralDifference<System>::prepare(const System   &system,
                                     const double    h,
                                     const State<A> &x)
  {
    factorize(system,
              {1., 0.5 * h * damping.fresh, (theta + beta) * h * h},
              x,
              iteration_matrix);
    if (!is_explicit() && !mass_is_factorized)
      factorize(system, {1., 0., beta * h * h}, x, mass);
    mass_is_factorized = true;
  }

  template <class System>
  void
  CentralDifference<System>::initialize(const System &system,
                                        const double,
                                        State<A> &x) const
  {
    Vector f;
    system.reinit(f);
    f.add(1., x.load, -1., x.elastic_force);
    if (system.is_damped())
      f.add(-1., x.damping_force);
    solve_with_mass(x.a, f);
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE void
  CentralDifference<System>::predict(const Step<System> &step) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    const auto move =
      [half_h = 0.5 * h,
       h      = h](const double v, const double a, double &V, double &dq) {
        V  = v + half_h * a;
        dq = h * V;
      };
    if (inverse_mass(system) != nullptr)
      for_entries(move, x.v, x.a, next.v, next.dq);
    else
      for_entries(
        [&move](const double v,
                const double a,
                double      &V,
                double      &dq,
                double      &next_a) {
          move(v, a, V, dq);
          next_a = 0.;
        },
        x.v,
        x.a,
        next.v,
        next.dq,
        next.a);
    system.retract(x.q, next.dq, next.q);
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE void
  CentralDifference<System>::damping_velocity(const Step<System> &step) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    w.point.equ(1., x.v);
    w.point.add(0.5 * h * (1. - damping.old),
                x.a,
                0.5 * h * damping.fresh,
                next.a);
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE void
  CentralDifference<System>::residual(const Step<System> &step,
                                      bool                is_predictor) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    if constexpr (knows_inverse_diagonal)
      {
        has_implied_residual = is_predictor && inverse_mass(system) != nullptr;
        if (has_implied_residual)
          {
            system.elastic_force(next.q, next.elastic_force);
            return;
          }
      }
    const auto subtract_from_load = [&](const Vector &force) {
      if (theta == 0. || !system.has_varying_load())
        for_entries([](double      &r,
                       const double load,
                       const double s) { r = load - s; },
                    w.residual,
                    next.load,
                    force);
      else
        {
          system.load(next.t + theta * h, w.residual);
          w.residual.add(-1., force);
        }
    };
    if (theta == 0. && beta == 0.)
      {
        system.elastic_force(next.q, next.elastic_force);
        subtract_from_load(next.elastic_force);
      }
    else
      {
        w.solution.equ(theta * h, next.v);
        w.solution.add((0.5 * theta + beta) * h * h, next.a);
        system.retract(next.q, w.solution, w.point);
        system.elastic_force(w.point, w.force);
        subtract_from_load(w.force);
      }
    if (system.is_damped())
      {
        damping_velocity(step);
        system.damping_force(next.q, w.point, w.force);
        w.residual.add(-1., w.force);
      }
    if (is_predictor) // a = 0
      return;
    system.momentum(next.q, next.a, w.force);
    w.residual.add(-1., w.force);
    if (effect.acts)
      w.residual.add(1. / h, effect.impulse);
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE void
  CentralDifference<System>::correct(const Step<System> &step) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    if (knows_inverse_diagonal && has_implied_residual)
      {
        for_entries(
          [half_h = 0.5 * h](double      &a,
                             double      &v,
                             const double load,
                             const double s,
                             const double m_inverse) {
            a = m_inverse * (load - s);
            v += half_h * a;
          },
          next.a,
          next.v,
          next.load,
          next.elastic_force,
          *inverse_mass(system));
        return;
      }
    iteration_matrix.solve(w.solution, w.residual);
    for_entries(
      [half_h = 0.5 * h](double &a, double &v, const double da) {
        a += da;
        v += half_h * da;
      },
      next.a,
      next.v,
      w.solution);
  }

  template <class System>
  void
  CentralDifference<System>::impulse_response(const Tangents<System> &at,
                                              const Vector           &r,
                                              ImpulseIncrement<A>    &d) const
  {
    const auto &[system, h, x, w] = at;

    w.residual.equ(1. / h, r);
    iteration_matrix.solve(d.da, w.residual);
    d.dv.equ(0.5 * h, d.da);
    d.dq = 0.;
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE double
  CentralDifference<System>::algorithmic_energy(
    const Tangents<System> &at) const
  {
    const auto &[system, h, x, w] = at;

    // potential at the mean of q_k and q_{k+1} = q_k + h V
    Vector &V = w.point, &Ma = w.force, &middle = w.solution;
    system.momentum(x.q, x.a, Ma);
    double energy = sums_over_entries<1>(
      [h = h](const double v,
              const double a,
              const double q,
              const double p,
              const double Ma_i,
              const double s,
              double      &V_i,
              double      &middle_i) -> std::array<double, 1> {
        V_i      = v + 0.5 * h * a;
        middle_i = q + 0.5 * h * V_i;
        return {0.5 * (V_i * (p + 0.5 * h * Ma_i) + (q + h * V_i) * s)};
      },
      x.v,
      x.a,
      x.q,
      x.momentum,
      Ma,
      x.elastic_force,
      V,
      middle)[0];
    energy += system.load_potential(middle);
    if (beta != 0.)
      {
        system.elastic_force(V, w.solution);
        energy += 0.5 * beta * h * h * (V * w.solution);
        system.elastic_force(x.a, w.solution);
        Ma.add(beta * h * h, w.solution);
      }
    return energy;
  }

  template <class System>
  Energy
  CentralDifference<System>::initial_energy(const Tangents<System> &at,
                                            SchemeHistory<A> &)
  {
    Energy energy = mechanical_energy(at.system, at.x);
    // q^T F says nothing of a nonlinear system, where rotations have more numbers
    // in q than forces have
    energy.algorithmic =
      at.system.is_linear() ? algorithmic_energy(at) : energy.total();
    return energy;
  }

  // The potential of the loads is linear: of (q_k + q_{k+1})/2 that of q_k and
  // of h/2 (v + h/2 a).
  template <class System>
  template <class Diagonal>
  EnergyBalance
  CentralDifference<System>::balance_with(const Diagonal     &inverse_mass,
                                          const Step<System> &step,
                                          Energy             &after) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    const auto [v_p, twice_H, v_f] = sums_over_entries<3>(
      [h = h](const double v,
              const double a,
              const double q,
              const double p,
              const double s,
              const double m_inverse) -> std::array<double, 3> {
        const double Ma = a / m_inverse, V = v + 0.5 * h * a;
        return {v * p, V * (p + 0.5 * h * Ma) + (q + h * V) * s, v * (Ma + s)};
      },
      next.v,
      next.a,
      next.q,
      next.momentum,
      next.elastic_force,
      inverse_mass);
    const double of_v = system.load_potential(next.v),
                 of_a = system.load_potential(next.a);
    after.kinetic     = 0.5 * v_p;
    if (system.is_elastic())
      after.strain = system.strain_energy(next.q, next.elastic_force);
    after.potential = system.load_potential(next.q);
    after.algorithmic =
      0.5 * twice_H + after.potential + 0.5 * h * (of_v + 0.5 * h * of_a);

    EnergyBalance balance;
    balance.change = h * (v_f + of_v);
    if (system.has_varying_load())
      balance.work.external = h * (next.v * next.load + of_v);
    if (is_velocity_level())
      balance.work.contact = effect.work;
    else if (effect.acts)
      balance.work.contact = next.v * effect.impulse;
    return balance;
  }

  template <class System>
  PERCUSS_ALWAYS_INLINE EnergyBalance
  CentralDifference<System>::energy_balance(const Step<System> &step,
                                            Energy             &after) const
  {
    const auto &[system, h, x, next, effect, history, w] = step;

    if (const auto *const inverse = inverse_mass(system))
      return balance_with(*inverse, step, after);
    after             = mechanical_energy(system, next);
    after.algorithmic = algorithmic_energy({system, h, next, w});

    // h v_{k+1} is half of q_{k+2} - q_k
    const double  potential = h * system.load_potential(next.v);
    EnergyBalance balance;
    balance.change =
      h * sums_over_entries<1>(
            [](const double v, const double Ma, const double s)
              -> std::array<double, 1> { return {v * (Ma + s)}; },
            next.v,
            w.force,
            next.elastic_force)[0] +
      potential;
    Work &work = balance.work;
    if (system.has_varying_load() && theta == 0.)
      work.external = h * (next.v * next.load) + potential;
    else if (system.has_varying_load())
      {
        system.load(next.t + theta * h, w.force);
        work.external = h * (next.v * w.force) + potential;
      }
    if (system.is_damped())
      {
        damping_velocity(step);
        system.damping_force(next.q, w.point, w.force);
        work.damping = -h * (next.v * w.force);
      }
    if (is_velocity_level())
      work.contact = effect.work;
    else if (effect.acts)
      work.contact = next.v * effect.impulse;
    if (theta != 0.)
      {
        w.point.equ(1., next.v);
        w.point.add(0.5 * h, next.a);
        system.elastic_force(w.point, w.force);
        work.dissipation = theta * h * h * (next.v * w.force);
      }
    return balance;
  }
} // namespace percuss

#endif
