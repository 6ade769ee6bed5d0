// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_check_study_h
#define percuss_program_check_study_h

#include <percuss/input/input_errors.h>
#include <percuss/run/case.h>

#include <functional>
#include <optional>
#include <vector>

namespace percuss
{
  /** What is known of a study before its first run. */
  struct CheckedStudy
  {
    std::vector<InputError> errors;

    std::size_t n_runs       = 0; ///< of the sweep; 0: there is none
    std::size_t n_references = 0; ///< that are computed for them

    /** Of a run, of a processor, once its libraries, which all share, have been
     * loaded [s]; none where no model has been made. */
    std::optional<double> start_seconds;

    /** Of those runs and references that have been tried and are right. */
    std::vector<RunParameters> runs, references;
  };

  /**
   * Of the section 'Study' of a case: what is wrong with its sweep, curves and
   * reference settings, as texts; then with the parameters of each run, or of
   * 200 that are spread evenly over more of them, the first and the last among
   * them and, as far as these go, one with each value, each in a case of its
   * own. What only a model refuses is found in the first runs with a value: as
   * many as have 20,000 degrees of freedom together, unless a setting changes
   * the mesh, which may be a large one.
   *
   * @param read      reads a case; @p the_case has been read
   * @param catalogue none: the texts alone are judged
   * @param n_dofs    of the model of @p the_case; 0: no model is made
   */
  CheckedStudy
  check_study(const Case                            &the_case,
              const std::function<void(CaseFile &)> &read,
              const Catalogue                       *catalogue,
              std::size_t                            n_dofs);
} // namespace percuss

#endif
