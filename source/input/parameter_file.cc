// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/item_list.h>
#include <percuss/input/parameter_file.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
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
      std::ifstream   file(file_name, std::ios::binary);
      std::error_code ignored;
      if (!file || fs::is_directory(file_name, ignored))
        throw InputError(what + " '" + shortened(file_name) +
                         "' cannot be opened: does it exist, is it a file, "
                         "and may it be read?");
      std::string text{std::istreambuf_iterator<char>(file), {}};
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

    /** Appends the statements of an object, at @p path, of a .json file. */
    void
    collect_json(const Json        &object,
                 const std::string &path,
                 const std::string &place,
                 Statements        &statements)
    {
      for (const auto &[name, child] : object.items())
        {
          const bool  annotated = child.is_object() && child.contains("value");
          const Json &value     = annotated ? child["value"] : child;
          if (value.is_object())
            {
              statements.push_back({path + name + "/", "", place});
              collect_json(value, path + name + "/", place, statements);
            }
          else if (value.is_array() && !value.empty() &&
                   value.front().is_object())
            try
              {
                statements.push_back(
                  {path + name, text_of_items(value), place});
              }
            catch (const InputError &error)
              {
                throw InputError(place + ": '" + path + name +
                                 "': " + error.what());
              }
          else if (value.is_array() || value.is_null())
            throw InputError(place + ": '" + path + name + "' is " +
                             shortened(value.dump()) +
                             ". Allowed is a number, a text, true, false, or a "
                             "list of objects.");
          else
            statements.push_back({path + name,
                                  value.is_string() ?
                                    trim(value.get<std::string>()) :
                                    value.dump(),
                                  place});
        }
    }

    /** Looks at what a parser of JSON finds: throws InputError for a name that
     * occurs twice in an object, and for deep nesting. */
    struct JsonCheck
    {
      bool
      operator()(const int                 depth,
                 const Json::parse_event_t event,
                 const Json               &parsed)
      {
        if (depth > static_cast<int>(max_depth))
          throw InputError(file_name + ": There are more than " +
                           std::to_string(max_depth) +
                           " objects or lists in each other.");
        if (event == Json::parse_event_t::object_start)
          names.emplace_back();
        else if (event == Json::parse_event_t::object_end)
          names.pop_back();
        else if (event == Json::parse_event_t::key &&
                 !names.back().insert(parsed.get<std::string>()).second)
          throw InputError(file_name + ": '" +
                           shortened(parsed.get<std::string>()) +
                           "' occurs twice in the same object.");
        return true;
      }

      std::string                        file_name;
      std::vector<std::set<std::string>> names = {}; // of the objects open
    };

    void
    read_json(const std::string &file_name, Statements &statements)
    {
      const std::string text = text_of(file_name, "The parameter file");
      try
        {
          const Json json = Json::parse(text, JsonCheck{file_name});
          if (!json.is_object())
            throw InputError(file_name +
                             ": The file must hold one object, with one "
                             "object per section.");
          collect_json(json, "", file_name, statements);
        }
      catch (const Json::parse_error &error)
        {
          throw InputError(
            file_name + ", line " +
            std::to_string(
              line_of(text, std::max<std::size_t>(error.byte, 1) - 1)) +
            ": The file is no valid JSON here. Is it complete, "
            "with commas between and quotes around the names?");
        }
      catch (const Json::out_of_range &error) // "... parsing '1e400'"
        {
          const std::string what  = error.what();
          const std::size_t begin = what.find('\'') + 1;
          const std::string number =
            what.substr(begin, what.rfind('\'') - begin);
          throw InputError(file_name + ", line " +
                           std::to_string(line_of(text, text.find(number))) +
                           ": " + shortened(number) +
                           " is beyond the largest number, 1.8e308.");
        }
    }
  } // namespace

  std::vector<Statement>
  read_parameter_file(const std::string &file_name)
  {
    Statements statements;
    if (file_name.ends_with(".json"))
      read_json(file_name, statements);
    else if (file_name.ends_with(".prm"))
      PrmReader(statements).read(file_name, "The parameter file");
    else
      throw InputError("The parameter file '" + file_name +
                       "' must end with .prm or .json.");
    return statements;
  }
} // namespace percuss
