// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/quantity.h>
#include <percuss/program/study_results.h>
#include <percuss/program/study_runs.h>

#include <fnmatch.h>

#include <algorithm>
#include <iostream>
#include <map>

namespace percuss
{
  namespace
  {
    using Json = nlohmann::ordered_json;

    /** The numbers of a summary, named by their path: "contact_peak_force". */
    void
    flatten(const Json                                  &object,
            const std::string                           &prefix,
            std::vector<std::pair<std::string, double>> &numbers)
    {
      for (const auto &[name, value] : object.items())
        if (value.is_number())
          numbers.emplace_back(prefix + name, value.get<double>());
        else if (value.is_object() && name != "errors" && name != "versions")
          flatten(value, prefix + name + "_", numbers);
    }

    Json
    summary_of(const PlannedRun   &run,
               const std::string  &case_name,
               const StudyRecords &records)
    {
      if (!run.directory.empty())
        return percuss::summary_of(run, case_name);
      const RunRecord *const record = records.find(run);
      return record && record->message.empty() ? Json::parse(record->summary) :
                                                 Json();
    }

    std::string
    last_words(const PlannedRun &run, const StudyRecords &records)
    {
      if (!run.directory.empty())
        return percuss::last_words(run);
      const RunRecord *const record = records.find(run);
      return record ? record->message : "";
    }

    /** A row per run, and all columns that any of them has. */
    StudyTable
    gather(const Case         &base,
           const Sweep        &sweep,
           const Plan         &plan,
           const StudyRecords &records)
    {
      const bool si_metric =
        base.run.study.hausdorff_metric == ComparisonSettings::Metric::si;
      StudyTable table;
      table.case_name = plan.case_name;
      table.kind      = "refinement";
      for (const SweepAxis &axis : sweep.axes)
        table.entries.push_back(axis.path);
      std::vector<StudyTable::Column> errors;
      const auto add = [](std::vector<StudyTable::Column> &columns,
                          const StudyTable::Column        &column) {
        if (std::ranges::find(columns,
                              column.name,
                              &StudyTable::Column::name) == columns.end())
          columns.push_back(column);
      };
      for (const char *first : {"time_step",
                                "element_length",
                                "dofs",
                                "steps",
                                "wall_seconds",
                                "stepping_seconds"})
        add(table.columns, describe_column(first, false));
      for (std::size_t i = 0; i < plan.runs.size(); ++i)
        {
          StudyTable::Row row;
          row.curve                 = sweep.runs[i].curve;
          row.values                = sweep.runs[i].values;
          const PlannedRun &run     = plan.runs[i];
          const Json        summary = summary_of(run, plan.case_name, records);
          if (summary.is_null())
            {
              row.message = last_words(run, records);
              row.status  = row.message.empty() ? "missing" : "failed";
            }
          else
            {
              row.status = "done";
              std::vector<std::pair<std::string, double>> numbers;
              flatten(summary, "", numbers);
              for (const auto &[name, value] : numbers)
                {
                  row.numbers[name] = value;
                  add(table.columns, describe_column(name, false));
                }
              for (const auto &[name, value] : summary["errors"].items())
                if (value.is_number())
                  {
                    row.numbers[name] = value.get<double>();
                    add(errors, describe_column(name, true, si_metric));
                  }
            }
          table.rows.push_back(row);
        }
      table.columns.insert(table.columns.end(), errors.begin(), errors.end());
      return table;
    }

    /** Whether a column changes along the first entry of the sweep. */
    bool
    changes(const StudyTable  &table,
            const std::string &column,
            const std::size_t  n_first)
    {
      for (std::size_t i = 0; i + 1 < table.rows.size(); ++i)
        if ((i + 1) % n_first != 0)
          {
            const auto &numbers = table.rows[i].numbers,
                       &next    = table.rows[i + 1].numbers;
            if (numbers.contains(column) && next.contains(column))
              return numbers.at(column) != next.at(column);
          }
      return false;
    }

    /** The values of the first swept entry in SI, if all have units of one
     * dimension, "50 cm" and "1 m": they are a column, in the place of words.
     * Returns whether they are. */
    bool
    add_values_in_si(StudyTable &table)
    {
      std::vector<double> values;
      Quantity::Dimension dimension{};
      const ValueOfName   no_names = [](const std::string &name) -> Quantity {
        throw InputError("There is no number '" + name + "'.");
      };
      for (const StudyTable::Row &row : table.rows)
        {
          Quantity value;
          try
            {
              value = evaluate_quantity(row.values[0], {}, no_names);
            }
          catch (const InputError &) // words, and references
            {
              return false;
            }
          if (!value.has_unit || !value.dimension ||
              (!values.empty() && *value.dimension != dimension))
            return false;
          dimension = *value.dimension;
          values.push_back(value.value);
        }
      const std::string in = in_words(dimension);
      if (values.empty() || !in.starts_with("in "))
        return false;
      const std::string &entry = table.entries[0];
      const std::string  unit  = in.substr(std::string("in ").size());
      table.abscissa           = {entry + " [" + unit + ']',
                                  entry.substr(entry.rfind('/') + 1),
                                  unit,
                                  false};
      table.columns.insert(table.columns.begin(), table.abscissa);
      for (std::size_t i = 0; i < values.size(); ++i)
        table.rows[i].numbers[table.abscissa.name] = values[i];
      return true;
    }

