// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_set_time_step_h
#define percuss_run_set_time_step_h

#include <percuss/input/case_file.h>
#include <percuss/run/model.h>

namespace percuss
{
  /** Throws InputError unless the end is reached in 1 to 1e15 steps. */
  void
  check_time_step(const RunParameters &parameters, const CaseFile &case_file);

  /** The time step that 'Time integration/Courant number' asks of the model, if
   * it is not zero, else the given one; throws InputError if it is none. */
  void
  set_time_step(const Model    &model,
                RunParameters  &parameters,
                const CaseFile &case_file);
} // namespace percuss

#endif
