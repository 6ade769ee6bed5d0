// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/joined.h>
#include <percuss/base/text.h>
#include <percuss/program/check.h>
#include <percuss/program/check_study.h>
#include <percuss/program/given_reference.h>
#include <percuss/program/results_directory.h>
#include <percuss/program/run_beginning.h>
#include <percuss/program/run_execution.h>
#include <percuss/run/check_case.h>
#include <percuss/run/loaded_library.h>
#include <percuss/run/start_figures.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <tuple>

namespace percuss
{
  namespace
  {
    const char *const check_help =
      R"(usage: percuss check CASE.prm [--set "Section/entry=value"]... [--json]

Says what is wrong with a case, or what is known of its run before the first
step. Computes no result and writes no file.

All errors are printed on the standard error output, one on a line, with file,
line, entry, what is allowed and the nearest name; the exit status is then 2.
What depends on an entry that is wrong is not judged. Of the section 'Study'
each value, curve and reference setting is tried by itself; of the output
directory it is asked whether the run could leave its files there now.
Of an input that can be run, sizes, lengths and times are printed: degrees of
freedom, contacts, time of a wave through an element, critical time step, number
of steps, contacts that are closed or overlap at the start, the first contact as
free flight gives it, memory of the model that has been made, and the time of
the run as a few steps give it; and the warnings with which the run would begin.

  --set "..."    overrides an entry, as in --set "Time integration/theta=1"
  --output DIR   as of 'percuss run'
  --json         one JSON object instead, on the standard output: "errors" with
                 file, line, entry, message, suggestion; "warnings"; "quantities"
                 with value and unit
)";

    nlohmann::ordered_json
    as_json(const InputProblem &problem)
    {
      nlohmann::ordered_json object;
      object["file"] = problem.file;
      object["line"] = problem.line;
      if (problem.line == 0)
        object["line"] = nullptr;
      object["entry"]      = problem.entry;
      object["message"]    = problem.message;
      object["suggestion"] = problem.suggestion;
      return object;
    }

    /** "degrees_of_freedom" */
    std::string
    key_of(std::string name)
    {
      std::erase(name, ',');
      std::ranges::replace(name, ' ', '_');
      return name;
    }

    void
    print_json(const Case         &the_case,
               const CheckedCase  &checked,
               const StartFigures &figures)
    {
      nlohmann::ordered_json result;
      result["errors"] = nlohmann::ordered_json::array();
      for (const InputProblem &problem : checked.problems)
        result["errors"].push_back(as_json(problem));
      result["warnings"]   = checked.warnings;
      result["quantities"] = nlohmann::ordered_json::object();
      if (checked.model)
        {
          result["model"]  = the_case.kind().name;
          result["scheme"] = the_case.run.scheme.name;
        }
      for (const StartFigure &quantity : figures.quantities)
        result["quantities"][key_of(quantity.name)] = {{"value",
                                                        quantity.value},
                                                       {"unit", quantity.unit}};
      if (!figures.first_contact.empty())
        result["first_contact"] = figures.first_contact;
      if (!figures.never_close.empty())
        result["never_close"] = figures.never_close;
      std::cout << result.dump(2) << '\n';
    }

    /** "12.3 MB" of bytes, minutes and hours of a long time. */
    std::string
    in_words(const StartFigure &quantity)
    {
      if (quantity.unit == "byte")
        return short_text(quantity.value / 1e6) + " MB";
      std::string text = short_text(quantity.value);
      if (!quantity.unit.empty())
        text += ' ' + quantity.unit;
      if (quantity.name.starts_with("time of the run") && quantity.value > 120.)
        text += joined(" = ", std::round(quantity.value / 60.), " minutes");
      return text;
    }

    void
    print_table(const Case         &the_case,
                const CheckedCase  &checked,
                const StartFigures &figures)
    {
      if (!processes().is_first())
        return;
      for (const InputProblem &problem : checked.problems)
        std::cerr << "percuss: " << problem.text << '\n';
      std::cerr << std::flush;
      if (!checked.model && checked.problems.empty())
        std::cout << "spectrum of scheme '" << the_case.run.scheme.name
                  << "'\n";
      if (!checked.model)
        return;
      std::cout << the_case.kind().name << ", " << the_case.run.scheme.name
                << '\n';
      for (const std::string &line : lines_of(figures))
        std::cout << "  " << line << '\n';
      std::cout << std::flush;
      for (const std::string &warning : checked.warnings)
        std::cerr << "percuss: warning: " << warning << std::endl;
    }

