// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_run_arguments_h
#define percuss_program_run_arguments_h

#include <percuss/input/case_file.h>
#include <percuss/program/commands.h>

#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** The command line of `percuss run`, `percuss check` and `percuss study`. */
  struct RunArguments
  {
    std::string                case_file;
    std::optional<std::string> output, log;
    std::vector<std::string>   overrides;
    bool                       quiet     = false;
    bool                       overwrite = false;
    bool                       resume    = false; ///< goes on from a checkpoint
    bool                       report    = false; ///< leaves report.html
    bool                       plots     = true;  ///< of studies
    bool                       validate  = false; ///< checks, does not run
    bool                       json      = false; ///< of `percuss check`

    /** Whether results of another case may be replaced: where the command line
     * asks for it, or names the directory. */
    bool
    replaces_other_cases() const
    {
      return overwrite || output;
    }

    /** Whether there is anybody to tell what the run does. */
    bool
    says_nothing() const
    {
      return quiet && !log;
    }

    /** The name of the case: that of the file without its ending. */
    std::string
    case_name() const;

    /** Reads the case and the overrides; throws InputError. */
    void
    read_into(CaseFile &case_file) const;
  };

  /** Throws InputError for what @p command does not take. */
  RunArguments
  parse_run_arguments(const Arguments &words, const std::string &command);
} // namespace percuss

#endif
