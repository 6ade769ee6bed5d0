// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_run_history_h
#define percuss_output_run_history_h

#include <percuss/output/history_values.h>
#include <percuss/simulation/observer.h>

#include <string>
#include <vector>

namespace percuss
{
  /** The history of a run as arrays: what `history.csv` has, row by row, each
   * column in an array of its own. */
  struct HistoryArrays
  {
    std::vector<HistoryValues::Column> columns;
    std::vector<std::vector<double>> values; ///< of each column, a number a row
  };

  /** Keeps the history of a run in memory: 8 bytes a row and column. */
  class RunHistory final : public Observer
  {
  public:
    /** @param arrays   what it fills, and empties first
     *  @param interval steps between the rows, as of HistoryWriter */
    RunHistory(HistoryArrays       &arrays,
               const HistoryValues &row,
               unsigned long int    interval);

    /** Collective. */
    void
    observe(const StepRecord &record) override;

  private:
    HistoryArrays &arrays;
    HistoryValues  row;
  };
} // namespace percuss

#endif
