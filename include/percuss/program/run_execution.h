// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_run_execution_h
#define percuss_program_run_execution_h

#include <percuss/output/checkpoint.h>
#include <percuss/output/run_history.h>
#include <percuss/program/run_arguments.h>
#include <percuss/run/case.h>
#include <percuss/study/reference.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** What a program that computes a run in its own process gets of it, instead
   * of what is printed, and asks of it. */
  struct RunOfProgram
  {
    bool leaves_files = false; ///< else there is no output directory

    /** The last signal, 0 for none: it ends the run with its step. */
    std::function<int()> received_signal;

    HistoryArrays history; ///< the rows of history.csv

    /** At the end, of a run that has failed, too: that of summary.json, that
     * which is printed, and the warnings. */
    std::string              summary_json, summary_text;
    std::vector<std::string> warnings;
  };

  /** The files that a run leaves.
   * @param is_compared whether there is a reference */
  std::vector<std::string>
  files_of(const Model         &model,
           const RunParameters &parameters,
           bool                 is_compared);

  /**
   * Runs a model from its first step to the last one, or to a signal (see
   * Interruption), and writes its results into the output directory, which is
   * ready for them. Returns the exit status: 0, or 128 + signal.
   *
   * summary.json is there from the start, as of a run that was interrupted.
   * Collective; throws what the steps throw, and std::runtime_error with time
   * step and time for other failures, perhaps on one process alone, when
   * summary.json says that the run has failed.
   *
   * @param reference what it is compared with
   * @param warnings  known at the start
   * @param start     of the wall time
   * @param from      where it goes on; none: from the start
   * @param program   what is printed goes there
   */
  int
  execute_run(Model                                &model,
              const Case                           &the_case,
              const RunArguments                   &arguments,
              const std::optional<Reference>       &reference,
              const std::vector<std::string>       &warnings,
              std::chrono::steady_clock::time_point start,
              const std::optional<Checkpoint>      &from    = {},
              RunOfProgram                         *program = nullptr);
} // namespace percuss

#endif
