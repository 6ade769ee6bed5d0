// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_commands_h
#define percuss_program_commands_h

#include <percuss/run/model.h>

#include <string>
#include <vector>

namespace percuss
{
  using Arguments = std::vector<std::string>;

  /**
   * A command of the program. It takes the words behind its name, returns the
   * exit status, and throws InputError for a wrong input (status 2) and other
   * exceptions for a failed computation (status 1). All processes call it; only
   * the first writes to the terminal.
   */
  struct Command
  {
    const char *name, *help; ///< the text of `percuss COMMAND --help`
    int (*execute)(const Arguments &arguments, const Catalogue &catalogue);
  };

  extern const Command run_command, check_command, study_command,
    reproduce_command, lcp_command, list_command, explain_command,
    language_server_command;
} // namespace percuss

#endif
