// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_units_h
#define percuss_input_units_h

#include <percuss/input/parameters.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** A unit as a multiple of those of SI: factor 10^power m^a kg^b s^c rad^d.
   */
  struct Unit
  {
    std::array<int, 4> dimension{}; ///< a, b, c, d
    double             factor = 1.; ///< of units that are not decimal
    int                power  = 0;

    bool
    has_dimension_of(const Unit &other) const
    {
      return dimension == other.dimension;
    }
  };

  /** "kN/mm^2", "N s/m", "deg/s": names of units with prefixes and whole
   * exponents, multiplied by '*' or a blank; '/' divides by the next one alone.
   * None for what has a name that is not known, or no form. */
  std::optional<Unit>
  unit(const std::string &text);

  /** A decimal number of a unit in SI, both as text: decimal multiples have its
   * digits, 0.3 mm = 0.0003 m. */
  std::string
  in_si(const std::string &number, const Unit &unit);

  /** A number with a unit that stands in an expression. */
  struct NumberWithUnit
  {
    std::string value; ///< in SI, as text
    Unit        unit;
    std::size_t end = 0; ///< behind it
  };

  /** The number at @p begin of an expression and the unit behind it, which goes
   * on as far as it can be one: "3 mm" of "3 mm*x", "2 N/m" of "2 N/m*q".
   * Behind '*', '/' or a blank the @p variables of the expression are no units,
   * and before a parenthesis no name is one. None where there is no unit. */
  std::optional<NumberWithUnit>
  number_with_unit_at(const std::string              &text,
                      std::size_t                     begin,
                      const std::vector<std::string> &variables);

  /** A text with its numbers in SI: those that have a unit are converted,
   * others stay. @p units are those that a number may have, of each component,
   * between commas; the last are those of all that follow. "-" is a pure
   * number. A number that is multiplied, divided or in parentheses may have
   * any. Throws InputError for another dimension, and where of the numbers
   * between ';' and '|' some have a unit and others, but for zeros, have none;
   * and where a name behind a number is no unit, unless @p names_follow numbers
   * in such a text. */
  std::string
  numbers_in_si(const std::string                           &text,
                const std::vector<std::vector<std::string>> &units,
                bool names_follow = false);

  /** Throws for the name of a unit that is not known. */
  [[noreturn]] void
  refuse_unit(const std::string &name);

  /** The units in which the documentation of an entry measures it: the first in
   * brackets, and what it is instead in mechanisms. */
  std::vector<std::string>
  declared_units(const std::string &documentation);

  /** The unit that an entry is declared with, as its documentation has it: the
   * first in brackets, "E [Pa]."; empty where it is a pure number, or none. */
  std::string
  unit_of(const Parameter &entry);

  /**
   * The value of an entry in the unit with which it is declared: "2 in" of a
   * length [m] is "0.0508", of several separated by ';' each, and of texts all
   * numbers that have a unit, as numbers_in_si() says. What has none stays as
   * it is. Decimal multiples have the digits that they have as text, 0.3 mm =
   * 0.0003 m. Throws InputError for a unit of another dimension, a unit that is
   * not known, and of numbers that have none.
   */
  std::string
  in_declared_unit(const std::string &value, const Parameter &entry);
} // namespace percuss

#endif
