// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/configuration/case_file.h>
#include <percuss/configuration/parameter_file.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** deal.II's description of a pattern in words. */
    std::string
    in_words(const std::string &pattern)
    {
      std::smatch       match;
      static const auto range =
        std::regex(R"(\[(Double|Integer)(?: range)? (\S+)\.\.\.(\S+) )"
                   R"(\(inclusive\)\])");
      static const auto choice = std::regex(R"(\[Selection (.*?) ?\])");
      static const auto list   = std::regex(R"(\[List of <(.*)> of length.*)");
      if (std::regex_search(pattern, match, list))
        return in_words(match[1]) + ", or several separated by ';'";
      if (std::regex_search(pattern, match, range))
        {
          const std::string kind =
            match[1] == "Double" ? "a number" : "a whole number";
          const bool no_lower =
            match[2] == "-MAX_DOUBLE" || match[2] == "-2147483648";
          const bool no_upper =
            match[3] == "MAX_DOUBLE" || match[3] == "2147483647";
          if (no_lower && no_upper)
            return kind;
          if (no_upper)
            return kind + ", at least " + match[2].str();
          return kind + " between " + match[2].str() + " and " + match[3].str();
        }
      if (std::regex_search(pattern, match, choice))
        return "one of: " +
               std::regex_replace(match[1].str(), std::regex(R"(\|)"), ", ");
      if (pattern.find("[Double]") != std::string::npos)
        return "a number";
      if (pattern.find("[Integer]") != std::string::npos)
        return "a whole number";
      return pattern;
    }

    /** What is allowed, and the choice that was probably meant. */
    std::string
    allowed(const std::string &value, const std::string &pattern)
    {
      const std::string words = in_words(pattern);
      std::string       text  = "Allowed is " + words + ".";
      if (words.starts_with("one of: "))
        {
          const std::vector<std::string> choices =
            split(std::string_view(words).substr(8), ',');
          const std::string meant = nearest(value, choices);
          if (!meant.empty())
            text += " Did you mean '" + meant + "'?";
        }
      return text;
    }
  } // namespace

  CaseFile::CaseFile(ParameterHandler &prm)
    : prm(prm)
  {
    using Json = nlohmann::ordered_json;
    std::ostringstream text;
    prm.print_parameters(text,
                         ParameterHandler::JSON |
                           ParameterHandler::KeepDeclarationOrder);
    const auto collect = [&](const auto        &self,
                             const Json        &node,
                             const std::string &section) -> void {
      for (const auto &[name, child] : node.items())
        if (child.contains("pattern_description"))
          entries.push_back({section, name, child["pattern_description"]});
        else
          self(self, child, section.empty() ? name : section + "/" + name);
    };
    collect(collect, Json::parse(text.str()), "");
  }

  std::string
  CaseFile::unknown_section(const std::string &section) const
  {
    std::vector<std::string> sections, with_entry;
    for (const Entry &entry : entries)
      {
        sections.push_back(entry.section);
        if (entry.name == section)
          with_entry.push_back(entry.section);
      }
    std::string       text  = "There is no section '" + section + "'.";
    const std::string meant = nearest(section, sections);
    if (!meant.empty())
      return text + " Did you mean '" + meant + "'?";
    if (!with_entry.empty())
      return text + " It is an entry of section '" + with_entry[0] + "'.";
    return text + " 'percuss explain' lists all sections.";
  }

  std::string
  CaseFile::unknown_entry(const std::string &path) const
  {
    const std::size_t slash = path.rfind('/');
    const std::string section =
      slash == std::string::npos ? std::string() : path.substr(0, slash);
    const std::string name =
      slash == std::string::npos ? path : path.substr(slash + 1);

    std::vector<std::string> here, homes, paths;
    bool                     is_section = false;
    for (const Entry &entry : entries)
      {
        if (entry.section == section)
          here.push_back(entry.name);
        if (entry.name == name)
          homes.push_back(entry.section);
        paths.push_back(entry.section + "/" + entry.name);
        is_section = is_section || entry.section == path;
      }
    const std::string text =
      "There is no entry '" + name + "'" +
      (section.empty() ? " outside the sections." :
                         " in section '" + section + "'.");
    if (is_section)
      return text + " It is a section.";
    if (const std::string meant = nearest(name, here); !meant.empty())
      return text + " Did you mean '" + meant + "'?";
    if (here.empty() && !section.empty())
      if (const std::string meant = nearest(path, paths); !meant.empty())
        return text + " Did you mean '" + meant + "'?";
    if (!homes.empty())
      return text + " It belongs in section '" + homes[0] + "'.";
    std::vector<std::string> names;
    for (const Entry &entry : entries)
      names.push_back(entry.name);
    const std::string meant = nearest(name, names);
    for (const Entry &entry : entries)
      if (!meant.empty() && entry.name == meant)
        return text + " Did you mean '" + entry.section + "/" + meant + "'?";
    return text + " 'percuss explain' lists all entries.";
  }

  void
  CaseFile::read(const std::string &file_name)
  {
    for (const Statement &statement : read_parameter_file(file_name))
      if (statement.path.ends_with('/'))
        {
          const std::string section(statement.path,
                                    0,
                                    statement.path.size() - 1);
          if (std::none_of(entries.begin(),
                           entries.end(),
                           [&](const Entry &entry) {
                             return entry.section == section ||
                                    entry.section.starts_with(statement.path);
                           }))
            throw InputError(statement.place + ": " + unknown_section(section));
        }
      else
        set(statement.path, statement.value, statement.place);
  }

  void
  CaseFile::override_entry(const std::string &assignment)
  {
    const std::string place  = "--set \"" + assignment + "\"";
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos)
      throw InputError(place +
                       " has no '='. Write --set \"Section/entry=value\".");
    set(trim(assignment.substr(0, equals)),
        trim(assignment.substr(equals + 1)),
        place);
  }

  void
  CaseFile::set(const std::string &path,
                const std::string &value,
                const std::string &place)
  {
    const auto entry =
      std::find_if(entries.begin(), entries.end(), [&](const Entry &e) {
        return e.section + "/" + e.name == path;
      });
    if (entry == entries.end())
      throw InputError(place + ": " + unknown_entry(path));

    const std::vector<std::string> sections = split(entry->section, '/');
    for (const std::string &section : sections)
      prm.enter_subsection(section);
    try
      {
        prm.set(entry->name, value);
      }
    catch (const ExceptionBase &)
      {
        throw InputError(place + ": '" + path + "' is '" + value + "'. " +
                         allowed(value, entry->pattern));
      }
    for (std::size_t i = 0; i < sections.size(); ++i)
      prm.leave_subsection();
    places[path] = place;
  }

  bool
  CaseFile::has_entry(const std::string &path) const
  {
    return std::any_of(entries.begin(), entries.end(), [&](const Entry &entry) {
      return entry.section + "/" + entry.name == path;
    });
  }

  void
  CaseFile::check_path(const std::string &path) const
  {
    if (!has_entry(path))
      throw InputError(unknown_entry(path));
  }

  bool
  CaseFile::takes_whole_numbers(const std::string &path) const
  {
    return std::any_of(entries.begin(), entries.end(), [&](const Entry &entry) {
      return entry.section + "/" + entry.name == path &&
             entry.pattern.find("Integer") != std::string::npos;
    });
  }

  InputError
  CaseFile::error(const std::string &path, const std::string &message) const
  {
    std::vector<std::string> sections = split(path, '/');
    const std::string        name     = sections.back();
    sections.pop_back();
    const auto place = places.find(path);
    return InputError(
      (place == places.end() ? std::string() : place->second + ": ") + "'" +
      path + "' is '" + prm.get(sections, name) + "'" +
      (place == places.end() ? " (the default)" : "") + ". " + message);
  }
} // namespace percuss
