// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/models/solid/group_items.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    std::string
    unknown_group(const std::string &label, const GroupIds &groups)
    {
      if (label.empty())
        return "There is no id and no name on one side of a separator.";
      const std::string        known = names_in(groups);
      std::vector<std::string> names;
      for (const auto &[name, ids] : groups)
        if (!ids.empty())
          names.push_back(name);
      if (const auto empty = groups.find(label); empty != groups.end())
        return "'" + label +
               "' is a set of the mesh file that holds all nodes of no side or "
               "face of an element at the boundary, so that it is no boundary. " +
               (known == "none" ? "The mesh has none with a name." :
                                  "Boundaries with names are " + known + '.');
      const std::string meant = nearest(label, names);
      return "'" + label + "' is no whole number, an id, and no name" +
             (known == "none" ? "; there are none, which come from mesh files "
                                "and from 'boundary markers'." :
                                " of the mesh, which has " + known + '.') +
             (meant.empty() ? "" : " Did you mean '" + meant + "'?");
    }
  } // namespace

  std::set<unsigned int>
  group(const std::string &label,
        const GroupIds    &groups,
        const std::string &path,
        const CaseFile    &case_file)
  {
    const auto ids = ids_of(label, groups);
    if (ids.empty())
      throw case_file.error(path, unknown_group(label, groups));
    return ids;
  }

  std::vector<std::pair<std::string, std::string>>
  labelled(const std::string &text,
           const std::string &path,
           const CaseFile    &case_file)
  {
    std::vector<std::pair<std::string, std::string>> result;
    for (const std::string &item : split_outside(text, '|'))
      {
        if (item.empty())
          throw case_file.error(path, "There is nothing on one side of a '|'.");
        const std::size_t colon = item.find(':');
        if (colon == std::string::npos)
          throw case_file.error(path,
                                "'" + item +
                                  "' must be 'ID: ...', several "
                                  "separated by '|'.");
        result.emplace_back(trim(item.substr(0, colon)),
                            trim(item.substr(colon + 1)));
      }
    return result;
  }

  std::vector<GroupItem>
  by_group(const std::string &text,
           const GroupIds    &groups,
           const std::string &path,
           const CaseFile    &case_file)
  {
    std::vector<GroupItem> result;
    for (const auto &[label, item] : labelled(text, path, case_file))
      result.push_back({label, group(label, groups, path, case_file), item});
    return result;
  }

  std::vector<GroupItem>
  by_groups_apart(const std::string &text,
                  const GroupIds    &groups,
                  const std::string &path,
                  const CaseFile    &case_file)
  {
    const auto items = by_group(text, groups, path, case_file);
    for (std::size_t i = 0; i < items.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (std::ranges::any_of(items[i].ids, [&](const unsigned int id) {
              return items[j].ids.contains(id);
            }))
          throw case_file.error(path,
                                "'" + items[j].label + "' and '" +
                                  items[i].label +
                                  "' have cells or faces in common, which "
                                  "cannot have both values.");
    return items;
  }
} // namespace percuss
