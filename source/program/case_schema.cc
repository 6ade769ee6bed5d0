// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/program/case_schema.h>
#include <percuss/program/item_schema.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <string>

namespace percuss
{
  namespace
  {
    using Schema = nlohmann::ordered_json;
    using Items  = std::vector<DeclaredItem>;

    Schema
    reference_to(const std::string &definition)
    {
      return {{"$ref", "#/definitions/" + definition}};
    }

    /** A '/' in a reference goes one level deeper. */
    std::string
    name_of_items(const std::string &path)
    {
      std::string name = "items of " + path;
      std::ranges::replace(name, '/', ',');
      return name;
    }

    /** The list of objects that an entry of items may be. */
    Schema
    items_of(const Parameter &entry, const Items &items)
    {
      const bool are_declared =
        std::ranges::find(items, entry.path(), &DeclaredItem::entry) !=
        items.end();
      return reference_to(are_declared ? name_of_items(entry.path()) : "items");
    }

    /** A number or a whole number in its range. */
    Schema
    number_schema(const Parameter &entry)
    {
      Schema schema = {{"type", entry.is_whole_number ? "integer" : "number"}};
      if (entry.first)
        schema["minimum"] = *entry.first;
      if (entry.last)
        schema["maximum"] = *entry.last;
      return schema;
    }

    bool
    is_yes_or_no(const Parameter &entry)
    {
      return entry.choices == std::vector<std::string>{"true", "false"};
    }

    /** What the value of an entry may be. */
    Schema
    value_schema(const Parameter &entry, const Items &items)
    {
      Schema any = Schema::array();
      if (is_yes_or_no(entry))
        any.push_back({{"type", "boolean"}});
      if (!entry.choices.empty())
        {
          any.push_back({{"enum", entry.choices}});
          return {{"anyOf", any}};
        }
      if (entry.allowed == "any text")
        return {{"anyOf",
                 {{{"type", {"string", "number", "boolean"}}},
                  items_of(entry, items)}}};
      any.push_back(number_schema(entry));
      any.push_back(
        reference_to(entry.is_whole_number ? "whole number" : "quantity"));
      if (entry.allowed.ends_with("'automatic'"))
        any.push_back({{"enum", {"automatic"}}});
      if (entry.allowed.ends_with("separated by ';'"))
        any.push_back(reference_to("several numbers"));
      return {{"anyOf", any}};
    }

    /** The default as a .json file has it. */
    Schema
    default_of(const Parameter &entry)
    {
      const std::string &text = entry.default_value;
      if (is_yes_or_no(entry))
        return text == "true";
      if (const auto value = number(text);
          value && entry.allowed != "any text" && entry.choices.empty())
        return entry.is_whole_number ? Schema(static_cast<long int>(*value)) :
                                       Schema(*value);
      return text;
    }

    /** The value, or an object with it, and its meaning. */
    Schema
    entry_schema(const Parameter   &entry,
                 const std::string &description,
                 const Items       &items)
    {
      const Schema value  = value_schema(entry, items);
      Schema       either = value["anyOf"];
      either.push_back({{"type", "object"},
                        {"required", {"value"}},
                        {"properties", {{"value", value}}}});
      return {{"description", description},
              {"default", default_of(entry)},
              {"anyOf", either}};
    }

    Schema
    object_schema(const Schema &properties, const Schema &required)
    {
      return {{"type", "object"},
              {"required", required},
              {"properties", properties},
              {"additionalProperties", false}};
    }

    /** The forms of objects in lists, as json_items.h has them. */
    Schema
    item_schema()
    {
      const Schema word  = reference_to("word");
      const Schema words = {
        {"anyOf", {word, {{"type", "array"}, {"items", word}}}}};
      const Schema path  = reference_to("entry");
      const Schema open  = reference_to("part");
      Schema       named = {
              {"type", "object"},
              {"properties",
               {{"name", word},
                {"kind", word},
                {"points", {{"type", "array"}, {"minItems", 1}, {"items", open}}}}},
              {"additionalProperties", open},
              {"anyOf", {{{"required", {"name"}}}, {{"required", {"kind"}}}}}};
      return {
        {"anyOf",
         {named,
          object_schema({{"name", word}, {"point", words}}, {"name", "point"}),
          object_schema({{"id", word}, {"value", words}}, {"id", "value"}),
          object_schema({{"entry", path}, {"values", words}},
                        {"entry", "values"}),
          object_schema({{"entry", path}, {"value", word}}, {"entry", "value"}),
          object_schema({{"label", word},
                         {"settings",
                          {{"type", "object"},
                           {"propertyNames", path},
                           {"additionalProperties", words}}}},
                        {"label", "settings"})}}};
    }

