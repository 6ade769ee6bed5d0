// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/units.h>
#include <percuss/models/solid/group_items.h>
#include <percuss/models/solid/parse_local_refinements.h>

#include <cmath>
#include <sstream>

namespace percuss
{
  namespace
  {
    /** "2 levels within 5 mm" of @p ids. */
    LocalRefinement
    local_refinement(const std::string &text, const std::set<unsigned int> &ids)
    {
      std::istringstream words(text);
      std::string        n_levels, levels, within, distance;
      words >> n_levels >> levels >> within;
      std::getline(words, distance);
      distance = trim(distance);
      if (levels.substr(0, 5) != "level" || levels.size() > 6 ||
          (levels.size() == 6 && levels.back() != 's') || within != "within" ||
          distance.empty())
        throw InputError("'" + text +
                         "' must be 'N levels within DISTANCE', as in '2 "
                         "levels within 5 mm'.");
      const auto n = number(n_levels);
      if (!n || *n != std::floor(*n) || *n < 1. || *n > 8.)
        throw InputError("'" + n_levels +
                         "' is no number of levels, which must be 1 to 8.");
      const auto length = number(numbers_in_si(distance, {{"m"}}));
      if (!length || !(*length > 0.) || !std::isfinite(*length))
        throw InputError("'" + distance +
                         "' is no distance, which must be a positive number, "
                         "in m or with its unit, as in '5 mm'.");
      return {ids, static_cast<unsigned int>(*n), *length};
    }
  } // namespace

  std::vector<LocalRefinement>
  parse_local_refinements(const std::string &text,
                          const GroupIds    &boundary_names,
                          const CaseFile    &case_file)
  {
    const std::string            path = "Solid/refine near";
    std::vector<LocalRefinement> result;
    if (!trim(text).empty())
      for (const GroupItem &item :
           by_group(text, boundary_names, path, case_file))
        result.push_back(case_file.at(path, [&] {
          return local_refinement(item.text, item.ids);
        }));
    return result;
  }
} // namespace percuss
