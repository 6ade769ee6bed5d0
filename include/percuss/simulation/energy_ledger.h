// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_energy_ledger_h
#define percuss_simulation_energy_ledger_h

#include <percuss/base/always_inline.h>
#include <percuss/mechanics/energy.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  /**
   * The energy account of a run, entered once per step:
   *
   *     residual_k = H_{k+1} - H_k - (external + damping + contact
   *                                   - dissipation)_k,
   *
   * which the scheme's identity says is zero.
   */
  class EnergyLedger
  {
  public:
    /** Opens the account with the energies of the initial state. */
    void
    open(const Energy &initial, const bool identity = true)
    {
      *this          = EnergyLedger();
      has_identity   = identity;
      energy         = initial;
      initial_energy = initial;
      scale          = size(energy);
    }

    /** Enters the balance of a step and the energies after it. */
    PERCUSS_ALWAYS_INLINE void
    record(const EnergyBalance &balance, const Energy &after)
    {
      identity_residual = balance.change - balance.work.total();
      cumulative += balance.work;
      energy = after;

      // a residual that is not the largest so far is not the largest in
      // relation to an energy that only grows, either
      const double error = std::abs(identity_residual);
      if (error > max_residual)
        {
          max_residual = error;
          scale =
            std::max({scale, size(energy), std::abs(balance.work.external)});
          if (scale > 0.)
            max_relative_residual =
              std::max(max_relative_residual, error / scale);
        }
    }

    /** Whether the scheme has an identity for the system; if not, its
     * dissipation is what the other entries leave, and residuals are zero. */
    bool has_identity = true;

    Energy initial_energy;
    Energy energy;                 ///< at t_k
    Work   cumulative;             ///< from t_0 to t_k
    double identity_residual = 0.; ///< of the last step [J]
    double max_residual      = 0.; ///< largest magnitude so far [J]
    /** The same over the energy, kinetic + |total|, or the work of loads and
     * moving obstacles in a step: the largest of those at the start and at the
     * steps of larger residuals so far. */
    double max_relative_residual = 0.;

  private:
    /** What the residual is measured with [J]. */
    static double
    size(const Energy &energy)
    {
      return energy.kinetic + std::abs(energy.total());
    }

    double scale = 0.;
  };
} // namespace percuss

#endif
