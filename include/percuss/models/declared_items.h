// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_declared_items_h
#define percuss_models_declared_items_h

#include <percuss/input/declared_items.h>

namespace percuss
{
  /** What the items of entries may be, of all models of the program `percuss`:
   * those of an entry one after the other. */
  std::vector<DeclaredItem>
  declared_items();
} // namespace percuss

#endif
