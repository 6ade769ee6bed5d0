// SPDX-License-Identifier: Apache-2.0
#include <percuss/simulation/energy_record.h>

#include <sstream>

namespace percuss
{
  NumericalFailure
  EnergyRecord::rejection(const EnergyBalance    &balance,
                          const Energy           &after,
                          const unsigned long int step,
                          const double            time) const
  {
    const char *const unstable = "The motion has blown up: reduce the time "
                                 "step, or choose parameters for which the "
                                 "scheme is stable.";
    if (!std::isfinite(after.total()))
      return {"The energy is not a finite number",
              step,
              time,
              after.total(),
              unstable};
    std::ostringstream what;
    if (is_bounded(balance, after))
      {
        what << "The energy identity of the scheme does not hold (tolerance "
             << failing_residual << " of the energy, "
             << failing_residual * scale_with(balance, after) << " J)";
        return {what.str(),
                step,
                time,
                balance.change - balance.work.total(),
                "Its linear system or its contact problem is not solved, or "
                "its forces are lost in rounding: reduce the time step."};
      }
    what << "The energy, " << after.total() << " J, is more than "
         << failing_gain
         << " times what the start, the loads and the obstacles have put in, "
         << put_in(cumulative.external + balance.work.external, after) << " J,";
    return {
      what.str(), step, time, balance.change - balance.work.total(), unstable};
  }
} // namespace percuss
