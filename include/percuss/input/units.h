// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_units_h
#define percuss_input_units_h

#include <percuss/input/parameters.h>

#include <array>
#include <optional>
#include <string>

namespace percuss
{
  /** A unit as a multiple of those of SI: factor 10^power m^a kg^b s^c rad^d. */
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

  /** The unit that an entry is declared with, as its documentation has it: the
   * first in brackets, "E [Pa]."; empty where it is a pure number, or none. */
  std::string
  unit_of(const Parameter &entry);

  /**
   * The value of an entry in the unit with which it is declared: "2 in" of a
   * length [m] is "0.0508", of several separated by ';' each. What is no number
   * with a unit stays as it is: it may be an expression.
   * Decimal multiples have the digits that they have as text, 0.3 mm = 0.0003 m.
   * Throws InputError for a unit of another dimension, a unit that is not known,
   * and of numbers that have none.
   */
  std::string
  in_declared_unit(const std::string &value, const Parameter &entry);
} // namespace percuss

#endif
