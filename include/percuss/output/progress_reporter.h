// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_progress_reporter_h
#define percuss_output_progress_reporter_h

#include <percuss/simulation/observer.h>

#include <chrono>
#include <ostream>

namespace percuss
{
  /**
   * How far a run is: step, simulated time, energy, active contacts, time left.
   * On a terminal one line that rewrites itself a few times a second, elsewhere
   * a line now and then.
   */
  class ProgressReporter final : public Observer
  {
  public:
    /** @param terminal   whether @p out may be rewritten in place
     *  @param first_step that this process begins with */
    ProgressReporter(std::ostream     &out,
                     bool              terminal,
                     unsigned long int n_steps,
                     unsigned long int first_step = 0);

    void
    observe(const StepRecord &record) override;

    /** Ends the line that a run which stops early leaves on a terminal. */
    void
    finish() override;

  private:
    using Clock = std::chrono::steady_clock;

    std::ostream           &out;
    const bool              terminal;
    const unsigned long int n_steps, first_step;
    const Clock::time_point start;
    Clock::time_point       last;
    bool                    is_open = false; // a line to be rewritten
  };
} // namespace percuss

#endif
