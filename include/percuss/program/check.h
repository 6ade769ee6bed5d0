// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_check_h
#define percuss_program_check_h

#include <percuss/program/run_arguments.h>
#include <percuss/run/check_case.h>
#include <percuss/run/start_figures.h>

#include <functional>
#include <string>
#include <vector>

namespace percuss
{
  /** All that is known of a case before its run. */
  struct FullCheck
  {
    CheckedCase  checked;
    StartFigures figures;             ///< empty where there is no model
    bool         is_compared = false; ///< whether the run has a reference
  };

  /** check_case(), what the run is compared with, and the figures of the start.
   * Collective.
   *
   * @param read reads the case; what it throws is a part of the problems
   * @param catalogue with it, each entry that the section 'Study' sets is tried
   * @param makes     whether the model is made, see check_case()
   * @param seconds_before of a processor that the run takes before the case is
   * read [s]
   */
  FullCheck
  check_fully(Case                                  &the_case,
              const std::function<void(CaseFile &)> &read,
              const Catalogue                       *catalogue = nullptr,
              MakesModel                             makes = MakesModel::yes,
              double                                 seconds_before = 0.);

  /** The same of a command line, with the output directory as the run would
   * find it now; the problems of no file are those of the case's. Collective. */
  FullCheck
  check_arguments(Case               &the_case,
                  const RunArguments &arguments,
                  const Catalogue    &catalogue,
                  MakesModel          makes = MakesModel::yes);

  /** What the figures of a start are called and worth, one a line. */
  std::vector<std::string>
  lines_of(const StartFigures &figures);

  /** What `percuss check` does, and `percuss run --validate`: prints all that
   * is wrong with the input, else what is known of the run at its start.
   * Returns 2 if anything is wrong, else 0. Collective. */
  int
  check(const RunArguments &arguments, const Catalogue &catalogue);
} // namespace percuss

#endif
