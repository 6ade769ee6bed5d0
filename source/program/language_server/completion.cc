// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/program/language_server/completion.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace percuss::language_server
{
  namespace
  {
    using Kind = PrmStatement::Kind;

    /** Whether a place is in a comment: behind a '#' that is masked. */
    bool
    is_in_comment(const PlaceInCase &place)
    {
      const CaseText   &text = place.names.texts()[0];
      const std::size_t begin =
        text.document.line(text.document.line_of(place.offset)).begin;
      for (std::size_t i = begin; i < place.offset; ++i)
        if (text.document.text()[i] == '#' && place.masked()[i] != '#')
          return true;
      return false;
    }

    std::set<std::string>
    paths_set(const PlaceInCase &place)
    {
      std::set<std::string> paths;
      for (const CaseText &text : place.names.texts())
        for (const PrmStatement &statement : text.outline.statements)
          if (statement.kind == Kind::set && &statement != &place.statement)
            if (const Parameter *const entry =
                  place.vocabulary.find(statement.path))
              paths.insert(entry->path());
      return paths;
    }

    /** "${1|a,b|}" or "${1:default}" */
    std::string
    value_snippet(const Parameter &entry)
    {
      if (entry.choices.empty())
        return "${1:" + in_snippet(entry.default_value) + "}";
      std::vector<std::string> words{entry.default_value};
      for (const std::string &word : entry.choices)
        if (word != entry.default_value)
          words.push_back(word);
      std::string list;
      for (const std::string &word : words)
        {
          list += list.empty() ? "" : ",";
          for (const char c : word)
            list +=
              std::string(c == ',' || c == '|' || c == '\\' ? "\\" : "") + c;
        }
      return "${1|" + list + "|}";
    }

    /** Entries of a section; of none, all with their sections. @p before stands
     * before the name, @p range is all that they replace. */
    void
    add_entries(const PlaceInCase &place,
                const TextRange   &range,
                const std::string &before,
                Completions       &all)
    {
      const std::string          &section   = place.statement.section;
      const bool                  has_value = place.statement.has_value;
      const std::set<std::string> set       = paths_set(place);
      for (const Parameter &entry : place.vocabulary.entries())
        {
          if (!section.empty() && entry.section != section)
            continue;
          const std::string name = section.empty() ? entry.path() : entry.name;
          const bool        is_set = set.contains(entry.path());
          Completion        one;
          one.label = name;
          one.kind  = Completion::Kind::property;
          one.range = range;
          one.text  = before + (has_value ? name : in_snippet(name));
          if (!has_value)
            one.text += " = " + value_snippet(entry);
          one.is_snippet    = !has_value;
          one.detail        = (is_set ? "set already; " : "") + entry.allowed;
          one.documentation = place.vocabulary.markdown_of(entry);
          one.rank          = is_set ? 7 : section.empty() ? 5 : 3;
          one.filter        = before + name;
          all.push_back(one);
        }
    }

    /** In small letters, as models are called. */
    std::string
    small(std::string name)
    {
      for (char &c : name)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      return name;
    }

    /** The section of the chosen model in small letters; of none, that which
     * chooses it. */
    std::string
    chosen_model(const PlaceInCase &place)
    {
      for (const CaseText &text : place.names.texts())
        if (text.outline.setting("Model/name"))
          return small(place.names.value_of("Model/name"));
      return "model";
    }

    /** That of the chosen model first, those that are there
     * already last. */
    void
    add_sections(const PlaceInCase &place,
                 const TextRange   &range,
                 const std::string &before,
                 Completions       &all)
    {
      std::set<std::string> used;
      for (const PrmStatement &one : place.names.texts()[0].outline.statements)
        if (one.kind == Kind::subsection && &one != &place.statement)
          used.insert(place.text(one.name));
      const std::string model = chosen_model(place);
      const CaseText   &text  = place.names.texts()[0];
      const std::size_t line = text.document.line_of(place.statement.range.end);
      const bool        is_followed = line + 1 < text.document.n_lines() &&
                               !text.document.trimmed_line(line + 1).is_empty();
      for (const std::string &section : place.vocabulary.sections())
        {
          Completion one;
          one.label  = section;
          one.kind   = Completion::Kind::module;
          one.range  = range;
          one.text   = before + section;
          one.filter = before + section;
          if (!is_followed || before.size() > 0)
            {
              one.text       = before + in_snippet(section) + "\n  $0\nend";
              one.is_snippet = true;
            }
          one.detail = used.contains(section) ? "there already" : "subsection";
          one.rank   = used.contains(section)  ? 7 :
                       small(section) == model ? 3 :
                                                 4;
          all.push_back(one);
        }
    }

    void
    add_keyword(const std::string &word,
                const TextRange   &range,
                const int          rank,
                Completions       &all)
    {
      Completion one;
      one.label = word;
      one.kind  = Completion::Kind::keyword;
      one.range = range;
      one.text  = word + (word == "end" ? "" : " ");
      one.rank  = rank;
      all.push_back(one);
    }

    /** At the beginning of a line: statements, or what is left of one. */
    void
    add_statements(const PlaceInCase &place, Completions &all)
    {
      const TextRange line = trimmed(place.masked(), place.statement.range);
      const TextRange range{line.is_empty() ?
                              place.offset :
                              std::min(line.begin, place.offset),
                            line.is_empty() ? place.offset : line.end};
      const std::string typed      = place.text({range.begin, place.offset});
      const bool        is_keyword = std::string("set ").starts_with(typed);
      if (place.statement.section != std::string(variables_section))
        add_entries(place, range, "set ", all);
      if (!is_keyword) // whose names are compared with what is typed
        for (Completion &one : all)
          one.filter = one.label;
      if (place.statement.section.empty())
        {
          const std::size_t first = all.size();
          add_sections(place, range, "subsection ", all);
          if (!std::string("subsection ").starts_with(typed))
            for (std::size_t i = first; i < all.size(); ++i)
              all[i].filter = all[i].label;
          add_keyword("subsection", range, 2, all);
        }
      else
        add_keyword("end", range, 2, all);
      add_keyword("set", range, 2, all);
      add_keyword("include", range, 8, all);
    }
  } // namespace

  std::string
  in_snippet(const std::string &text)
  {
    std::string result;
    for (const char c : text)
      result += std::string(c == '$' || c == '}' || c == '\\' ? "\\" : "") + c;
    return result;
  }

  void
  add_names(const PlaceInCase              &place,
            const std::size_t               begin,
            const std::vector<std::string> &names,
            const std::string              &detail,
            Completions                    &all)
  {
    for (const std::string &name : names)
      {
        if (std::ranges::find(all, name, &Completion::label) != all.end())
          continue;
        Completion one;
        one.label  = name;
        one.kind   = Completion::Kind::reference;
        one.range  = {begin, place.offset};
        one.text   = name;
        one.detail = detail;
        one.rank   = 2;
        all.push_back(one);
      }
  }

  namespace
  {
    void
    add_at(const PlaceInCase &place, Completions &all)
    {
      const PrmStatement &statement = place.statement;
      const std::size_t   offset    = place.offset;
      const TextRange     name{std::min(statement.name.begin, offset),
                           std::max(statement.name.end, offset)};
      const bool          is_behind_keyword =
        offset >= statement.name.begin &&
        (!statement.name.is_empty() ||
         std::string(" \t").find(place.masked()[offset - 1]) !=
           std::string::npos);
      if (statement.kind == Kind::set && statement.has_value &&
          offset > statement.name.end)
        {
          if (offset >= statement.value.begin)
            add_values(place, all);
        }
      else if (!is_behind_keyword || statement.kind == Kind::blank ||
               statement.kind == Kind::end || statement.kind == Kind::other)
        add_statements(place, all);
      else if (statement.kind == Kind::subsection)
        add_sections(place, name, "", all);
      else if (statement.kind == Kind::include)
        add_values(place, all);
      else if (statement.section != std::string(variables_section))
        add_entries(place, name, "", all);
    }
  } // namespace

  Completions
  completions_at(const CaseNames  &names,
                 const Vocabulary &vocabulary,
                 const std::size_t offset)
  {
    Completions       all;
    const CaseText   &text = names.texts()[0];
    const PlaceInCase place{names, vocabulary, text.outline.at(offset), offset};
    if (is_in_comment(place))
      return all;
    add_at(place, all);
    // editors replace what is in the line of the cursor, and round it
    const TextRange line = text.document.line(text.document.line_of(offset));
    std::erase_if(all, [&](const Completion &one) {
      return one.range.begin < line.begin || one.range.end > line.end ||
             !one.range.touches(offset);
    });
    return all;
  }
} // namespace percuss::language_server
