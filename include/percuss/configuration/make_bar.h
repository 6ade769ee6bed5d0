// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_configuration_make_bar_h
#define percuss_configuration_make_bar_h

#include <percuss/configuration/case_file.h>
#include <percuss/configuration/run_parameters.h>
#include <percuss/finite_element/bar_description.h>
#include <percuss/study/impacting_bar.h>

#include <mpi.h>

#include <optional>
#include <vector>

namespace percuss
{
  /**
   * The bars that the parameters describe. Throws InputError through
   * @p case_file for what is wrong with an entry.
   */
  BarRowDescription
  make_bars(const RunParameters &parameters, const CaseFile &case_file);

  /** The monitored points of "Output/monitored points"; throws InputError. */
  std::vector<MonitoredPoint>
  make_monitored_points(const RunParameters     &parameters,
                        const BarRowDescription &bars,
                        const CaseFile          &case_file);

  /**
   * The exact motion of the contact where it is known: one uniform undamped bar
   * without loads, free at its far end, that moves as a whole towards its only
   * obstacle. The mesh must have the length described.
   */
  std::optional<ExactImpactingBar>
  exact_impacting_bar(const BarRowDescription &bars);

  /**
   * Checks what takes the mesh: that it can be read, that the properties are
   * positive or finite wherever they are used, and that the points lie on the
   * bars. All ranks check everything and throw the same InputError.
   */
  void
  check_bars(const BarRowDescription           &description,
             const std::vector<MonitoredPoint> &points,
             const CaseFile                    &case_file,
             MPI_Comm                           communicator);
} // namespace percuss

#endif
