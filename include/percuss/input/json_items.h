// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_json_items_h
#define percuss_input_json_items_h

#include <percuss/input/item_list.h>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace percuss
{
  /** What a list is as a text, and its items, where all have a name and parts,
   * or a kind and parts: then that is their name. */
  struct ItemsOfFile
  {
    std::string text;
    ItemList    list;
  };

  /**
   * An entry that a .json file gives as a list of objects, one for
   * each item; a list is a text with commas, a point {"body": B, "at": [x, y]}
   * is "B x, y", true is a word without a value.
   *
   *     {"name": N, "kind": K, "points": [P, Q], "word": V, ...}
   *                                      N: K ; P ; Q ; word V      between |
   *     {"kind": K, "word": V, ...}      K: V ; ...                 between |
   *     {"id": I, "value": V}            I: V                       between |
   *     {"label": L, "settings": {"Section/entry": V, ...}}
   *                                      L: Section/entry = V, ...  between |
   *     {"name": N, "point": V}          N: V                       between ;
   *     {"entry": "Section/entry", "values": [V, W]}
   *                                      Section/entry = V, W       between ;
   *     {"entry": "Section/entry", "value": V}
   *                                      Section/entry = V          between ,
   *
   * @param places of the items, "line 3", or none
   *
   * Throws InputError, which names the item, for what is no such list: other
   * members beside these, lists in lists, a point without a body.
   */
  ItemsOfFile
  read_items(const nlohmann::ordered_json   &list,
             const std::vector<std::string> &places = {});
} // namespace percuss

#endif
