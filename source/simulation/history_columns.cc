// SPDX-License-Identifier: Apache-2.0
#include <percuss/simulation/history_columns.h>

#include <utility>

namespace percuss
{
  HistoryColumns
  with_laws(HistoryColumns columns, const StepRecord &record)
  {
    for (const StatefulLaw *const law : record.laws)
      {
        const std::vector<std::string> names = law->column_names();
        if (names.empty())
          continue;
        const std::size_t n = columns.names.size();
        columns.names.insert(columns.names.end(), names.begin(), names.end());
        columns.evaluate = [law, n, own = std::move(columns.evaluate)](
                             const StepRecord       &step,
                             const std::span<double> values) {
          if (own)
            own(step, values.first(n));
          law->set_columns(values.subspan(n));
        };
      }
    return columns;
  }
} // namespace percuss
