// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_history_values_h
#define percuss_output_history_values_h

#include <percuss/simulation/contact_totals.h>
#include <percuss/simulation/history_columns.h>
#include <percuss/simulation/monitored_points.h>
#include <percuss/simulation/step_record.h>

#include <span>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * The columns of the history of a run and their values in a step, the same
   * for `history.csv` and for a history in memory (RunHistory).
   *
   * Behind the contacts there is the column work_projection where the scheme
   * projects positions. Before the columns of the model, the last ones, are
   * work_normal, work_friction and work_joints, the parts of work_contact, and
   * halved_steps, how many steps so far failed and were repeated in smaller
   * ones.
   */
  class HistoryValues
  {
  public:
    struct Column
    {
      std::string name;             ///< "force[wall]"
      bool        is_whole = false; ///< whether its numbers are whole ones
    };

    /**
     * @param contacts the contact rows, or their totals
     * @param projects whether the scheme projects positions
     * @param own      columns of the model
     */
    HistoryValues(const ContactTotals   &contacts,
                  const MonitoredPoints &points,
                  bool                   projects,
                  const HistoryColumns  &own);

    const std::vector<Column> &
    columns() const
    {
      return all_columns;
    }

    /** The values of the columns in a step: of whole numbers exact up to 2^53;
     * they stay until the next call. Collective. */
    std::span<const double>
    evaluate(const StepRecord &record);

  private:
    void
    append_contacts(const StepRecord &record);

    ContactTotals       contacts;
    MonitoredPoints     points;
    HistoryColumns      own;
    bool                projects;
    std::vector<Column> all_columns;
    std::vector<double> positions, velocities, own_values, values;
  };
} // namespace percuss

#endif
