// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_configuration_make_bar_h
#define percuss_configuration_make_bar_h

#include <percuss/configuration/case_file.h>
#include <percuss/configuration/run_parameters.h>
#include <percuss/finite_element/bar_description.h>
#include <percuss/study/exact_bars.h>

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

  /** What the elements of bars say about resolution. */
  struct ElementSizes
  {
    double longest       = 0.; ///< length [m]
    double crossing_time = 0.; ///< smallest l/c, c = sqrt(E/rho) [s]
  };

  /** Collective; the description must have passed check_bars(). */
  ElementSizes
  element_sizes(const BarRowDescription &bars, MPI_Comm communicator);

  /**
   * Where 'Time integration/Courant number' C is not zero, h = C times the
   * smallest time in which a wave crosses an element. Throws InputError for
   * models without elements, and what check_bars() throws.
   */
  void
  set_time_step_by_courant_number(RunParameters  &parameters,
                                  const CaseFile &case_file,
                                  MPI_Comm        communicator);

  /**
   * The bars as ExactBars solves for them, where it can: uniform, undamped and
   * without end loads, on a generated mesh, the initial displacement a
   * polynomial of degree 2 and the initial velocity one of degree 1 in x.
   */
  std::optional<ExactBarRow>
  exact_bar_row(const BarRowDescription &bars);

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
