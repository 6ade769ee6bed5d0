// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_item_list_h
#define percuss_input_item_list_h

#include <string>
#include <vector>

namespace percuss
{
  /** An item as a file has it: a text, "NAME: part ; part ; ...", or from an
   * object of a .json file its parts. */
  struct ItemSource
  {
    std::string text; ///< in messages; all there is of a .prm file

    std::string              name  = {}; ///< none: all is in the text
    std::vector<std::string> parts = {}; ///< "WORD VALUE", or "VALUE"
    std::string              place = {}; ///< "line 3", if it is known

    /** The name, in whichever of them; all of a text that has none. */
    std::string
    title() const;
  };

  /** The items of an entry, in a text between '|'. */
  struct ItemList
  {
    ItemList() = default;

    ItemList(const std::string &text);

    ItemList(const char *const text)
      : ItemList(std::string(text))
    {}

    /** As the .prm file has them. */
    std::string
    text() const;

    std::vector<ItemSource> items = {};
  };
} // namespace percuss

#endif
