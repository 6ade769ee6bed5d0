// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_csv_h
#define percuss_output_csv_h

#include <string>

namespace percuss
{
  constexpr const char *csv_end_of_row = "\r\n"; // RFC 4180

  /** A field of RFC 4180: quoted where it holds a separator or a quote. */
  std::string
  csv_field(const std::string &text);

  /** Adds a number to a row, of which nothing is lost. */
  void
  append_csv_number(std::string &row, double value);
} // namespace percuss

#endif
