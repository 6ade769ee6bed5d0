// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_make_bar_h
#define percuss_models_bar_make_bar_h

#include <percuss/input/case_file.h>
#include <percuss/models/bar/bar_description.h>
#include <percuss/models/bar/bar_mesh.h>
#include <percuss/models/bar/exact_bars.h>
#include <percuss/models/bar/kind.h>

#include <mpi.h>

#include <memory>
#include <optional>
#include <vector>

namespace percuss
{
  /**
   * The bars that the parameters describe. Throws InputError through
   * @p case_file for what is wrong with an entry.
   */
  BarRowDescription
  make_bars(const ElasticBarParameters &bar,
            const RunParameters        &run,
            const CaseFile             &case_file);

  /** A monitored point: NAME: x [@ bar]. */
  struct MonitoredPoint
  {
    std::string  name;
    double       x;   ///< distance from the left end of the bar [m]
    unsigned int bar; ///< from 0
  };

  /** The monitored points of "Output/monitored points"; throws InputError. */
  std::vector<MonitoredPoint>
  make_monitored_points(const OutputParameters  &output,
                        const BarRowDescription &bars,
                        const CaseFile          &case_file);

  /** What the elements of bars say about resolution. */
  struct ElementSizes
  {
    double longest       = 0.; ///< length [m]
    double crossing_time = 0.; ///< smallest l/c, c = sqrt(E/rho) [s]
    double wave_speed    = 0.; ///< largest c [m/s]
    double travel_time   = 0.; ///< largest of a bar, sum of l/c [s]
    double mass          = 0.; ///< of all bars [kg]
  };

  /** Of a description that has passed check_bars(). */
  ElementSizes
  element_sizes(const BarRowDescription &bars, const BarMesh &mesh);

  /**
   * The bars as ExactBars solves for them, where it can: uniform, elastic,
   * undamped and without end loads, on a generated mesh, the initial displacement a
   * polynomial of degree 2 and the initial velocity one of degree 1 in x.
   */
  std::optional<ExactBarRow>
  exact_bar_row(const BarRowDescription &bars);

  /** Throws InputError if the mesh cannot be made. Collective. */
  std::shared_ptr<const BarMesh>
  make_bar_mesh(const BarRowDescription &description,
                const CaseFile          &case_file,
                MPI_Comm                 communicator);

  /**
   * Checks what takes the mesh: that the properties are positive or finite
   * wherever they are used, and that the points lie on the bars. All ranks
   * check everything and throw the same InputError.
   */
  void
  check_bars(const BarRowDescription           &description,
             const BarMesh                     &mesh,
             const std::vector<MonitoredPoint> &points,
             const CaseFile                    &case_file);
} // namespace percuss

#endif
