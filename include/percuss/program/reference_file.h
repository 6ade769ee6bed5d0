// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_reference_file_h
#define percuss_program_reference_file_h

#include <percuss/base/clock.h>
#include <percuss/study/reference.h>

#include <string>

namespace percuss
{
  /**
   * Writes `reference.csv`: the time [s] and every signal of what a run is
   * compared with, named as in ReferenceSignal, at the times of the rows of
   * history.csv for which it is valid. From the clock alone, whichever steps
   * were made before the run was resumed.
   *
   * @param n_steps  made so far, the last row
   * @param interval steps between rows, at least 1
   *
   * Throws std::runtime_error if it cannot be written.
   */
  void
  write_reference(const std::string &file_name,
                  const Reference   &reference,
                  const Clock       &clock,
                  unsigned long int  n_steps,
                  unsigned long int  interval);
} // namespace percuss

#endif
