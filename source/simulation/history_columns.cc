// SPDX-License-Identifier: Apache-2.0
#include <percuss/simulation/history_columns.h>

#include <utility>

namespace percuss
{
  HistoryColumns
  with_cohesion(HistoryColumns columns, const StepRecord &record)
  {
    if (record.cohesion.n_zones == 0)
      return columns;
    const std::size_t n = columns.names.size();
    for (const char *const name :
         {"cohesive_contacts", "energy_cohesion", "dissipation_cohesion"})
      columns.names.emplace_back(name);
    columns.evaluate =
      [n, own = std::move(columns.evaluate)](const StepRecord       &step,
                                             const std::span<double> values) {
        if (own)
          own(step, values.first(n));
        values[n]     = static_cast<double>(step.cohesion.n_left);
        values[n + 1] = step.cohesion.stored;
        values[n + 2] = step.cohesion.dissipated;
      };
    return columns;
  }
} // namespace percuss
