// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/decimal.h>

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace percuss
{
  namespace
  {
    __extension__ using Wide = unsigned __int128;

    /** mantissa 2^exponent, where the highest bit of the mantissa is set. */
    struct WideNumber
    {
      Wide mantissa = Wide(1) << 127;
      int  exponent = -127;
    };

    constexpr WideNumber
    ten_times(const WideNumber &x)
    {
      const Wide m = x.mantissa;
      if (m < (~Wide(0) / 5) * 4)
        return {m / 4 * 5 + m % 4 * 5 / 4, x.exponent + 3};
      return {m / 8 * 5 + m % 8 * 5 / 8, x.exponent + 4};
    }

    constexpr WideNumber
    tenth_of(const WideNumber &x)
    {
      const Wide m = x.mantissa;
      if (m >= (Wide(5) << 125))
        return {m / 5 * 4 + m % 5 * 4 / 5, x.exponent - 3};
      return {m / 5 * 8 + m % 5 * 8 / 5, x.exponent - 4};
    }

    // 10^k from below: each step loses at most 2^-127 of it
    constexpr int lowest_power = -292, highest_power = 324;

    constexpr auto powers_of_ten = [] {
      std::array<WideNumber, highest_power - lowest_power + 1> powers{};
      for (std::size_t k = -lowest_power; k + 1 < powers.size(); ++k)
        powers[k + 1] = ten_times(powers[k]);
      for (std::size_t k = -lowest_power; k > 0; --k)
        powers[k - 1] = tenth_of(powers[k]);
      return powers;
    }();

    constexpr auto pairs_of_digits = [] {
      std::array<char, 200> pairs{};
      for (std::size_t i = 0; i < 100; ++i)
        {
          pairs[2 * i]     = static_cast<char>('0' + i / 10);
          pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
        }
      return pairs;
    }();

    void
    write_pair(char *const begin, const std::uint64_t number)
    {
      std::memcpy(begin, pairs_of_digits.data() + 2 * number, 2);
    }

    void
    write_eight_digits(char *const begin, const std::uint64_t number)
    {
      const std::uint64_t upper = number / 10000, lower = number % 10000;
      write_pair(begin, upper / 100);
      write_pair(begin + 2, upper % 100);
      write_pair(begin + 4, lower / 100);
      write_pair(begin + 6, lower % 100);
    }

    constexpr std::uint64_t ten_to_16 = 10000000000000000;
    constexpr std::uint64_t undecided = 0;

    /** The integer next to M 2^e 10^(16-d), where M has its highest bit, or
     * undecided. @pre it has 17 or 18 digits */
    std::uint64_t
    scaled(const std::uint64_t M, const int e, const int d)
    {
      const WideNumber &power =
        powers_of_ten[static_cast<std::size_t>(16 - d - lowest_power)];
      // all but the last 64 of 192 bits
      const Wide product =
        Wide(M) * static_cast<std::uint64_t>(power.mantissa >> 64) +
        (Wide(M) * static_cast<std::uint64_t>(power.mantissa) >> 64);
      // 2 to 11 of the upper bits, and all of the lower ones, are the fraction
      const auto          upper    = static_cast<std::uint64_t>(product >> 64);
      const auto          lower    = static_cast<std::uint64_t>(product);
      const int           shift    = -(e + power.exponent + 128);
      const std::uint64_t half     = std::uint64_t(1) << (shift - 1);
      const std::uint64_t fraction = upper & (2 * half - 1);
      const std::uint64_t number   = upper >> shift;
      // below the exact one by 2^11 of the power and 2 of the product
      constexpr std::uint64_t error = 1 << 12;
      if (fraction > half || (fraction == half && lower > 0))
        return number + 1;
      if (fraction + 1 < half || (fraction + 1 == half && lower < -error))
        return number;
      return undecided;
    }

    char *
    write_exponent(char *end, const int d)
    {
      *end++               = 'e';
      *end++               = d < 0 ? '-' : '+';
      const auto magnitude = static_cast<std::uint64_t>(d < 0 ? -d : d);
      if (magnitude >= 100)
        *end++ = static_cast<char>('0' + magnitude / 100);
      write_pair(end, magnitude % 100);
      return end + 2;
    }
  } // namespace

  char *
  write_decimal(char *const begin, const double value)
  {
    const auto    bits     = std::bit_cast<std::uint64_t>(value);
    const int     exponent = static_cast<int>(bits >> 52 & 0x7ff);
    char         *end      = begin;
    std::uint64_t number   = undecided;
    if (exponent != 0 && exponent != 0x7ff)
      {
        const std::uint64_t M = (bits | std::uint64_t(1) << 52) << 11;
        const int           e = exponent - 1086;
        // log10(2) from below: d is right, or too small by one
        int d  = static_cast<int>((e + 63) * std::int64_t(1292913986) >> 32);
        number = scaled(M, e, d);
        if (number >= 10 * ten_to_16)
          number = scaled(M, e, ++d);
        if (number != undecided)
          {
            if (bits >> 63)
              *end++ = '-';
            *end++ = static_cast<char>('0' + number / ten_to_16);
            *end++ = '.';
            write_eight_digits(end, number % ten_to_16 / 100000000);
            write_eight_digits(end + 8, number % 100000000);
            return write_exponent(end + 16, d);
          }
      }
    return std::to_chars(begin,
                         begin + most_decimal_bytes,
                         value,
                         std::chars_format::scientific,
                         16)
      .ptr;
  }
} // namespace percuss
