// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_worker_pool_h
#define percuss_program_worker_pool_h

#include <percuss/program/run_pool.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace percuss
{
  /** What a worker does, from the text of a task to that of its answer. */
  using TaskFunction = std::function<std::string(const std::string &task)>;

  /** What has come of a task. */
  struct TaskResult
  {
    std::string answer; ///< of the work
    JobResult   end;    ///< how its worker ended before it had one, or empty
  };

  /**
   * Does the tasks that @p next gives until it gives none, in @p n_parallel
   * copies of this process: workers, each of which does task after task. What
   * the first one loads and starts, libraries and MPI, the others find. A
   * worker that ends in a task is replaced, and takes no other task with it;
   * one whose task has taken longer than a second is replaced, too, so that a
   * long task finds the memory of a new process.
   *
   * Workers end with this process, however it ends. They are what a copy of
   * run_jobs() is: without its locks and without the MPI job that it may be
   * part of, whose processes must not call this.
   *
   * @param make_work called in each worker; what it returns lives until the
   *                  worker ends, and throws nothing
   * @param finished  is told the number of a task, from 0, and its result
   *
   * Throws std::runtime_error if no process can be started.
   */
  void
  do_tasks(
    const std::function<std::optional<std::string>()>          &next,
    unsigned int                                                n_parallel,
    const std::function<TaskFunction()>                        &make_work,
    const std::function<void(std::size_t, const TaskResult &)> &finished);
} // namespace percuss

#endif
