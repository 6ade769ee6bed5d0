// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/input/quantity.h>
#include <percuss/input/unit_names.h>
#include <percuss/input/units.h>
#include <percuss/program/language_server/completion.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace percuss::language_server
{
  namespace
  {
    namespace fs = std::filesystem;

    /** Where the name begins that ends at the place. */
    std::size_t
    begin_of_name(const std::string &text, std::size_t end, std::size_t first)
    {
      while (end > first && is_letter_of_name(text[end - 1]))
        --end;
      return end;
    }

    void
    add_variables(const PlaceInCase &place,
                  const std::size_t  begin,
                  Completions       &all)
    {
      for (const GivenName &variable :
           place.names.in_section(variables_section))
        {
          if (variable.entry == place.statement.path)
            continue;
          Completion one;
          one.label         = variable.name;
          one.kind          = Completion::Kind::variable;
          one.range         = {begin, place.offset};
          one.text          = variable.name;
          one.detail        = "= " + variable.text;
          one.documentation = place.names.value_of_variable(variable.name);
          one.rank          = 2;
          all.push_back(one);
        }
    }

    /** Behind '$' and in "$(": whether the place is there. */
    bool
    add_references(const PlaceInCase &place, Completions &all)
    {
      const std::string &text   = place.masked();
      const std::size_t  first  = place.statement.value.begin;
      const std::size_t  begin  = begin_of_name(text, place.offset, first);
      const std::string  before = text.substr(first, begin - first);
      const std::size_t  open   = before.rfind("$(");
      const bool         is_in_expression = open != std::string::npos &&
                                    before.find(')', open) == std::string::npos;
      if (!before.ends_with('$') && !is_in_expression)
        return false;
      add_variables(place, begin, all);
      return true;
    }

    /** Words of which the value is one. */
    void
    add_words(const PlaceInCase              &place,
              const Parameter                &entry,
              const std::vector<std::string> &words,
              Completions                    &all)
    {
      const TextRange &value = place.statement.value;
      for (const std::string &word : words)
        {
          Completion one;
          one.label  = word;
          one.kind   = Completion::Kind::value;
          one.range  = {std::min(value.begin, place.offset),
                        std::max(value.end, place.offset)};
          one.text   = word;
          one.detail = place.vocabulary.meaning_of(entry, word);
          if (word == entry.default_value)
            one.detail += one.detail.empty() ? "default" : " (default)";
          one.rank = word == entry.default_value ? 1 : 2;
          if (place.text({one.range.begin, one.range.begin + 1}) == "\n")
            one.range.begin = place.offset;
          all.push_back(one);
        }
    }

    /** ".msh" and so on, as the meaning of an entry names them. */
    std::vector<std::string>
    endings_in(const std::string &documentation)
    {
      std::vector<std::string> endings;
      for (std::size_t i = documentation.find("(."); i != std::string::npos;
           i             = documentation.find("(.", i + 1))
        endings.push_back(
          documentation.substr(i + 1, documentation.find(')', i) - i - 1));
      return endings;
    }

    /** Files and folders of the working directory, and of that of the case. */
    void
    add_files(const PlaceInCase              &place,
              const TextRange                &range,
              const std::vector<std::string> &endings,
              Completions                    &all)
    {
      constexpr std::size_t most  = 500;
      const std::string     typed = place.text({range.begin, place.offset});
      const std::string     folder =
        typed.substr(0, typed.rfind('/') + 1); // 0 where there is none
      const fs::path beside =
        fs::path(place.names.texts()[0].file).parent_path();
      for (const fs::path &start : {fs::path("."), beside})
        {
          std::error_code failed;
          const fs::path  searched = start / folder;
          for (fs::directory_iterator one(searched, failed), end;
               !failed && one != end && all.size() < most;
               one.increment(failed))
            {
              const bool        is_folder = one->is_directory(failed);
              const std::string name      = one->path().filename().string();
              if (name.starts_with('.') && folder.size() == typed.size())
                continue;
              if (!is_folder &&
                  std::ranges::find(endings,
                                    one->path().extension().string()) ==
                    endings.end())
                continue;
              Completion file;
              file.text  = folder + name + (is_folder ? "/" : "");
              file.label = file.text;
              file.kind  = Completion::Kind::file;
              file.range = {range.begin, std::max(range.end, place.offset)};
              file.rank  = is_folder ? 6 : 3;
              if (std::ranges::none_of(all, [&](const Completion &other) {
                    return other.text == file.text;
                  }))
                all.push_back(file);
            }
        }
    }

    /** Paths of entries, for those whose values name them. */
    void
    add_paths(const PlaceInCase &place, Completions &all)
    {
      const std::string &text  = place.masked();
      std::size_t        begin = place.offset;
      while (begin > place.statement.value.begin &&
             std::string(",;:|").find(text[begin - 1]) == std::string::npos)
        --begin;
      begin = trimmed(text, {begin, place.offset}).begin;
      if (place.text({begin, place.offset}).find('=') != std::string::npos)
        return;
      std::vector<std::string> paths;
      for (const Parameter &entry : place.vocabulary.entries())
        paths.push_back(entry.path());
      for (const GivenName &variable :
           place.names.in_section(variables_section))
        paths.push_back(variable.entry);
      add_names(place, begin, paths, "entry", all);
    }

    /** Whether the meaning of an entry has a word. */
    bool
    mentions(const Parameter &entry, const char *const word)
    {
      return entry.documentation.find(word) != std::string::npos;
    }
  } // namespace

  bool
  add_units(const PlaceInCase              &place,
            const std::size_t               begin,
            const std::vector<std::string> &units,
            Completions                    &all)
  {
    const std::string &text       = place.masked();
    std::size_t        first      = place.offset;
    const auto         is_of_unit = [&](const char c) {
      return is_first_letter(c) || c == '/' || c == '^' || c == '*' ||
             static_cast<unsigned char>(c) >= 128;
    };
    while (first > begin && (is_of_unit(text[first - 1]) ||
                             (is_decimal_digit(text[first - 1]) &&
                              first >= begin + 2 && text[first - 2] == '^')))
      --first;
    std::size_t number = first;
    while (number > begin && text[number - 1] == ' ')
      --number;
    if (number == begin ||
        (!is_decimal_digit(text[number - 1]) && text[number - 1] != '.'))
      return false;
    const auto add = [&](const std::string &name, const std::string &declared) {
      Completion one;
      one.label  = name;
      one.kind   = Completion::Kind::unit;
      one.range  = {first, place.offset};
      one.text   = (number == first ? " " : "") + name;
      one.detail = name == declared ? "as declared" : declared;
      one.rank   = name == declared ? 3 : 4;
      one.filter = one.text;
      if (std::ranges::none_of(all, [&](const Completion &other) {
            return other.label == name;
          }))
        all.push_back(one);
    };
    if (units.empty())
      for (const std::string &name : common_unit_names())
        add(name, "unit");
    for (const std::string &declared : units)
      for (const std::string &name : units_like(declared))
        add(name, declared);
    return true;
  }

  void
  add_values(const PlaceInCase &place, Completions &all)
  {
    const PrmStatement &statement = place.statement;
    if (statement.kind == PrmStatement::Kind::include)
      return add_files(place, statement.name, {".prm"}, all);
    if (add_references(place, all))
      return;
    if (statement.path.starts_with(std::string(variables_section) + '/'))
      {
        if (!add_units(place, statement.value.begin, {}, all))
          add_variables(place,
                        begin_of_name(place.masked(),
                                      place.offset,
                                      statement.value.begin),
                        all);
        return;
      }
    const Parameter *const entry = place.vocabulary.find(statement.path);
    if (!entry)
      return;
    if (const std::string unit = unit_of(*entry);
        !unit.empty() && entry->allowed != "any text" &&
        add_units(place, statement.value.begin, {unit}, all))
      return;
    add_words(place, *entry, entry->choices, all);
    if (entry->allowed.ends_with("'automatic'"))
      add_words(place, *entry, {"automatic"}, all);
    add_words_of_text(place, *entry, all);
    if (const auto endings = endings_in(entry->documentation);
        !endings.empty() && entry->allowed == "any text")
      add_files(place, statement.value, endings, all);
    else if (mentions(*entry, "Section/entry = "))
      add_paths(place, all);
    else if (entry->allowed == "any text")
      add_items(place, *entry, all);
  }
} // namespace percuss::language_server
