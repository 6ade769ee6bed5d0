// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/input/units.h>
#include <percuss/program/language_server/completion.h>

#include <algorithm>

namespace percuss::language_server
{
  namespace
  {
    using Names = std::vector<std::string>;

    /** The item and its part at a place. */
    struct PartAtPlace
    {
      ItemRange   item;
      std::size_t part       = 0;
      bool        is_in_name = false; ///< before the colon
      Names       others;    ///< parts as texts, empty that of the place
      std::size_t begin = 0; ///< of the part, behind blanks
    };

    PartAtPlace
    part_at(const PlaceInCase &place)
    {
      PartAtPlace     found;
      const TextRange value{place.statement.value.begin,
                            std::max(place.statement.value.end, place.offset)};
      for (const ItemRange &item : items_in(place.masked(), value))
        if (item.range.touches(place.offset))
          {
            found.item = item;
            break;
          }
      const std::string before =
        place.text({found.item.range.begin, place.offset});
      found.is_in_name  = before.find(':') == std::string::npos;
      const auto &parts = found.item.parts;
      for (std::size_t i = 0; i < parts.size(); ++i)
        if (parts[i].touches(place.offset))
          {
            found.part = i;
            found.begin =
              trimmed(place.masked(), {parts[i].begin, place.offset}).begin;
            break;
          }
      for (std::size_t i = 0; i < parts.size(); ++i)
        found.others.push_back(
          i == found.part ?
            "" :
            with_single_blanks(place.text(trimmed(place.masked(), parts[i]))));
      return found;
    }

    /** Names of items that a value of a type, "body", may be: of the lists that
     * are called by it, bodies; a point is on any of them. */
    Names
    names_for(const PlaceInCase &place, const std::string &type)
    {
      const std::string section =
        place.statement.path.substr(0, place.statement.path.find('/'));
      const bool is_point = type == "point", is_body = type == "body";
      Names      names;
      if (is_point || is_body)
        names.emplace_back("ground");
      for (const GivenName &given : place.names.in_section(section))
        for (const std::string kind : {"body", "beam", "rod"})
          if ((type == kind || is_point || (is_body && kind != "body")) &&
              given.entry.starts_with(section + '/' + kind.substr(0, 3)))
            names.push_back(given.name);
      return names;
    }

    /** Names that the value of a word may be: of its type, or of the list that
     * is called as the word. */
    Names
    names_for(const PlaceInCase &place, const DeclaredWord &word)
    {
      Names             names = names_for(place, word.type);
      const std::string list =
        place.statement.path.substr(0, place.statement.path.find('/') + 1) +
        word.word;
      if (!word.word.empty() && place.vocabulary.find(list))
        for (const GivenName &given :
             place.names.in_section(list.substr(0, list.find('/'))))
          if (given.entry == list)
            names.push_back(given.name);
      return names;
    }

    /** Where the word begins that is typed: behind the last blank or comma. */
    std::size_t
    begin_of_word(const PlaceInCase &place, const std::size_t first)
    {
      const std::string &text  = place.masked();
      std::size_t        begin = place.offset;
      while (begin > first && text[begin - 1] != ',' && text[begin - 1] != ' ')
        --begin;
      return begin;
    }

    void
    add_kind(const DeclaredItem &item, const TextRange &range, Completions &all)
    {
      if (item.kind.empty() ||
          std::ranges::any_of(all, [&](const Completion &other) {
            return other.label == item.kind;
          }))
        return;
      Completion one;
      one.label = item.kind;
      one.kind  = Completion::Kind::keyword;
      one.range = range;
      one.text  = word_of_kind(item);
      if (!item.is_named)
        one.text += ": ";
      else if (one.text.size() < item.kind.size())
        one.text += ' ';
      one.detail        = item.entry + ": " + item.kind;
      one.documentation = item.meaning;
      one.rank          = 3;
      all.push_back(one);
    }

    std::string
    typed_as(const DeclaredWord &word)
    {
      return word.type + (word.unit.empty() ? "" : " [" + word.unit + "]");
    }

    void
    add_word(const DeclaredWord &word, const TextRange &range, Completions &all)
    {
      if (std::ranges::any_of(all, [&](const Completion &other) {
            return other.label == word.word;
          }))
        return;
      Completion one;
      one.label  = word.word;
      one.kind   = Completion::Kind::property;
      one.range  = range;
      one.text   = word.word + (word.type == "nothing" ? "" : " ");
      one.detail = typed_as(word) + (word.is_needed ? ", has to be there" : "");
      one.documentation = word.meaning;
      one.rank          = word.is_needed ? 3 : 4;
      all.push_back(one);
    }

    /** Behind a word: choices, names, units. */
    void
    add_value_of(const PlaceInCase  &place,
                 const DeclaredWord &word,
                 const std::size_t   begin,
                 Completions        &all)
    {
      const TextRange typed = trimmed(place.masked(), {begin, place.offset});
      add_names(place,
                std::min(typed.begin, place.offset),
                word.choices,
                word.word,
                all);
      add_names(place,
                begin_of_word(place, begin),
                names_for(place, word),
                word.type,
                all);
      if (!word.unit.empty() && word.unit != "-")
        add_units(place, begin, split(word.unit, ','), all);
    }

    bool
    begins_with(const std::string &text, const std::string &word)
    {
      return (text + ' ').starts_with(word + ' ');
    }

    /** Whether a part begins with a word; one that says the kind does not. */
    bool
    is_there(const Names        &parts,
             const DeclaredItem &item,
             const std::string  &word)
    {
      const bool says_kind =
        !item.kind.empty() && word_of_kind(item) == word && word != item.kind;
      for (std::size_t i = says_kind ? 1 : 0; i < parts.size(); ++i)
        if (begins_with(parts[i], word))
          return true;
      return false;
    }

