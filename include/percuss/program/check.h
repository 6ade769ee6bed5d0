// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_check_h
#define percuss_program_check_h

#include <percuss/program/run_arguments.h>

namespace percuss
{
  /** What `percuss check` does, and `percuss run --validate`: prints all that is
   * wrong with the input, else what is known of the run at its start. Returns 2
   * if anything is wrong, else 0. Collective. */
  int
  check(const RunArguments &arguments, const Catalogue &catalogue);
} // namespace percuss

#endif
