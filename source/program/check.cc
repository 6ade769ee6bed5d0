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
#include <percuss/program/run_time.h>
#include <percuss/program/study_records.h>
#include <percuss/run/check_case.h>
#include <percuss/run/loaded_library.h>
#include <percuss/run/set_time_step.h>
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
each curve and each run is tried, of many 200, with the number of runs and the
processor time that all of them take, were their meshes that of the case; of the
output directory it is asked whether the run could leave its files there now.
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
      if (quantity.name.find("time of the ") != std::string::npos &&
          quantity.unit == "s" && quantity.value > 120.)
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

    /** Errors of entries that have none yet; the runs of a study only where the
     * case itself is right. */
    CheckedStudy
    add_study(const Case                            &the_case,
              const std::function<void(CaseFile &)> &read,
              const Catalogue *const                 catalogue,
              CheckedCase                           &checked)
    {
      std::vector<InputProblem> &problems = checked.problems;
      const bool                 is_right = problems.empty();
      CheckedStudy               study =
        check_study(the_case,
                    read,
                    is_right ? catalogue : nullptr,
                    checked.model ? checked.model->n_dofs() : 0);
      for (const InputError &error : study.errors)
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
      return study;
    }

    /** How many runs there are, and their time; as if all had the model of the
     * case.
     * @param start of a run, of a processor [s]
     */
    void
    add_figures_of_study(const CheckedStudy &study,
                         const Case         &the_case,
                         const Model        &model,
                         const double        start,
                         StartFigures       &figures)
    {
      if (study.n_runs == 0)
        return;
      const auto add = [&](const char *name, const std::size_t n) {
        figures.quantities.push_back({name, static_cast<double>(n), ""});
      };
      add("runs of the study", study.n_runs);
      if (study.n_references > 0)
        add("references of the study", study.n_references);
      if (!(figures.step_seconds > 0.))
        return;
      // of a process that runs it, and of MPI, which models with meshes start
      const double of_process = model.element_length() > 0. ? 0.1 : 0.02;
      const auto   seconds    = [&](const std::vector<RunParameters> &tried,
                               const std::size_t                 n) {
        double sum = 0.;
        for (RunParameters run : tried)
          {
            set_time_step(model, run, the_case.file);
            if (!the_case.run.study.keep_histories)
              {
                run.output.history_interval = 0;
                run.output.field_interval   = 0;
              }
            sum += run_seconds(model,
                               run,
                               of_process + study.start_seconds.value_or(start),
                               figures.step_seconds);
          }
        return tried.empty() ? 0. :
                                    sum / static_cast<double>(tried.size()) *
                                 static_cast<double>(n);
      };
      figures.quantities.push_back(
        {"processor time of the study, about",
         start + seconds(study.runs, study.n_runs) +
           seconds(study.references, study.n_references),
         "s"});
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
              const MakesModel                       makes,
              const double                           seconds_before)
  {
    const double       begin = processor_seconds();
    FullCheck          result{check_case(the_case, read, makes), {}, false};
    auto              &checked = result.checked;
    const double       start   = seconds_before + processor_seconds() - begin;
    const CheckedStudy study   = add_study(the_case, read, catalogue, checked);
    double             of_comparison = 0.; // for each step [s]
    if (checked.model)
      try
        {
          if (const auto reference = find_reference(*checked.model, the_case))
            {
              result.is_compared = true;
              of_comparison      = comparison_seconds(*reference, the_case.run);
            }
          for (const auto &warnings :
               {reference_warnings(the_case), records_warnings(the_case)})
            for (const std::string &warning : warnings)
              checked.warnings.push_back(warning);
        }
      catch (const InputError &error)
        {
          checked.problems.push_back(problem_of(error, the_case.parameters));
          checked.model.reset();
        }
    if (checked.model)
      {
        result.figures = start_figures(*checked.model, the_case.run);
        if (result.figures.step_seconds > 0.)
          result.figures.step_seconds += of_comparison;
        if (const double step = result.figures.step_seconds; step > 0.)
          result.figures.quantities.push_back(
            {"time of the run, about",
             run_seconds(*checked.model, the_case.run, start, step),
             "s"});
        add_figures_of_study(
          study, the_case, *checked.model, start, result.figures);
      }
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
    const bool   is_known = makes == MakesModel::yes;
    const double before   = processor_seconds();
    FullCheck    result   = check_fully(
      the_case,
      [&](CaseFile &file) { arguments.read_into(file); },
      is_known ? &catalogue : nullptr,
      makes,
      before);
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
