// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/input/input_errors.h>
#include <percuss/input/json_items.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace percuss
{
  namespace
  {
    using Object = nlohmann::ordered_json;

    bool
    is_word(const Object &value)
    {
      return value.is_string() || value.is_number() || value.is_boolean();
    }

    std::string
    word_of(const Object &value)
    {
      if (!is_word(value))
        throw InputError(value.dump() + " stands where a number or a text is "
                                        "needed.");
      return value.is_string() ? value.get<std::string>() : value.dump();
    }

    /** Throws for members of an object beside the @p known ones. */
    void
    check_members(const Object                                  &object,
                  const std::initializer_list<std::string_view> &known)
    {
      for (const auto &[name, value] : object.items())
        if (std::ranges::find(known, name) == known.end())
          {
            std::string allowed;
            for (const std::string_view word : known)
              allowed +=
                (allowed.empty() ? "'" : ", '") + std::string(word) + '\'';
            throw InputError(object.dump() + " has no member '" + name +
                             "'; it has " + allowed + '.');
          }
    }

    std::string
    joined(const std::vector<std::string> &pieces, const char *separator)
    {
      std::string text;
      for (const std::string &piece : pieces)
        text += (&piece == &pieces.front() ? "" : separator) + piece;
      return text;
    }

    std::vector<std::string>
    words_of(const Object &list)
    {
      std::vector<std::string> words;
      for (const Object &piece : list)
        words.push_back(word_of(piece));
      return words;
    }

    ItemValue
    value_of(const Object &value)
    {
      ItemValue result;
      if (value.is_array())
        {
          result.list = words_of(value);
          result.text = joined(*result.list, ", ");
        }
      else if (value.is_object() && value.contains("body"))
        {
          check_members(value, {"body", "at"});
          result.body = result.text = word_of(value["body"]);
          if (value.contains("at"))
            {
              const ItemValue at = value_of(value["at"]);
              if (!at.list)
                throw InputError(value.dump() + ": its 'at' is no list.");
              result.list = at.list;
              result.text += ' ' + at.text;
            }
        }
      else if (is_word(value))
        result.text = word_of(value);
      else
        throw InputError(value.dump() +
                         " is no number, text, list, or point with a "
                         "\"body\".");
      return result;
    }

    /** A value among others between commas. */
    std::string
    in_quotes_if_needed(const Object &value)
    {
      const std::string text = word_of(value);
      return text.find_first_of(",;|") == std::string::npos ? text :
                                                              '"' + text + '"';
    }

    /** "ENTRY = V, W" */
    std::string
    setting(const std::string &entry, const Object &values)
    {
      std::string text = entry + " = ";
      if (!values.is_array())
        return text + in_quotes_if_needed(values);
      for (const Object &value : values)
        text +=
          (&value == &values.front() ? "" : ", ") + in_quotes_if_needed(value);
      return text;
    }

    /** "WORD VALUE" of each member but the name and the kind, which comes first
     * of an item with a name, before the points. */
    std::vector<ItemPart>
    parts_of(const Object &item)
    {
      std::vector<ItemPart> parts;
      const bool            has_name = item.contains("name");
      if (has_name && item.contains("kind"))
        parts.push_back({"", word_of(item["kind"])});
      if (item.contains("points"))
        {
          const Object &points = item["points"];
          if (!points.is_array() || points.empty())
            throw InputError("'points' is " + points.dump() +
                             "; it must be a list of points.");
          for (const Object &point : points)
            parts.push_back({"", value_of(point)});
        }
      for (const auto &[word, value] : item.items())
        if (word != "name" && word != "kind" && word != "points")
          try
            {
              const bool is_alone = value.is_boolean() && value.get<bool>();
              parts.push_back({word, is_alone ? ItemValue() : value_of(value)});
            }
          catch (const InputError &error)
            {
              throw InputError("'" + word + "': " + error.what());
            }
      return parts;
    }

    /** What an item is, and what stands between its text and others. */
    struct ReadItem
    {
      ItemSource  source;
      const char *separator   = " | ";
      bool        is_of_parts = false;
    };

    ReadItem
    read_item(const Object &item)
    {
      if (!item.is_object())
        throw InputError(item.dump() + " is no object: a list has one for each "
                                       "item.");
      const auto has = [&](const char *name) { return item.contains(name); };
      if (has("entry") && (has("values") || has("value")))
        {
          const char *const values = has("values") ? "values" : "value";
          check_members(item, {"entry", values});
          return {{setting(word_of(item["entry"]), item[values])},
                  has("values") ? "; " : ", "};
        }
      if (has("label") && has("settings"))
        {
          check_members(item, {"label", "settings"});
          std::string settings;
          for (const auto &[entry, value] : item["settings"].items())
            settings += (settings.empty() ? "" : ", ") + setting(entry, value);
          return {{word_of(item["label"]) + ": " + settings}};
        }
      if (has("id") && has("value"))
        {
          check_members(item, {"id", "value"});
          return {{word_of(item["id"]) + ": " + value_of(item["value"]).text}};
        }
      if (has("name") && has("point"))
        {
          check_members(item, {"name", "point"});
          return {{word_of(item["name"]) + ": " + value_of(item["point"]).text},
                  "; "};
        }
      for (const auto &[name, other] : {std::pair("entry", "values"),
                                        {"label", "settings"},
                                        {"id", "value"}})
        if (has(name) && !has("name") && !has("kind"))
          throw InputError(item.dump() + " has \"" + name + "\" without \"" +
                           other + "\".");
      if (!has("name") && !has("kind"))
        throw InputError(item.dump() +
                         " has neither \"name\" nor \"kind\", \"id\", "
                         "\"label\" or \"entry\".");
      ReadItem result;
      result.is_of_parts  = true;
      result.source.name  = word_of(item[has("name") ? "name" : "kind"]);
      result.source.parts = parts_of(item);
      std::vector<std::string> texts;
      for (const ItemPart &part : result.source.parts)
        texts.push_back(part.text());
      result.source.text = result.source.name + ": " + joined(texts, " ; ");
      return result;
    }
  } // namespace

  ItemsOfFile
  read_items(const nlohmann::ordered_json   &list,
             const std::vector<std::string> &places)
  {
    ItemsOfFile    result;
    ErrorCollector errors;
    bool           are_of_parts = true;
    for (std::size_t i = 0; i < list.size(); ++i)
      {
        const bool        is_placed = places.size() == list.size();
        const std::string place     = is_placed ? places[i] : "";
        try
          {
            ReadItem item     = read_item(list[i]);
            item.source.place = place;
            if (i > 0 && item.is_of_parts != are_of_parts)
              throw InputError(list[i].dump() + " has another form than the "
                                                "objects before it.");
            result.text += (i == 0 ? "" : item.separator) + item.source.text;
            result.list.items.push_back(item.source);
            are_of_parts = item.is_of_parts;
          }
        catch (const InputError &error)
          {
            errors.add(
              InputError((is_placed ? place : "item " + std::to_string(i + 1)) +
                         ": " + error.what()));
          }
      }
    errors.throw_all();
    if (!are_of_parts)
      result.list.items.clear();
    return result;
  }
} // namespace percuss
