// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/input/quantity.h>
#include <percuss/input/variables.h>
#include <percuss/program/language_server/hover.h>
#include <percuss/program/language_server/place_in_case.h>

#include <algorithm>

namespace percuss::language_server
{
  namespace
  {
    using Statement = PrmStatement;

    std::string
    markdown_of_section(const Vocabulary &vocabulary, const std::string &name)
    {
      std::string list;
      for (const Parameter &entry : vocabulary.entries())
        if (entry.section == name)
          list += (list.empty() ? "" : ", ") + entry.name;
      if (name == variables_section)
        return "**Variables**\n\nNames for numbers, of the file's own: each is "
               "a number, a number with a unit, or an expression of those "
               "before it. Entries refer to them by `$name` and "
               "`$(expression)`.";
      return list.empty() ? "" : "**" + name + "**\n\nEntries: " + list;
    }

    std::string
    markdown_of_variable(const CaseNames &names, const GivenName &variable)
    {
      const std::string value = names.value_of_variable(variable.name);
      return "**" + variable.entry + "**\n\n`" + variable.text + "`" +
             (value.empty() ? "" : "  \nValue in SI: `" + value + "`");
    }

    /** The variable whose name is at the place, behind '$' or in an
     * expression. */
    std::optional<Explanation>
    variable_at(const PlaceInCase &place)
    {
      const std::string &text  = place.masked();
      const auto        &value = place.statement.value;
      std::size_t        begin = place.offset;
      while (begin > value.begin && is_letter_of_name(text[begin - 1]))
        --begin;
      const std::size_t end    = std::min(end_of_name(text, begin), value.end);
      const std::string name   = place.text({begin, end});
      const std::string before = text.substr(value.begin, begin - value.begin);
      const std::size_t open   = before.rfind("$(");
      const bool        is_reference = before.ends_with('$') ||
                                place.statement.path.starts_with(
                                  std::string(variables_section) + '/') ||
                                (open != std::string::npos &&
                                 before.find(')', open) == std::string::npos);
      if (!is_reference || name.empty())
        return {};
      for (const GivenName &variable :
           place.names.in_section(variables_section))
        if (variable.name == name)
          return Explanation{markdown_of_variable(place.names, variable),
                             {begin, end}};
      return {};
    }

    /** The number with a unit at the place. */
    std::optional<Explanation>
    quantity_at(const PlaceInCase &place)
    {
      const TextRange         &value = place.statement.value;
      const std::string        text  = place.text(value);
      std::vector<std::string> variables;
      for (const GivenName &one : place.names.in_section(variables_section))
        variables.push_back(one.name);
      for (std::size_t i = 0; i < text.size();)
        {
          const bool begins =
            (is_decimal_digit(text[i]) || text[i] == '.') &&
            (i == 0 || (!is_letter_of_name(text[i - 1]) && text[i - 1] != '.'));
          const auto number =
            begins ? number_with_unit_at(text, i, variables) : std::nullopt;
          if (!number)
            {
              ++i;
              continue;
            }
          const TextRange range{value.begin + i, value.begin + number->end};
          if (range.touches(place.offset))
            {
              std::string unit = in_words(dimension_of(number->unit));
              if (unit.starts_with("in "))
                unit.erase(0, 3);
              return Explanation{"`" + place.text(range) + "` = `" +
                                   number->value + "` in SI: " + unit,
                                 range};
            }
          i = number->end;
        }
      return {};
    }

    /** Of an item whose name is its kind. */
    std::optional<Explanation>
    kind_as_name(const std::vector<DeclaredItem> &declared,
                 const std::string               &name,
                 const TextRange                 &range)
    {
      for (const DeclaredItem &item : declared)
        if (!item.is_named && item.kind == name)
          return Explanation{"**" + name + "**\n\n" + item.meaning, range};
      return {};
    }

