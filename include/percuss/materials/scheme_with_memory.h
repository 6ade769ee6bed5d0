// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_materials_scheme_with_memory_h
#define percuss_materials_scheme_with_memory_h

#include <percuss/materials/material_memory.h>
#include <percuss/time_integration/time_integration_scheme.h>

#include <memory>
#include <utility>

namespace percuss
{
  /**
   * A scheme for a body whose materials have a memory: another scheme in all
   * but that it tells the memory where a step begins and ends, and adds what the
   * memory stores and dissipates to the energy identity.
   */
  template <Algebra A>
  class SchemeWithMemory final
    : public TimeIntegrationScheme<MechanicalSystem<A>>
  {
  public:
    using System = MechanicalSystem<A>;
    using Base   = TimeIntegrationScheme<System>;
    using Vector = typename A::Vector;

    /** @p memory is referred to. @pre one force per step or the last one at
     * q_{k+1}, none elsewhere: the central difference schemes with theta = beta = 0, and
     * Moreau-Jean's without projection */
    SchemeWithMemory(std::unique_ptr<Base> base_scheme,
                     const ForcePairing    pairing,
                     MaterialMemory<A>    &memory)
      : owned(std::move(base_scheme))
      , base(*owned)
      , pairing(pairing)
      , memory(memory)
    {}

    ContactTreatment
    contact_treatment() const override
    {
      return base.contact_treatment();
    }

    bool
    needs_impulse_vector() const override
    {
      return base.needs_impulse_vector();
    }

    bool
    is_explicit() const override
    {
      return base.is_explicit();
    }

    bool
    needs_constant_mass() const override
    {
      return base.needs_constant_mass();
    }

    void
    reset() override
    {
      base.reset();
    }

    void
    prepare(const System &system, double h, const State<A> &x) override
    {
      base.prepare(system, h, x);
    }

    void
    initialize(const System &system, double h, State<A> &x) const override
    {
      base.initialize(system, h, x);
    }

    void
    solve_with_mass(Vector &x, const Vector &p) const override
    {
      base.solve_with_mass(x, p);
    }

    void
    predict(const Step<System> &step) const override
    {
      memory.begin_step();
      base.predict(step);
    }

    void
    residual(const Step<System> &step, const bool is_predictor) const override
    {
      base.residual(step, is_predictor);
    }

    void
    correct(const Step<System> &step) const override
    {
      base.correct(step);
    }

    void
    complete(const Step<System> &step) const override
    {
      base.complete(step);
      memory.end_step(step.next.q);
    }

    void
    impulse_response(const Tangents<System> &at,
                     const Vector           &r,
                     ImpulseIncrement<A>    &d) const override
    {
      base.impulse_response(at, r, d);
    }

    bool
    complete_response(const Tangents<System> &at,
                      const Vector           &r,
                      ImpulseIncrement<A>    &d) const override
    {
      return base.complete_response(at, r, d);
    }

    DirectResponse<A>
    direct_response(const double h) const override
    {
      return base.direct_response(h);
    }

    double
    contact_work_point() const override
    {
      return base.contact_work_point();
    }

    void
    store_history(const Step<System> &step) override
    {
      base.store_history(step);
    }

    void
    serialize(Archive &archive) override
    {
      base.serialize(archive);
      memory.serialize(archive);
    }

    double
    projection_work(const Step<System> &step) const override
    {
      return base.projection_work(step);
    }

    Energy
    initial_energy(const Tangents<System> &at,
                   SchemeHistory<A>       &history) override
    {
      Energy energy = base.initial_energy(at, history);
      memory.complete(pairing, at, energy);
      return energy;
    }

    EnergyBalance
    energy_balance(const Step<System> &step, Energy &after) const override
    {
      EnergyBalance balance = base.energy_balance(step, after);
      memory.complete(pairing, step, after, balance);
      return balance;
    }

  private:
    const std::unique_ptr<Base> owned;

    Base              &base;
    const ForcePairing pairing;
    MaterialMemory<A> &memory;
  };
} // namespace percuss

#endif
