// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_checkpoint_h
#define percuss_output_checkpoint_h

#include <percuss/base/archive.h>
#include <percuss/base/processes.h>

#include <cstdint>
#include <string>
#include <vector>

namespace percuss
{
  /** A run at the end of a step, with all that its rest depends on. */
  struct Checkpoint
  {
    std::string program;    ///< its version
    std::string case_name;  ///< of the run
    std::string parameters; ///< all entries, as used_parameters.prm
    std::string files;      ///< that they name: fingerprint and name, each a
                            ///< line

    std::uint64_t history_interval = 0; ///< every multiple has its row

    std::uint64_t step = 0;
    double        time = 0.; ///< [s]

    std::string         state;   ///< what all processes hold alike
    std::vector<double> entries; ///< of distributed vectors, of this process,
                                 ///< vector by vector, and what they are:
    std::vector<std::uint64_t> numbers; ///< Model::entry_numbers()
  };

  /** The name of the file whose presence means that there is a checkpoint. */
  std::string
  checkpoint_file(const std::string &directory);

  /** Whether the directory of a run holds one. */
  bool
  has_checkpoint(const std::string &directory);

  /**
   * Writes a checkpoint in place of the one before, which is the whole time
   * there until the other one is, on the disk:
   *
   *     checkpoint/state                   what all processes hold alike
   *     checkpoint/vectors_00000012.RANK   of step 12, entries of distributed
   *                                        vectors; as many as processes
   *
   * each "percuss checkpoint 1\n", the CRC-32 and the size of the rest, and the
   * rest in the numbers of the computer. Collective; throws std::runtime_error
   * on all processes if it cannot be written.
   */
  void
  write_checkpoint(const Checkpoint  &checkpoint,
                   const std::string &directory,
                   const Processes   &processes);

  /**
   * The checkpoint of a directory, on as many processes as there are now, with
   * the entries of the @p numbers that this one has.
   *
   * Collective; throws InputError on all processes for files that are missing,
   * cut, damaged, of another format, or without one of the numbers.
   */
  Checkpoint
  read_checkpoint(const std::string                &directory,
                  const std::vector<std::uint64_t> &numbers,
                  const Processes                  &processes);

  /** Why no checkpoint can be written, empty if one can: a link or a file in
   * the place of the folder, or files in it that no run has left. */
  std::string
  obstruction_of_checkpoint(const std::string &directory);

  /** Removes the files of a checkpoint, and its folder if that is empty. Other
   * files stay. */
  void
  remove_checkpoint(const std::string &directory);

  /** CRC-32 and name of every file that a value of the @p parameters names, a
   * line each. */
  std::string
  fingerprints_of_files(const std::string &parameters);
} // namespace percuss

#endif
