// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_run_pool_h
#define percuss_program_run_pool_h

#include <functional>
#include <string>
#include <vector>

namespace percuss
{
  /** A command to be executed as a process of its own. */
  struct Job
  {
    std::vector<std::string> command;  ///< the program and its arguments
    std::string              log_file; ///< of both of its outputs
  };

  /** How a job ended: empty if with status 0, else "exit status 1", or the
   * signal that ended it. */
  using JobResult = std::string;

  /**
   * Executes jobs in their order, @p n_parallel at a time; @p finished is told
   * the number and the result of each. The processes end with this one, however
   * it ends, and know nothing of an MPI job that this one may be part of.
   *
   * Throws std::runtime_error if no process can be started.
   */
  void
  run_jobs(const std::vector<Job> &jobs,
           unsigned int            n_parallel,
           const std::function<void(std::size_t, const JobResult &)> &finished);
} // namespace percuss

#endif
