// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_spring_guard_h
#define percuss_run_spring_guard_h

#include <percuss/run/run_parameters.h>
#include <percuss/simulation/observer.h>

namespace percuss
{
  /**
   * Ends a run whose contacts are springs (penalty, Nitsche's method), by
   * NumericalFailure, where they have brought in a fifth of the energy that was
   * put in: a node that opens in a long step may leave with many times the
   * energy of its spring, again and again.
   *
   * Equations: doc/theory/contact_methods.md (4b).
   */
  class SpringGuard final : public Observer
  {
  public:
    static constexpr double failing_gain = 0.2;

    /** @p crossing_time: in which a wave crosses the smallest element [s] */
    SpringGuard(const RunParameters &parameters, double crossing_time);

    void
    observe(const StepRecord &record) override;

  private:
    /** omega h of the lumped mass of a contact node on its spring; 0 where it
     * has none. */
    double
    omega_h(double time_step) const;

    const ContactMethodParameters method;
    const BoundaryMass            boundary_mass;
    const double                  crossing_time;
    const bool                    has_critical_step;
  };
} // namespace percuss

#endif
