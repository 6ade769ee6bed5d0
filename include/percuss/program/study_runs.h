// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_study_runs_h
#define percuss_program_study_runs_h

#include <percuss/program/study_plan.h>

#include <nlohmann/json.hpp>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace percuss
{
  /** Reports on standard output how far a study has come. */
  class StudyProgress
  {
  public:
    StudyProgress(std::size_t n_runs, bool speaks);

    /** @param known whether it was complete before */
    void
    add(const std::string &label, const std::string &problem, bool known);

    std::size_t n_failed = 0;

  private:
    using Clock = std::chrono::steady_clock;

    const std::size_t       n_runs;
    const bool              speaks, terminal;
    const Clock::time_point start;
    std::size_t             n_done = 0, n_known = 0;
  };

  /** Why a study cannot leave its results in a directory, empty if it can:
   * folders, links and files of others in their place, and, unless it
   * overwrites them, results of another case. */
  std::string
  obstruction_of_study(const std::string &directory,
                       const Plan        &plan,
                       bool               overwrites);

  /** Removes what runs that have failed have left: they are made again. */
  void
  forget_failures(const Plan &plan);

  /** The content of a file; empty if it cannot be read. */
  std::string
  file_content(const std::string &file_name);

  /** The summary of a run that is complete, of these parameters and by this
   * version; otherwise null. */
  nlohmann::ordered_json
  summary_of(const PlannedRun &run, const std::string &case_name);

  /** What a run that failed said last, without the program's name. */
  std::string
  last_words(const PlannedRun &run);

  /** How runs are executed. */
  struct RunExecutions
  {
    std::string  case_name;
    unsigned int n_parallel; ///< at a time
    unsigned int n_ranks;    ///< of each run

    /** The program with these words, from 'run' on; returns the exit status.
     * Runs of one rank are made by workers that call it, unless a launcher of
     * MPI has started this process. */
    std::function<int(const std::vector<std::string> &)> program;

    /** Whether runs need libpercuss_parallel.so, which is then loaded once. */
    bool needs_library;
  };

  using Runs = std::vector<const PlannedRun *>;

  /**
   * Executes those runs of this rank that are not complete, have not failed and
   * that no other study in the same folder executes; returns these. Collective. Throws
   * std::runtime_error if a parameter file cannot be written.
   */
  Runs
  execute(const Runs          &runs,
          const RunExecutions &settings,
          StudyProgress       &progress);

  /** Waits for the runs that other studies execute, and executes those that
   * these leave unfinished. Collective. */
  void
  complete(Runs runs, const RunExecutions &settings, StudyProgress &progress);
} // namespace percuss

#endif
