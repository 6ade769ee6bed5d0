// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_start_model_h
#define percuss_run_start_model_h

namespace percuss
{
  class CaseFile;
  class Model;
  struct RunParameters;

  /**
   * Model::start(). What cannot be computed there, a StepError, is a
   * NumericalFailure of step 0 at the start time. Collective.
   */
  void
  start_model(Model               &model,
              const RunParameters &parameters,
              const CaseFile      &case_file);
} // namespace percuss

#endif
