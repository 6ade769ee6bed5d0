// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_run_checkpoints_h
#define percuss_program_run_checkpoints_h

#include <percuss/base/processes.h>
#include <percuss/output/checkpoint.h>
#include <percuss/run/case.h>
#include <percuss/simulation/observer.h>

#include <functional>
#include <optional>
#include <string>

namespace percuss
{
  /** The checkpoint of a run before its first step: without its state. */
  Checkpoint
  checkpoint_at_start(const Case        &the_case,
                      const std::string &case_name,
                      const Model       &model);

  /**
   * Throws InputError if a run cannot go on from the checkpoint of another one:
   * of another version of the program, another model, other parameters, other
   * files that they name. Where results go, the interval between checkpoints
   * and what is done on failure of a step may differ.
   */
  void
  check_checkpoint(const Checkpoint &found, const Checkpoint &own);

  /** The first entry, "Section/entry", in which two texts of all parameters
   * differ, of those that a checkpoint asks to be the same; or empty. */
  std::string
  different_entry(const std::string &parameters, const std::string &others);

  /**
   * Writes checkpoints: every interval steps, and where a run ends before its
   * last step. It is the last observer of its run, so that the others have seen
   * the step.
   */
  class CheckpointWriter final : public Observer
  {
  public:
    /** Writes or reads the whole run. */
    using Serialize = std::function<void(Archive &)>;

    /** @param origin   checkpoint_at_start(), asked for at the first one
     *  @param interval steps, or 0
     *  @param n_steps  of the run: after the last one there is none */
    CheckpointWriter(const std::function<Checkpoint()> &origin,
                     const std::string                 &directory,
                     unsigned long int                  interval,
                     unsigned long int                  n_steps,
                     const Serialize                   &serialize,
                     const Processes                   &processes);

    /** Reads the run; throws InputError. To be called once, before the first
     * step. */
    void
    resume(const Checkpoint &checkpoint);

    /** Collective; throws std::runtime_error on all processes if it cannot be
     * written. */
    void
    observe(const StepRecord &record) override;

    void
    before_early_end(const StepRecord &record) override;

    /** The step of the last checkpoint, 0 if there is none. */
    unsigned long int
    last_step() const
    {
      return step;
    }

  private:
    void
    write(const StepRecord &record);

    const std::function<Checkpoint()> make_origin;
    std::optional<Checkpoint>         origin;
    unsigned long int                 step = 0; // of the last one
    const std::string                 directory;
    const unsigned long int           n_steps;
    const Serialize                   serialize;
    const Processes                  &processes;
  };
} // namespace percuss

#endif
