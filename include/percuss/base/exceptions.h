// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_exceptions_h
#define percuss_base_exceptions_h

#include <stdexcept>
#include <string>

namespace percuss
{
  /**
   * The input is wrong and only its author can put it right. The message says
   * what was found, where, and what is allowed; the program ends with status 2.
   */
  class InputError : public std::runtime_error
  {
  public:
    using std::runtime_error::runtime_error;
  };

  /**
   * The computation failed: a solver did not converge, or a value is not
   * finite. Thrown with the step, its time [s] and the residual at hand; the
   * program ends with status 1.
   */
  class NumericalFailure : public std::runtime_error
  {
  public:
    NumericalFailure(const std::string      &what_failed,
                     const unsigned long int step,
                     const double            time,
                     const double            residual,
                     const std::string      &advice);
  };

  /** A linear solver did not converge or met a singular matrix. */
  class LinearSolverError : public std::runtime_error
  {
  public:
    LinearSolverError(const std::string &message, const double residual)
      : std::runtime_error(message)
      , residual(residual)
    {}

    double residual;
  };
} // namespace percuss

#endif