    /** The longest word, of one that is needed or may be there, with which a
     * part begins, and a blank; or none. */
    const DeclaredWord *
    word_of_part(const std::vector<DeclaredItem> &items,
                 const std::string               &typed)
    {
      const DeclaredWord *longest = nullptr;
      for (const DeclaredItem &item : items)
        for (const DeclaredWord &word : item.words)
          if (!word.word.empty() && typed.starts_with(word.word + ' ') &&
              (!longest || word.word.size() > longest->word.size()))
            longest = &word;
      return longest;
    }

    /** Kinds, where no part says one, and names behind those that have one. */
    void
    add_kinds(const PlaceInCase               &place,
              const TextRange                 &range,
              const std::vector<DeclaredItem> &declared,
              Completions                     &all)
    {
      const std::string typed = place.text(range);
      for (const DeclaredItem &item : declared)
        {
          add_kind(item, range, all);
          const std::string kind = word_of_kind(item);
          if (kind.size() < item.kind.size() && typed.starts_with(kind + ' '))
            add_names(place,
                      range.begin + kind.size() + 1,
                      names_for(place, kind),
                      kind,
                      all);
        }
    }

    /** What a part of an item may be. */
    void
    add_part(const PlaceInCase               &place,
             const PartAtPlace               &at,
             const std::vector<DeclaredItem> &declared,
             Completions                     &all)
    {
      const TextRange   range{at.begin, place.offset};
      const std::string typed = place.text(range);
      Names             parts = at.others;
      if (typed.find(' ') != std::string::npos && at.part < parts.size())
        parts[at.part] = typed;
      const auto items    = matching(declared, parts);
      const bool has_kind = !items.empty() && !items.front().kind.empty();
      const DeclaredWord *const longest = word_of_part(items, typed);
      if (longest)
        add_value_of(place, *longest, at.begin + longest->word.size(), all);
      else if (!has_kind || typed.find(' ') != std::string::npos)
        add_kinds(place, range, declared, all);
      for (const DeclaredItem &item : items)
        for (const DeclaredWord &word : item.words)
          if (word.word.empty() && !longest)
            add_names(place, at.begin, names_for(place, word), word.type, all);
          else if (!word.word.empty() &&
                   (!longest || word.word.starts_with(typed)) &&
                   !is_there(at.others, item, word.word))
            add_word(word, range, all);
    }

    /** Behind the last separator and blanks. */
    std::size_t
    begin_of_piece(const PlaceInCase &place)
    {
      const std::string &text  = place.masked();
      std::size_t        begin = place.offset;
      while (begin > place.statement.value.begin &&
             std::string(",:|;=").find(text[begin - 1]) == std::string::npos)
        --begin;
      return trimmed(text, {begin, place.offset}).begin;
    }

    /** Groups of the mesh, where the entry's items begin with their names, or
     * are such. */
    void
    add_groups(const PlaceInCase &place,
               const Parameter   &entry,
               Completions       &all)
    {
      const auto mentions = [&](const char *const word) {
        return entry.documentation.find(word) != std::string::npos;
      };
      const bool has_boundaries =
        mentions("ames or ids of boundaries") ||
        (mentions("Boundaries") && mentions("names or ids"));
      const bool has_materials = mentions("material of the mesh");
      if (!has_boundaries && !has_materials)
        return;
      const std::size_t begin  = begin_of_piece(place);
      const MeshNames  &groups = mesh_names(place.names);
      if (has_boundaries)
        add_names(place, begin, groups.boundaries, "boundary", all);
      if (has_materials)
        add_names(place, begin, groups.materials, "material", all);
    }
    /** Behind the blanks with which it begins. */
    std::size_t
    begin_of_item(const PlaceInCase &place, const PartAtPlace &at)
    {
      return trimmed(place.masked(), {at.item.range.begin, place.offset}).begin;
    }

    /** Whether the items of an entry have the names of bodies. */
    bool
    is_called_as_body(const Parameter &entry)
    {
      return entry.documentation.find("'BODY:") != std::string::npos ||
             entry.documentation.find("called as their bodies") !=
               std::string::npos;
    }
  } // namespace

  void
  add_words_of_text(const PlaceInCase &place,
                    const Parameter   &entry,
                    Completions       &all)
  {
    std::size_t begin = place.offset;
    while (begin > place.statement.value.begin &&
           is_letter_of_name(place.masked()[begin - 1]))
      --begin;
    for (const WordOfText &word : entry.words)
      {
        Completion one;
        one.label         = word.word;
        one.kind          = Completion::Kind::keyword;
        one.range         = {begin, place.offset};
        one.text          = word.word;
        one.detail        = entry.path();
        one.documentation = word.meaning;
        one.rank          = 3;
        all.push_back(one);
      }
  }

  void
  add_items(const PlaceInCase &place, const Parameter &entry, Completions &all)
  {
    const PartAtPlace at       = part_at(place);
    const auto       &declared = place.vocabulary.items_of(entry.path());
    if (at.is_in_name || declared.empty())
      add_groups(place, entry, all);
    if (at.is_in_name)
      {
        for (const DeclaredItem &item : declared)
          if (!item.is_named)
            add_kind(item, {begin_of_item(place, at), place.offset}, all);
        if (is_called_as_body(entry))
          add_names(
            place,
            trimmed(place.masked(), {at.item.range.begin, place.offset}).begin,
            names_for(place, "body"),
            "body",
            all);
      }
    else if (declared.empty() || declared.front().is_named)
      add_part(place, at, declared, all);
    if (const auto units = declared_units(entry.documentation);
        declared.empty() && !units.empty())
      add_units(place, place.statement.value.begin, units, all);
  }
} // namespace percuss::language_server
