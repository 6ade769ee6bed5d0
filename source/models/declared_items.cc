// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/declared_items.h>
#include <percuss/models/mechanism/parse_mechanism.h>

namespace percuss
{
  std::vector<DeclaredItem>
  declared_items()
  {
    std::vector<DeclaredItem> items = mechanism_items<2>("Mechanism");
    for (const DeclaredItem &item : mechanism_items<3>("Spatial mechanism"))
      items.push_back(item);
    return items;
  }
} // namespace percuss
