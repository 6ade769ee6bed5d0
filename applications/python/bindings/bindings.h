// SPDX-License-Identifier: Apache-2.0

// The parts of the extension module percuss._percuss, which the package of
// Python wraps. Arrays of numpy: arrays.h.

#ifndef percuss_python_bindings_h
#define percuss_python_bindings_h

#include <percuss/program/run_in_program.h>

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>

namespace percuss::python
{
  struct CallsOfPython;

  /** Classes and functions of a part, in its file. */
  void
  bind_case(pybind11::module_ &module);

  void
  bind_steps(pybind11::module_ &module);

  void
  bind_solvers(pybind11::module_ &module);

  void
  bind_quantities(pybind11::module_ &module);

  /** What the models and solvers of percuss are. */
  const Catalogue &
  catalogue();

  /** What one thread asks of the runs of others: to end with their step. */
  class StopRequest
  {
  public:
    void
    make()
    {
      is_made = true;
    }

    explicit operator bool() const
    {
      return is_made;
    }

  private:
    std::atomic<bool> is_made = false;
  };

  /**
   * Asks Python for its signals, at most every 20 ms, from a thread that has
   * given the GIL away. Python hands them to its main thread alone: in others
   * there are none. Where a handler raises an exception, it is kept, as that of
   * Ctrl-C, KeyboardInterrupt.
   */
  class PythonSignals
  {
  public:
    /** @param calls where functions may have been interrupted, or none
     * @param stop  that takes the place of a signal, or none */
    explicit PythonSignals(CallsOfPython *const               calls,
                           std::shared_ptr<const StopRequest> stop = {})
      : calls(calls)
      , stop(std::move(stop))
    {}

    /** SIGINT as soon as there is an exception or a request, else 0. */
    int
    received();

    /** Raises the exception, if there is one. @pre this thread has the GIL */
    void
    raise();

    /** Takes the exception, or nullptr. */
    std::exception_ptr
    take();

  private:
    CallsOfPython *const                     calls;
    const std::shared_ptr<const StopRequest> stop;

    std::chrono::steady_clock::time_point last_look =
      std::chrono::steady_clock::now();
    std::exception_ptr exception;
  };

  /**
   * Models and solvers of the library that is loaded (run/loaded_library.h) use
   * PETSc, Trilinos and MPI, which one thread may call at a time: while it
   * lives, others wait. Starts MPI. Of other cases it does nothing.
   *
   * Throws InputError where this thread has one already: a handler of signals
   * computes while its thread does.
   *
   * @pre this thread does not have the GIL
   */
  class OneThread
  {
  public:
    explicit OneThread(bool is_loaded);

    OneThread(const OneThread &) = delete;

    ~OneThread();

    /** Whether a case uses what is loaded. */
    static bool
    is_needed(const Case &the_case);

  private:
    std::unique_lock<std::mutex> lock;
  };
} // namespace percuss::python

#endif
