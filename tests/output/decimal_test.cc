// SPDX-License-Identifier: Apache-2.0

// Numbers of history.csv are those of std::to_chars(), character by character.

#include <percuss/output/decimal.h>

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace percuss::test::decimal_test
{
  std::string
  by_the_library(const double value)
  {
    char text[32];
    return {text,
            std::to_chars(text,
                          text + sizeof(text),
                          value,
                          std::chars_format::scientific,
                          16)
              .ptr};
  }

  void
  check(const double value)
  {
    for (const double number : {value, -value})
      {
        char text[most_decimal_bytes];
        ASSERT_EQ(std::string(text, write_decimal(text, number)),
                  by_the_library(number));
      }
  }

  TEST(WriteDecimal, SpecialNumbers)
  {
    using Limits = std::numeric_limits<double>;
    for (const double value : {0.,
                               Limits::infinity(),
                               Limits::quiet_NaN(),
                               Limits::min(),
                               Limits::max(),
                               Limits::denorm_min(),
                               std::nextafter(Limits::min(), 0.)})
      check(value);
  }

  // where the number of digits changes, and rounding carries through all nines
  TEST(WriteDecimal, BesidePowersOfTenAndOfTwo)
  {
    for (int k = -323; k <= 308; ++k)
      {
        double below = std::strtod(("1e" + std::to_string(k)).c_str(), nullptr),
               above = below;
        for (int i = 0; i < 20; ++i)
          {
            check(below);
            check(above);
            below = std::nextafter(below, 0.);
            above = std::nextafter(above, 1e308);
          }
      }
    for (int k = -1074; k < 1024; ++k)
      for (const double factor : {1., 3., 5., 1. + 0x1p-52, 2. - 0x1p-52})
        check(std::ldexp(factor, std::min(k, 1021)));
  }

  // of integers below 2^51 a quarter is the eighteenth digit: ties
  TEST(WriteDecimal, TiesAndIntegers)
  {
    std::mt19937_64 random(3);
    for (int i = 0; i < 20000; ++i)
      {
        const auto n = static_cast<double>((std::uint64_t(1) << 50) +
                                           random() % (std::uint64_t(1) << 50));
        for (const double part : {0., 0.25, 0.5, 0.75})
          check(n + part);
        check(static_cast<double>(random() >> random() % 64));
      }
  }

  TEST(WriteDecimal, AMillionAtRandom)
  {
    std::mt19937_64 random(4);
    for (int i = 0; i < 1000000; ++i)
      check(std::bit_cast<double>(random()));
  }

  TEST(WriteDecimal, ShortNumbers)
  {
    std::mt19937_64 random(5);
    for (int i = 0; i < 200000; ++i)
      check(static_cast<double>(random() % 100000) *
            std::pow(10., static_cast<int>(random() % 40) - 20));
  }
} // namespace percuss::test::decimal_test
