// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/configuration/case_file.h>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    std::string
    text_of(const ExceptionBase &exception)
    {
      std::ostringstream text;
      exception.print_info(text);
      return text.str();
    }

    /** deal.II's description of a pattern in words. */
    std::string
    in_words(const std::string &pattern)
    {
      std::smatch       match;
      static const auto range =
        std::regex(R"(\[(Double|Integer) (\S+)\.\.\.(\S+) \(inclusive\)\])");
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
  {}

  std::vector<std::string>
  CaseFile::entries() const
  {
    std::ostringstream text;
    prm.print_parameters(text,
                         ParameterHandler::JSON |
                           ParameterHandler::KeepDeclarationOrder);
    std::vector<std::string> paths;
    const auto               collect = [&](const auto                   &self,
                             const nlohmann::ordered_json &node,
                             const std::string            &prefix) -> void {
      for (const auto &[key, child] : node.items())
        if (child.is_object() && child.contains("value") &&
            child.contains("pattern"))
          paths.push_back(prefix + key);
        else if (child.is_object())
          self(self, child, prefix + key + "/");
    };
    collect(collect, nlohmann::ordered_json::parse(text.str()), "");
    return paths;
  }

  std::string
  CaseFile::unknown_entry(const std::string &entry,
                          const std::string &section) const
  {
    std::vector<std::string> here, elsewhere;
    for (const std::string &path : entries())
      {
        const std::size_t slash = path.rfind('/');
        if (path.substr(0, slash) == section)
          here.push_back(path.substr(slash + 1));
        if (path.substr(slash + 1) == entry)
          elsewhere.push_back(path.substr(0, slash));
      }
    std::string text = "There is no entry '" + entry + "'" +
                       (section.empty() ? " outside the sections" :
                                          " in section '" + section + "'") +
                       ".";
    const std::string meant = nearest(entry, here);
    if (!meant.empty())
      return text + " Did you mean '" + meant + "'?";
    if (!elsewhere.empty())
      return text + " It belongs in section '" + elsewhere[0] + "'.";
    std::vector<std::string> all;
    for (const std::string &path : entries())
      all.push_back(path.substr(path.rfind('/') + 1));
    const std::string far = nearest(entry, all);
    if (!far.empty())
      for (const std::string &path : entries())
        if (path.ends_with("/" + far))
          return text + " Did you mean '" + path + "'?";
    return text + " 'percuss explain' lists all entries.";
  }

  void
  CaseFile::locate_entries(const std::string &file_name)
  {
    std::ifstream            file(file_name);
    std::string              line;
    std::vector<std::string> sections;
    for (unsigned int number = 1; std::getline(file, line); ++number)
      {
        line = trim(line.substr(0, line.find('#')));
        if (line.starts_with("subsection "))
          sections.push_back(trim(line.substr(11)));
        else if (line == "end" && !sections.empty())
          sections.pop_back();
        else if (line.starts_with("set ") && line.find('=') < line.size())
          {
            std::string path;
            for (const std::string &section : sections)
              path += section + "/";
            places[path + trim(line.substr(4, line.find('=') - 4))] =
              file_name + ", line " + std::to_string(number);
          }
      }
  }

  void
  CaseFile::read(const std::string &file_name)
  {
    const bool is_json = file_name.ends_with(".json");
    if (!is_json && !file_name.ends_with(".prm"))
      throw InputError("The parameter file '" + file_name +
                       "' must end with .prm or .json.");
    std::ifstream file(file_name);
    if (!file || std::filesystem::is_directory(file_name))
      throw InputError("The parameter file '" + file_name +
                       "' cannot be opened: does it exist, and may it be "
                       "read?");

    // the section that a line of the file belongs to, for the messages
    const auto section_of_line = [&](const int wanted) {
      std::ifstream            again(file_name);
      std::string              line, path;
      std::vector<std::string> sections;
      for (int number = 1; number <= wanted && std::getline(again, line);
           ++number)
        {
          line = trim(line.substr(0, line.find('#')));
          if (line.starts_with("subsection "))
            sections.push_back(trim(line.substr(11)));
          else if (line == "end" && !sections.empty())
            sections.pop_back();
        }
      for (const std::string &section : sections)
        path += (path.empty() ? "" : "/") + section;
      return path;
    };

    if (is_json)
      places.clear();
    else
      locate_entries(file_name);

    try
      {
        if (is_json)
          prm.parse_input_from_json(file, false);
        else
          prm.parse_input(file, file_name, "", false);
      }
    catch (const ExceptionBase &exception)
      {
        const std::string text = text_of(exception);
        std::smatch       match;
        std::string       place = file_name;
        int               line  = 0;
        if (std::regex_search(text, match, std::regex(R"(Line <(\d+)>)")))
          {
            line = std::stoi(match[1]);
            place += ", line " + match[1].str();
          }
        place += ": ";
        if (std::regex_search(text,
                              match,
                              std::regex(R"(No entry with name <([^>]*)>)")))
          throw InputError(place +
                           unknown_entry(match[1], section_of_line(line)));
        if (std::regex_search(text, match, std::regex(R"(entry <([^>]*)>)")))
          throw InputError(place + unknown_entry(match[1], ""));
        if (std::regex_search(text,
                              match,
                              std::regex(R"(no such subsection[^:]*: (.*))")))
          {
            const std::string        name = trim(match[1].str());
            std::vector<std::string> sections;
            for (const std::string &path : entries())
              sections.push_back(path.substr(0, path.rfind('/')));
            const std::string meant =
              nearest(name.substr(name.rfind('/') + 1), sections);
            throw InputError(place + "There is no section '" + name + "'." +
                             (meant.empty() ?
                                " 'percuss explain' lists all sections." :
                                " Did you mean '" + meant + "'?"));
          }
        if (std::regex_search(
              text,
              match,
              std::regex(R"(entry value\s*\n\s*(.*)\n.*named\s*\n\s*(.*)\n)"
                         R"(.*pattern:\s*\n\s*(.*))")))
          throw InputError(place + "'" + section_of_line(line) + "/" +
                           match[2].str() + "' is '" + trim(match[1].str()) +
                           "'. " + allowed(trim(match[1].str()), match[3]));
        if (std::regex_search(
              text,
              match,
              std::regex(R"(The string <([^>]*)> does not match.*<(.*)>)")))
          throw InputError(place + "An entry is '" + match[1].str() + "'. " +
                           allowed(match[1], match[2]));
        if (text.find("unequal numbers") != std::string::npos)
          throw InputError(place +
                           "A section is not closed: the file has fewer 'end' "
                           "than 'subsection' lines. Is it complete?");
        std::string flat = std::regex_replace(text, std::regex(R"(\s+)"), " ");
        flat =
          std::regex_replace(flat,
                             std::regex(R"(Line <\d+> of file <[^>]*>?: )"),
                             "");
        throw InputError(place + trim(flat));
      }
  }

  void
  CaseFile::override_entry(const std::string &assignment)
  {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos)
      throw InputError("--set \"" + assignment +
                       "\" has no '='. Write --set \"Section/entry=value\".");
    const std::string              path  = trim(assignment.substr(0, equals));
    const std::string              value = trim(assignment.substr(equals + 1));
    const std::vector<std::string> parts = split(path, '/');
    const std::string              entry = parts.back();
    const std::string              section = path.substr(
      0, path.size() > entry.size() ? path.size() - entry.size() - 1 : 0);

    const std::vector<std::string> all = entries();
    if (std::find(all.begin(), all.end(), path) == all.end())
      {
        const std::string meant = nearest(path, all);
        throw InputError("--set \"" + assignment + "\": " +
                         (meant.empty() ?
                            unknown_entry(entry, section) :
                            "There is no entry '" + path + "'. Did you mean '" +
                              meant + "'?"));
      }

    for (std::size_t i = 0; i + 1 < parts.size(); ++i)
      prm.enter_subsection(parts[i]);
    try
      {
        prm.set(entry, value);
      }
    catch (const ExceptionBase &exception)
      {
        const std::string text = text_of(exception);
        std::smatch       match;
        std::regex_search(text, match, std::regex(R"(pattern <(.*)>)"));
        throw InputError("--set \"" + assignment + "\": '" + path + "' is '" +
                         value + "'. " + allowed(value, match[1]));
      }
    for (std::size_t i = 0; i + 1 < parts.size(); ++i)
      prm.leave_subsection();
    places[path] = "--set";
  }

  std::string
  CaseFile::value_of(const std::string &path) const
  {
    const std::vector<std::string> parts = split(path, '/');
    return prm.get({parts.begin(), parts.end() - 1}, parts.back());
  }

  InputError
  CaseFile::error(const std::string &path, const std::string &message) const
  {
    const auto place = places.find(path);
    return InputError(
      (place == places.end() ? std::string() : place->second + ": ") + "'" +
      path + "' is '" + value_of(path) + "'" +
      (place == places.end() ? " (the default)" : "") + ". " + message);
  }
} // namespace percuss
