// SPDX-License-Identifier: Apache-2.0
#include <percuss/simulation/history_columns.h>

#include <algorithm>
#include <array>
#include <utility>

namespace percuss
{
  namespace
  {
    template <class Values>
    HistoryColumns
    with_three(HistoryColumns                     columns,
               const std::array<const char *, 3> &names,
               const Values                      &values_of)
    {
      const std::size_t n = columns.names.size();
      columns.names.insert(columns.names.end(), names.begin(), names.end());
      columns.evaluate = [n, values_of, own = std::move(columns.evaluate)](
                           const StepRecord       &step,
                           const std::span<double> values) {
        if (own)
          own(step, values.first(n));
        std::ranges::copy(values_of(step), values.begin() + n);
      };
      return columns;
    }
  } // namespace

  HistoryColumns
  with_cohesion(HistoryColumns columns, const StepRecord &record)
  {
    if (record.cohesion.n_zones == 0)
      return columns;
    return with_three(std::move(columns),
                      {"cohesive_contacts",
                       "energy_cohesion",
                       "dissipation_cohesion"},
                      [](const StepRecord &step) {
                        const CohesionRecord &c = step.cohesion;
                        return std::array{static_cast<double>(c.n_left),
                                          c.stored,
                                          c.dissipated};
                      });
  }

  HistoryColumns
  with_rate_and_state(HistoryColumns columns, const StepRecord &record)
  {
    if (record.rate_and_state.n_contacts == 0)
      return columns;
    return with_three(std::move(columns),
                      {"friction_coefficient_min",
                       "friction_coefficient_max",
                       "state_max"},
                      [](const StepRecord &step) {
                        const RateAndStateRecord &r = step.rate_and_state;
                        return std::array{r.least, r.greatest, r.oldest};
                      });
  }
} // namespace percuss
