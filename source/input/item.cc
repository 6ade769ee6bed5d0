// SPDX-License-Identifier: Apache-2.0
#include <percuss/input/item.h>
#include <percuss/input/units.h>

#include <algorithm>

namespace percuss
{
  using namespace item_text;

  std::string
  ItemSource::title() const
  {
    return name.empty() ? trim(text.substr(0, text.find(':'))) : name;
  }

  ItemList::ItemList(const std::string &text)
  {
    for (const std::string &item : split_items(text))
      items.push_back({item});
  }

  std::string
  ItemList::text() const
  {
    std::string all;
    for (const ItemSource &item : items)
      all += (all.empty() ? "" : " | ") + item.text;
    return all;
  }

  Item::Item(const ItemSource &source, const Words &names)
    : all_names(names)
    , own_name(source.title())
  {
    std::vector<ItemPart> all = source.parts;
    if (source.name.empty())
      {
        const std::size_t colon = source.text.find(':');
        if (colon == std::string::npos || own_name.empty())
          throw InputError("It has no name; write 'name: part ; part'.");
        for (const std::string &text :
             split(source.text.substr(colon + 1), ';'))
          all.push_back({"", text});
      }
    // the texts in which used parameters repeat a run
    else if (const auto is_control =
               [](const unsigned char c) { return c < ' ' || c == 127; };
             own_name.find_first_of(";|:#\\") != std::string::npos ||
             std::ranges::any_of(own_name, is_control) ||
             own_name != trim(own_name))
      throw InputError("The name " + in_quotes(own_name) +
                       " must have none of ; | : # \\, no control character, "
                       "and no blank at its ends.");
    for (const ItemPart &part : all)
      {
        const std::string text = with_single_blanks(part.text());
        if (text.empty())
          throw InputError("It has an empty part; write 'name: part ; part' "
                           "without ';' at the ends.");
        parts.push_back({text, part.word, {}, {}, part.value});
        parts.back().value.text = with_single_blanks(part.value.text);
      }
    if (parts.empty())
      throw InputError("It has no parts.");
  }

  std::string
  ItemPart::text() const
  {
    const bool has_both = !word.empty() && !value.text.empty();
    return word + (has_both ? " " : "") + value.text;
  }

  namespace
  {
    const Item::Words no_names;
  }

  Item::Item(ItemRecording &recording)
    : all_names(no_names)
    , parts(1)
    , recording(&recording)
  {}

  void
  Item::describe(const std::string_view meaning)
  {
    if (recording)
      recording->describe(meaning);
  }

  bool
  Item::has_part(const std::string &word)
  {
    if (recording)
      return recording->is_kind(word);
    return std::ranges::any_of(parts, [&](const Part &part) {
      return begins_with(part.text, word);
    });
  }

  bool
  Item::is_kind(const std::string &word)
  {
    return recording ? recording->is_kind(word) : takes_kind(word, false);
  }

  bool
  Item::takes_kind(const std::string &word, const bool has_name)
  {
    Part &part = parts.front();
    if (has_name ? !begins_with(part.text, word) : part.text != word)
      return false;
    part.is_read     = true;
    own_name_of_kind = trim(part.text.substr(word.size()));
    return true;
  }

  void
  Item::refuse_kind(const std::string &what, const Words &words) const
  {
    const std::string &found = parts.front().text;
    throw InputError("There is no " + what + ' ' + in_quotes(found) +
                     ". Allowed are " + list(words) + '.' +
                     did_you_mean(found, words));
  }

  namespace
  {
    /** "WORD" and "UNIT" of "WORD [UNIT]". */
    std::pair<std::string, std::string>
    word_and_unit(const std::string &declared)
    {
      const std::size_t begin = declared.find(" [");
      if (begin == std::string::npos)
        return {declared, ""};
      return {declared.substr(0, begin),
              declared.substr(begin + 2, declared.size() - begin - 3)};
    }
  } // namespace

  const std::string &
  Item::add_word(const std::string &declared)
  {
    const auto [word, unit] = word_and_unit(declared);
    units[word]             = unit;
    return words.emplace_back(word);
  }

  void
  Item::record_word(const std::string     &declared,
                    const bool             is_needed,
                    const ValueType       &type,
                    const std::string_view meaning,
                    const Words           &choices)
  {
    const auto [word, unit] = word_and_unit(declared);
    recording->add({word,
                    type.type,
                    unit.empty() ? type.unit : unit,
                    std::string(meaning),
                    choices,
                    is_needed});
  }

  void
  Item::read()
  {
    if (recording)
      throw ItemRecording::Ends();
    for (Field &field : fields)
      if (!field.word.empty())
        field.word = add_word(field.word);
    for (Part &part : parts)
      if (const auto i = longest_beginning(part.text, words);
          i && !part.is_read)
        {
          if (find(words[*i]))
            throw InputError("It has two parts " + in_quotes(words[*i]) +
                             "; write one.");
          part.word = words[*i];
          part.unit = units[part.word];
          if (part.word != part.given_word)
            part.value = trim(part.text.substr(part.word.size()));
        }

    for (const Field &field : fields)
      if (field.word.empty())
        {
          Part *const part = next_part();
          if (!part)
            throw InputError(std::string("It names too few ") + field.what +
                             '.');
          read_part(*part, field.read);
        }
    if (const Part *const part = next_part())
      refuse(*part);
    ErrorCollector errors;
    for (const Field &field : fields)
      if (!field.word.empty() && (field.is_needed || find(field.word)))
        errors.in_turn([&] { read_part(need(field.word), field.read); });
    errors.throw_all();
  }

  namespace
  {
    /** Whether there is a number with a unit in a text. */
    bool
    has_unit(const std::string &text)
    {
      for (std::size_t i = 0; i < text.size(); ++i)
        if (number_with_unit_at(text, i, {"t"}))
          return true;
      return false;
    }
  } // namespace

  void
  Item::read_part(Part &part, const Read &read)
  {
    part.is_read = true;
    try
      {
        read(in_si(part.value, part.unit));
      }
    catch (const InputError &error)
      {
        const std::string what = error.what();
        const bool        takes_units =
          !part.unit.empty() || what.find("dimension") != std::string::npos;
        throw InputError("in '" + part.text + "': " + what +
                         (!takes_units && has_unit(part.value.text) ?
                            " Write SI numbers: it takes no units." :
                            ""));
      }
  }

  auto
  Item::find(const std::string &word) -> Part *
  {
    const auto part = std::ranges::find(parts, word, &Part::word);
    return part == parts.end() ? nullptr : &*part;
  }

  bool
  Item::has(const std::string &word) const
  {
    return std::ranges::find(parts, word, &Part::word) != parts.end();
  }

  auto
  Item::need(const std::string &word) -> Part &
  {
    if (Part *const part = find(word))
      return *part;
    throw InputError("It has no part " + in_quotes(word) +
                     ", which is needed.");
  }

  auto
  Item::next_part() -> Part *
  {
    const auto part = std::ranges::find_if(parts, [](const Part &one) {
      return !one.is_read && one.word.empty();
    });
    return part == parts.end() ? nullptr : &*part;
  }

  void
  Item::finish() const
  {
    for (const Part &part : parts)
      if (!part.is_read)
        refuse(part);
  }

  void
  Item::refuse(const Part &part) const
  {
    throw InputError("The part " + in_quotes(part.text) + " is too much here" +
                     (words.empty() ?
                        "." :
                        "; parts may begin with: " + list(words) + '.' +
                          did_you_mean(leading_words(part.text), words)));
  }
} // namespace percuss
