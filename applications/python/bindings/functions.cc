// SPDX-License-Identifier: Apache-2.0
#include "functions.h"

#include <percuss/base/text.h>

#include <pybind11/numpy.h>

#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

namespace percuss::python
{
  namespace py = pybind11;

  namespace
  {
    /** Adds the time that it lives to the seconds. */
    class Stopwatch
    {
    public:
      explicit Stopwatch(double &seconds)
        : seconds(seconds)
      {}

      Stopwatch(const Stopwatch &) = delete;

      ~Stopwatch()
      {
        const std::chrono::duration<double> passed =
          std::chrono::steady_clock::now() - start;
        seconds += passed.count();
      }

    private:
      double                                     &seconds;
      const std::chrono::steady_clock::time_point start =
        std::chrono::steady_clock::now();
    };

    /** law(-0.001, -1) */
    std::string
    call_as_text(const std::string &name, const std::span<const double> values)
    {
      std::string text = name;
      for (std::size_t i = 0; i < values.size(); ++i)
        text += (i == 0 ? "(" : ", ") + short_text(values[i]);
      return text + ")";
    }

    /** What a function returns of the values; throws error_already_set. */
    py::object
    result_of(const py::handle              function,
              const bool                    takes_point,
              const std::span<const double> values)
    {
      constexpr std::size_t n_max = 4; // variables of expressions
      if (values.size() > n_max)
        throw InputError("A function of Python has four arguments at most.");
      std::array<py::object, n_max> kept;
      std::array<PyObject *, n_max + 1>
                  arguments{}; // the first one is CPython's
      std::size_t n   = 0;
      const auto  add = [&](py::object argument) {
        kept[n]          = std::move(argument);
        arguments[n + 1] = kept[n].ptr();
        ++n;
      };
      if (takes_point)
        {
          const auto x = values.first(values.size() - 1);
          add(
            py::array_t<double>(static_cast<py::ssize_t>(x.size()), x.data()));
          add(py::float_(values.back()));
        }
      else
        for (const double value : values)
          add(py::float_(value));
      PyObject *const result =
        PyObject_Vectorcall(function.ptr(),
                            arguments.data() + 1,
                            n | PY_VECTORCALL_ARGUMENTS_OFFSET,
                            nullptr);
      if (!result)
        throw py::error_already_set();
      return py::reinterpret_steal<py::object>(result);
    }

    /** The finite number that was returned, if it is one. */
    std::optional<double>
    finite_number(const py::object &result)
    {
      const double number = PyFloat_AsDouble(result.ptr());
      if (number == -1. && PyErr_Occurred())
        {
          PyErr_Clear();
          return {};
        }
      return std::isfinite(number) ? std::optional(number) : std::nullopt;
    }

    /** "ZeroDivisionError: float division by zero" */
    std::string
    text_of(const py::error_already_set &error)
    {
      return std::string(py::str(error.type().attr("__name__"))) + ": " +
             std::string(py::str(error.value()));
    }
  } // namespace

  FunctionsOfPython::FunctionsOfPython(const py::dict &functions)
  {
    for (const auto &[key, value] : functions)
      {
        const auto name    = key.cast<std::string>();
        const auto parts   = value.cast<py::tuple>();
        const bool a_point = parts[2].cast<bool>();
        callables.push_back(parts[0]);
        ProgramFunction function;
        for (const py::handle argument : parts[1].cast<py::tuple>())
          function.arguments.push_back(argument.cast<std::string>());
        function.value =
          [this, name, a_point, callable = callables.back().ptr()](
            const std::span<const double> values) {
            return call(name, callable, a_point, values);
          };
        program_functions.emplace(name, std::move(function));
      }
  }

  double
  FunctionsOfPython::call(const std::string            &name,
                          const py::handle              function,
                          const bool                    takes_point,
                          const std::span<const double> values)
  {
    const Stopwatch              time(calls.seconds);
    const py::gil_scoped_acquire with_gil;
    ++calls.n;
    for (;;)
      try
        {
          const py::object result = result_of(function, takes_point, values);
          if (const auto number = finite_number(result))
            return *number;
          throw InputError(
            call_as_text(name, values) + " returns " +
            std::string(py::repr(result)) + ", of the type '" +
            std::string(py::str(py::type::of(result).attr("__name__"))) +
            "': a function of a case must return a finite number.");
        }
      catch (const py::error_already_set &error)
        {
          if (error.matches(PyExc_KeyboardInterrupt) && !calls.interrupt)
            {
              calls.interrupt = std::current_exception();
              continue;
            }
          calls.error = error.value();
          if (calls.error.ptr() && error.trace())
            PyException_SetTraceback(calls.error.ptr(), error.trace().ptr());
          throw InputError(call_as_text(name, values) + " raises " +
                           text_of(error));
        }
  }

  void
  FunctionsOfPython::raise_with_cause(const InputError &error)
  {
    if (calls.interrupt)
      std::rethrow_exception(std::exchange(calls.interrupt, nullptr));
    if (!calls.error)
      return;
    py::object cause = std::exchange(calls.error, py::object());
    set_error("InputError", lines_of(error));
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    PyException_SetCause(value, cause.release().ptr());
    PyErr_Restore(type, value, trace);
    throw py::error_already_set();
  }
} // namespace percuss::python
