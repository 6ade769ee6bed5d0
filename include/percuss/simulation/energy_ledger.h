// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_energy_ledger_h
#define percuss_simulation_energy_ledger_h

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
    open(const Energy &initial)
    {
      *this          = EnergyLedger();
      energy         = initial;
      initial_energy = initial;
      scale          = energy.kinetic + energy.strain;
    }

    /** Enters the balance of a step and the energies after it. */
    void
    record(const EnergyBalance &balance, const Energy &after)
    {
      identity_residual = balance.change - balance.work.total();
      cumulative += balance.work;
      energy = after;
      scale  = std::max(scale, energy.kinetic + energy.strain);

      const double size = std::abs(identity_residual);
      max_residual      = std::max(max_residual, size);
      if (size > 0.)
        max_relative_residual = std::max(max_relative_residual, size / scale);
    }

    Energy initial_energy;
    Energy energy;                     ///< at t_k
    Work   cumulative;                 ///< from t_0 to t_k
    double identity_residual     = 0.; ///< of the last step [J]
    double max_residual          = 0.; ///< largest magnitude so far [J]
    double max_relative_residual = 0.; ///< the same over the largest kinetic +
                                       ///< strain energy up to that step

  private:
    double scale = 0.;
  };
} // namespace percuss

#endif