    Schema
    definitions(const std::vector<Parameter> &entries, const Items &items)
    {
      Schema paths = Schema::array();
      for (const Parameter &entry : entries)
        {
          paths.push_back(entry.path());
          for (const std::string &name : entry.old_names)
            paths.push_back(entry.section + '/' + name);
        }
      Schema all;
      // without descriptions: editors would show them in the place of those of
      // the entries
      all["quantity"]        = {{"type", "string"},
                                {"pattern", "^\\s*[-+]?[.0-9]|\\$"}};
      all["whole number"]    = {{"type", "string"},
                                {"pattern", "^\\s*[0-9]+\\s*$|\\$"}};
      all["several numbers"] = {{"type", "string"},
                                {"pattern", "^\\s*[-+]?[.0-9][^;]*(;[^;]+)+$"}};
      all["word"]            = {{"type", {"string", "number", "boolean"}}};
      all["entry"]           = {
                  {"anyOf", {{{"enum", paths}}, {{"pattern", "^Variables/"}}}}};
      all["point"] = {
        {"type", "object"},
        {"required", {"body"}},
        {"properties",
         {{"body", reference_to("word")},
          {"at", {{"type", "array"}, {"items", reference_to("word")}}}}},
        {"additionalProperties", false}};
      all["part"]  = {{"anyOf",
                       {reference_to("word"),
                        reference_to("point"),
                        {{"type", "array"}, {"items", reference_to("word")}}}}};
      all["item"]  = item_schema();
      all["items"] = {{"type", "array"},
                      {"minItems", 1},
                      {"items", reference_to("item")}};
      add_value_definitions(all);
      for (const Parameter &entry : entries)
        {
          Items own;
          for (const DeclaredItem &item : items)
            if (item.entry == entry.path())
              own.push_back(item);
          if (!own.empty())
            all[name_of_items(entry.path())] = list_schema(own);
        }
      return all;
    }

    /** Names that the case gives to numbers. */
    Schema
    variables_schema()
    {
      const Schema value = {{"type", {"number", "string"}}};
      return {{"description",
               "Names for numbers: each is a number, a number with a unit, or "
               "an expression of those before it. Entries refer to them as "
               "\"$name\" and \"$(expression)\"."},
              {"type", "object"},
              {"propertyNames", {{"pattern", "^[A-Za-z][A-Za-z0-9_]*$"}}},
              {"additionalProperties",
               {{"anyOf",
                 {value,
                  {{"type", "object"},
                   {"required", {"value"}},
                   {"properties", {{"value", value}}}}}}}}};
    }
  } // namespace

  Schema
  case_schema(const std::vector<Parameter>    &entries,
              const std::vector<DeclaredItem> &items)
  {
    Schema sections = {{"$schema", {{"type", "string"}}},
                       {variables_section, variables_schema()}};
    for (const Parameter &entry : entries)
      {
        Schema &section = sections[entry.section];
        if (section.is_null())
          section = {{"type", "object"},
                     {"properties", Schema::object()},
                     {"additionalProperties", false}};
        Schema &properties = section["properties"];
        properties[entry.name] =
          entry_schema(entry,
                       entry.documentation + " Allowed is " + entry.allowed +
                         '.',
                       items);
        for (const std::string &old_name : entry.old_names)
          properties[old_name] =
            entry_schema(entry,
                         "It is called '" + entry.name + "' now.",
                         items);
      }
    return {{"$schema", "http://json-schema.org/draft-07/schema#"},
            {"title", "A case of percuss"},
            {"type", "object"},
            {"properties", sections},
            {"additionalProperties", false},
            {"definitions", definitions(entries, items)}};
  }
} // namespace percuss
