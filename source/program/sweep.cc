// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/program/sweep.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>

namespace percuss
{
  namespace
  {
    constexpr std::size_t max_runs = 100000;

    std::string
    without_quotes(const std::string &text)
    {
      return text.size() >= 2 && text.front() == '"' && text.back() == '"' ?
               text.substr(1, text.size() - 2) :
               text;
    }

    /** Twelve digits: what powers add to round numbers is rounding. */
    std::string
    twelve_digits(const double number)
    {
      char buffer[64];
      std::snprintf(buffer, sizeof buffer, "%.12g", number);
      return buffer;
    }

    /** The same for all texts of a number, as 1e-3 and 0.001. */
    std::string
    canonical(const std::string &value)
    {
      const auto x = number(value);
      if (!x)
        return value;
      char buffer[64];
      std::snprintf(buffer, sizeof buffer, "%.17g", *x + 0.); // -0 is 0
      return buffer;
    }

    /** The numbers of "geometric(first, last, number)", or of a "linear" one;
     * nothing if the text is neither. Throws InputError. */
    std::optional<std::vector<std::string>>
    range(const std::string &text, const bool whole_numbers)
    {
      const bool geometric = text.starts_with("geometric(");
      if ((!geometric && !text.starts_with("linear(")) || !text.ends_with(")"))
        return {};
      const std::size_t              open = text.find('(') + 1;
      const std::vector<std::string> words =
        split(text.substr(open, text.size() - 1 - open), ',');
      std::vector<double> numbers;
      for (const std::string &word : words)
        {
          const auto value = number(word);
          if (!value)
            throw InputError("In '" + text + "' '" + word +
                             "' is not a number.");
          numbers.push_back(*value);
        }
      if (numbers.size() != 3 || numbers[2] < 2. || numbers[2] > 1e6 ||
          numbers[2] != std::floor(numbers[2]))
        throw InputError("'" + text +
                         "' needs a first value, a last value and a whole "
                         "number of values, at least 2.");
      if (geometric && !(numbers[0] > 0. && numbers[1] > 0.))
        throw InputError("'" + text + "' needs positive values.");
      std::vector<std::string> values;
      const double             last = numbers[2] - 1.;
      for (double i = 0.; i <= last; ++i)
        {
          const double x =
            geometric ?
              numbers[0] * std::pow(numbers[1] / numbers[0], i / last) :
              numbers[0] + (numbers[1] - numbers[0]) * (i / last);
          const double value = i == 0.   ? numbers[0] :
                               i == last ? numbers[1] :
                                           x;
          values.push_back(
            twelve_digits(whole_numbers ? std::round(value) : value));
        }
      return values;
    }

    void
    check_entry(const std::string &path, const CaseFile &case_file)
    {
      case_file.check_path(path);
      if (path.starts_with("Study/") || path == "Output/output directory")
        throw InputError("'" + path + "' is not an entry of a single run.");
    }

    /** Of what an entry of section "Study" asks for. */
    std::string
    place_of(const std::string &entry, const CaseFile &case_file)
    {
      return "The study in " + case_file.place_of(entry) + ", '" + entry + "'";
    }

    /** "'PATH'", with the name that the entry has now where that is another. */
    std::string
    in_quotes(const std::string &path, const CaseFile &case_file)
    {
      const std::string name = case_file.present_name(path);
      return "'" + path + "'" + (name == path ? "" : ", now '" + name + "',");
    }

    /** Whether any of these is of the entry that @p path names, by its present
     * name or by an old one. */
    template <class Settings>
    bool
    has_setting_of(const Settings    &settings,
                   const std::string &path,
                   const CaseFile    &case_file)
    {
      return std::ranges::any_of(settings, [&](const auto &setting) {
        return case_file.present_name(setting.path) ==
               case_file.present_name(path);
      });
    }

    Assignment
    parse_assignment(const std::string &text,
                     const std::string &entry,
                     const CaseFile    &case_file)
    {
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos)
        throw InputError("'" + text +
                         "' has no '='. Write 'Section/entry = value'.");
      const Assignment result{trim(text.substr(0, equals)),
                              without_quotes(trim(text.substr(equals + 1))),
                              place_of(entry, case_file)};
      check_entry(result.path, case_file);
      return result;
    }

    std::vector<Assignment>
    parse_assignments(const std::string &text,
                      const std::string &entry,
                      const CaseFile    &case_file)
    {
      std::vector<Assignment> result;
      if (!text.empty())
        for (const std::string &piece : split_outside(text, ','))
          {
            Assignment next = parse_assignment(piece, entry, case_file);
            if (has_setting_of(result, next.path, case_file))
              throw InputError(in_quotes(next.path, case_file) +
                               " is set twice in '" + text +
                               "'. Write it once.");
            result.push_back(std::move(next));
          }
      return result;
    }

