// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/input_text.h>
#include <percuss/base/text.h>
#include <percuss/input/item_list.h>
#include <percuss/input/parameter_file.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

namespace percuss
{
  namespace
  {
    namespace fs     = std::filesystem;
    using Json       = nlohmann::ordered_json;
    using Statements = std::vector<Statement>;

    constexpr std::size_t max_depth = 100; // of sections, of included files

    std::size_t
    line_of(const std::string &text, const std::size_t byte)
    {
      const auto end =
        text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
      return static_cast<std::size_t>(1 + std::count(text.begin(), end, '\n'));
    }

    /** The text of a file, without the byte order mark of UTF-8. */
    std::string
    text_of(const std::string &file_name, const std::string &what)
    {
      const auto found = input_text(file_name);
      if (!found)
        throw InputError(what + " '" + shortened(file_name) +
                         "' cannot be opened: does it exist, is it a file, "
                         "and may it be read?");
      std::string text = *found;
      if (text.starts_with("\xEF\xBB\xBF"))
        text.erase(0, 3);
      if (const std::size_t zero = text.find('\0'); zero != std::string::npos)
        throw InputError(what + " '" + file_name +
                         "' has a zero byte in line " +
                         std::to_string(line_of(text, zero)) +
                         ": it is no text, or not in UTF-8. Save it as UTF-8.");
      return text;
    }

    /** What follows a keyword, in small or in capital letters, on a line. */
    bool
    starts_with_keyword(const std::string &line,
                        const std::string &keyword,
                        std::string       &rest)
    {
      const auto capital = [](const unsigned char c) {
        return std::toupper(c);
      };
      std::string capitals = keyword;
      std::transform(keyword.begin(), keyword.end(), capitals.begin(), capital);
      const std::string word = line.substr(0, line.find_first_of(" \t"));
      if (word != keyword && word != capitals)
        return false;
      rest = trim(line.substr(word.size()));
      return true;
    }

    /** A file named in another one: relative to the working directory, as
     * deal.II has it, or to the folder of the other. */
    std::string
    included(const std::string &name, const std::string &including)
    {
      std::error_code ignored;
      const fs::path  beside = fs::path(including).parent_path() / name;
      return !fs::exists(name, ignored) && fs::exists(beside, ignored) ?
               beside.string() :
               name;
    }

    /** What stands before the comment; "\#" is a '#' without one. */
    std::string
    without_comment(const std::string &line)
    {
      std::string result;
      for (const char c : line)
        if (c != '#')
          result += c;
        else if (result.ends_with('\\'))
          result.back() = '#';
        else
          break;
      return result;
    }

    /** The next line, with those that a backslash appends; @p number is that of
     * the last one. */
    bool
    get_line(std::istream &file, std::string &line, std::size_t &number)
    {
      std::string more;
      if (!std::getline(file, line))
        return false;
      ++number;
      line = trim(line);
      while (line.ends_with('\\') && std::getline(file, more))
        {
          line.pop_back();
          line += trim(more);
          ++number;
        }
      return true;
    }

    /** Reads a .prm file, with those that it includes. */
    class PrmReader
    {
    public:
      explicit PrmReader(Statements &statements)
        : statements(statements)
      {}

      void
      read(const std::string &file_name, const std::string &what)
      {
        check_inclusion(file_name, what);
        std::istringstream file(text_of(file_name, what));
        const std::size_t  n_before = opened.size();
        including.push_back(file_name);
        std::string line;
        std::size_t number = 0, first = 1;
        while (get_line(file, line, number))
          {
            line = trim(without_comment(line));
            if (!line.empty())
              read_line(line,
                        file_name + ", line " + std::to_string(first),
                        n_before);
            first = number + 1;
          }
        including.pop_back();
        if (opened.size() > n_before)
          throw InputError(opened.back().place + ": The section '" +
                           shortened(opened.back().name) +
                           "' is not closed: its 'end' is missing. Is the "
                           "file complete?");
      }

    private:
      struct Section
      {
        std::string name, place;
      };

