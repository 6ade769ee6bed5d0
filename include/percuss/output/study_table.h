// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_study_table_h
#define percuss_output_study_table_h

#include <map>
#include <string>
#include <vector>

namespace percuss
{
  /** What a study has found: one row per run. */
  struct StudyTable
  {
    struct Row
    {
      std::string                   curve;   ///< label of its line in plots
      std::vector<std::string>      values;  ///< of the swept entries
      std::string                   status;  ///< done, failed or missing
      std::string                   message; ///< of a failure
      std::map<std::string, double> numbers; ///< column -> value
    };

    /** A column of numbers with what it means. */
    struct Column
    {
      std::string name, label, unit;
      bool        is_error = false;
    };

    std::string              case_name;
    std::string              kind;       ///< refinement or spectrum
    std::vector<std::string> entries;    ///< the swept ones, "Section/entry"
    std::vector<Column>      columns;    ///< of all numbers, in their order
    std::vector<std::string> quantities; ///< the columns that are of interest
    Column                   abscissa;   ///< its name may be one of entries
    std::vector<Row>         rows;       ///< curve by curve
  };

  /** The abscissa of a row: a column, or a swept entry that is a number; not a
   * number where there is none. */
  double
  abscissa_of(const StudyTable &table, const StudyTable::Row &row);

  /** What a column of a run's summary or errors means, by its name. */
  StudyTable::Column
  describe_column(const std::string &name,
                  bool               is_error,
                  bool               si_hausdorff = false);

  /**
   * study.csv (RFC 4180, numbers with 17 significant digits), study.md (the
   * quantities with observed rates, neighbour by neighbour and fitted), and
   * study.json (what the plots need: abscissa, curves, quantities). Throws
   * std::runtime_error if a file cannot be written.
   */
  void
  write_study(const StudyTable &table, const std::string &directory);
} // namespace percuss

#endif
