// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_mechanism_mechanism_texts_h
#define percuss_models_mechanism_mechanism_texts_h

#include <percuss/input/item_list.h>

namespace percuss
{
  /** The items of a mechanism; any list may be empty, but not both the bodies and
   * the beams, which are rods in space. */
  struct MechanismTexts
  {
    ItemList bodies, joints, contacts, springs, loads, beams = {};
  };
} // namespace percuss

#endif
