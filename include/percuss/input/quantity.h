// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_quantity_h
#define percuss_input_quantity_h

#include <percuss/input/units.h>

#include <array>
#include <cctype>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** A number in SI units, with its unit as far as it is known. */
  struct Quantity
  {
    /** Exponents of m, kg, s, rad. */
    using Dimension = std::array<double, 4>;

    double value = 0.;

    /** None where a number without a unit, which may be of any, has gone into
     * it. */
    std::optional<Dimension> dimension;

    bool has_unit = false; ///< whether one has gone into it
  };

  /** Of a unit. */
  Quantity::Dimension
  dimension_of(const Unit &unit);

  /** "in m^2 kg", or "a pure number". */
  std::string
  in_words(const Quantity::Dimension &dimension);

  /** The value of a name in an expression; throws where there is none. */
  using ValueOfName = std::function<Quantity(const std::string &)>;

  /**
   * The value of an expression, and its dimension: by the powers of the units
   * with which it grows, none where one of the names has none. Numbers may have
   * units, those that have none are pure. '$' is skipped. Throws InputError for
   * what is no expression, for terms of different dimensions and numbers of
   * different ones that are compared, and where the value is not finite.
   *
   * @param known names, of which none is a unit behind '*' or '/'
   */
  Quantity
  evaluate_quantity(const std::string              &text,
                    const std::vector<std::string> &known,
                    const ValueOfName              &value_of);

  // The letters of names and numbers.

  inline bool
  is_decimal_digit(const char c)
  {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  }

  inline bool
  is_first_letter(const char c)
  {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
  }

  inline bool
  is_letter_of_name(const char c)
  {
    return is_first_letter(c) || is_decimal_digit(c) || c == '_';
  }

  /** Where a name ends that begins at @p begin. */
  inline std::size_t
  end_of_name(const std::string &text, std::size_t begin)
  {
    while (begin < text.size() && is_letter_of_name(text[begin]))
      ++begin;
    return begin;
  }

  /** A blank behind the end. */
  inline char
  letter_at(const std::string &text, const std::size_t i)
  {
    return i < text.size() ? text[i] : ' ';
  }
} // namespace percuss

#endif
