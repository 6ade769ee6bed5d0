// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_time_integration_extended_scheme_h
#define percuss_time_integration_extended_scheme_h

#include <percuss/time_integration/time_integration_scheme.h>

#include <utility>

namespace percuss
{
  /**
   * A scheme that adds something to another one, such as a projection: it is
   * that one in all that a derived class does not say itself.
   *
   * @tparam Scheme a final class, whose functions are called directly
   */
  template <class System, class Scheme>
  class ExtendedScheme : public TimeIntegrationScheme<System>
  {
  public:
    using typename TimeIntegrationScheme<System>::A;
    using typename TimeIntegrationScheme<System>::Vector;

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
    predict(const Step<System> &step) const override
    {
      base.predict(step);
    }

    void
    residual(const Step<System> &step, bool is_predictor) const override
    {
      base.residual(step, is_predictor);
    }

    void
    correct(const Step<System> &step) const override
    {
      base.correct(step);
    }

    void
    impulse_response(const Tangents<System> &at,
                     const Vector           &r,
                     ImpulseIncrement<A>    &d) const override
    {
      base.impulse_response(at, r, d);
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

    Energy
    initial_energy(const Tangents<System> &at,
                   SchemeHistory<A>       &history) override
    {
      return base.initial_energy(at, history);
    }

    /** The identity of the other scheme and the work of the projection. */
    EnergyBalance
    energy_balance(const Step<System> &step, Energy &after) const override
    {
      EnergyBalance balance   = base.energy_balance(step, after);
      balance.work.projection = this->projection_work(step);
      return balance;
    }

  protected:
    /** From the arguments of the other scheme. */
    template <class... Arguments>
    explicit ExtendedScheme(Arguments &&...arguments)
      : base(std::forward<Arguments>(arguments)...)
    {}

    Scheme base;
  };
} // namespace percuss

#endif
