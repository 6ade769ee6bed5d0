// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_json_items_h
#define percuss_input_json_items_h

#include <percuss/input/item_list.h>

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace percuss
{
  /**
   * The text of an entry that a .json file gives as a list of objects, one for
   * each item; a list is a text with commas, a point {"body": B, "at": [x, y]}
   * is "B x, y", true is a word without a value.
   *
   *     {"name": N, "kind": K, "points": [P, Q], "word": V, ...}
   *                                      N: K ; P ; Q ; word V      between |
   *     {"kind": K, "word": V, ...}      K: V ; ..., in this order  between |
   *     {"id": I, "value": V}            I: V                       between |
   *     {"label": L, "settings": {"Section/entry": V, ...}}
   *                                      L: Section/entry = V, ...  between |
   *     {"name": N, "point": V}          N: V                       between ;
   *     {"entry": "Section/entry", "values": [V, W]}
   *                                      Section/entry = V, W       between ;
   *     {"entry": "Section/entry", "value": V}
   *                                      Section/entry = V          between ,
   *
   * Throws InputError for what is no such list.
   */
  std::string
  text_of_items(const nlohmann::ordered_json &list);

  /** The items where all are of the first form; none of other lists. */
  ItemList
  item_list(const nlohmann::ordered_json &list);
} // namespace percuss

#endif