      void
      check_inclusion(const std::string &file_name,
                      const std::string &what) const
      {
        std::error_code ignored;
        for (const std::string &other : including)
          if (fs::equivalent(file_name, other, ignored))
            throw InputError(what + " '" + file_name + "' includes itself.");
        if (including.size() >= max_depth)
          throw InputError(what + " '" + file_name + "' is the " +
                           std::to_string(max_depth) +
                           "th that includes another one.");
      }

      /** "Section/entry" */
      std::string
      path(const std::string &entry) const
      {
        std::string result;
        for (const Section &section : opened)
          result += section.name + "/";
        return result + entry;
      }

      void
      open_section(const std::string &name, const std::string &place)
      {
        if (opened.size() >= max_depth)
          throw InputError(place + ": There are more than " +
                           std::to_string(max_depth) +
                           " sections in each other.");
        opened.push_back({name, place});
        statements.push_back({path(""), "", place});
      }

      /** @param n_outside sections that the file did not open */
      void
      read_line(const std::string &line,
                const std::string &place,
                const std::size_t  n_outside)
      {
        std::string rest;
        if (starts_with_keyword(line, "subsection", rest) && !rest.empty())
          open_section(rest, place);
        else if (starts_with_keyword(line, "end", rest) && rest.empty())
          {
            if (opened.size() == n_outside)
              throw InputError(place + ": There is no section to end here.");
            opened.pop_back();
          }
        else if (starts_with_keyword(line, "set", rest) &&
                 rest.find('=') != std::string::npos)
          {
            const std::size_t equals = rest.find('=');
            statements.push_back({path(trim(rest.substr(0, equals))),
                                  trim(rest.substr(equals + 1)),
                                  place});
          }
        else if (starts_with_keyword(line, "include", rest) && !rest.empty())
          read(included(rest, including.back()), place + ": The included file");
        else
          throw InputError(place + ": '" + shortened(line) +
                           "' is not understood. Allowed is: set ENTRY = "
                           "VALUE, subsection NAME, end, include FILE. Is "
                           "the file complete?");
      }

      Statements              &statements;
      std::vector<std::string> including; // files that are being read
      std::vector<Section>     opened;
    };

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
      JsonReader(const std::string &file_name, Statements &statements)
        : file_name(file_name)
        , statements(statements)
      {}

      void
      read()
      {
        const std::string text = text_of(file_name, "The parameter file");
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
          opened.push_back({path_of_object()});
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
          {
            const bool annotated = child.is_object() && child.contains("value");
            const Json       &value = annotated ? child["value"] : child;
            const std::string place = place_of(path + name);
            if (value.is_object())
              {
                statements.push_back({path + name + "/", "", place});
                collect(value, path + name + "/");
              }
            else
              statements.push_back(
                {path + name, text_at(value, path + name), place});
          }
      }

      std::string
      text_at(const Json &value, const std::string &path) const
      {
        if (value.is_array() && !value.empty() && value.front().is_object())
          try
            {
              return text_of_items(value);
            }
          catch (const InputError &error)
            {
              throw InputError(place_of(path) + ": '" + path +
                               "': " + error.what());
            }
        if (value.is_array() || value.is_null())
          throw InputError(place_of(path) + ": '" + path + "' is " +
                           shortened(value.dump()) +
                           ". Allowed is a number, a text, true, false, or a "
                           "list of objects.");
        return value.is_string() ? trim(value.get<std::string>()) :
                                   value.dump();
      }

      std::string                        file_name;
      Statements                        &statements;
      LineCount                          count;
      std::vector<Object>                opened;
      std::map<std::string, std::string> places; // of names, "Section/entry"
    };
  } // namespace

  std::vector<Statement>
  read_parameter_file(const std::string &file_name)
  {
    Statements statements;
    if (file_name.ends_with(".json"))
      JsonReader(file_name, statements).read();
    else if (file_name.ends_with(".prm"))
      PrmReader(statements).read(file_name, "The parameter file");
    else
      throw InputError("The parameter file '" + file_name +
                       "' must end with .prm or .json.");
    return statements;
  }
} // namespace percuss
