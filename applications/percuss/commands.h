// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_applications_percuss_commands_h
#define percuss_applications_percuss_commands_h

#include <mpi.h>

#include <string>
#include <vector>

namespace percuss
{
  /**
   * The commands of the program. Each takes the words behind its name, returns
   * the exit status, and throws InputError for a wrong input (status 2) and
   * other exceptions for a failed computation (status 1). All ranks call them;
   * only rank 0 writes to the terminal.
   */
  using Arguments = std::vector<std::string>;

  int
  run_command(const Arguments &arguments, MPI_Comm communicator);

  int
  study_command(const Arguments &arguments, MPI_Comm communicator);

  int
  lcp_command(const Arguments &arguments, MPI_Comm communicator);

  int
  list_command(const Arguments &arguments);

  int
  explain_command(const Arguments &arguments);

  /** Text of `percuss COMMAND --help`. */
  extern const char *const run_help;
  extern const char *const study_help;
  extern const char *const lcp_help;
  extern const char *const list_help;
  extern const char *const explain_help;
} // namespace percuss

#endif
