// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_run_pool_h
#define percuss_program_run_pool_h

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** A command to be executed as a process of its own. */
  struct Job
  {
    std::vector<std::string> command;  ///< the program and its arguments
    std::string              log_file; ///< of both of its outputs
    bool is_launcher = false;          ///< of MPI, for processes of its own
    int  log         = -1; ///< instead of the file, if it is open already
  };

  /** How a job ended: empty if with status 0, else "exit status 1", or the
   * signal that ended it. */
  using JobResult = std::string;

  /**
   * Executes the jobs that @p next gives until it gives none, @p n_parallel at
   * a time; @p finished is told the number, from 0, and the result of each. The
   * processes end with this one, however it ends, and know nothing of an MPI
   * job that this one may be part of.
   *
   * Throws std::runtime_error if no process can be started.
   */
  void
  run_jobs(const std::function<std::optional<Job>()> &next,
           unsigned int                               n_parallel,
           const std::function<void(std::size_t, const JobResult &)> &finished);

  /**
   * Starts a copy of this process that calls @p rest and ends. It has what the
   * process that starts a command would have: the files that are not closed for
   * it, of the others @p kept alone, and the thread that called this. It ends
   * with this process. Returns its number; throws std::runtime_error if no
   * process can be started.
   */
  pid_t
  start_copy(const std::function<void()> &rest, int kept);

  /** How a process ended, from what waitpid() says. */
  JobResult
  result_of(int status);

  /** Executes one job. */
  JobResult
  run_job(const Job &job);

  /** A job that starts a command as several processes: 'mpirun -n' or what the
   * environment variable PERCUSS_MPIRUN says, their number, the command. */
  Job
  launched(const std::vector<std::string> &command,
           unsigned int                    n_ranks,
           const std::string              &log_file);
} // namespace percuss

#endif
