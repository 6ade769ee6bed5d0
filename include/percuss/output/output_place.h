// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_output_place_h
#define percuss_output_output_place_h

#include <string>

namespace percuss
{
  /** Where a process leaves results. */
  struct OutputPlace
  {
    std::string directory; ///< it exists; empty: no files

    /** Whether this one writes what all processes of a run know alike, and into
     * files that they have in common: the first. */
    bool writes = true;
  };
} // namespace percuss

#endif
