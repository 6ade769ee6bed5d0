// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_at_start_h
#define percuss_run_at_start_h

#include <percuss/base/exceptions.h>
#include <percuss/run/run_parameters.h>

namespace percuss
{
  /** Calls @p compute, which makes or starts a model. What cannot be computed
   * there, a StepError, is a NumericalFailure of step 0 at the start time. */
  template <class Compute>
  auto
  at_start(const RunParameters &parameters, const Compute &compute)
  {
    try
      {
        return compute();
      }
    catch (const StepError &error)
      {
        throw NumericalFailure(error.what(),
                               0,
                               parameters.time.start_time,
                               error.residual,
                               error.advice);
      }
  }
} // namespace percuss

#endif
