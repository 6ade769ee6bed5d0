// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_obstacle_items_h
#define percuss_models_obstacle_items_h

#include <percuss/input/declared_items.h>

namespace percuss
{
  /** The obstacles of solids, those of rigid_shapes() in space, of which those
   * in the plane are some, and an expression: their words in .json files, in the
   * order of their values in .prm files. */
  std::vector<DeclaredItem>
  obstacle_items();
} // namespace percuss

#endif
