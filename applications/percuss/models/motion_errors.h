// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_applications_percuss_models_motion_errors_h
#define percuss_applications_percuss_models_motion_errors_h

#include <percuss/output/history_writer.h>
#include <percuss/study/error_norms.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace percuss
{
  /** The motion of a model's coordinates as it is known exactly. */
  struct ExactMotion
  {
    /** Positions and velocities at a time since the start of the motion [s]. */
    std::function<void(double, std::span<double>, std::span<double>)> evaluate;

    double valid_until = 0.; ///< end of the comparison [s]
  };

  /**
   * Errors of the coordinates over 0 < t <= valid_until, one set of norms per
   * coordinate and for position and velocity each.
   */
  class MotionErrors final : public Observer
  {
  public:
    MotionErrors(const ExactMotion                    &exact,
                 const HistoryWriter::MonitoredPoints &coordinates,
                 double                                start_time);

    void
    observe(const StepRecord &record) override;

    /** Name, such as "velocity[upper mass]_L2", without the brackets where
     * there is one coordinate, and value of each. */
    std::map<std::string, double>
    norms() const;

  private:
    const ExactMotion                    exact;
    const HistoryWriter::MonitoredPoints coordinates;
    const double                         start_time;
    double                               time_step = 0.;
    std::vector<ErrorNorms>              position_errors, velocity_errors;

    // work space
    std::vector<double> q, v, exact_q, exact_v;
  };
} // namespace percuss

#endif
