// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_signal_file_h
#define percuss_output_signal_file_h

#include <percuss/simulation/observer.h>
#include <percuss/study/reference.h>
#include <percuss/study/run_signals.h>

#include <string>
#include <vector>

namespace percuss
{
  /**
   * `signals.h5` (HDF5): every signal at every step, for other runs to be
   * compared with. Attributes time_step [s] and n_signals; one dataset
   * "signal_i" of n_steps + 1 numbers per signal, with the attribute name.
   * Holds 8 bytes per step and signal in memory until the end of the run.
   */
  class SignalWriter final : public Observer
  {
  public:
    /** @param file_name empty on the ranks that do not write */
    SignalWriter(const std::string &file_name, const RunSignals &signals);

    void
    observe(const StepRecord &record) override;

    void
    serialize(Archive &archive) override;

    /** Writes the file; throws std::runtime_error if it cannot. */
    void
    finish() override;

  private:
    const std::string                file_name;
    RunSignals                       signals;
    double                           time_step = 0.;
    std::vector<std::vector<double>> values; // per signal
  };

  /** Whether a SignalWriter has left a file. */
  bool
  is_signal_file(const std::string &file_name);

  /**
   * The signals of a file as a reference for a run with the time step
   * @p time_step: linear between the steps of the file; contact forces as the
   * mean value over the run's step, (I(t) - I(t - h))/h of the impulse I.
   *
   * Throws InputError if the file cannot be read.
   */
  Reference
  read_signals(const std::string &file_name, double time_step);
} // namespace percuss

#endif
