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

  /** The same with three more of runs whose contacts cohere, at the start of
   * which @p record is: how many hold something, what they store and what they
   * have dissipated [J]. */
  HistoryColumns
  with_cohesion(HistoryColumns columns, const StepRecord &record);

  /** The same with three more of runs with rate-and-state friction: the least and
   * the greatest mu of contacts that were closed in the step, 0 if none was, and
   * their largest state [s]. */
  HistoryColumns
  with_rate_and_state(HistoryColumns columns, const StepRecord &record);
} // namespace percuss

#endif
