// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_given_reference_h
#define percuss_program_given_reference_h

#include <percuss/run/case.h>
#include <percuss/study/reference.h>

#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** Whether 'Study/reference' names the directory of a run. */
  bool
  is_given(const std::string &reference);

  /**
   * Throws InputError of 'Study/reference' where its value, the directory of a
   * run, is of a run with which one of this case cannot be compared: of another
   * model, with another start time, or with an end before that of the case or
   * of 'Study/compare until'. Reads used_parameters.prm of the directory.
   */
  void
  check_given_reference(const Case &the_case);

  /** What the run of @p model is compared with, if anything; throws InputError,
   * also where a given run has not recorded all signals of the model as long as
   * they are compared. */
  std::optional<Reference>
  find_reference(const Model &model, const Case &the_case);

  /** Warnings: physical entries of the model's section and of contacts, those
   * that are numbers, with other values in a given reference. */
  std::vector<std::string>
  reference_warnings(const Case &the_case);
} // namespace percuss

#endif
