// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_run_time_h
#define percuss_program_run_time_h

#include <percuss/run/model.h>
#include <percuss/study/reference.h>

namespace percuss
{
  /** Of this process until now, all its threads [s]: what a time on a machine
   * that does other things, too, is measured by. */
  double
  processor_seconds();

  /** What the comparison with a reference takes for each step, as some of its
   * values are measured [s]. */
  double
  comparison_seconds(const Reference     &reference,
                     const RunParameters &parameters);

  /**
   * How long a run takes on a processor of its own [s]:
   *
   *     start + files + n_steps step + n_rows row + n_fields field
   *
   * with times of a row of history.csv by its columns and of a file of fields by
   * the degrees of freedom, as they were measured.
   *
   * @param start of the model, as it was measured [s]
   * @param step of the time scheme, as it was measured, and of the comparison
   * with a reference [s]
   */
  double
  run_seconds(const Model         &model,
              const RunParameters &parameters,
              double               start,
              double               step);
} // namespace percuss

#endif
