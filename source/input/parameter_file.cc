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

namespace percuss
{
  namespace
  {
    using Json       = nlohmann::ordered_json;
    using Statements = std::vector<Statement>;

    std::ifstream
    open(const std::string &file_name, const std::string &what)
    {
      std::ifstream file(file_name);
      if (!file || std::filesystem::is_directory(file_name))
        throw InputError(what + " '" + file_name +
                         "' cannot be opened: does it exist, is it a file, "
                         "and may it be read?");
      return file;
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
      namespace fs          = std::filesystem;
      const fs::path beside = fs::path(including).parent_path() / name;
      return !fs::exists(name) && fs::exists(beside) ? beside.string() : name;
    }

    /** Appends the statements of a .prm file; @p sections: those open. */
    void
    read_prm(const std::string        &file_name,
             const std::string        &what,
             std::vector<std::string> &including, // files that are being read
             std::vector<std::string> &sections,
             Statements               &statements)
    {
      if (std::find(including.begin(), including.end(), file_name) !=
          including.end())
        throw InputError(what + " '" + file_name + "' includes itself.");
      std::ifstream file = open(file_name, what);
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
      for (unsigned int number = 1; std::getline(file, line); ++number)
        {
          const std::string place =
            file_name + ", line " + std::to_string(number);
          std::string more;
          while (trim(line).ends_with('\\') && std::getline(file, more))
            {
              line = trim(line);
              line.pop_back();
              line += trim(more);
              ++number;
            }
          line = trim(line.substr(0, line.find('#')));
          if (line.empty())
            continue;
          if (starts_with_keyword(line, "subsection", rest) && !rest.empty())
            {
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
            throw InputError(place + ": '" + line +
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
                             value.dump() +
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
      std::ifstream     file = open(file_name, "The parameter file");
      const std::string text{std::istreambuf_iterator<char>(file), {}};

      std::vector<std::set<std::string>> names; // of the objects open
      const auto                         look_for_repetition =
        [&](const int, const Json::parse_event_t event, const Json &parsed) {
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
          const Json json = Json::parse(text, look_for_repetition);
          if (!json.is_object())
            throw InputError(file_name +
                             ": The file must hold one object, with one "
                             "object per section.");
          collect_json(json, "", file_name, statements);
        }
      catch (const Json::parse_error &error)
        {
          const std::string before(text,
                                   0,
                                   std::max<std::size_t>(error.byte, 1) - 1);
          throw InputError(
            file_name + ", line " +
            std::to_string(1 + std::count(before.begin(), before.end(), '\n')) +
            ": The file is no valid JSON here. Is it complete, "
            "with commas between and quotes around the names?");
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
