// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_recorded_runs_h
#define percuss_program_recorded_runs_h

#include <percuss/program/study_records.h>
#include <percuss/program/study_runs.h>

namespace percuss
{
  /**
   * Makes the runs without directories that are not among the records, in
   * workers (worker_pool.h), and adds each to them as it ends. Throws
   * std::runtime_error where a record cannot be written or no process can be
   * started.
   */
  void
  execute_recorded(const Runs          &runs,
                   const RunExecutions &settings,
                   const Catalogue     &catalogue,
                   StudyRecords        &records,
                   StudyProgress       &progress);
} // namespace percuss

#endif
