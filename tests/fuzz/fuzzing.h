// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_tests_fuzz_fuzzing_h
#define percuss_tests_fuzz_fuzzing_h

#include "corpus.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace percuss::fuzzing
{
  /** A reader: what it takes, and the function that reads a file of that name.
   * It may throw InputError, whose message has the name of the file, or
   * NumericalFailure; anything else is a fault. */
  struct Target
  {
    std::string                                        name;
    std::string                                        file_name;
    Corpus                                             corpus;
    std::function<void(const std::filesystem::path &)> read;
  };

  /**
   * Gives each target its share of the inputs. The command line:
   *
   *     [--inputs N] [--seed S] [--only NAME] [--replay FILE]
   *
   * An input that is a fault stays in the folder PROGRAM_faults of the working
   * directory, also where it ends the program by a signal or after 60 s of
   * processor time.
   *
   * @return the exit status: 0 where there is no fault
   */
  int
  main(int argc, char **argv, const std::vector<Target> &targets);
} // namespace percuss::fuzzing

#endif
