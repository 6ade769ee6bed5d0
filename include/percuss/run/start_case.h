// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_start_case_h
#define percuss_run_start_case_h

#include <percuss/run/case.h>

#include <memory>
#include <string>
#include <vector>

namespace percuss
{
  /** Gives a model its time step and its stepper; enters the step of a Courant
   * number into the entries. Throws InputError, or NumericalFailure of step 0.
   * Collective. */
  void
  start_model(Model &model, Case &the_case);

  /** Makes a model and starts it; throws the same, InputError for a model that
   * finds no memory, too. Collective. */
  std::unique_ptr<Model>
  make_started_model(Case &the_case);

  /** The warnings that are known before the first step of a model that has been
   * started; throws InputError for a step beyond the critical one. Collective.
   */
  std::vector<std::string>
  start_warnings(Model &model, const Case &the_case);
} // namespace percuss

#endif
