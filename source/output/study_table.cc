// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/csv.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/study_table.h>
#include <percuss/study/convergence_rate.h>
#include <percuss/study/run_signals.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <ostream>
#include <sstream>
#include <utility>

namespace percuss
{
  namespace
  {
    using Row = StudyTable::Row;

    double
    number_of(const Row &row, const std::string &column)
    {
      const auto number = row.numbers.find(column);
      return number == row.numbers.end() ?
               std::numeric_limits<double>::quiet_NaN() :
               number->second;
    }

    /** The labels of the lines, each once, in their order. */
    std::vector<std::string>
    curves_of(const StudyTable &table)
    {
      std::vector<std::string> curves;
      for (const Row &row : table.rows)
        if (std::ranges::find(curves, row.curve) == curves.end())
          curves.push_back(row.curve);
      return curves;
    }

    std::optional<double>
    rate_of(const StudyTable  &table,
            const std::string &curve,
            const std::string &column)
    {
      std::vector<double> x, errors;
      for (const Row &row : table.rows)
        if (row.curve == curve)
          {
            x.push_back(abscissa_of(table, row));
            errors.push_back(number_of(row, column));
          }
      return fitted_rate(x, errors);
    }

    std::string
    text(const double number, const char *format)
    {
      if (!std::isfinite(number))
        return "";
      char buffer[64];
      std::snprintf(buffer, sizeof buffer, format, number);
      return buffer;
    }

    std::string
    text(const std::optional<double> &rate)
    {
      return rate ? text(*rate, "%.2f") : "";
    }

    /** '|' would end a cell of a Markdown table. */
    std::string
    cell(const std::string &content)
    {
      std::string result;
      for (const char c : content)
        result += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
      return result;
    }

    std::string
    with_unit(const StudyTable::Column &column)
    {
      return column.label +
             (column.unit.empty() ? "" : " [" + column.unit + "]");
    }

    const StudyTable::Column &
    column_of(const StudyTable &table, const std::string &name)
    {
      return *std::ranges::find(table.columns, name, &StudyTable::Column::name);
    }

    void
    write_csv(const StudyTable &table, std::ostream &file)
    {
      if (table.kind == "refinement")
        file << "run,";
      file << "curve";
      for (const std::string &entry : table.entries)
        file << ',' << csv_field(entry);
      if (table.kind == "refinement")
        file << ",status,message";
      for (const StudyTable::Column &column : table.columns)
        file << ',' << csv_field(column.name);
      file << csv_end_of_row;
      std::size_t n = 0;
      for (const Row &row : table.rows)
        {
          if (table.kind == "refinement")
            file << ++n << ',';
          file << csv_field(row.curve);
          for (const std::string &value : row.values)
            file << ',' << csv_field(value);
          if (table.kind == "refinement")
            file << ',' << row.status << ',' << csv_field(row.message);
          for (const StudyTable::Column &column : table.columns)
            file << ',' << text(number_of(row, column.name), "%.17g");
          file << csv_end_of_row;
        }
    }

    void
    write_rates(const StudyTable               &table,
                const std::vector<std::string> &curves,
                std::ostream                   &file)
    {
      file << "## Observed rates\n\nLeast-squares exponents of the "
           << table.abscissa.label << ".\n\n| |";
      for (const std::string &name : table.quantities)
        file << ' ' << cell(column_of(table, name).label) << " |";
      file << "\n|---|";
      for (std::size_t i = 0; i < table.quantities.size(); ++i)
        file << "---|";
      file << '\n';
      for (const std::string &curve : curves)
        {
          file << "| " << cell(curve) << " |";
          for (const std::string &name : table.quantities)
            file << ' ' << text(rate_of(table, curve, name)) << " |";
          file << '\n';
        }
      file << '\n';
    }

    /** A row per abscissa, two columns per curve. */
    void
    write_quantity(const StudyTable               &table,
                   const std::vector<std::string> &curves,
                   const std::string              &name,
                   std::ostream                   &file)
    {
      const StudyTable::Column &column = column_of(table, name);
      file << "## " << with_unit(column) << "\n\n";
      const bool is_entry =
        std::ranges::find(table.entries, table.abscissa.name) !=
        table.entries.end();
      for (const std::string &curve : curves)
        {
          if (!curve.empty())
            file << "**" << curve << "**\n\n";
          file << "| " << cell(with_unit(table.abscissa)) << " | "
               << cell(column.name) << " | rate |\n|---|---|---|\n";
          double x_0 = std::numeric_limits<double>::quiet_NaN(), error_0 = x_0;
          for (const Row &row : table.rows)
            if (row.curve == curve)
              {
                const double x     = abscissa_of(table, row),
                             error = number_of(row, name);
                file << "| " << (is_entry ? row.values[0] : text(x, "%.4g"))
                     << " | "
                     << (row.status == "done" ? text(error, "%.4e") :
                                                row.status)
                     << " | " << text(observed_rate(x_0, error_0, x, error))
                     << " |\n";
                if (std::isfinite(error))
                  {
                    x_0     = x;
                    error_0 = error;
                  }
              }
          file << "| fit | | " << text(rate_of(table, curve, name)) << " |\n\n";
        }
    }

