// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/run_history.h>

namespace percuss
{
  RunHistory::RunHistory(HistoryArrays          &arrays,
                         const HistoryValues    &row,
                         const unsigned long int interval)
    : Observer(interval)
    , arrays(arrays)
    , row(row)
  {
    arrays.columns = row.columns();
    arrays.values.assign(arrays.columns.size(), {});
  }

  void
  RunHistory::observe(const StepRecord &record)
  {
    const std::span<const double> values = row.evaluate(record);
    for (std::size_t i = 0; i < values.size(); ++i)
      arrays.values[i].push_back(values[i]);
  }
} // namespace percuss
