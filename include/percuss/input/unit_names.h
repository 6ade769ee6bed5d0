// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_unit_names_h
#define percuss_input_unit_names_h

#include <string>
#include <vector>

namespace percuss
{
  /** The names of all units, those that take prefixes with each of them. */
  std::vector<std::string>
  unit_names();

  /** Those that are often written: of lengths mm, cm and km, but no dm. */
  std::vector<std::string>
  common_unit_names();

  /** Units of the dimension of one, itself first: of "m/s" also "mm/s", "km/s",
   * "m/h".
   * Each has one common name in the place of one of its names, with the
   * same exponent, or is a single one; none where @p text is no unit. */
  std::vector<std::string>
  units_like(const std::string &text);
} // namespace percuss

#endif
