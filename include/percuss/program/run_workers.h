// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_run_workers_h
#define percuss_program_run_workers_h

#include <percuss/program/worker_pool.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** A run that a worker makes. */
  struct RunInWorker
  {
    std::vector<std::string> words;    ///< of the program, from 'run' on
    std::string              log_file; ///< of both of its outputs
  };

  /**
   * Makes the runs that @p next gives in workers of do_tasks(), each of which
   * makes one run after the other: libraries are loaded, and MPI is started,
   * once. A run sees what it would see in a process of its own: its log as
   * both outputs, nothing as its input.
   *
   * @param program  returns the exit status of the program with these words
   * @param finished is told the number of a run, from 0, and how it ended
   */
  void
  do_runs(const std::function<std::optional<RunInWorker>()> &next,
          unsigned int                                       n_parallel,
          const std::function<int(const std::vector<std::string> &)> &program,
          const std::function<void(std::size_t, const JobResult &)>  &finished);
} // namespace percuss

#endif
