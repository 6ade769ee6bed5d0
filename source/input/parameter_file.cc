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

    /** Appends the statements of a .prm file; @p sections: those open. */
    void
    read_prm(const std::string        &file_name,
             const std::string        &what,
             std::vector<std::string> &including, // files that are being read
             std::vector<std::string> &sections,
             Statements               &statements)
    {
      std::error_code ignored;
      for (const std::string &other : including)
        if (fs::equivalent(file_name, other, ignored))
          throw InputError(what + " '" + file_name + "' includes itself.");
      if (including.size() >= max_depth)
        throw InputError(what + " '" + file_name + "' is the " +
                         std::to_string(max_depth) +
                         "th that includes another one.");
      std::istringstream file(text_of(file_name, what));
      including.push_back(file_name);

      struct Opened
      {
        std::string name, place;
      };
      std::vector<Opened> opened; // in this file
      const auto          path = [&](const std::string &entry) {
        std::string result;
        for (const std::string &section : sections)
          result += section + "/";
        return result + entry;
      };

      std::string line, rest;
      std::size_t number = 0;
      for (std::size_t first = 1; get_line(file, line, number);
           first             = number + 1)
        {
                      const std::string place =
                        file_name + ", line " + std::to_string(first);
                      line = trim(without_comment(line));
                      if (line.empty())
            continue;
          if (starts_with_keyword(line, "subsection", rest) && !rest.empty())
            {
                          if (sections.size() >= max_depth)
                throw InputError(place + ": There are more than " +
                                 std::to_string(max_depth) +
                                 " sections in each other.");
              sections.push_back(rest);
                          opened.push_back({rest, place});
                          statements.push_back({path(""), "", place});
            }
          else if (starts_with_keyword(line, "end", rest) && rest.empty())
            {
                          if (opened.empty())
                throw InputError(place + ": There is no section to end here.");
              sections.pop_back();
                          opened.pop_back();
            }
          else if (starts_with_keyword(line, "set", rest) &&
                   rest.find('=') != std::string::npos)
            statements.push_back({path(trim(rest.substr(0, rest.find('=')))),
                                              trim(rest.substr(rest.find('=') + 1)),
                                              place});
          else if (starts_with_keyword(line, "include", rest) && !rest.empty())
            read_prm(included(rest, file_name),
                     place + ": The included file",
                     including,
                     sections,
                     statements);
          else
            throw InputError(place + ": '" + shortened(line) +
                             "' is not understood. Allowed is: set ENTRY = "
                                         "VALUE, subsection NAME, end, include FILE. Is "
                                         "the file complete?");
        }
      if (!opened.empty())
        throw InputError(opened.back().place + ": The section '" +
                         opened.back().name +
                         "' is not closed: its 'end' is missing. Is the file "
                         "complete?");
      including.pop_back();
    }

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

    void
    read_json(const std::string &file_name, Statements &statements)
    {
      const std::string text = text_of(file_name, "The parameter file");

      std::vector<std::set<std::string>> names; // of the objects open
      const auto                         check = [&](const int                 depth,
                             const Json::parse_event_t event,
                             const Json               &parsed) {
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
          throw InputError(file_name + ": '" + parsed.get<std::string>() +
                           "' occurs twice in the same object.");
        return true;
      };
      try
        {
          const Json json = Json::parse(text, check);
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
      {
        std::vector<std::string> including, sections;
        read_prm(
          file_name, "The parameter file", including, sections, statements);
      }
    else
      throw InputError("The parameter file '" + file_name +
                       "' must end with .prm or .json.");
    return statements;
  }
} // namespace percuss
