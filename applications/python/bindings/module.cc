// SPDX-License-Identifier: Apache-2.0
#include "bindings.h"
#include "functions.h"

#include <percuss/base/exceptions.h>
#include <percuss/base/version.h>
#include <percuss/input/input_errors.h>
#include <percuss/models/all_models.h>
#include <percuss/run/loaded_library.h>

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <set>
#include <utility>

namespace percuss::python
{
  namespace
  {
    std::mutex                loaded_library_in_use;
    std::optional<MpiSession> session;

    thread_local bool is_in_this_thread = false; // that mutex

    /** The names of all variables of the environment. */
    std::set<std::string>
    names_in_environment()
    {
      std::set<std::string> names;
      for (char **variable = environ; *variable; ++variable)
        names.insert(std::string(*variable, std::strcspn(*variable, "=")));
      return names;
    }

    /** Starts MPI, alone, and takes back what that leaves in the environment: a
     * launcher of MPI that Python starts must not take it for its own. What
     * says how files are written stays: MPI reads it when it opens one. */
    void
    start_loaded_library()
    {
      static bool is_started = false;
      if (is_started)
        return;
      const std::set<std::string> before = names_in_environment();
      start_mpi();
      is_started = true;
      for (const std::string &name : names_in_environment())
        if (!before.contains(name) && name != "OMPI_MCA_sharedfp")
          unsetenv(name.c_str());
    }

    /** Ends MPI, when no model uses it any more. */
    void
    end_session()
    {
      session.reset();
    }

    /** With all that is wrong, also by itself in error.problems. */
    void
    set_input_error(const InputError &wrong)
    {
      const auto errors = pybind11::module_::import("percuss._errors");
      const auto text   = [](const std::string &bytes) {
        return pybind11::reinterpret_steal<pybind11::str>(PyUnicode_DecodeUTF8(
          bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
      };
      static const Case all(catalogue());
      pybind11::list    problems;
      for (const InputError &one : all_errors(wrong))
        {
          const InputProblem problem = problem_of(one, all.parameters);
          problems.append(errors.attr("Problem")(text(problem.file),
                                                 problem.line,
                                                 text(problem.entry),
                                                 text(problem.message),
                                                 text(problem.suggestion)));
        }
      const pybind11::object type  = errors.attr("InputError");
      pybind11::object       error = type(text(lines_of(wrong)));
      error.attr("problems")       = pybind11::tuple(problems);
      PyErr_SetObject(type.ptr(), error.ptr());
    }

    /** Exceptions of C++ become those of the package. */
    void
    translate(const std::exception_ptr error)
    {
      try
        {
          if (error)
            std::rethrow_exception(error);
        }
      catch (const InputError &wrong)
        {
          set_input_error(wrong);
        }
      catch (const pybind11::builtin_exception &)
        {
          throw; // has its class
        }
      catch (const pybind11::error_already_set &)
        {
          throw;
        }
      catch (const std::exception &failure)
        {
          set_error("ComputationError", processes().describe(failure));
        }
    }
  } // namespace

  void
  set_error(const char *const name, const std::string &message)
  {
    const auto          errors = pybind11::module_::import("percuss._errors");
    const pybind11::str text(PyUnicode_DecodeUTF8(
      message.data(), static_cast<Py_ssize_t>(message.size()), "replace"));
    PyErr_SetObject(errors.attr(name).ptr(), text.ptr());
  }

  std::string
  lines_of(const InputError &error)
  {
    std::string lines;
    for (const InputError &one : all_errors(error))
      lines += std::string(lines.empty() ? "" : "\n") + one.what();
    return lines;
  }

  const Catalogue &
  catalogue()
  {
    static const Catalogue all{all_models()};
    return all;
  }

  int
  PythonSignals::received()
  {
    if (!exception && calls)
      exception = std::exchange(calls->interrupt, nullptr);
    const auto now = std::chrono::steady_clock::now();
    if (!exception && now - last_look >= std::chrono::milliseconds(20))
      {
        last_look = now;
        const pybind11::gil_scoped_acquire with_gil;
        if (PyErr_CheckSignals() != 0)
          exception = std::make_exception_ptr(pybind11::error_already_set());
      }
    return exception || (stop && *stop) ? SIGINT : 0;
  }

  void
  PythonSignals::raise()
  {
    if (const std::exception_ptr taken = take())
      std::rethrow_exception(taken);
  }

  std::exception_ptr
  PythonSignals::take()
  {
    return std::exchange(exception, nullptr);
  }

  OneThread::OneThread(const bool is_loaded)
  {
    if (!is_loaded)
      return;
    if (is_in_this_thread)
      throw InputError("A handler of a signal, or a function of a case, "
                       "computes a case with a library that a run below it "
                       "uses. Let the handler raise an exception, and compute "
                       "after the run.");
    lock = std::unique_lock(loaded_library_in_use);
    start_loaded_library();
    is_in_this_thread = true;
  }

  OneThread::~OneThread()
  {
    if (lock.owns_lock())
      is_in_this_thread = false;
  }

  bool
  OneThread::is_needed(const Case &the_case)
  {
    return the_case.kind().is_distributed ||
           the_case.run.contact.solver.starts_with("petsc");
  }
} // namespace percuss::python

PYBIND11_MODULE(_percuss, module)
{
  using namespace percuss::python;
  session.emplace();
  pybind11::register_exception_translator(translate);
  module.def("end_session", end_session);
  module.def("version", [] { return std::string(percuss::version()); });
  bind_case(module);
  bind_steps(module);
  bind_solvers(module);
  bind_quantities(module);
}
