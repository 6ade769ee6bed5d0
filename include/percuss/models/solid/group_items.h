// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_group_items_h
#define percuss_models_solid_group_items_h

#include <percuss/input/case_file.h>
#include <percuss/mesh/mesh.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace percuss
{
  // Entries that say something of groups of cells or faces, by name or number.
  // What is wrong with one is an InputError about the entry @p path.

  /** What an entry says of a group. */
  struct GroupItem
  {
    std::string            label;
    std::set<unsigned int> ids;
    std::string            text;
  };

  /** The ids that a name or a number stands for. */
  std::set<unsigned int>
  group(const std::string &label,
        const GroupIds    &groups,
        const std::string &path,
        const CaseFile    &case_file);

  /** "label" and "text" of 'ID: text | ID: text', in the order given. */
  std::vector<std::pair<std::string, std::string>>
  labelled(const std::string &text,
           const std::string &path,
           const CaseFile    &case_file);

  /** The same with the ids of the labels. */
  std::vector<GroupItem>
  by_group(const std::string &text,
           const GroupIds    &groups,
           const std::string &path,
           const CaseFile    &case_file);

  /** The same; what is in two groups can have one value only. */
  std::vector<GroupItem>
  by_groups_apart(const std::string &text,
                  const GroupIds    &groups,
                  const std::string &path,
                  const CaseFile    &case_file);
} // namespace percuss

#endif
