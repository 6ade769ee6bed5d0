// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/serialize_vector.h>
#include <percuss/materials/relaxation.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <cmath>
#include <utility>

namespace percuss
{
  template <Algebra A>
  Relaxation<A>::Relaxation(const System               &system,
                            const double                h,
                            const std::vector<Element> &of_elements,
                            const bool                  is_proportional,
                            Product                     product)
    : h(h)
    , proportional(is_proportional)
    , product(std::move(product))
    , elements(of_elements.size())
    , trial(of_elements.size())
  {
    for (std::size_t j = 0; j < elements.size(); ++j)
      {
        Maxwell     &e = elements[j];
        const double x = h / of_elements[j].time;
        e.element      = of_elements[j];
        e.decay        = std::exp(-x);
        e.gain         = -std::expm1(-x) / x;
        for (Vector *const vector : {&e.z, &e.f, &trial[j]})
          system.reinit(*vector);
      }
    for (Vector *const vector :
         {&q_0, &force_0, &overforce, &old_overforce, &dq, &rate, &trial_force})
      system.reinit(*vector);
  }

  template <Algebra A>
  void
  Relaxation<A>::reset(const Vector &q)
  {
    in_step = false;
    q_0     = 0.;
    force_0 = 0.;
    for (Maxwell &e : elements)
      {
        e.z = 0.;
        e.f = 0.;
      }
    Vector s = q;
    force(q, s);
    overforce = 0.;
    for (std::size_t j = 0; j < elements.size(); ++j)
      {
        Maxwell &e = elements[j];
        e.z.equ(1., q);
        e.f.equ(1., trial[j]);
        e.energy = e.z * e.f;
        overforce.add(1., e.f);
      }
    q_0.equ(1., q);
    force_0.equ(1., trial_force);
    stored_change = dissipated = 0.;
  }

  template <Algebra A>
  void
  Relaxation<A>::force(const Vector &q, Vector &s) const
  {
    product(0, q, s);
    dq.equ(1., q);
    dq.add(-1., q_0);
    double of_springs = 1.;
    if (proportional)
      {
        trial_force.equ(1., s);
        rate.equ(1., s);
        rate.add(-1., force_0);
        for (const Maxwell &e : elements)
          of_springs -= e.element.weight;
        s *= of_springs;
      }
    for (std::size_t j = 0; j < elements.size(); ++j)
      {
        const Maxwell &e      = elements[j];
        double         weight = 1.;
        if (proportional)
          weight = e.element.weight;
        else
          product(j + 1, dq, rate);
        trial[j].equ(in_step ? e.decay : 1., e.f);
        trial[j].add((in_step ? e.gain : 1.) * weight, rate);
        s.add(1., trial[j]);
      }
  }

  template <Algebra A>
  void
  Relaxation<A>::end_step(const Vector &q)
  {
    in_step = false;
    dq.equ(1., q);
    dq.add(-1., q_0);
    old_overforce.equ(1., overforce);
    overforce     = 0.;
    stored_change = dissipated = 0.;
    for (std::size_t j = 0; j < elements.size(); ++j)
      {
        Maxwell &e = elements[j];
        // K is symmetric: z_k^T f_{k+1} = z_{k+1}^T f_k
        const double mixed = e.z * trial[j], old = e.energy;
        e.z.sadd(e.decay, e.gain, dq);
        e.f.equ(1., trial[j]);
        e.energy = e.z * e.f;
        overforce.add(1., e.f);
        stored_change += e.storage() * (e.energy - old);
        dissipated += 0.25 * h / e.element.time * (old + 2. * mixed + e.energy);
      }
    q_0.equ(1., q);
    force_0.equ(1., trial_force);
  }

  template <Algebra A>
  double
  Relaxation<A>::strain_energy(const Vector &q, const Vector &s) const
  {
    double energy = 0.5 * (q * s) - 0.5 * (q * overforce);
    for (const Maxwell &e : elements)
      energy += 0.5 * e.energy;
    return energy;
  }

  template <Algebra A>
  double
  Relaxation<A>::tangent() const
  {
    double factor = 1.;
    for (const Maxwell &e : elements)
      factor -= e.element.weight * (1. - e.gain);
    return factor;
  }

  template <Algebra A>
  double
  Relaxation<A>::stored() const
  {
    double energy = 0.;
    for (const Maxwell &e : elements)
      energy += e.storage() * e.energy;
    return energy;
  }

  // A scheme of central differences has 1/2 (q + h V)^T f, where b z^T f + h/2
  // V^T f is stored; another one the strain energy, with 1/2 z^T f.

  template <Algebra A>
  void
  Relaxation<A>::complete(const ForcePairing pairing,
                          const Tangents<System> &,
                          Energy &energy) const
  {
    energy.algorithmic += stored();
    if (pairing == ForcePairing::central)
      energy.algorithmic -= 0.5 * (q_0 * overforce);
    else
      for (const Maxwell &e : elements)
        energy.algorithmic -= 0.5 * e.energy;
  }

  template <Algebra A>
  void
  Relaxation<A>::complete(const ForcePairing  pairing,
                          const Step<System> &step,
                          Energy             &after,
                          EnergyBalance      &balance) const
  {
    complete(pairing, {step.system, step.h, step.next, step.w}, after);
    balance.change += stored_change;
    if (pairing == ForcePairing::central)
      { // h V of the step, and of the next one
        Vector &V = step.w.point;
        V.equ(step.h, step.next.v);
        balance.change -= V * overforce;
        V.add(0.5 * step.h * step.h, step.next.a);
        balance.change += 0.5 * (V * overforce - step.next.dq * old_overforce);
      }
    else
      balance.change -=
        0.5 * (step.next.dq * overforce + step.next.dq * old_overforce);
    balance.work.damping -= dissipated;
  }

  template <Algebra A>
  void
  Relaxation<A>::serialize(Archive &archive)
  {
    archive.section("relaxation");
    for (Vector *const vector : {&q_0, &force_0, &overforce})
      serialize_vector<A>(archive, *vector);
    for (Maxwell &e : elements)
      {
        serialize_vector<A>(archive, e.z);
        serialize_vector<A>(archive, e.f);
        archive(e.energy);
      }
  }

  template class Relaxation<PETScAlgebra>;
  template class Relaxation<TrilinosAlgebra>;
} // namespace percuss
