// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_version_h
#define percuss_base_version_h

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace percuss
{
  /** Version of this library, "major.minor.patch". */
  std::string_view
  version();

  /** Abbreviated git revision at configuration, "unknown" outside git. */
  std::string_view
  git_revision();

  /** Name and version of this program and of the libraries below it, as they
   * were when it was compiled. */
  std::vector<std::pair<std::string, std::string>>
  library_versions();
} // namespace percuss

#endif
