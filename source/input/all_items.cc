// SPDX-License-Identifier: Apache-2.0
#include <percuss/input/all_items.h>

#include <algorithm>
#include <cctype>

namespace percuss
{
  using namespace item_text;

  bool
  ItemErrors::are_named_in(const ItemSource &item) const
  {
    const auto is_letter = [&](const std::size_t i) {
      return i < item.text.size() &&
             (std::isalnum(static_cast<unsigned char>(item.text[i])) != 0 ||
              item.text[i] == '_');
    };
    return std::ranges::any_of(names, [&](const std::string &name) {
      if (name.empty())
        return false;
      for (std::size_t at = item.text.find(name); at != std::string::npos;
           at             = item.text.find(name, at + 1))
        {
                      // of a copy, NAME12, too
          std::size_t end = at + name.size();
          while (end < item.text.size() &&
                 std::isdigit(static_cast<unsigned char>(item.text[end])) != 0)
            ++end;
          if ((at == 0 || !is_letter(at - 1)) && !is_letter(end))
            return true;
        }
      return false;
    });
  }

  void
  for_all_items(const ItemList                    &list,
                const char                        *what,
                const std::vector<std::string>    &names,
                const std::function<void(Item &)> &parse,
                const bool                         have_own_names,
                ItemErrors                        &errors)
  {
    // the entry is called as they are, more of them
    std::string one = what;
    one[0]          = static_cast<char>(std::tolower(one[0]));
    Item::Words      taken;
    const ItemErrors before = errors;
    for (const ItemSource &source : list.items)
      try
        {
          if (before.are_named_in(source))
            continue;
          Item item(source, names);
          if (have_own_names &&
              std::ranges::find(taken, item.name()) != taken.end())
            throw InputError("There is a " + one + ' ' +
                             in_quotes(item.name()) +
                             " already; give each its own name.");
          taken.push_back(item.name());
          parse(item);
          item.finish();
        }
      catch (const InputError &error)
        {
          for (const InputError &each : all_errors(error))
            errors.errors.add(
              InputError(std::string(what) + " '" + source.text + "'" +
                           (source.place.empty() ? "" : ", " + source.place) +
                           ": " + each.what(),
                         one == "body" ? "bodies" : one + 's'));
          const std::string name = source.title();
          errors.names.push_back(source.name.empty() && source.text.find(':') ==
                                                          std::string::npos ?
                                   name.substr(0, name.find_first_of(" \t")) :
                                   name);
        }
  }

  void
  for_all_items(const ItemList                    &list,
                const char                        *what,
                const std::vector<std::string>    &names,
                const std::function<void(Item &)> &parse,
                const bool                         have_own_names)
  {
    ItemErrors errors;
    for_all_items(list, what, names, parse, have_own_names, errors);
    errors.errors.throw_all();
  }
} // namespace percuss
