// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_study_results_h
#define percuss_program_study_results_h

#include <percuss/output/study_table.h>
#include <percuss/program/study_records.h>

namespace percuss
{
  /** The table of a refinement study: a row per run, all columns that any of
   * them has, the abscissa and the quantities that section 'Study' asks for.
   * Warns on standard error of quantities that no run has. */
  StudyTable
  study_results(const Case         &base,
                const Sweep        &sweep,
                const Plan         &plan,
                const StudyRecords &records);
} // namespace percuss

#endif
