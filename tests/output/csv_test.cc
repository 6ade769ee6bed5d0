// SPDX-License-Identifier: Apache-2.0

// Rows of numbers, whose texts are kept from row to row.

#include <percuss/output/csv.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

namespace percuss::test::csv_test
{
  /** Numbers of all sizes and signs, with zeros and what is no number. */
  std::vector<double>
  numbers_of_all_kinds(std::mt19937_64 &random)
  {
    using Limits = std::numeric_limits<double>;
    std::vector<double> result{0.,
                               -0.,
                               1.,
                               -1.,
                               0.1,
                               Limits::max(),
                               -Limits::max(),
                               Limits::min(),
                               -Limits::denorm_min(),
                               Limits::infinity(),
                               -Limits::infinity()};
    for (int i = 0; i < 300; ++i)
      result.push_back(std::bit_cast<double>(random()));
    return result;
  }

  TEST(CsvRow, HasTheTextsOfItsNumbersInAnyOrder)
  {
    std::mt19937_64           random(5);
    const std::vector<double> numbers = numbers_of_all_kinds(random);
    CsvRow                    row;
    for (unsigned long int n = 0; n < 2000; ++n)
      {
        const unsigned long int step     = random() % 2 == 0 ? random() : n;
        std::string             expected = std::to_string(step);
        row.append(step);
        for (auto left = random() % 40; left > 0; --left)
          {
            // some again and again
            const auto   range  = random() % 2 == 0 ? 5u : numbers.size();
            const double number = numbers[random() % range];
            row.append(number);
            expected += ',';
            append_csv_number(expected, number);
          }
        EXPECT_EQ(row.complete(), expected + "\r\n");
      }
  }

  TEST(CsvRow, LosesNothing)
  {
    std::mt19937_64 random(6);
    CsvRow          row;
    for (const double number : numbers_of_all_kinds(random))
      if (std::isfinite(number))
        {
          row.append(number);
          const std::string text(row.complete());
          EXPECT_EQ(std::bit_cast<std::uint64_t>(
                      std::strtod(text.c_str(), nullptr)),
                    std::bit_cast<std::uint64_t>(number))
            << text;
        }
  }
} // namespace percuss::test::csv_test