    /** The word of an item with which the part at the place begins, or that is
     * its kind. */
    std::optional<Explanation>
    word_of_item_at(const PlaceInCase &place, const Parameter &entry)
    {
      const auto &declared = place.vocabulary.items_of(entry.path());
      for (const ItemRange &item :
           items_in(place.masked(), place.statement.value))
        {
          if (item.has_name() && item.name.touches(place.offset))
            return kind_as_name(declared, place.text(item.name), item.name);
          std::vector<std::string> texts;
          std::size_t              at = std::string::npos;
          for (const TextRange &part : item.parts)
            {
              if (part.touches(place.offset))
                at = texts.size();
              texts.push_back(
                with_single_blanks(place.text(trimmed(place.masked(), part))));
            }
          if (at == std::string::npos)
            continue;
          const TextRange part = trimmed(place.masked(), item.parts[at]);
          std::string     found, markdown;
          for (const DeclaredItem &one : matching(declared, texts))
            {
              const std::string kind = word_of_kind(one);
              if (at == 0 && !kind.empty() &&
                  (texts[at] + ' ').starts_with(kind + ' '))
                {
                  found    = kind;
                  markdown = "**" + one.kind + "**\n\n" + one.meaning;
                }
              for (const DeclaredWord &word : one.words)
                if (!word.word.empty() && word.word.size() > found.size() &&
                    (texts[at] + ' ').starts_with(word.word + ' '))
                  {
                    found = word.word;
                    markdown =
                      "**" + word.word + "**: " + word.type +
                      (word.unit.empty() ? "" : " [" + word.unit + "]") +
                      "\n\n" + word.meaning;
                  }
            }
          if (found.empty() || place.offset > part.begin + found.size())
            return {};
          return Explanation{markdown, {part.begin, part.begin + found.size()}};
        }
      return {};
    }

    /** What a text may have beside names and numbers. */
    std::optional<Explanation>
    word_of_text_at(const PlaceInCase &place, const Parameter &entry)
    {
      for (const WordOfText &one : entry.words)
        {
          const TextRange  &value = place.statement.value;
          const std::string text  = place.text(value);
          for (std::size_t at = find_word(text, one.word);
               at != std::string::npos;
               at = find_word(text, one.word, at + 1))
            {
              const std::size_t begin = value.begin + at;
              const TextRange   range{begin, begin + one.word.size()};
              if (range.touches(place.offset))
                return Explanation{"**" + one.word + "**\n\n" + one.meaning,
                                   range};
            }
        }
      return {};
    }

    /** A name that the case gives, in the value of an entry of that section. */
    std::optional<Explanation>
    given_name_at(const PlaceInCase &place)
    {
      const std::string section =
        place.statement.path.substr(0, place.statement.path.find('/'));
      const auto             names = place.names.in_section(section);
      const GivenName *const found =
        name_at(place.masked(), place.statement.value, place.offset, names);
      if (!found)
        return {};
      return Explanation{"**" + found->name + "** of " + found->entry +
                           "\n\n`" + found->text + "`",
                         {place.offset, place.offset}};
    }

    std::optional<Explanation>
    value_at(const PlaceInCase &place)
    {
      if (const auto found = variable_at(place))
        return found;
      const Parameter *const entry =
        place.vocabulary.find(place.statement.path);
      const std::string word = place.text(place.statement.value);
      if (entry &&
          std::ranges::find(entry->choices, word) != entry->choices.end())
        {
          const std::string meaning = place.vocabulary.meaning_of(*entry, word);
          return Explanation{"**" + word + "**\n\n" +
                               (meaning.empty() ? entry->documentation :
                                                  meaning),
                             place.statement.value};
        }
      if (const auto found = quantity_at(place))
        return found;
      if (!entry)
        return {};
      if (const auto found = word_of_item_at(place, *entry))
        return found;
      if (const auto found = word_of_text_at(place, *entry))
        return found;
      return given_name_at(place);
    }
  } // namespace

  std::optional<Explanation>
  explanation_at(const CaseNames  &names,
                 const Vocabulary &vocabulary,
                 const std::size_t offset)
  {
    const Statement  &statement = names.texts()[0].outline.at(offset);
    const PlaceInCase place{names, vocabulary, statement, offset};
    if (statement.kind == Statement::Kind::set && statement.has_value &&
        !statement.value.is_empty() && statement.value.touches(offset))
      return value_at(place);
    if (!statement.name.touches(offset))
      return {};
    std::string text;
    if (statement.kind == Statement::Kind::subsection)
      text = markdown_of_section(vocabulary, place.text(statement.name));
    else if (statement.kind == Statement::Kind::set)
      {
        if (const Parameter *const entry = vocabulary.find(statement.path))
          text = vocabulary.markdown_of(*entry);
        for (const GivenName &variable : names.in_section(variables_section))
          if (variable.entry == statement.path)
            text = markdown_of_variable(names, variable);
      }
    if (text.empty())
      return {};
    return Explanation{text, statement.name};
  }
} // namespace percuss::language_server
