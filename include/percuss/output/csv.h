// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_csv_h
#define percuss_output_csv_h

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace percuss
{
  constexpr const char *csv_end_of_row = "\r\n"; // RFC 4180

  /** A field of RFC 4180: quoted where it holds a separator or a quote. */
  std::string
  csv_field(const std::string &text);

  /** Adds a number to a row, of which nothing is lost. */
  void
  append_csv_number(std::string &row, double value);

  /**
   * Row after row of numbers, as append_csv_number() writes them. Most of them
   * stood in the row before or stand in the same one twice: the texts of the
   * last ones are kept, since making them takes longer than all else.
   */
  class CsvRow
  {
  public:
    void
    append(double value);

    void
    append(unsigned long int value);

    /** The row with its end; the next append() begins another one. */
    std::string_view
    complete();

  private:
    static constexpr std::size_t most_bytes = 32; // a number with its comma

    struct Text
    {
      std::uint64_t                bits = 0;
      std::size_t                  size = 0; // 0: none
      std::array<char, most_bytes> characters{};
    };

    /** Where a number may be written. */
    char *
    room();

    std::array<Text, 64> texts; // at places that the bits say
    std::string          row;   // keeps its memory
    std::size_t          size = 0;
  };
} // namespace percuss

#endif
