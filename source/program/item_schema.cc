// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/item_schema.h>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace percuss
{
  namespace
  {
    using Object = nlohmann::ordered_json;

    Object
    definition(const std::string &name)
    {
      return {{"$ref", "#/definitions/" + name}};
    }

    /** N of "N numbers"; 0 of "numbers", 1 of "number". */
    std::size_t
    number_of(const std::string &type)
    {
      const std::size_t digits = type.find_first_not_of("0123456789");
      return digits > 0                          ? std::stoul(type) :
             type.find('s') == std::string::npos ? 1 :
                                                   0;
    }

    /** A list of @p n values, of 0 any number of them, at least one. */
    Object
    list_of(const Object &value, const std::size_t n)
    {
      Object list = {{"type", "array"},
                     {"items", value},
                     {"minItems", std::max<std::size_t>(n, 1)}};
      if (n > 0)
        list["maxItems"] = n;
      return list;
    }

    /** Its coordinates have one unit each. */
    Object
    point_schema(const DeclaredWord &word)
    {
      const std::size_t n =
        1 + static_cast<std::size_t>(std::ranges::count(word.unit, ','));
      return {{"anyOf",
               {definition("name of an item"),
                {{"type", "object"},
                 {"required", {"body", "at"}},
                 {"properties",
                  {{"body", definition("name of an item")},
                   {"at", list_of(definition("number of an item"), n)}}},
                 {"additionalProperties", false}}}}};
    }

    Object
    value_schema(const DeclaredWord &word)
    {
      const std::string &type = word.type;
      if (type == "choice")
        return {{"enum", word.choices}};
      if (type == "nothing")
        return {{"enum", {true, ""}}};
      if (type == "point")
        return point_schema(word);
      if (type == "whole number")
        return definition("whole number of an item");
      if (type == "body" || type == "beam")
        return definition("name of an item");
      if (type.ends_with("number") || type.ends_with("numbers"))
        return {{"anyOf",
                 {definition("number of an item"),
                  list_of(definition("number of an item"), number_of(type))}}};
      if (type.find("expression") != std::string::npos)
        return {{"anyOf",
                 {definition("expression of an item"),
                  list_of(definition("expression of an item"),
                          number_of(type.substr(0, type.find(" of"))))}}};
      if (type == "texts")
        return {{"anyOf",
                 {definition("name of an item"),
                  list_of(definition("name of an item"), 0)}}};
      return definition("part");
    }

    Object
    property(const DeclaredWord &word)
    {
      Object            schema = value_schema(word);
      const std::string unit = word.unit.empty() ? "" : " [" + word.unit + ']';
      // what stands beside a reference is not read
      if (schema.contains("$ref"))
        schema = {{"allOf", {schema}}};
      schema["description"] = word.meaning + unit;
      return schema;
    }

    bool
    is_kind_by_word(const DeclaredItem &item)
    {
      return !item.kind.empty() &&
             std::ranges::find(item.words, item.kind, &DeclaredWord::word) !=
               item.words.end();
    }

    /** What the member "kind" is of that kind: its word, and what is behind
     * that. */
    Object
    kind_schema(const DeclaredItem &item)
    {
      const std::size_t name = item.kind.find_first_of("ABCDEFGHIJKLMNOPQRSTU"
                                                       "VWXYZ");
      if (item.is_named && name != std::string::npos)
        return {{"pattern", "^" + item.kind.substr(0, name)}};
      if (is_kind_by_word(item))
        return {{"pattern", "^" + item.kind + "( |$)"}};
      return {{"const", item.kind}};
    }

    Object
    condition(const DeclaredItem &item)
    {
      const Object by_kind = {{"required", {"kind"}},
                              {"properties", {{"kind", kind_schema(item)}}}};
      if (!is_kind_by_word(item))
        return by_kind;
      return {{"anyOf", {{{"required", {item.kind}}}, by_kind}}};
    }

    /** The members of an object of that kind. */
    Object
    object_schema(const DeclaredItem &item)
    {
      Object required = Object::array(), points = Object::array();
      Object properties;
      if (item.is_named)
        {
          required.push_back("name");
          properties["name"] = definition("word");
        }
      if (!item.kind.empty())
        properties["kind"] = kind_schema(item);
      for (const DeclaredWord &word : item.words)
        if (word.word.empty())
          points.push_back(property(word));
        else
          {
            properties[word.word] = property(word);
            if (word.is_needed && word.word != item.kind)
              required.push_back(word.word);
          }
      if (!points.empty())
        {
          required.push_back("points");
          properties["points"] = {{"type", "array"},
                                  {"items", points},
                                  {"minItems", points.size()},
                                  {"maxItems", points.size()}};
        }
      return {{"description", item.meaning},
              {"required", required},
              {"properties", properties},
              {"additionalProperties", false}};
    }
  } // namespace

  Object
  list_schema(const std::vector<DeclaredItem> &items)
  {
    Object kinds = Object::array(), named = Object::array();
    Object otherwise;
    for (const DeclaredItem &item : items)
      if (item.kind.empty())
        otherwise = object_schema(item);
      else
        {
          const Object kind = kind_schema(item);
          if (kind.contains("const"))
            kinds.push_back(item.kind);
          else
            named.push_back(kind);
        }
    if (!kinds.empty())
      named.push_back({{"enum", kinds}});
    Object item = {{"type", "object"}};
    if (!named.empty())
      item["properties"] = {{"kind", {{"anyOf", named}}}};
    // without a kind, or of one that no other is
    Object rest =
      otherwise.is_null() ? Object{{"required", {"kind"}}} : otherwise;
    std::ranges::for_each(items.rbegin(), items.rend(), [&](const auto &one) {
      if (!one.kind.empty())
        rest = {{"if", condition(one)},
                {"then", object_schema(one)},
                {"else", rest}};
    });
    item["allOf"] = Object::array({rest});
    return {{"type", "array"}, {"minItems", 1}, {"items", item}};
  }

  void
  add_value_definitions(Object &definitions)
  {
    definitions["number of an item"] = {
      {"description",
       "A number, an expression, or a number with a unit, \"2 in\"."},
      {"anyOf",
       {{{"type", "number"}},
        {{"type", "string"}, {"pattern", "[0-9]|\\$|pi"}}}}};
    definitions["whole number of an item"] = {
      {"anyOf",
       {{{"type", "integer"}, {"minimum", 1}},
        {{"type", "string"}, {"pattern", "[0-9]|\\$"}}}}};
    definitions["expression of an item"] = {{"type", {"number", "string"}}};
    definitions["name of an item"]       = {{"type", {"string", "number"}}};
  }
} // namespace percuss
