// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/configuration/run_parameters.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <sstream>

namespace percuss
{
  const char *const explain_help =
    R"(usage: percuss explain [SECTION] [--format prm|json|markdown]

Every parameter with its default, its unit and its meaning, or those of one
section, as in: percuss explain "Time integration"
)";

  namespace
  {
    using Json = nlohmann::ordered_json;
    using dealii::ParameterHandler;

    void
    print_markdown(const Json &sections)
    {
      for (const auto &[section, entries] : sections.items())
        {
          std::cout << "## " << section
                    << "\n\n| entry | default | meaning |\n|---|---|---|\n";
          for (const auto &[entry, data] : entries.items())
            {
              std::string meaning = data["documentation"];
              for (std::size_t bar = meaning.find('|');
                   bar != std::string::npos;
                   bar = meaning.find('|', bar + 2))
                meaning.replace(bar, 1, "\\|");
              std::cout << "| " << entry << " | "
                        << data["default_value"].get<std::string>() << " | "
                        << meaning << " |\n";
            }
          std::cout << '\n';
        }
    }

    void
    print_prm(const Json &sections)
    {
      for (const auto &[section, entries] : sections.items())
        {
          std::cout << "subsection " << section << '\n';
          for (const auto &[entry, data] : entries.items())
            {
              std::istringstream words(
                data["documentation"].get<std::string>() + " " +
                data["pattern_description"].get<std::string>());
              std::string word, line = "  #";
              while (words >> word)
                {
                  if (line.size() + word.size() > 78)
                    {
                      std::cout << line << '\n';
                      line = "  #";
                    }
                  line += " " + word;
                }
              std::cout << line << "\n  set " << entry << " = "
                        << data["default_value"].get<std::string>() << "\n\n";
            }
          std::cout << "end\n\n";
        }
    }
  } // namespace

  int
  explain_command(const Arguments &arguments)
  {
    std::string section, format = "prm";
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (arguments[i] == "--format" && i + 1 < arguments.size())
        format = arguments[++i];
      else if (arguments[i].starts_with("--format="))
        format = arguments[i].substr(9);
      else if (arguments[i].starts_with("--") || !section.empty())
        throw InputError("percuss explain does not understand '" +
                         arguments[i] + "'. See percuss explain --help.");
      else
        section = arguments[i];

    ParameterHandler prm;
    RunParameters    parameters;
    parameters.add_parameters(prm);
    std::ostringstream text;
    prm.print_parameters(text,
                         ParameterHandler::JSON |
                           ParameterHandler::KeepDeclarationOrder);
    Json sections = Json::parse(text.str());

    if (!section.empty())
      {
        if (!sections.contains(section))
          {
            std::vector<std::string> names;
            for (const auto &[name, ignored] : sections.items())
              names.push_back(name);
            const std::string meant = nearest(section, names);
            throw InputError("There is no section '" + section + "'." +
                             (meant.empty() ?
                                " percuss explain lists all." :
                                " Did you mean '" + meant + "'?"));
          }
        sections = Json{{section, sections[section]}};
      }
    if (format == "json")
      std::cout << sections.dump(2) << '\n';
    else if (format == "markdown")
      print_markdown(sections);
    else if (format == "prm")
      print_prm(sections);
    else
      throw InputError("--format is '" + format +
                       "'. Allowed is one of: prm, json, markdown.");
    return 0;
  }
} // namespace percuss
