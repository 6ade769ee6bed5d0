// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_history_writer_h
#define percuss_output_history_writer_h

#include <percuss/output/csv.h>
#include <percuss/output/history_values.h>
#include <percuss/simulation/observer.h>

#include <chrono>
#include <fstream>
#include <optional>
#include <string>

namespace percuss
{
  /** What a run that goes on does with the rows that are there. */
  struct EarlierRows
  {
    unsigned long int until;   ///< the step after which it goes on
    bool              thinned; ///< those stay that its interval asks for
  };

  /**
   * `history.csv`: one row per recorded step, comma-separated as RFC 4180 asks,
   * numbers with 17 significant digits so that they read back exactly. What it
   * has written is in the file within a second: a run that is killed leaves it.
   */
  class HistoryWriter final : public Observer
  {
  public:
    /**
     * @param file_name of the file, empty on the ranks that do not write
     * @param contacts  the contact rows, or their totals
     * @param projects  whether the scheme projects positions
     * @param own       columns of the model, the last ones
     * @param earlier   of a run that goes on: serialize() will say where
     *
     * The columns are those of HistoryValues.
     */
    HistoryWriter(const std::string                &file_name,
                  const ContactTotals              &contacts,
                  const MonitoredPoints            &points,
                  bool                              projects,
                  unsigned long int                 interval,
                  const HistoryColumns             &own     = {},
                  const std::optional<EarlierRows> &earlier = {});

    /**
     * The interval 'automatic': 1, or the first of 2, 5, 10, 20, 50, ... with
     * which a run of @p n_steps leaves at most 20,000 rows and 15 MB of them.
     */
    static unsigned long int
    automatic_interval(unsigned long int      n_steps,
                       const ContactTotals   &contacts,
                       const MonitoredPoints &points,
                       const HistoryColumns  &own);

    /** Throws std::runtime_error if the row cannot be written. */
    void
    observe(const StepRecord &record) override;

    /** Where the file ends, all its rows on the disk, or the file cut there.
     * Throws std::runtime_error if it cannot be, InputError if rows are
     * missing. */
    void
    serialize(Archive &archive) override;

    /** Throws std::runtime_error if the last rows cannot be written. */
    void
    finish() override;

  private:
    using WallClock = std::chrono::steady_clock;

    void
    check() const;
    void
                                     flush_in_time();
    std::string                      file_name;
    const std::optional<EarlierRows> earlier;

    std::ofstream file;
    CsvRow        row;
    HistoryValues values;

    WallClock::time_point last_row; // long ago: the first one is flushed
  };
} // namespace percuss

#endif
