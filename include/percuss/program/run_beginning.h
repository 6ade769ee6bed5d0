// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_run_beginning_h
#define percuss_program_run_beginning_h

#include <percuss/output/checkpoint.h>
#include <percuss/program/run_arguments.h>
#include <percuss/run/case.h>

#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** What --resume finds in a directory. */
  enum class Beginning : unsigned int
  {
    at_start,
    at_checkpoint,
    at_end
  };

  /** Decides where a run begins, or returns why it cannot, on the first
   * process; removes earlier results that it replaces.
   * @param files that it leaves */
  std::string
  find_beginning(const Case                     &the_case,
                 const RunArguments             &arguments,
                 const std::vector<std::string> &files,
                 Beginning                      &beginning);

  /** Why a run from the start cannot leave @p files in its directory as it is
   * now, for that of another case without --overwrite, too; empty if it can.
   * Changes nothing. */
  std::string
  problem_of_directory(const Case                     &the_case,
                       const RunArguments             &arguments,
                       const std::vector<std::string> &files);

  /** The checkpoint from which a run goes on; with --overwrite none where it
   * cannot, and it begins anew. Throws InputError. Collective. */
  std::optional<Checkpoint>
  take_checkpoint(const Model                    &model,
                  const Case                     &the_case,
                  const RunArguments             &arguments,
                  const std::vector<std::string> &files);
} // namespace percuss

#endif
