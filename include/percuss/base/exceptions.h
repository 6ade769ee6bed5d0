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
    explicit InputError(const std::string &message,
                        const std::string &entry = {})
      : std::runtime_error(message)
      , entry(entry)
    {}

    /** About a value: "mass = -1: it must be positive." */
    InputError(const std::string &entry,
               const double       value,
               const std::string &rule);

    std::string entry; ///< that the message is about, empty if about no one
    std::string rule;  ///< what is asked of it, a sentence; or empty
  };

  /**
   * The computation failed: a solver did not converge, or a value is not
   * finite. Thrown with the step, its time [s], the residual at hand and, where
   * it was compared with one, its tolerance (0: with none); the program ends
   * with status 1.
   */
  class NumericalFailure : public std::runtime_error
  {
  public:
    NumericalFailure(const std::string      &what_failed,
                     const unsigned long int step,
                     const double            time,
                     const double            residual,
                     const std::string      &advice,
                     const double            tolerance = 0.);
  };

  /**
   * A step cannot be completed, thrown by what knows neither its number nor its
   * time: the simulation adds them and throws a NumericalFailure.
   */
  class StepError : public std::runtime_error
  {
  public:
    StepError(const std::string &message,
              const double       residual,
              const std::string &advice)
      : std::runtime_error(message)
      , residual(residual)
      , advice(advice)
    {}

    double      residual; ///< of what failed
    std::string advice;   ///< what to try, a sentence
  };

  /** A linear solver did not converge or met a singular matrix. */
  class LinearSolverError : public StepError
  {
  public:
    LinearSolverError(const std::string &message, const double residual)
      : StepError(message,
                  residual,
                  "Check the units of the material data, or reduce the time "
                  "step.")
    {}
  };

  /** A finite element is turned inside out at a displacement. */
  class ElementInversionError : public StepError
  {
  public:
    using StepError::StepError;
  };
} // namespace percuss

#endif