    /** Of entries that have none yet; the values of a study only where the case
     * itself is right. */
    void
    add_errors_of_study(const Case                            &the_case,
                        const std::function<void(CaseFile &)> &read,
                        const Catalogue *const                 catalogue,
                        CheckedCase                           &checked)
    {
      std::vector<InputProblem>    &problems = checked.problems;
      const bool                    is_right = problems.empty();
      const std::vector<InputError> errors =
        errors_of_study(the_case, read, is_right ? catalogue : nullptr);
      for (const InputError &error : errors)
        {
          const InputProblem problem = problem_of(error, the_case.parameters);
          const auto         is_same = [&](const InputProblem &other) {
            return other.entry == problem.entry &&
                   (!is_right || other.message == problem.message);
          };
          if (std::ranges::none_of(problems, is_same))
            problems.push_back(problem);
        }
      std::ranges::stable_sort(problems, {}, [](const InputProblem &problem) {
        return std::tie(problem.file, problem.line);
      });
      if (!problems.empty())
        checked.model.reset();
    }

    /** That the run could leave its files, as it would find the directory now.
     */
    void
    check_directory(const Case         &the_case,
                    const RunArguments &arguments,
                    const bool          is_compared,
                    CheckedCase        &checked)
    {
      const std::string problem = problem_of_directory(the_case,
                                                       arguments,
                                                       files_of(*checked.model,
                                                                the_case.run,
                                                                is_compared));
      if (problem.empty())
        return;
      checked.problems.push_back(
        problem_of(unusable_directory(the_case.file, problem),
                   the_case.parameters));
      checked.model.reset();
    }

    int
    execute(const Arguments &words, const Catalogue &catalogue)
    {
      return check(parse_run_arguments(words, "check"), catalogue);
    }
  } // namespace

  FullCheck
  check_fully(Case                                  &the_case,
              const std::function<void(CaseFile &)> &read,
              const Catalogue *const                 catalogue,
              const MakesModel                       makes)
  {
    FullCheck result{check_case(the_case, read, makes), {}, false};
    auto     &checked = result.checked;
    add_errors_of_study(the_case, read, catalogue, checked);
    if (checked.model)
      try
        {
          result.is_compared =
            find_reference(*checked.model, the_case).has_value();
          for (const std::string &warning : reference_warnings(the_case))
            checked.warnings.push_back(warning);
        }
      catch (const InputError &error)
        {
          checked.problems.push_back(problem_of(error, the_case.parameters));
          checked.model.reset();
        }
    if (checked.model)
      result.figures = start_figures(*checked.model, the_case.run);
    for (const std::string &warning : result.figures.warnings)
      checked.warnings.push_back(warning);
    return result;
  }

  FullCheck
  check_arguments(Case               &the_case,
                  const RunArguments &arguments,
                  const Catalogue    &catalogue,
                  const MakesModel    makes)
  {
    const bool is_known = makes == MakesModel::yes;
    FullCheck  result   = check_fully(
      the_case,
      [&](CaseFile &file) { arguments.read_into(file); },
      is_known ? &catalogue : nullptr,
      makes);
    CheckedCase &checked = result.checked;
    if (checked.model)
      check_directory(the_case, arguments, result.is_compared, checked);
    for (InputProblem &problem : checked.problems)
      if (problem.file.empty())
        problem.file = arguments.case_file;
    return result;
  }

  std::vector<std::string>
  lines_of(const StartFigures &figures)
  {
    std::vector<std::string> lines;
    for (const StartFigure &quantity : figures.quantities)
      {
        std::ostringstream line;
        line << std::left << std::setw(40) << quantity.name
             << in_words(quantity);
        if (quantity.name == "first contact")
          line << ", '" << figures.first_contact << "'";
        else if (quantity.name == "contacts that free flight never closes")
          line << ": " << figures.never_close;
        lines.push_back(line.str());
      }
    return lines;
  }

  int
  check(const RunArguments &arguments, const Catalogue &catalogue)
  {
    Case               the_case(catalogue);
    const FullCheck    result = check_arguments(the_case, arguments, catalogue);
    const CheckedCase &checked = result.checked;
    if (arguments.json)
      print_json(the_case, checked, result.figures);
    else
      print_table(the_case, checked, result.figures);
    return checked.problems.empty() ? 0 : 2;
  }

  extern const Command check_command{"check", check_help, execute};
} // namespace percuss
