// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_history_rows_h
#define percuss_output_history_rows_h

#include <cstdint>
#include <string>

namespace percuss
{
  /** Cuts a `history.csv` to its first @p size bytes. Throws InputError if it
   * is shorter, std::runtime_error if it cannot be cut. */
  void
  cut_history(const std::string &file_name, std::uint64_t size);

  /**
   * Leaves of a `history.csv` the rows of the steps 0, n, 2n, ... <= @p last
   * with n = @p interval, of 0 that of step 0 alone. What it leaves it would
   * leave once more. Throws InputError if one of them is missing, when the file
   * stays, and std::runtime_error if it cannot be written.
   */
  void
  thin_history(const std::string &file_name,
               unsigned long int  interval,
               unsigned long int  last);
} // namespace percuss

#endif
