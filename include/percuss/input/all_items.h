// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_all_items_h
#define percuss_input_all_items_h

#include <percuss/input/item.h>

#include <functional>
#include <string>
#include <vector>

namespace percuss
{
  /** What is wrong with the items of several lists. */
  struct ItemErrors
  {
    ErrorCollector           errors;
    std::vector<std::string> names; ///< of the items that are wrong

    /** Whether an item names one that is wrong: it cannot be judged. */
    bool
    are_named_in(const ItemSource &item) const;
  };

  /** Calls @p parse with each item; adds the errors, which say of which one,
   * and what it is: "Body". Two of them may have the same name where that is
   * not their own, but of what they belong to. */
  void
  for_all_items(const ItemList                    &list,
                const char                        *what,
                const std::vector<std::string>    &names,
                const std::function<void(Item &)> &parse,
                bool                               have_own_names,
                ItemErrors                        &errors);

  /** The same; throws the errors. */
  void
  for_all_items(const ItemList                    &list,
                const char                        *what,
                const std::vector<std::string>    &names,
                const std::function<void(Item &)> &parse,
                bool                               have_own_names = true);
} // namespace percuss

#endif
