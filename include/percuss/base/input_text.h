// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_input_text_h
#define percuss_base_input_text_h

#include <optional>
#include <string>

namespace percuss
{
  /** All bytes of a file, or of a pipe or a device up to its end; nothing where
   * it cannot be opened, or is a folder. Throws InputError, "... does not end",
   * for more than there is memory for, and for a pipe into which nobody writes. */
  std::optional<std::string>
  input_text(const std::string &file_name);
} // namespace percuss

#endif
