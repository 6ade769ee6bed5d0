// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/csv.h>

#include <charconv>

namespace percuss
{
  std::string
  csv_field(const std::string &text)
  {
    if (text.find_first_of(",\"\r\n") == std::string::npos)
      return text;
    std::string quoted = "\"";
    for (const char c : text)
      {
        if (c == '"')
          quoted += '"';
        quoted += c;
      }
    return quoted + '"';
  }

  void
  append_csv_number(std::string &row, const double value)
  {
    char       digits[32];
    const auto end = std::to_chars(digits,
                                   digits + sizeof(digits),
                                   value,
                                   std::chars_format::scientific,
                                   16);
    row.append(digits, end.ptr);
  }
} // namespace percuss
