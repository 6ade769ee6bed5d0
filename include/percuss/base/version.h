// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_version_h
#define percuss_base_version_h

#include <string_view>

namespace percuss
{
  /** Version of this library, "major.minor.patch". */
  std::string_view
  version();

  /** Abbreviated git revision at configuration, "unknown" outside git. */
  std::string_view
  git_revision();
} // namespace percuss

#endif
