// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_simulation_history_columns_h
#define percuss_simulation_history_columns_h

#include <percuss/simulation/step_record.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace percuss
{
  /** Columns of history.csv that only one model knows, and what evaluates
   * them. */
  struct HistoryColumns
  {
    std::vector<std::string> names;
    /** Writes a value for each name, on all ranks; collective. */
    std::function<void(const StepRecord &, std::span<double>)> evaluate;
  };

  /** The same with those of the laws with a state, at the start of which
   * @p record is. */
  HistoryColumns
  with_laws(HistoryColumns columns, const StepRecord &record);
} // namespace percuss

#endif
