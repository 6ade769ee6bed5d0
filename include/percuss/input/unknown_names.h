// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_unknown_names_h
#define percuss_input_unknown_names_h

#include <percuss/input/parameters.h>

#include <string>

namespace percuss
{
  /** What is said of a section that does not exist: with the nearest name, or
   * where to look. */
  std::string
  unknown_section(const Parameters &parameters, const std::string &section);

  /** The same of an entry "Section/entry". */
  std::string
  unknown_entry(const Parameters &parameters, const std::string &path);
} // namespace percuss

#endif
