// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_run_checkpoints_h
#define percuss_program_run_checkpoints_h

#include <percuss/base/processes.h>
#include <percuss/output/checkpoint.h>
#include <percuss/output/history_writer.h>
#include <percuss/run/case.h>
#include <percuss/simulation/observer.h>

#include <functional>
#include <optional>
#include <string>

namespace percuss
{
  /** Steps between the rows of history.csv. */
  unsigned long int
  history_interval(const Model &model, const RunParameters &parameters);

  /** The checkpoint of a run before its first step: without its state.
   * @param from where the run goes on */
  Checkpoint
  checkpoint_at_start(const Case                      &the_case,
                      const std::string               &case_name,
                      const Model                     &model,
                      const std::optional<Checkpoint> &from = {});

  /** What becomes of the rows of history.csv of a run that goes on: with
   * 'Output/history interval' = automatic it is that of one run.
   * @param interval history_interval() */
  std::optional<EarlierRows>
  earlier_rows(const std::optional<Checkpoint> &from,
               const RunParameters             &parameters,
               unsigned long int                interval);

  /**
   * Throws InputError if a run cannot go on from the checkpoint of another one:
   * of another version of the program, another model, other parameters, other
   * files that they name, a step behind its own end, or without rows of
   * history.csv that an automatic interval asks for. See different_entry().
   */
  void
  check_checkpoint(const Checkpoint    &found,
                   const Checkpoint    &own,
                   const RunParameters &parameters);

  /** The value of an entry, "Section/entry", in a text of all parameters. */
  std::string
  value_of_entry(const std::string &parameters, const std::string &path);

  /** The first entry, "Section/entry", in which two texts of all parameters
   * differ, of those that a checkpoint asks to be the same: all but the end
   * time and those that say when and where results are written; or empty. */
  std::string
  different_entry(const std::string &parameters, const std::string &others);

  /**
   * Writes checkpoints: every interval steps, and where a run ends, but with an
   * interval of 0 not after its last step. It is the last observer of its run,
   * so that the others have seen the step.
   */
  class CheckpointWriter final : public Observer
  {
  public:
    /** Writes or reads the whole run. */
    using Serialize = std::function<void(Archive &)>;

    /** @param origin   checkpoint_at_start(), asked for at the first one
     *  @param interval steps, or 0
     *  @param n_steps  of the run: after the last one there is none with an
     *                 interval of 0 */
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
    before_end(const StepRecord &record) override;

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
