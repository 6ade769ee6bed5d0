// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/program/case_schema.h>
#include <percuss/program/choice_meanings.h>
#include <percuss/program/commands.h>
#include <percuss/program/item_tables.h>
#include <percuss/run/case.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>

namespace percuss
{
  namespace
  {
    const char *const explain_help =
      R"(usage: percuss explain [WHAT] [--format prm|json|markdown|schema]

Every parameter with its default, its unit and its meaning, or those of a
section, as in: percuss explain "Time integration"
an entry, Mechanism/springs, with the words of its items, or all entries and
items that have a word, such as stiffness or moreau-jean.

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
    using Items   = std::vector<DeclaredItem>;

    /** What is explained. */
    struct Explained
    {
      Entries entries;
      Items   items; ///< of them

      /** "WORD: meaning" of a word that was asked for, of entries by path. */
      std::map<std::string, std::string> words = {};
    };

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
    print_markdown(const Explained &all)
    {
      std::string tables; // of the section's items
      for_all(
        all.entries,
        [](const std::string &section) {
          std::cout << "## " << section
                    << "\n\n| entry | default | meaning |\n|---|---|---|\n";
        },
        [&](const Parameter &entry) {
          std::string meaning = entry.documentation;
          if (!entry.choices.empty())
            meaning += " Allowed is " + entry.allowed + ".";
          for (std::size_t bar = meaning.find('|'); bar != std::string::npos;
               bar             = meaning.find('|', bar + 2))
            meaning.replace(bar, 1, "\\|");
          std::cout << "| " << entry.name << " | " << entry.default_value
                    << " | " << meaning << " |\n";
          for (const auto &line : tables_of(items_of(entry.path(), all.items)))
            tables += (line.starts_with('#') ? "\n" : "") + line + '\n';
        },
        [&] {
          std::cout << tables << '\n';
          tables.clear();
        });
    }

    /** A comment of as many lines as it takes. */
    void
    print_comment(const std::string &text)
    {
      std::istringstream words(text);
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
      std::cout << line << '\n';
    }

    void
    print_prm(const Explained &all)
    {
      for_all(
        all.entries,
        [](const std::string &section) {
          std::cout << "subsection " << section << '\n';
        },
        [&](const Parameter &entry) {
          print_comment(entry.documentation + " (" + entry.allowed + ")");
          if (all.words.contains(entry.path()))
            {
              std::cout << "  #\n";
              print_comment(all.words.at(entry.path()));
            }
          for (const auto &line : lines_of(items_of(entry.path(), all.items)))
            {
              std::cout << "  #\n";
              print_comment(line);
            }
          std::cout << "  set " << entry.name << " = " << entry.default_value
                    << "\n\n";
        },
        [] { std::cout << "end\n\n"; });
    }

    void
    print_json(const Explained &all, const ChoiceMeanings &meanings)
    {
      nlohmann::ordered_json sections;
      for (const Parameter &entry : all.entries)
        {
          auto &object = sections[entry.section][entry.name];
          object       = {{"value", entry.value},
                          {"default_value", entry.default_value},
                          {"documentation", entry.documentation},
                          {"pattern_description", entry.allowed}};
          if (const Items items = items_of(entry.path(), all.items);
              !items.empty())
            object["items"] = objects_of(items);
          for (const std::string &word : words_of(entry))
            if (const std::string meaning = meanings.of(entry, word);
                !meaning.empty())
              object["words"][word] = meaning;
        }
      std::cout << sections.dump(2) << '\n';
    }

    /** Of a section, an entry "SECTION/NAME", or of all entries of that name or
     * with that word, and items with it. */
    Explained
    select(const std::string &what,
           const Entries     &entries,
           const Catalogue   &catalogue)
    {
      Explained  all{{}, declared_items(catalogue)};
      const auto add_if = [&](const auto &is_meant) {
        std::ranges::copy_if(entries,
                             std::back_inserter(all.entries),
                             is_meant);
        return !all.entries.empty();
      };
      if (add_if([&](const Parameter &entry) {
            return what.empty() || entry.section == what ||
                   entry.path() == what;
          }))
        return all;
      const Items with_word = items_with(what, all.items);
      if (add_if([&](const Parameter &entry) {
            return entry.name == what ||
                   std::ranges::count(words_of(entry), what) > 0 ||
                   !items_of(entry.path(), with_word).empty();
          }))
        {
          const ChoiceMeanings meanings(catalogue);
          for (const Parameter &entry : all.entries)
            if (const std::string meaning = meanings.of(entry, what);
                !meaning.empty())
              all.words[entry.path()] = what + ": " + meaning;
          std::erase_if(all.items, [&](const DeclaredItem &item) {
            return !item.entry.ends_with('/' + what);
          });
          for (const DeclaredItem &item : with_word)
            if (!item.entry.ends_with('/' + what))
              all.items.push_back(item);
        }
      return all;
    }

    [[noreturn]] void
    refuse(const std::string &what,
           const Entries     &entries,
           const Catalogue   &catalogue)
    {
      std::vector<std::string> names{variables_section};
      for (const Parameter &entry : entries)
        names.insert(names.end(), {entry.section, entry.path(), entry.name});
      for (const Parameter &entry : entries)
        std::ranges::copy(words_of(entry), std::back_inserter(names));
      for (const DeclaredItem &item : declared_items(catalogue))
        for (const DeclaredWord &word : item.words)
          names.push_back(word.word);
      const std::string meant = nearest(what, names);
      throw InputError("There is no section '" + what +
                       "', and no entry or word." +
                       (meant.empty() ? " percuss explain lists all." :
                                        " Did you mean '" + meant + "'?"));
    }

    int
    explain(const Arguments &arguments, const Catalogue &catalogue)
    {
      std::string what, format = "prm";
      for (std::size_t i = 0; i < arguments.size(); ++i)
        if (arguments[i] == "--format" && i + 1 < arguments.size())
          format = arguments[++i];
        else if (arguments[i].starts_with("--format="))
          format = arguments[i].substr(9);
        else if (arguments[i].starts_with("--") || !what.empty())
          throw InputError("percuss explain does not understand '" +
                           arguments[i] + "'. See percuss explain --help.");
        else
          what = arguments[i];

      if (what == variables_section)
        {
          std::cout << explained_variables;
          return 0;
        }
      const Case      all(catalogue);
      const Explained explained = select(what, all.parameters.all(), catalogue);
      if (explained.entries.empty())
        refuse(what, all.parameters.all(), catalogue);
      if (format == "json")
        print_json(explained, ChoiceMeanings(catalogue));
      else if (format == "markdown")
        print_markdown(explained);
      else if (format == "prm")
        print_prm(explained);
      else if (format == "schema")
        std::cout << case_schema(explained.entries, explained.items).dump(2)
                  << '\n';
      else
        throw InputError("--format is '" + format +
                         "'. Allowed is one of: prm, json, markdown, schema.");
      return 0;
    }
  } // namespace

  extern const Command explain_command{"explain", explain_help, explain};
} // namespace percuss
