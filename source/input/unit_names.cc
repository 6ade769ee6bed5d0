// SPDX-License-Identifier: Apache-2.0
#include <percuss/input/unit_names.h>
#include <percuss/input/units.h>

#include <algorithm>
#include <utility>

namespace percuss
{
  namespace
  {
    /** Where the names of a unit begin, and where they end. */
    std::vector<std::pair<std::size_t, std::size_t>>
    names_in_unit(const std::string &text)
    {
      constexpr const char                            *between = " */";
      std::vector<std::pair<std::size_t, std::size_t>> places;
      std::size_t begin = text.find_first_not_of(between);
      while (begin != std::string::npos)
        {
          const std::size_t next = text.find_first_of(between, begin);
          const std::size_t end  = std::min(
            {text.find_first_of("^0123456789", begin), next, text.size()});
          places.emplace_back(begin, end);
          begin = text.find_first_not_of(between, next);
        }
      return places;
    }
  } // namespace

  std::vector<std::string>
  units_like(const std::string &text)
  {
    const auto wanted = unit(text);
    if (!wanted)
      return {};
    std::vector<std::string> result{text};
    const auto               add = [&](const std::string &candidate) {
      const auto other = unit(candidate);
      if (other && other->has_dimension_of(*wanted) &&
          std::ranges::find(result, candidate) == result.end())
        result.push_back(candidate);
    };
    const std::vector<std::string> names = common_unit_names();
    for (const auto &[begin, end] : names_in_unit(text))
      for (const std::string &name : names)
        add(std::string(text).replace(begin, end - begin, name));
    for (const std::string &name : names)
      add(name);
    return result;
  }
} // namespace percuss
