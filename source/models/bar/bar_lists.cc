// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/input/expression.h>
#include <percuss/models/bar/bar_lists.h>

namespace percuss
{
  std::string
  BarLists::item(const std::string &list,
                 const std::size_t  i,
                 const std::size_t  n_items,
                 const std::string &path) const
  {
    const std::vector<std::string> items = split(list, ';');
    if (items.size() != 1 && items.size() != n_items)
      throw case_file.error(path,
                            "It has " + std::to_string(items.size()) +
                              " values; give one" +
                              (n_items == 1 ?
                                 std::string(".") :
                                 ", or " + std::to_string(n_items) +
                                   " separated by ';'."));
    return items[items.size() == 1 ? 0 : i];
  }

  BarProperty
  BarLists::property(const std::string &text, const std::string &path) const
  {
    if (const auto value = number(text))
      return *value;
    const Expression function = case_file.at(path, [&] {
      return Expression(text, {"x", "material"});
    });
    return BarProperty(
      BarProperty::Function([function](const double x, const unsigned int m) {
        return function({x, static_cast<double>(m)});
      }));
  }

  BarProperty
  BarLists::positive_property(const std::string &text,
                              const std::string &path) const
  {
    const BarProperty value = property(text, path);
    if (value.constant() && *value.constant() <= 0.)
      throw case_file.error(path, "It must be positive.");
    return value;
  }

  void
  BarLists::read_property(std::vector<BarDescription> &bars,
                          const std::string           &list,
                          const char                  *entry,
                          BarProperty BarDescription::*const member,
                          const bool                         is_positive) const
  {
    read(bars, list, entry, [&](auto &bar, const auto &text, const auto &path) {
      bar.*member =
        is_positive ? positive_property(text, path) : property(text, path);
    });
  }
} // namespace percuss
