// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/json_items.h>
#include <percuss/input/read_json_file.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>
#include <set>

namespace percuss
{
  namespace
  {
    using Json       = nlohmann::ordered_json;
    using Statements = std::vector<Statement>;

    /** The line of the last character that a parser has taken. */
    struct LineCount
    {
      void
      pass(const char c)
      {
        line += ends ? 1 : 0;
        ends = c == '\n';
      }

      std::size_t line = 1;
      bool        ends = false; // with that character
    };

    /** Iterator over a text, which tells what a parser takes. */
    class CountedCharacter
    {
    public:
      using iterator_category = std::input_iterator_tag;
      using value_type        = char;
      using difference_type   = std::ptrdiff_t;
      using pointer           = const char *;
      using reference         = const char &;

      CountedCharacter(const char *const character, LineCount &count)
        : character(character)
        , count(&count)
      {}

      reference
      operator*() const
      {
        return *character;
      }

      CountedCharacter &
      operator++()
      {
        count->pass(*character++);
        return *this;
      }

      bool
      operator==(const CountedCharacter &other) const
      {
        return character == other.character;
      }

      bool
      operator!=(const CountedCharacter &other) const
      {
        return character != other.character;
      }

    private:
      const char *character;
      LineCount  *count;
    };

    /** Reads a .json file, which says nothing of lines when it is parsed: they
     * are noted where the parser meets a name. */
    class JsonReader
    {
    public:
      JsonReader(const std::string &file_name,
                 Statements        &statements,
                 ErrorCollector    &errors)
        : file_name(file_name)
        , statements(statements)
        , errors(errors)
      {}

      void
      read()
      {
        const std::string text = text_of_file(file_name, "The parameter file");
        try
          {
            const Json json =
              Json::parse(CountedCharacter(text.data(), count),
                          CountedCharacter(text.data() + text.size(), count),
                          [&](const int                 depth,
                              const Json::parse_event_t event,
                              const Json               &parsed) {
                            look_at(depth, event, parsed);
                            return true;
                          });
            collect(json, "");
          }
        catch (const Json::parse_error &error)
          {
            count.line =
              line_of(text, std::max<std::size_t>(error.byte, 1) - 1);
            throw InputError(
              here() + ": The file is no valid JSON here. Is it complete, "
                       "with commas between and quotes around the names?");
          }
        catch (const Json::out_of_range &error) // "... parsing '1e400'"
          {
            const std::string what  = error.what();
            const std::size_t begin = what.find('\'') + 1;
            throw InputError(
              here() + ": " +
              shortened(what.substr(begin, what.rfind('\'') - begin)) +
              " is beyond the largest number, 1.8e308.");
          }
      }

    private:
      struct Object
      {
        std::string           path;       // "Section/"
        std::string           name  = {}; // the last one
        std::set<std::string> names = {};
      };

      /** The line that the parser has come to. */
      std::string
      here() const
      {
        return file_name + ", line " + std::to_string(count.line);
      }

      /** Of one that begins; "value" adds nothing. */
      std::string
      path_of_object() const
      {
        if (opened.empty())
          return "";
        const Object &parent = opened.back();
        return parent.path + (parent.name == "value" ? "" : parent.name + "/");
      }

      std::string
      place_of(const std::string &path) const
      {
        const auto place = places.find(path);
        return place == places.end() ? file_name : place->second;
      }

      /** What the parser meets. Throws InputError for a file that holds no
       * object, a name that occurs twice in one, and deep nesting. */
      void
      look_at(const int                 depth,
              const Json::parse_event_t event,
              const Json               &parsed)
      {
        using Event = Json::parse_event_t;
        if (depth > static_cast<int>(max_depth))
          throw InputError(here() + ": There are more than " +
                           std::to_string(max_depth) +
                           " objects or lists in each other.");
        if (event == Event::object_start)
          {
            opened.push_back({path_of_object()});
            places_of_objects[opened.back().path].push_back(here());
          }
        else if (event == Event::object_end)
          opened.pop_back();
        else if (opened.empty())
          throw InputError(here() +
                           ": The file must hold one object, with one object "
                           "per section.");
        else if (event == Event::key)
          {
            Object &object = opened.back();
            object.name    = parsed.get<std::string>();
            if (!object.names.insert(object.name).second)
              throw InputError(here() + ": '" + shortened(object.name) +
                               "' occurs twice in the same object.");
            places.emplace(object.path + object.name, here());
          }
      }

      /** Appends the statements of an object, at @p path. */
      void
      collect(const Json &object, const std::string &path)
      {
        for (const auto &[name, child] : object.items())
          errors.in_turn([&, &name = name, &child = child] {
            collect_member(name, child, path);
          });
      }

      void
      collect_member(const std::string &name,
                     const Json        &child,
                     const std::string &path)
      {
        if (path.empty() && name == "$schema" && child.is_string())
          return; // of editors
        const bool  annotated   = child.is_object() && child.contains("value");
        const Json &value       = annotated ? child["value"] : child;
        const std::string place = place_of(path + name);
        if (name.empty() || name.ends_with('/'))
          throw InputError(place + ": '" + shortened(path + name) +
                           "' names no entry.");
        if (!value.is_object() && !set.insert(path + name).second)
          throw InputError(place + ": '" + shortened(path + name) +
                           "' is set already in this file: write it once.");
        if (value.is_object())
          {
            statements.push_back({path + name + "/", "", place});
            collect(value, path + name + "/");
          }
        else if (value.is_array() && !value.empty() &&
                 value.front().is_object())
          {
            const ItemsOfFile items = items_at(value, path + name);
            statements.push_back({path + name, items.text, place, items.list});
          }
        else if (value.is_array() || value.is_null())
          throw InputError(
            place + ": '" + path + name + "' is " + shortened(value.dump()) +
            ". Allowed is a number, a text, true, false, or a list of "
            "objects" +
            (value.is_array() ?
               "; write several values as one text, as the entry asks." :
               "."));
        else
          statements.push_back(
            {path + name,
             value.is_string() ? trim(value.get<std::string>()) : value.dump(),
             place});
      }

      ItemsOfFile
      items_at(const Json &list, const std::string &path) const
      {
        std::vector<std::string> lines;
        if (const auto found = places_of_objects.find(path + "/");
            found != places_of_objects.end())
          // the object with the list as its "value" is there, too
          for (const std::string &place : std::views::drop(
                 found->second,
                 std::max<std::ptrdiff_t>(
                   0, std::ssize(found->second) - std::ssize(list))))
            lines.push_back(place.substr(file_name.size() + 2)); // "line 3"
        try
          {
            return read_items(list, lines);
          }
        catch (const InputError &error)
          {
            throw_changed(error, [&](const InputError &one) {
              return InputError(place_of(path) + ": '" + path +
                                "': " + one.what());
            });
          }
      }

      std::set<std::string>              set; // entries
      std::string                        file_name;
      Statements                        &statements;
      ErrorCollector                    &errors;
      LineCount                          count;
      std::vector<Object>                opened;
      std::map<std::string, std::string> places; // of names, "Section/entry"

      // of the objects in a list, "Section/entry/"
      std::map<std::string, std::vector<std::string>> places_of_objects;
    };
  } // namespace

  std::vector<Statement>
  read_json_file(const std::string &file_name, ErrorCollector &errors)
  {
    Statements statements;
    errors.in_turn([&] { JsonReader(file_name, statements, errors).read(); });
    return statements;
  }
} // namespace percuss
