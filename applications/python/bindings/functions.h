// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_python_functions_h
#define percuss_python_functions_h

#include <percuss/base/exceptions.h>
#include <percuss/input/program_functions.h>

#include <pybind11/pybind11.h>

#include <exception>
#include <span>
#include <string>
#include <vector>

namespace percuss::python
{
  /** What has come of a run's calls of functions of Python. */
  struct CallsOfPython
  {
    std::size_t n       = 0;
    double      seconds = 0.; ///< in them, waiting for the GIL included

    std::exception_ptr interrupt; ///< KeyboardInterrupt, in a function
    pybind11::object   error;     ///< the exception that a function has raised
  };

  /**
   * The functions of Python of a run, which stand in its case by their names. A
   * call takes the GIL. What a function raises, or returns that is no finite
   * number, is an InputError; after Ctrl-C the function is called again, and
   * the run ends with its step.
   *
   * @pre made and destroyed with the GIL
   */
  class FunctionsOfPython
  {
  public:
    /** @param functions a tuple for each name: the function, the names of its
     * arguments (empty: those of the expression), and whether it takes a point,
     * as an array, and the time */
    explicit FunctionsOfPython(const pybind11::dict &functions);

    FunctionsOfPython(const FunctionsOfPython &) = delete;

    const ProgramFunctions &
    by_name() const
    {
      return program_functions;
    }

    /** Raises @p error with the exception of the function as its cause, or what
     * Ctrl-C has raised; returns if there is neither. @pre with the GIL */
    void
    raise_with_cause(const InputError &error);

    CallsOfPython calls;

  private:
    /** Throws InputError. @pre without the GIL, or with it */
    double
    call(const std::string      &name,
         pybind11::handle        function,
         bool                    takes_point,
         std::span<const double> values);

    std::vector<pybind11::object> callables;
    ProgramFunctions              program_functions;
  };

  /** Sets percuss.InputError, with all its lines, or another error of the
   * package. */
  void
  set_error(const char *name, const std::string &message);

  /** All that is wrong, a line for each. */
  std::string
  lines_of(const InputError &error);
} // namespace percuss::python

#endif