    void
    write_markdown(const StudyTable &table, std::ostream &file)
    {
      const std::vector<std::string> curves = curves_of(table);
      file << "# " << table.case_name << "\n\n";
      const auto n_failed =
        std::ranges::count_if(table.rows, [](const Row &row) {
          return row.status != "done";
        });
      file << table.rows.size() << " runs";
      if (n_failed > 0)
        {
          file << ", " << n_failed << " of them not done:\n\n";
          std::size_t n = 0;
          for (const Row &row : table.rows)
            {
              ++n;
              if (row.status != "done")
                file << "- run " << n << " (" << row.curve
                     << (row.curve.empty() ? "" : ", ") << table.entries[0]
                     << " = " << row.values[0] << "): " << row.status << ": "
                     << cell(row.message) << '\n';
            }
          file << '\n';
        }
      else
        file << ".\n\n";
      write_rates(table, curves, file);
      for (const std::string &name : table.quantities)
        write_quantity(table, curves, name, file);
    }

    void
    write_json(const StudyTable &table, std::ostream &file)
    {
      using Json                            = nlohmann::ordered_json;
      const std::vector<std::string> curves = curves_of(table);
      Json                           json;
      json["case"]       = table.case_name;
      json["kind"]       = table.kind;
      json["abscissa"]   = {{"column", table.abscissa.name},
                            {"label", table.abscissa.label},
                            {"unit", table.abscissa.unit}};
      json["curves"]     = curves;
      json["quantities"] = Json::array();
      for (const std::string &name : table.quantities)
        {
          const StudyTable::Column &column = column_of(table, name);
          Json                      rates  = Json::array();
          for (const std::string &curve : curves)
            if (const auto rate = rate_of(table, curve, name))
              rates.push_back(*rate);
            else
              rates.push_back(nullptr);
          json["quantities"].push_back({{"column", name},
                                        {"label", column.label},
                                        {"unit", column.unit},
                                        {"is_error", column.is_error},
                                        {"rates", rates}});
        }
      file << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
    }

    std::string
    in_words(std::string name)
    {
      std::ranges::replace(name, '_', ' ');
      return name;
    }
  } // namespace

  double
  abscissa_of(const StudyTable &table, const StudyTable::Row &row)
  {
    const auto entry = std::ranges::find(table.entries, table.abscissa.name);
    if (entry == table.entries.end())
      return number_of(row, table.abscissa.name);
    const std::string &value =
      row.values[static_cast<std::size_t>(entry - table.entries.begin())];
    char        *end    = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    return *end == '\0' && !value.empty() ?
             number :
             std::numeric_limits<double>::quiet_NaN();
  }

  StudyTable::Column
  describe_column(const std::string &name,
                  const bool         is_error,
                  const bool         si_hausdorff)
  {
    StudyTable::Column column{name, in_words(name), "", is_error};
    if (is_error)
      {
        struct Norm
        {
          const char *suffix, *label, *factor;
          bool        has_unit;
        };
        // the longer suffix first
        for (const Norm &norm :
             {Norm{"_L1_relative", "relative L1 error", "", false},
              Norm{"_L1", "L1 error", " s", true},
              Norm{"_L2", "L2 error", " s^1/2", true},
              Norm{"_max", "largest error", "", true},
              Norm{"_hausdorff",
                   si_hausdorff ? "Hausdorff distance (SI)" :
                                  "relative Hausdorff distance",
                   "",
                   false}})
          if (name.ends_with(norm.suffix))
            {
              const std::string signal =
                name.substr(0, name.size() - std::string(norm.suffix).size());
              column.label = in_words(signal) + ", " + norm.label;
              column.unit  = norm.has_unit ? unit_of(signal) + norm.factor : "";
              break;
            }
        return column;
      }
    for (const auto &[part, unit] : {std::pair("_seconds_per_step", "s"),
                                     {"_seconds", "s"},
                                     {"impulse_over_step", "N"},
                                     {"time", "s"},
                                     {"force", "N"},
                                     {"impulse", "N s"},
                                     {"penetration", "m"},
                                     {"length", "m"},
                                     {"energy", "J"}})
      if (name.find(part) != std::string::npos &&
          name.find("relative") == std::string::npos)
        {
          column.unit = unit;
          break;
        }
    if (name == "time_step")
      column.label = "time step h";
    return column;
  }

  void
  write_study(const StudyTable &table, const std::string &directory)
  {
    const auto write = [&](const char *name, auto &&writer) {
      std::ostringstream content;
      writer(table, content);
      replace_file(directory + '/' + name, content.str());
    };
    write("study.json", write_json); // first: it says whose the others are
    write("study.csv", write_csv);
    if (table.kind == "refinement")
      write("study.md", write_markdown);
  }
} // namespace percuss
