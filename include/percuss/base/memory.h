// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_memory_h
#define percuss_base_memory_h

#include <string>

namespace percuss
{
  /** The memory [byte] that there is at most, used or not: of the machine, with
   * its swap, or less where the control group of this process or its limits
   * (ulimit -v, -d) say so. */
  double
  memory_limit();

  /** Why something of so many bytes cannot be made, "It would need about 1.6 TB
   * of memory, and there are 16 GB"; empty if it can. A count times a size is
   * formed in double precision, which does not wrap. */
  std::string
  problem_of_memory(double bytes);

  /** Lets allocations beyond memory_limit() fail, std::bad_alloc, instead of
   * having the system end processes. */
  void
  refuse_more_memory();
} // namespace percuss

#endif
