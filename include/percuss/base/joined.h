// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_joined_h
#define percuss_base_joined_h

#include <sstream>
#include <string>

namespace percuss
{
  /** Texts, numbers and manipulators, as a stream writes them. */
  template <class... Parts>
  std::string
  joined(const Parts &...parts)
  {
    std::ostringstream text;
    (text << ... << parts);
    return text.str();
  }
} // namespace percuss

#endif
