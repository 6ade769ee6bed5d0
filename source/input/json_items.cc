// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/input/json_items.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace percuss
{
  namespace
  {
    using Object = nlohmann::ordered_json;

    std::string
    text_of_value(const Object &value)
    {
      if (value.is_string())
        return value.get<std::string>();
      if (value.is_number() || value.is_boolean())
        return value.dump();
      if (value.is_array())
        {
          std::string text;
          for (const Object &piece : value)
            text += (text.empty() ? "" : ", ") + text_of_value(piece);
          return text;
        }
      if (value.is_object() && value.contains("body"))
        return text_of_value(value["body"]) +
               (value.contains("at") ? " " + text_of_value(value["at"]) : "");
      throw InputError(value.dump() +
                       " is no number, text, list, or point with "
                       "a \"body\".");
    }

    /** A value among others between commas. */
    std::string
    in_quotes_if_needed(const Object &value)
    {
      const std::string text = text_of_value(value);
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

    /** "WORD VALUE" of each member but those named. */
    std::vector<std::string>
    parts(const Object &item, const bool with_words)
    {
      std::vector<std::string> result;
      if (with_words && item.contains("kind"))
        result.push_back(text_of_value(item["kind"]));
      if (item.contains("points"))
        for (const Object &point : item["points"])
          result.push_back(text_of_value(point));
      for (const auto &[word, value] : item.items())
        if (word == "name" || word == "kind" || word == "points")
          continue;
        else if (word == "moved by")
          result.push_back(word + ": " + text_of_value(value));
        else if (value.is_boolean() && value.get<bool>())
          result.push_back(word);
        else
          result.push_back((with_words ? word + ' ' : "") +
                           text_of_value(value));
      return result;
    }

    std::string
    joined(const std::vector<std::string> &pieces, const char *separator)
    {
      std::string text;
      for (const std::string &piece : pieces)
        text += (text.empty() ? "" : separator) + piece;
      return text;
    }

    /** Whether it is an item with a name, and of no other form. */
    bool
    is_named(const Object &item)
    {
      const auto has = [&](const char *name) { return item.contains(name); };
      return item.is_object() && has("name") && !has("point") &&
             !(has("id") && has("value")) &&
             !(has("label") && has("settings")) &&
             !(has("entry") && (has("value") || has("values")));
    }

    ItemSource
    named_item(const Object &item)
    {
      ItemSource source;
      source.name  = text_of_value(item["name"]);
      source.parts = parts(item, true);
      source.text  = source.name + ": " + joined(source.parts, " ; ");
      return source;
    }

    /** An item, and what stands between it and others. */
    std::pair<std::string, const char *>
    text_of_item(const Object &item)
    {
      if (!item.is_object())
        throw InputError(item.dump() + " is no object: a list has one for each "
                                       "item.");
      const auto has = [&](const char *name) { return item.contains(name); };
      if (has("entry") && has("values"))
        return {setting(text_of_value(item["entry"]), item["values"]), "; "};
      if (has("entry") && has("value"))
        return {setting(text_of_value(item["entry"]), item["value"]), ", "};
      if (has("label") && has("settings"))
        {
          std::string settings;
          for (const auto &[entry, value] : item["settings"].items())
            settings += (settings.empty() ? "" : ", ") + setting(entry, value);
          return {text_of_value(item["label"]) + ": " + settings, " | "};
        }
      if (has("id") && has("value"))
        return {text_of_value(item["id"]) + ": " + text_of_value(item["value"]),
                " | "};
      if (has("name") && has("point"))
        return {text_of_value(item["name"]) + ": " +
                  text_of_value(item["point"]),
                "; "};
      if (is_named(item))
        return {named_item(item).text, " | "};
      if (has("kind"))
        return {text_of_value(item["kind"]) + ": " +
                  joined(parts(item, false), " ; "),
                " | "};
      throw InputError(item.dump() +
                       " has neither \"name\" nor \"kind\", \"id\", \"label\" "
                       "or \"entry\".");
    }
  } // namespace

  ItemList
  item_list(const nlohmann::ordered_json &list)
  {
    ItemList result;
    if (std::ranges::all_of(list, is_named))
      for (const Object &item : list)
        result.items.push_back(named_item(item));
    return result;
  }

  std::string
  text_of_items(const nlohmann::ordered_json &list)
  {
    std::string text;
    for (const Object &item : list)
      {
        const auto [item_text, separator] = text_of_item(item);
        text += (text.empty() ? "" : separator) + item_text;
      }
    return text;
  }
} // namespace percuss
