// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_run_in_program_h
#define percuss_program_run_in_program_h

#include <percuss/program/run_execution.h>
#include <percuss/run/case.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace percuss
{
  /** What a case of a program is made of, as often as it is computed. */
  struct CaseSource
  {
    std::string name; ///< of the file, or of the text in messages: its ending
                      ///< says the format
    std::optional<std::string> text; ///< that is no file

    /** "Section/entry" and value, in their order, after the file. */
    std::vector<std::pair<std::string, std::string>> settings;
  };

  /** The place of a setting in messages: case["Section/entry"]. */
  std::string
  place_of_setting(const std::string &path);

  /** Reads the source into a case; throws InputError. */
  void
  read_source(const CaseSource &source, CaseFile &file);

  /** Reads the source; throws InputError. */
  std::unique_ptr<Case>
  make_case(const CaseSource &source, const Catalogue &catalogue);

  /**
   * Computes a case in this process, as `percuss run` does, but for what is
   * printed. With @p output, the results go into that directory, as those of
   * `percuss run --output`; without it, no file is written, whatever the
   * section 'Output' says.
   *
   * Throws what prepare_run() and execute_run() throw.
   *
   * @param program gets what has come of it, also where a step has failed
   */
  void
  compute_run(Case                             &the_case,
              const std::string                &case_file,
              const std::optional<std::string> &output,
              RunOfProgram                     &program);

  /** Throws InputError where several processes compute together: only the
   * program does. Starts MPI where a launcher has started this one. */
  void
  check_one_process();
} // namespace percuss

#endif
