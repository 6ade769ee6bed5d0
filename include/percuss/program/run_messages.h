// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_run_messages_h
#define percuss_program_run_messages_h

#include <percuss/base/clock.h>
#include <percuss/output/checkpoint.h>
#include <percuss/output/summary.h>
#include <percuss/run/plausibility.h>
#include <percuss/simulation/step_record.h>

#include <optional>
#include <string>

namespace percuss
{
  // What a run says on standard output beside its progress.

  /** What is computed, how, and after which checkpoint. */
  void
  print_header(const Summary                   &summary,
               const ScalesAtStart             &scales,
               const Clock                     &clock,
               const std::optional<Checkpoint> &from);

  /** Rows that history.csv has not are no surprise. */
  void
  print_thinning(unsigned long int interval);

  /** Whether standard output rewrites lines. A launcher's terminal may be a
   * file: it gives the first process one of its own. */
  bool
  is_terminal();

  /** "after time step 12, t = 0.1 s" */
  std::string
  place_of(const StepRecord &record);
} // namespace percuss

#endif
