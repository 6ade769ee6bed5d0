// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/run/model.h>
#include <percuss/run/run_parameters.h>
#include <percuss/run/start_model.h>

namespace percuss
{
  void
  start_model(Model               &model,
              const RunParameters &parameters,
              const CaseFile      &case_file)
  {
    try
      {
        model.start(parameters, case_file);
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
