// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/csv.h>

#include <bit>
#include <charconv>
#include <cstring>

namespace percuss
{
  namespace
  {
    /** Returns the end of the number. */
    char *
    write_csv_number(char *const begin, char *const end, const double value)
    {
      return std::to_chars(begin, end, value, std::chars_format::scientific, 16)
        .ptr;
    }
  } // namespace

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
    char digits[32];
    row.append(digits,
               write_csv_number(digits, digits + sizeof(digits), value));
  }

  char *
  CsvRow::room()
  {
    if (row.size() < size + most_bytes)
      row.resize(2 * row.size() + most_bytes);
    return row.data() + size;
  }

  void
  CsvRow::append(const double value)
  {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    // the upper bits of the product depend on all bits
    Text &text = texts[(bits * 0x9e3779b97f4a7c15u) >> 58];
    if (text.size == 0 || text.bits != bits)
      {
        char *const begin = text.characters.data();
        char *const comma =
          write_csv_number(begin, begin + most_bytes - 1, value);
        *comma    = ',';
        text.bits = bits;
        text.size = static_cast<std::size_t>(comma - begin) + 1;
      }
    // all of them: their number is known, and the next number overwrites
    std::memcpy(room(), text.characters.data(), most_bytes);
    size += text.size;
  }

  void
  CsvRow::append(const unsigned long int value)
  {
    char *const begin = room();
    char *const comma = std::to_chars(begin, begin + most_bytes - 1, value).ptr;
    *comma            = ',';
    size += static_cast<std::size_t>(comma - begin) + 1;
  }

  std::string_view
  CsvRow::complete()
  {
    room();
    if (size > 0)
      --size; // the last comma
    std::memcpy(row.data() + size, csv_end_of_row, 2);
    const std::string_view result(row.data(), size + 2);
    size = 0;
    return result;
  }
} // namespace percuss
