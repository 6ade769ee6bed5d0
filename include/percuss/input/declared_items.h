// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_declared_items_h
#define percuss_input_declared_items_h

#include <functional>
#include <string>
#include <vector>

namespace percuss
{
  class Item;

  /**
   * A word with which a part of an item begins, and what follows it, as the
   * function that reads the item declares it (input/item.h). Types are
   *
   *     number, whole number, 3 numbers, numbers
   *     expression of t, 2 expressions of t
   *     text, texts
   *     choice             one of the choices
   *     nothing            the word stands alone
   *
   * and those of a model, such as point, body and beam of a mechanism. Where N
   * numbers have one unit in the list, all have it; else as many as there are
   * in the list, the last of which is that of all that follow.
   */
  struct DeclaredWord
  {
    std::string word; ///< empty: a value without a word, such as a point
    std::string type, unit, meaning;

    std::vector<std::string> choices;
    bool                     is_needed = false;
  };

  /**
   * What an item of an entry's list may be: of one kind, with these words.
   *
   * The kind is the item's first part, "revolute", or with a name behind it,
   * "beam BEAM"; or it is also one of the words, which then says the kind
   * wherever it stands, as "fixed" does; or it is empty: an item that says no
   * kind.
   */
  struct DeclaredItem
  {
    std::string entry; ///< "Mechanism/bodies"
    std::string kind, meaning;

    std::vector<DeclaredWord> words; ///< those without a word first

    /** "NAME: kind ; word value ; ...". Else "KIND: value ; value ; ...": only
     * objects of .json files have the words, whose order is that of the values.
     */
    bool is_named = true;
  };

  /**
   * The items that @p parse can read, found by running it without an item: it
   * is called for each kind that it asks for, as far as Item::read(). What it
   * does before that must not depend on names.
   *
   * @param entry its path, "Mechanism/bodies"
   */
  std::vector<DeclaredItem>
  declared_by(const std::string                 &entry,
              const std::function<void(Item &)> &parse);
} // namespace percuss

#endif