    SweepAxis
    parse_axis(const std::string &text, const CaseFile &case_file)
    {
      SweepAxis         axis;
      const std::size_t equals = text.find('=');
      if (equals == std::string::npos)
        throw InputError("'" + text +
                         "' has no '='. Write 'Section/entry = value, value, "
                         "...'.");
      axis.path  = trim(text.substr(0, equals));
      axis.place = place_of("Study/sweep", case_file);
      check_entry(axis.path, case_file);
      const std::string values = trim(text.substr(equals + 1));
      if (values.empty())
        throw InputError("'" + text + "' has an empty value.");
      for (const std::string &text_of_value : split_outside(values, ','))
        if (const std::string value = case_file.with_variables(text_of_value);
            const auto        numbers =
              range(value, case_file.takes_whole_numbers(axis.path)))
          axis.values.insert(axis.values.end(),
                             numbers->begin(),
                             numbers->end());
        else if (value.empty())
          throw InputError("'" + text + "' has an empty value.");
        else
          axis.values.push_back(without_quotes(value));
      std::map<std::string, std::string> texts; // of values
      for (const std::string &value : axis.values)
        if (const auto [other, is_new] =
              texts.try_emplace(canonical(value), value);
            !is_new)
          throw InputError(
            "'" + axis.path + "' takes the value '" + value + "' twice" +
            (other->second == value ? "." :
                                      ": as '" + other->second + "', too."));
      return axis;
    }

    SweepCurve
    parse_curve(const std::string &text, const CaseFile &case_file)
    {
      if (text.empty())
        throw InputError("There is an empty set of entries.");
      const std::vector<std::string> parts = split_outside(text, ':');
      SweepCurve                     curve;
      curve.label = without_quotes(parts[0]);
      const std::string settings =
        parts.size() == 1 ? text : trim(text.substr(text.find(':') + 1));
      curve.settings = parse_assignments(settings, "Study/curves", case_file);
      return curve;
    }
  } // namespace

  std::vector<SweepCurve>
  make_curves(const StudyParameters &parameters, const CaseFile &case_file)
  {
    if (parameters.curves.empty())
      return {SweepCurve()};
    return case_file.at("Study/curves", [&] {
      std::vector<SweepCurve> curves;
      for (const std::string &text : split_outside(parameters.curves, '|'))
        {
          curves.push_back(parse_curve(text, case_file));
          for (std::size_t i = 0; i + 1 < curves.size(); ++i)
            if (curves[i].label == curves.back().label)
              throw InputError("The label '" + curves[i].label +
                               "' occurs twice.");
        }
      return curves;
    });
  }

  std::vector<Assignment>
  reference_settings(const StudyParameters &parameters,
                     const CaseFile        &case_file)
  {
    const std::string entry = "Study/reference settings";
    return case_file.at(entry, [&] {
      return parse_assignments(parameters.reference_settings, entry, case_file);
    });
  }

  Sweep
  make_sweep(const StudyParameters &parameters, const CaseFile &case_file)
  {
    const std::vector<SweepCurve> curves = make_curves(parameters, case_file);
    Sweep                         sweep;
    case_file.at("Study/sweep", [&] {
      if (parameters.sweep.empty())
        throw InputError("There is nothing to vary: write 'Section/entry = "
                         "value, value, ...', as in 'Time integration/time "
                         "step = 1e-3, 1e-4, 1e-5'.");
      for (const std::string &text : split_outside(parameters.sweep, ';'))
        {
          SweepAxis axis = parse_axis(text, case_file);
          if (has_setting_of(sweep.axes, axis.path, case_file))
            throw InputError(in_quotes(axis.path, case_file) +
                             " is varied twice. Write all its values behind "
                             "one '='.");
          if (const auto other =
                std::ranges::find_if(sweep.axes,
                                     [&](const SweepAxis &one) {
                                       return case_file.refers_to(text,
                                                                  one.path);
                                     });
              other != sweep.axes.end())
            throw InputError("The values of '" + axis.path + "' refer to '" +
                             other->path +
                             "', which is varied: let the entry itself refer "
                             "to it.");
          for (const SweepCurve &curve : curves)
            if (has_setting_of(curve.settings, axis.path, case_file))
              throw InputError(in_quotes(axis.path, case_file) +
                               " is set in 'Study/curves', too.");
          sweep.axes.push_back(std::move(axis));
        }
      return 0;
    });

    // the other axes turn like the digits of a number, the last one fastest
    std::size_t n_runs = curves.size();
    for (const SweepAxis &axis : sweep.axes)
      if ((n_runs *= axis.values.size()) > max_runs)
        throw case_file.error("Study/sweep",
                              "It asks for more than " +
                                std::to_string(max_runs) + " runs.");
    const std::vector<std::string> &first = sweep.axes[0].values;
    const std::size_t n_combinations = n_runs / (curves.size() * first.size());
    for (const SweepCurve &curve : curves)
      for (std::size_t c = 0; c < n_combinations; ++c)
        {
          SweepRun run;
          run.curve    = curve.label;
          run.settings = curve.settings;
          run.values.resize(sweep.axes.size());
          std::size_t rest = c, n_below = n_combinations;
          for (std::size_t a = 1; a < sweep.axes.size(); ++a)
            {
              const SweepAxis &axis = sweep.axes[a];
              n_below /= axis.values.size();
              const std::string &value = axis.values[rest / n_below];
              rest %= n_below;
              run.values[a] = value;
              run.settings.push_back({axis.path, value, axis.place});
              const std::string name =
                axis.path.substr(axis.path.rfind('/') + 1);
              // names of schemes and models speak for themselves
              const bool speaks =
                name == "scheme" || name == "name" || name == "activation";
              run.curve += (run.curve.empty() ? "" : ", ") +
                           (speaks ? value : name + " = " + value);
            }
          for (const std::string &value : first)
            {
              sweep.runs.push_back(run);
              sweep.runs.back().values[0] = value;
              sweep.runs.back().settings.push_back(
                {sweep.axes[0].path, value, sweep.axes[0].place});
            }
        }
    return sweep;
  }
} // namespace percuss
