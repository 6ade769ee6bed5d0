// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/declared_items.h>
#include <percuss/models/mechanism/parse_mechanism.h>
#include <percuss/models/obstacle_items.h>

namespace percuss
{
  std::vector<DeclaredItem>
  declared_items()
  {
    std::vector<DeclaredItem> items = obstacle_items();
    for (const auto &more : {mechanism_items<2>("Mechanism"),
                             mechanism_items<3>("Spatial mechanism")})
      items.insert(items.end(), more.begin(), more.end());
    return items;
  }
} // namespace percuss
