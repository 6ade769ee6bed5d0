// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_item_list_h
#define percuss_input_item_list_h

#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** The value of a part: a text; what a list, or a point with its body, of a
   * .json file has is apart, too. */
  struct ItemValue
  {
    ItemValue(const std::string &text = {})
      : text(text)
    {}

    std::string text; ///< "0, 1" of a list, "B 0, 1" of a point

    std::string                             body = {}; ///< of a point
    std::optional<std::vector<std::string>> list = {}; ///< or coordinates
  };

  /** "WORD VALUE", or without a word. */
  struct ItemPart
  {
    std::string word;
    ItemValue   value;

    std::string
    text() const;
  };

  /** An item as a file has it: a text, "NAME: part ; part ; ...", or from an
   * object of a .json file its parts. */
  struct ItemSource
  {
    std::string text; ///< in messages; all there is of a .prm file

    std::string           name  = {}; ///< none: all is in the text
    std::vector<ItemPart> parts = {};
    std::string           place = {}; ///< "line 3", if it is known

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
