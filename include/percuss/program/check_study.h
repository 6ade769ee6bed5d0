// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_check_study_h
#define percuss_program_check_study_h

#include <percuss/input/input_errors.h>
#include <percuss/run/case.h>

#include <functional>
#include <vector>

namespace percuss
{
  /**
   * What is wrong with the section 'Study' of a case: with its sweep, curves
   * and reference settings, as texts; then each value of the sweep by itself,
   * each curve and the reference settings in a case of their own, as far as no
   * mesh is needed. Values that only together are wrong are found by the study.
   *
   * @param read      reads a case; @p the_case has been read
   * @param catalogue none: the texts alone are judged
   */
  std::vector<InputError>
  errors_of_study(const Case                            &the_case,
                  const std::function<void(CaseFile &)> &read,
                  const Catalogue                       *catalogue);
} // namespace percuss

#endif
