// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>

#include <cassert>
#include <sstream>

namespace percuss
{
  InputError::InputError(const std::string &entry,
                         const double       value,
                         const std::string &rule)
    : std::runtime_error(entry + " = " + short_text(value) + ": " + rule)
    , entry(entry)
    , rule(rule)
  {}

  namespace
  {
    std::string
    failure_message(const std::string      &what_failed,
                    const unsigned long int step,
                    const double            time,
                    const double            residual,
                    const std::string      &advice,
                    const double            tolerance)
    {
      // what failed is a sentence without its full stop, the advice one with it
      assert(!what_failed.ends_with('.') && advice.ends_with('.'));
      std::ostringstream message;
      message << what_failed << " in time step " << step << " (t = " << time
              << " s); residual " << residual;
      if (tolerance > 0.)
        message << ", allowed " << tolerance;
      message << ". " << advice;
      return message.str();
    }
  } // namespace

  NumericalFailure::NumericalFailure(const std::string      &what_failed,
                                     const unsigned long int step,
                                     const double            time,
                                     const double            residual,
                                     const std::string      &advice,
                                     const double            tolerance)
    : std::runtime_error(
        failure_message(what_failed, step, time, residual, advice, tolerance))
  {}
} // namespace percuss
