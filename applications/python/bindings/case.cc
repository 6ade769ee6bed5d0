// SPDX-License-Identifier: Apache-2.0
#include "case.h"

#include "arrays.h"
#include "functions.h"

#include <percuss/base/exceptions.h>
#include <percuss/program/item_tables.h>
#include <percuss/run/loaded_library.h>

#include <pybind11/stl.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace percuss::python
{
  namespace py = pybind11;

  namespace
  {
    /** What the items of the entry may be: kind and words of each, of a word
     * its name, type, choices and meaning with the unit. */
    py::list
    words_of_items(const std::string &path)
    {
      py::list items;
      for (const DeclaredItem &item :
           items_of(path, declared_items(catalogue())))
        {
          py::list words;
          for (const DeclaredWord &word : item.words)
            words.append(py::make_tuple(
              word.word,
              word.type,
              word.choices,
              word.meaning +
                (word.unit.empty() ? "" : " [" + word.unit + ']')));
          items.append(py::make_tuple(item.kind, item.is_named, words));
        }
      return items;
    }
  } // namespace

  CaseOfPython::CaseOfPython(const CaseSource &source)
    : source(source)
    , declared(make_case(source, catalogue()))
  {}

  CaseOfPython::CaseOfPython(const std::string                &name,
                             const std::optional<std::string> &text)
    : CaseOfPython(CaseSource{name, text, {}})
  {}

  void
  CaseOfPython::set(const std::string &path, const std::string &value)
  {
    const Parameter *const entry  = declared->parameters.find(path);
    const std::string      before = entry ? entry->value : "";
    try
      {
        declared->file.set(path, value, place_of_setting(path));
      }
    catch (const InputError &)
      {
        // a variable has the new value when what refers to it is refused
        if (entry && entry->section == variables_section &&
            entry->value != before)
          declared->file.set(path, before, place_of_setting(path));
        throw;
      }
    const std::string name = declared->file.present_name(path);
    std::erase_if(source.settings, [&](const auto &setting) {
      return declared->file.present_name(setting.first) == name;
    });
    source.settings.emplace_back(path, value);
  }

  EntryOfCase
  CaseOfPython::get(const std::string &path) const
  {
    const Parameter *const entry = declared->parameters.find(path);
    if (!entry)
      {
        try
          {
            declared->file.check_path(path);
          }
        catch (const InputError &error)
          {
            throw InputError(place_of_setting(path) + ": " + error.what());
          }
      }
    return {entry->value, entry->allowed, entry->documentation};
  }

  std::vector<std::string>
  CaseOfPython::paths() const
  {
    std::vector<std::string> result;
    for (const Parameter &entry : declared->parameters.all())
      result.push_back(entry.path());
    return result;
  }

  std::unique_ptr<Case>
  CaseOfPython::make() const
  {
    auto result = make_case(source, catalogue());
    if (result->text() != declared->text())
      throw InputError(source.name +
                       ": the file, or one that it includes, has changed since "
                       "the case was read. Make the Case anew.");
    return result;
  }

  CheckOfCase
  CaseOfPython::check(const ProgramFunctions &functions) const
  {
    const OneThread            alone(OneThread::is_needed(*declared));
    const ProgramFunctionScope in_scope(functions);
    check_one_process();
    Case      fresh(catalogue());
    FullCheck check =
      check_fully(fresh, [this](CaseFile &file) { read_source(source, file); });
    return {std::move(check.checked.problems),
            std::move(check.checked.warnings),
            std::move(check.figures)};
  }

  CaseOfPython
  CaseOfPython::copy() const
  {
    CaseOfPython result(source);
    if (result.text() != text())
      make(); // throws
    return result;
  }

  namespace
  {
    /** A run that has ended, perhaps before its time. */
    struct RunOfPython
    {
      RunOfProgram       run;
      std::string        failure;                ///< empty, or why it has ended
      bool               is_input_wrong = false; ///< by which the failure came
      std::exception_ptr signal; ///< the exception of the handler, if any

      std::size_t n_calls = 0;       ///< of functions of Python
      double      seconds = 0.;      ///< in them
      py::object  error_of_function; ///< the cause of the failure, or none
    };

    /** Columns of whole numbers as such. */
    struct WholeNumbers
    {
      std::vector<std::int64_t> values;
    };

    using SharedRun = std::shared_ptr<const RunOfPython>;

    py::array
    column_of(const SharedRun &run, const std::size_t i)
    {
      const HistoryArrays &history = run->run.history;
      if (!history.columns[i].is_whole)
        return read_only_view(history.values[i], run);
      const auto whole = std::make_shared<WholeNumbers>();
      for (const double value : history.values[i])
        whole->values.push_back(static_cast<std::int64_t>(value));
      return read_only_view(whole->values,
                            std::shared_ptr<const WholeNumbers>(whole));
    }

    py::dict
    history_of(const SharedRun &run)
    {
      py::dict    result;
      const auto &columns = run->run.history.columns;
      for (std::size_t i = 0; i < columns.size(); ++i)
        result[py::str(columns[i].name)] = column_of(run, i);
      return result;
    }

    /** Computes without the GIL. What is wrong before the first step is
     * thrown. */
    void
    compute(const CaseOfPython               &the_case,
            const std::optional<std::string> &output,
            const FunctionsOfPython          &functions,
            PythonSignals                    &signals,
            RunOfPython                      &result)
    {
      const auto                   fresh = the_case.make();
      const std::string            name  = the_case.name();
      const py::gil_scoped_release without_gil;
      const OneThread              alone(OneThread::is_needed(*fresh));
      const ProgramFunctionScope   in_scope(functions.by_name());
      const auto has_begun = [&] { return !result.run.summary_json.empty(); };
      try
        {
          result.run.received_signal = [&signals] {
            return signals.received();
          };
          compute_run(*fresh, name, output, result.run);
        }
      catch (const InputError &error)
        {
          if (!has_begun())
            throw;
          result.failure        = error.what();
          result.is_input_wrong = true;
        }
      catch (const std::exception &error)
        {
          if (!has_begun())
            throw;
          result.failure = processes().describe(error);
        }
      result.run.received_signal = {};
    }

    std::shared_ptr<RunOfPython>
    run_case(const CaseOfPython                 &the_case,
             const std::optional<std::string>   &output,
             const std::shared_ptr<StopRequest> &stop,
             const py::dict                     &of_python)
    {
      const auto        result = std::make_shared<RunOfPython>();
      FunctionsOfPython functions(of_python);
      PythonSignals     signals(&functions.calls, stop);
      try
        {
          compute(the_case, output, functions, signals, *result);
        }
      catch (const InputError &error)
        {
          functions.raise_with_cause(error);
          throw;
        }
      signals.received(); // of a function in the last step
      result->signal            = signals.take();
      result->n_calls           = functions.calls.n;
      result->seconds           = functions.calls.seconds;
      result->error_of_function = functions.calls.error;
      return result;
    }

    void
    raise_signal(RunOfPython &run)
    {
      if (run.signal)
        std::rethrow_exception(std::exchange(run.signal, nullptr));
    }
  } // namespace

  void
  bind_case(py::module_ &module)
  {
    py::class_<StopRequest, std::shared_ptr<StopRequest>>(module, "StopRequest")
      .def(py::init<>())
      .def("make", &StopRequest::make);
    py::class_<CaseOfPython>(module, "Case")
      .def(py::init<const std::string &, const std::optional<std::string> &>())
      .def("set", &CaseOfPython::set)
      .def("get",
           [](const CaseOfPython &the_case, const std::string &path) {
             const EntryOfCase entry = the_case.get(path);
             return py::make_tuple(entry.value,
                                   entry.allowed,
                                   entry.documentation);
           })
      .def("paths", &CaseOfPython::paths)
      .def("words_of_items",
           [](const CaseOfPython &, const std::string &path) {
             return words_of_items(path);
           })
      .def("lines_of_items",
           [](const CaseOfPython &, const std::string &path) {
             return lines_of(items_of(path, declared_items(catalogue())));
           })
      .def("text", &CaseOfPython::text)
      .def("name", &CaseOfPython::name)
      .def("copy", &CaseOfPython::copy)
      .def("check",
           [](const CaseOfPython &the_case, const py::dict &of_python) {
             FunctionsOfPython            functions(of_python);
             const py::gil_scoped_release without_gil;
             return the_case.check(functions.by_name());
           })
      .def("run", run_case);
    py::class_<InputProblem>(module, "InputProblem")
      .def_readonly("file", &InputProblem::file)
      .def_readonly("line", &InputProblem::line)
      .def_readonly("entry", &InputProblem::entry)
      .def_readonly("message", &InputProblem::message)
      .def_readonly("suggestion", &InputProblem::suggestion)
      .def_readonly("text", &InputProblem::text);
    py::class_<CheckOfCase>(module, "Check")
      .def_readonly("problems", &CheckOfCase::problems)
      .def_readonly("warnings", &CheckOfCase::warnings)
      .def("quantities", [](const CheckOfCase &check) {
        std::vector<std::tuple<std::string, double, std::string>> result;
        for (const auto &[name, value, unit] : check.figures.quantities)
          result.emplace_back(name, value, unit);
        return result;
      });
    py::class_<RunOfPython, std::shared_ptr<RunOfPython>>(module, "Run")
      .def("history",
           [](const std::shared_ptr<RunOfPython> &run) {
             return history_of(run);
           })
      .def("summary_json",
           [](const RunOfPython &run) { return run.run.summary_json; })
      .def("summary_text",
           [](const RunOfPython &run) { return run.run.summary_text; })
      .def("warnings", [](const RunOfPython &run) { return run.run.warnings; })
      .def("failure", [](const RunOfPython &run) { return run.failure; })
      .def("is_input_wrong",
           [](const RunOfPython &run) { return run.is_input_wrong; })
      .def("raise_signal", raise_signal)
      .def("n_calls", [](const RunOfPython &run) { return run.n_calls; })
      .def("seconds_in_python",
           [](const RunOfPython &run) { return run.seconds; })
      // taken: it refers to the frame that has the run
      .def("take_error_of_function", [](RunOfPython &run) -> py::object {
        if (run.error_of_function)
          return std::exchange(run.error_of_function, py::object());
        return py::none();
      });
  }
} // namespace percuss::python
