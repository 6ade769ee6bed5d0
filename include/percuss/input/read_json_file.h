// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_read_json_file_h
#define percuss_input_read_json_file_h

#include <percuss/input/parameter_file.h>

#include <cstddef>
#include <string>
#include <vector>

namespace percuss
{
  // Parts of read_parameter_file(). Throw InputError.

  inline constexpr std::size_t max_depth =
    100; // of sections, of included files

  /** The number of the line that a byte of a text is in, from 1. */
  std::size_t
  line_of(const std::string &text, std::size_t byte);

  /** The text of a file, without the byte order mark of UTF-8; @p what it is:
   * "The parameter file". */
  std::string
  text_of_file(const std::string &file_name, const std::string &what);

  std::vector<Statement>
  read_json_file(const std::string &file_name, ErrorCollector &errors);
} // namespace percuss

#endif
