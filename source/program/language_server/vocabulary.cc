// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/input_text.h>
#include <percuss/base/text.h>
#include <percuss/input/units.h>
#include <percuss/program/language_server/prm_outline.h>
#include <percuss/program/language_server/vocabulary.h>
#include <percuss/program/tools.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>

namespace percuss::language_server
{
  namespace
  {
    namespace fs = std::filesystem;

    /** The parameter files of a folder and those below, in alphabetical order,
     * those that reproduce what others have printed last. */
    std::vector<fs::path>
    cases_below(const fs::path &folder)
    {
      std::vector<fs::path> files;
      std::error_code       ignored;
      for (fs::recursive_directory_iterator file(folder, ignored), end;
           !ignored && file != end;
           file.increment(ignored))
        if (file->path().extension() == ".prm")
          files.push_back(file->path());
      std::ranges::sort(files);
      std::ranges::stable_partition(files, [](const fs::path &file) {
        return file.string().find("/reproductions/") == std::string::npos;
      });
      return files;
    }

    std::string
    in_code(const std::string &text)
    {
      return "`" + text + "`";
    }
  } // namespace

  Vocabulary::Vocabulary(const Catalogue &catalogue)
    : all(catalogue)
    , meanings(catalogue)
  {
    for (const Parameter &entry : entries())
      if (std::ranges::find(all_sections, entry.section) == all_sections.end())
        all_sections.push_back(entry.section);
    all_sections.emplace_back(variables_section);
    for (const DeclaredItem &item : declared_items(catalogue))
      items[item.entry].push_back(item);
  }

  const std::vector<DeclaredItem> &
  Vocabulary::items_of(const std::string &path) const
  {
    static const std::vector<DeclaredItem> none;
    const auto                             found = items.find(path);
    return found == items.end() ? none : found->second;
  }

  void
  Vocabulary::find_examples() const
  {
    are_examples_known = true;
    const fs::path folder =
      path_of_tool("report.py").parent_path().parent_path();
    for (const fs::path &file : cases_below(folder))
      {
        const auto text = input_text(file.string());
        if (!text)
          continue;
        const PrmOutline outline = outline_of(*text);
        for (const PrmStatement &statement : outline.statements)
          if (const Parameter *const entry = find(statement.path);
              entry && statement.kind == PrmStatement::Kind::set)
            examples.try_emplace(entry->path(),
                                 fs::relative(file, folder).string(),
                                 with_single_blanks(
                                   outline.text(statement.value)));
      }
  }

  std::pair<std::string, std::string>
  Vocabulary::example_of(const std::string &path) const
  {
    if (!are_examples_known)
      find_examples();
    const auto found = examples.find(path);
    return found == examples.end() ? std::pair<std::string, std::string>() :
                                     found->second;
  }

  std::string
  Vocabulary::markdown_of(const Parameter &entry) const
  {
    std::string text =
      "**" + entry.path() + "**\n\n" + entry.documentation + "\n\nDefault: " +
      (entry.default_value.empty() ? "empty" : in_code(entry.default_value)) +
      "  \nAllowed: " + entry.allowed;
    if (const std::string unit = unit_of(entry); !unit.empty())
      text += "  \nUnit: " + in_code(unit);
    for (const std::string &name : entry.old_names)
      text += "  \nEarlier name: " + in_code(name);
    const auto [file, value] = example_of(entry.path());
    if (!file.empty())
      text += "  \nExample: " +
              in_code(value.size() > 60 ? value.substr(0, 57) + "..." : value) +
              " in " + in_code(file);
    return text;
  }

  std::string
  word_of_kind(const DeclaredItem &item)
  {
    const std::size_t blank = item.kind.rfind(' ');
    const bool        has_name =
      blank != std::string::npos &&
      std::all_of(item.kind.begin() + static_cast<std::ptrdiff_t>(blank) + 1,
                  item.kind.end(),
                  [](const unsigned char c) { return std::isupper(c) != 0; });
    return item.kind.substr(0, has_name ? blank : std::string::npos);
  }

  std::vector<DeclaredItem>
  matching(const std::vector<DeclaredItem> &items,
           const std::vector<std::string>  &parts)
  {
    std::vector<DeclaredItem> found, without_kind;
    for (const DeclaredItem &item : items)
      {
        const std::string word   = word_of_kind(item);
        const auto        is_one = [&](const std::string &part) {
          return (part + ' ').starts_with(word + ' ');
        };
        const bool may_stand_anywhere =
          word == item.kind &&
          std::ranges::find(item.words, word, &DeclaredWord::word) !=
            item.words.end();
        if (item.kind.empty())
          without_kind.push_back(item);
        else if (may_stand_anywhere ? std::ranges::any_of(parts, is_one) :
                                      !parts.empty() && is_one(parts[0]))
          found.push_back(item);
      }
    return found.empty() ? without_kind : found;
  }
} // namespace percuss::language_server