    void
    choose_abscissa(const Case       &base,
                    const std::size_t n_first,
                    StudyTable       &table)
    {
      const std::map<std::string, std::string> columns{
        {"time step", "time_step"},
        {"element length", "element_length"},
        {"degrees of freedom", "dofs"}};
      const std::string &wanted = base.run.study.abscissa;
      std::string        name;
      if (const auto known = columns.find(wanted); known != columns.end())
        name = known->second;
      else if (wanted == "automatic")
        for (const char *column : {"time_step", "element_length"})
          if (name.empty() && changes(table, column, n_first))
            name = column;
      if (name.empty() && add_values_in_si(table))
        return;
      if (name.empty())
        {
          const std::string &entry = table.entries[0];
          table.abscissa           = {entry,
                                      entry.substr(entry.rfind('/') + 1),
                                      "",
                                      false};
        }
      else
        table.abscissa = describe_column(name, false);
    }

    bool
    any_is_done(const StudyTable &table)
    {
      return std::ranges::any_of(table.rows, [](const StudyTable::Row &row) {
        return row.status == "done";
      });
    }

    /** Warns where runs are done and nothing of them is to be compared. */
    void
    warn_without_quantities(const Case &base, const StudyTable &table)
    {
      if (!table.quantities.empty() || !any_is_done(table) ||
          !base.run.study.quantities.empty())
        return;
      const std::string &reference = base.run.study.reference;
      const std::string  reason =
        reference == "none"   ? "Runs are then compared with nothing" :
         reference == "finest" ? "The only run along the first entry of the "
                                 "sweep is compared with nothing" :
                                 "No exact solution of this case is known";
      std::cerr << "percuss: warning: "
                << base.file
                     .error("Study/reference",
                            reason +
                              ", and there are no errors to tabulate and plot. "
                              "Set 'Study/quantities' to columns of study.csv, "
                              "as in 'max_penetration, contact_peak_force', or "
                              "'Study/reference' to what runs are compared "
                              "with: 'percuss explain Study' lists it. Runs "
                              "that are done are not repeated for other "
                              "quantities.")
                     .what()
                << std::endl;
    }

    /** The columns that 'Study/quantities' names; warns of those that no run
     * has. */
    void
    choose_quantities(const Case &base, StudyTable &table)
    {
      const std::string &wanted = base.run.study.quantities;
      for (const std::string &pattern : split(wanted, ','))
        {
          bool found = false;
          for (const StudyTable::Column &column : table.columns)
            {
              // '[' opens a set in patterns of the shell
              std::string escaped;
              for (const char c : pattern)
                escaped += c == '[' ? "\\[" : std::string(1, c);
              const bool matches =
                wanted.empty() ?
                  column.is_error :
                  fnmatch(escaped.c_str(), column.name.c_str(), 0) == 0;
              if (!matches)
                continue;
              found = true;
              if (std::ranges::find(table.quantities, column.name) ==
                  table.quantities.end())
                table.quantities.push_back(column.name);
            }
          if (!found && !wanted.empty() && any_is_done(table))
            {
              std::vector<std::string> names;
              for (const StudyTable::Column &column : table.columns)
                names.push_back(column.name);
              const std::string meant = nearest(pattern, names);
              // after hours of runs no reason to give up
              std::cerr << "percuss: warning: "
                        << base.file
                             .error("Study/quantities",
                                    "No run has left a '" + pattern + "'. " +
                                      (meant.empty() ?
                                         "study.csv shows all columns." :
                                         "Did you mean '" + meant + "'?"))
                             .what()
                        << std::endl;
            }
        }
    }
  } // namespace

  StudyTable
  study_results(const Case         &base,
                const Sweep        &sweep,
                const Plan         &plan,
                const StudyRecords &records)
  {
    StudyTable table = gather(base, sweep, plan, records);
    choose_abscissa(base, sweep.axes[0].values.size(), table);
    choose_quantities(base, table);
    warn_without_quantities(base, table);
    return table;
  }
} // namespace percuss
