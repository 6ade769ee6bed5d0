// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_prepared_run_h
#define percuss_program_prepared_run_h

#include <percuss/run/case.h>
#include <percuss/study/reference.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** A case before its first step: its model is started. */
  struct PreparedRun
  {
    std::unique_ptr<Model>   model;
    std::optional<Reference> reference; ///< what it is compared with
    std::vector<std::string> warnings;  ///< what is known of it already
  };

  /**
   * Makes and starts the model of a case, which must live longer, and finds all
   * that is wrong with its input. A time step that the model chooses is entered
   * in the case. Throws InputError, for a model that finds no memory, too, and
   * NumericalFailure of step 0. Collective.
   */
  PreparedRun
  prepare_run(Case &the_case);
} // namespace percuss

#endif
