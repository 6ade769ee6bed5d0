// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/input/unknown_names.h>

#include <vector>

namespace percuss
{
  std::string
  unknown_section(const Parameters &parameters, const std::string &section)
  {
    std::vector<std::string> sections{variables_section}, with_entry;
    for (const Parameter &entry : parameters.all())
      {
        sections.push_back(entry.section);
        if (entry.name == section)
          with_entry.push_back(entry.section);
      }
    std::string text = "There is no section '" + shortened(section) + "'.";
    const std::string meant = nearest(section, sections);
    if (!meant.empty())
      return text + " Did you mean '" + meant + "'?";
    if (!with_entry.empty())
      return text + " It is an entry of section '" + with_entry[0] + "'.";
    return text + " 'percuss explain' lists all sections.";
  }

  std::string
  unknown_entry(const Parameters &parameters, const std::string &path)
  {
    const std::size_t slash = path.rfind('/');
    const std::string section =
      slash == std::string::npos ? std::string() : path.substr(0, slash);
    const std::string name =
      slash == std::string::npos ? path : path.substr(slash + 1);

    std::vector<std::string> here, homes, paths;
    bool                     is_section = false;
    for (const Parameter &entry : parameters.all())
      {
        if (entry.section == section)
          here.push_back(entry.name);
        if (entry.name == name)
          homes.push_back(entry.section);
        paths.push_back(entry.section + "/" + entry.name);
        is_section = is_section || entry.section == path;
      }
    const std::string text =
      "There is no entry '" + shortened(name) + "'" +
      (section.empty() ? " outside the sections." :
                         " in section '" + shortened(section) + "'.");
    if (is_section)
      return text + " It is a section.";
    if (const std::string meant = nearest(name, here); !meant.empty())
      return text + " Did you mean '" + meant + "'?";
    if (here.empty() && !section.empty())
      if (const std::string meant = nearest(path, paths); !meant.empty())
        return text + " Did you mean '" + meant + "'?";
    if (!homes.empty())
      return text + " It belongs in section '" + homes[0] + "'.";
    if (here.size() == 1)
      return text + " Its only one is '" + here[0] + "'.";
    std::vector<std::string> names;
    for (const Parameter &entry : parameters.all())
      names.push_back(entry.name);
    const std::string meant = nearest(name, names);
    for (const Parameter &entry : parameters.all())
      if (!meant.empty() && entry.name == meant)
        return text + " Did you mean '" + entry.section + "/" + meant + "'?";
    return text + " 'percuss explain' lists all entries.";
  }
} // namespace percuss
