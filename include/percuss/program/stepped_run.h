// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_stepped_run_h
#define percuss_program_stepped_run_h

#include <percuss/program/interruption.h>
#include <percuss/program/prepared_run.h>
#include <percuss/run/spring_guard.h>
#include <percuss/simulation/simulation.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** What is known of a run after a step. The arrays outlive the run, and the
   * next step changes them. */
  struct StateArrays
  {
    std::vector<double> positions; ///< of the points of the history [m], or the
                                   ///< coordinates of a small model
    std::vector<double> velocities;     ///< of the same [m/s]
    std::vector<double> gaps;           ///< of each contact row [m]
    std::vector<double> gap_velocities; ///< of each row [m/s]
    std::vector<double> impulses;       ///< of each row in the step [N s]
  };

  /** A run that a program looks at between its steps. It leaves no files and no
   * history. */
  class SteppedRun
  {
  public:
    /** Throws what prepare_run() throws.
     * @param received_signal the last signal, 0 for none: it ends advance() */
    SteppedRun(std::unique_ptr<Case>       the_case,
               const std::function<int()> &received_signal);

    SteppedRun(const SteppedRun &) = delete;

    /** Makes @p n_steps steps, or those that are left, fewer where a signal is
     * received: then there are no further ones. Throws what they throw, and
     * leaves the last good state. */
    void
    advance(unsigned long int n_steps);

    /** Whether the last step is made. */
    bool
    is_at_end() const
    {
      return record().step >= n_steps;
    }

    /** The last step that was made. */
    const StepRecord &
    record() const
    {
      return prepared.model->stepper().record();
    }

    /** Those of the history: position[NAME] and velocity[NAME]. */
    const std::vector<std::string> &
    point_names() const
    {
      return points.names;
    }

    /** Of the last step. */
    std::shared_ptr<const StateArrays>
    state() const
    {
      return arrays;
    }

    /** What is known at the start. */
    const std::vector<std::string> &
    warnings() const
    {
      return prepared.warnings;
    }

    /** How many steps there are. */
    unsigned long int
    last_step() const
    {
      return n_steps;
    }

  private:
    void
    enter_state();

    const std::unique_ptr<Case>  the_case; // which the model refers to
    const PreparedRun            prepared;
    const unsigned long int      n_steps;
    const MonitoredPoints        points;
    Interruption                 interruption;
    std::optional<SpringGuard>   spring_guard;
    std::vector<Observer *>      observers;
    SimulationProgress           progress;
    std::shared_ptr<StateArrays> arrays;
  };
} // namespace percuss

#endif
