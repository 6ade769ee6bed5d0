// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_interruption_h
#define percuss_program_interruption_h

#include <percuss/base/processes.h>
#include <percuss/simulation/observer.h>

#include <cstddef>
#include <functional>
#include <string>

namespace percuss
{
  /**
   * While it lives, SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGPIPE end no program: the
   * handler keeps the number, which received() tells. The second signal of a
   * kind ends the program at once, except for SIGPIPE. Signals that were
   * ignored stay so. There is one at a time.
   */
  class SignalWatch
  {
  public:
    SignalWatch();

    SignalWatch(const SignalWatch &) = delete;

    /** What the signals did before, they do again. */
    ~SignalWatch();

    /** The last signal, 0 for none. */
    static int
    received();
  };

  /** Steps between looks at signals: no share of even a short step, nor, with
   * several processes, their agreement. */
  unsigned long int
  steps_between_looks(const Processes &processes, std::size_t n_dofs);

  /** Ends a run with the step in which a process of it has received a signal;
   * one in the last step interrupts nothing. */
  class Interruption final : public Observer
  {
  public:
    /** @param n_steps  of the run
     *  @param interval steps between looks
     *  @param received the last signal of this process, 0 for none */
    Interruption(const Processes            &processes,
                 unsigned long int           n_steps,
                 unsigned long int           interval,
                 const std::function<int()> &received = SignalWatch::received);

    void
    observe(const StepRecord &record) override;

    std::string
    reason_to_stop() const override;

    /** The signal; 0 if there was none. The same on all processes. */
    int
    signal() const
    {
      return agreed_signal;
    }

  private:
    const Processes        &processes;
    const unsigned long int n_steps;

    const std::function<int()> received;

    int agreed_signal = 0;
  };
} // namespace percuss

#endif
