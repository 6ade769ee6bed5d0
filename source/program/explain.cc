// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/program/case_schema.h>
#include <percuss/program/commands.h>
#include <percuss/run/case.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <sstream>

namespace percuss
{
  namespace
  {
    const char *const explain_help =
      R"(usage: percuss explain [SECTION] [--format prm|json|markdown|schema]

Every parameter with its default, its unit and its meaning, or those of one
section, as in: percuss explain "Time integration"

--format schema prints the JSON Schema (draft-07) of .json cases, by which
editors complete and validate them:
percuss explain --format schema > percuss.schema.json,
and in the case "$schema": "percuss.schema.json".
)";

    const char *const explained_variables = R"(subsection Variables
  # Names for numbers, of the file's own: each is a number, a number with a
  # unit, or an expression of those before it. Every entry may refer to them,
  # by $name and $(expression).
  #
  #   set length = 2 in
  #   set area   = pi/4*length^2
end
)";

    using Entries = std::vector<Parameter>;

    /** Calls open(section) and close() around add(entry) of its entries. */
    template <class Open, class Add, class Close>
    void
    for_all(const Entries &entries,
            const Open    &open,
            const Add     &add,
            const Close   &close)
    {
      for (std::size_t i = 0; i < entries.size(); ++i)
        {
          if (i == 0 || entries[i].section != entries[i - 1].section)
            open(entries[i].section);
          add(entries[i]);
          if (i + 1 == entries.size() ||
              entries[i].section != entries[i + 1].section)
            close();
        }
    }

    void
    print_markdown(const Entries &entries)
    {
      for_all(
        entries,
        [](const std::string &section) {
          std::cout << "## " << section
                    << "\n\n| entry | default | meaning |\n|---|---|---|\n";
        },
        [](const Parameter &entry) {
          std::string meaning = entry.documentation;
          if (!entry.choices.empty())
            meaning += " Allowed is " + entry.allowed + ".";
          for (std::size_t bar = meaning.find('|'); bar != std::string::npos;
               bar             = meaning.find('|', bar + 2))
            meaning.replace(bar, 1, "\\|");
          std::cout << "| " << entry.name << " | " << entry.default_value
                    << " | " << meaning << " |\n";
        },
        [] { std::cout << '\n'; });
    }

    void
    print_prm(const Entries &entries)
    {
      for_all(
        entries,
        [](const std::string &section) {
          std::cout << "subsection " << section << '\n';
        },
        [](const Parameter &entry) {
          std::istringstream words(entry.documentation + " (" + entry.allowed +
                                   ")");
          std::string        word, line = "  #";
          while (words >> word)
            {
              if (line.size() + word.size() > 78)
                {
                  std::cout << line << '\n';
                  line = "  #";
                }
              line += " " + word;
            }
          std::cout << line << "\n  set " << entry.name << " = "
                    << entry.default_value << "\n\n";
        },
        [] { std::cout << "end\n\n"; });
    }

    void
    print_json(const Entries &entries)
    {
      nlohmann::ordered_json sections;
      for (const Parameter &entry : entries)
        sections[entry.section][entry.name] = {
          {"value", entry.value},
          {"default_value", entry.default_value},
          {"documentation", entry.documentation},
          {"pattern_description", entry.allowed}};
      std::cout << sections.dump(2) << '\n';
    }

    int
    explain(const Arguments &arguments, const Catalogue &catalogue)
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

      if (section == variables_section)
        {
          std::cout << explained_variables;
          return 0;
        }
      const Case               all(catalogue);
      Entries                  entries;
      std::vector<std::string> names{variables_section};
      for (const Parameter &entry : all.parameters.all())
        {
          names.push_back(entry.section);
          if (section.empty() || entry.section == section)
            entries.push_back(entry);
        }
      if (entries.empty())
        {
          const std::string meant = nearest(section, names);
          throw InputError("There is no section '" + section + "'." +
                           (meant.empty() ? " percuss explain lists all." :
                                            " Did you mean '" + meant + "'?"));
        }
      if (format == "json")
        print_json(entries);
      else if (format == "markdown")
        print_markdown(entries);
      else if (format == "prm")
        print_prm(entries);
      else if (format == "schema")
        std::cout << case_schema(entries).dump(2) << '\n';
      else
        throw InputError("--format is '" + format +
                         "'. Allowed is one of: prm, json, markdown, schema.");
      return 0;
    }
  } // namespace

  extern const Command explain_command{"explain", explain_help, explain};
} // namespace percuss
