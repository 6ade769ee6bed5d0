// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/input_text.h>
#include <percuss/base/text.h>
#include <percuss/input/read_json_file.h>
#include <percuss/input/text_as_file.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <map>
#include <sstream>
#include <string_view>

namespace percuss
{
  namespace
  {
    namespace fs     = std::filesystem;
    using Statements = std::vector<Statement>;

    /** What follows a keyword, in small or in capital letters, on a line. */
    bool
    starts_with_keyword(const std::string     &line,
                        const std::string_view keyword,
                        std::string           &rest)
    {
      const std::string_view word =
        std::string_view(line).substr(0, line.find_first_of(" \t"));
      const auto is_capital = [](const char c, const char letter) {
        return c == std::toupper(static_cast<unsigned char>(letter));
      };
      if (word != keyword && !std::ranges::equal(word, keyword, is_capital))
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

    /** What stands before the comment; "\#" is a '#' without one. Throws
     * where a backslash before a comment would have the line go on: "\ #" alone
     * is how a value ends with one. */
    std::string
    without_comment(const std::string &line)
    {
      std::string result;
      for (std::size_t i = 0; i < line.size(); ++i)
        if (line[i] != '#')
          result += line[i];
        else if (result.ends_with('\\'))
          result.back() = '#';
        else if (i + 1 < line.size() && trim(result).ends_with('\\'))
          throw InputError("A backslash stands before a comment: the line goes "
                           "on only where it is the last letter. Put it behind "
                           "the comment, or leave it out.");
        else
          break;
      return result;
    }

    /** The first line that is not in UTF-8, from 1; 0 if all are. */
    std::size_t
    first_line_not_in_utf_8(const std::string &text)
    {
      if (std::ranges::none_of(text, [](const char c) {
            return static_cast<signed char>(c) < 0;
          }))
        return 0; // all is in ASCII
      std::istringstream lines(text);
      std::string        line;
      for (std::size_t number = 1; std::getline(lines, line); ++number)
        try
          {
            nlohmann::json(line).dump(); // throws
          }
        catch (const nlohmann::json::type_error &)
          {
            return number;
          }
      return 0;
    }

    /** Where lines begin in the one that they have become; their numbers. */
    using LineStarts = std::map<std::size_t, std::size_t>;

    /** The next line without its comment, with those that a backslash appends;
     * @p number is that of the last one. A comment ends with its line where
     * something stands before it, or where it stands among appended lines; one
     * that begins a line takes those that are appended to it along. */
    bool
    get_line(std::istream &file,
             std::string  &line,
             std::size_t  &number,
             LineStarts   &starts)
    {
      std::string more;
      bool        goes_on = true, is_comment = false;
      line.clear();
      starts.clear();
      while (goes_on && std::getline(file, more))
        {
          more    = trim(more);
          goes_on = more.ends_with('\\');
          if (goes_on)
            more.pop_back();
          is_comment = is_comment || (starts.empty() && more.starts_with('#'));
          starts[line.size()] = ++number;
          if (!is_comment)
            line += without_comment(more);
        }
      return !starts.empty();
    }

    /** The items of a value that begins at @p begin of a line that was several
     * ones, with their lines; none of one line. */
    ItemList
    items_with_lines(const std::string &value,
                     const std::size_t  begin,
                     const LineStarts  &starts)
    {
      if (starts.size() == 1)
        return {};
      ItemList    list = value;
      std::size_t at   = 0;
      for (ItemSource &item : list.items)
        {
          at = value.find(item.text, at);
          const std::size_t line =
            std::prev(starts.upper_bound(begin + at))->second;
          item.place = "line " + std::to_string(line);
          at += item.text.size();
        }
      return list;
    }

    /** Reads a .prm file, with those that it includes. */
    class PrmReader
    {
    public:
      PrmReader(Statements &statements, ErrorCollector &errors)
        : statements(statements)
        , errors(errors)
      {}

      void
      read(const std::string &file_name, const std::string &what)
      {
        check_inclusion(file_name, what);
        std::istringstream file(text_of_file(file_name, what));
        const std::size_t  n_before = opened.size();
        including.push_back(file_name);
        std::string line;
        LineStarts  starts;
        std::size_t number = 0, first = 1;
        const auto  read_next = [&] {
          try
            {
              return get_line(file, line, number, starts);
            }
          catch (const InputError &error)
            {
              throw InputError(place(file_name, number) + ": " + error.what());
            }
        };
        while (read_next())
          {
            line = trim(line);
            if (!line.empty())
              errors.in_turn([&] {
                read_line(line, place(file_name, first), starts, n_before);
              });
            first = number + 1;
          }
        including.pop_back();
        if (opened.size() == n_before)
          return;
        const Section section = opened.back();
        opened.resize(n_before);
        throw InputError(section.place + ": The section '" +
                         shortened(section.name) +
                         "' is not closed: its 'end' is missing. Is the file "
                         "complete?");
      }

    private:
      static std::string
      place(const std::string &file_name, const std::size_t line)
      {
        return file_name + ", line " + std::to_string(line);
      }

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
                const LineStarts  &starts,
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
            const std::string entry  = trim(rest.substr(0, equals));
            if (entry.empty() || entry.ends_with('/'))
              throw InputError(place + ": '" + shortened(line) +
                               "' names no entry. Write 'set ENTRY = VALUE'.");
            const std::string value = trim(rest.substr(equals + 1));
            statements.push_back(
              {path(entry),
               value,
               place,
               items_with_lines(value, line.size() - value.size(), starts)});
          }
        else if (starts_with_keyword(line, "include", rest) && !rest.empty())
          read(included(rest, including.back()), place + ": The included file");
        else
          refuse_line(line, place, starts, n_outside);
      }

      /** Throws; goes on as if the line had the keyword that was meant. */
      void
      refuse_line(const std::string &line,
                  const std::string &place,
                  const LineStarts  &starts,
                  const std::size_t  n_outside)
      {
        const std::vector<std::string> keywords{"set",
                                                "subsection",
                                                "end",
                                                "include"};
        if (is_guess) // its error is known
          return;
        const std::string word  = line.substr(0, line.find_first_of(" \t"));
        const std::string meant = nearest(word, keywords);
        errors.add(InputError(
          place + ": '" + shortened(line) +
          "' is not understood. Allowed is: set ENTRY = VALUE, subsection "
          "NAME, end, include FILE. " +
          (meant.empty() || meant == word ? "Is the file complete?" :
                                            "Did you mean '" + meant + "'?")));
        if (meant.empty() || meant == word)
          return;
        is_guess = true;
        ErrorCollector follow_ups; // of what is a guess
        follow_ups.in_turn([&] {
          read_line(meant + line.substr(word.size()), place, starts, n_outside);
        });
        is_guess = false;
      }

      Statements              &statements;
      ErrorCollector          &errors;
      std::vector<std::string> including; // files that are being read
      std::vector<Section>     opened;
      bool is_guess = false; // the line that is read, by what was meant
    };
  } // namespace

  std::size_t
  line_of(const std::string &text, const std::size_t byte)
  {
    const auto end =
      text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
    return static_cast<std::size_t>(1 + std::count(text.begin(), end, '\n'));
  }

  std::string
  text_of_file(const std::string &file_name, const std::string &what)
  {
    std::optional<std::string> found = TextAsFile::find(file_name);
    if (!found)
      found = input_text(file_name);
    if (!found)
      throw InputError(what + " '" + shortened(file_name) +
                       "' cannot be opened: does it exist, is it a file, "
                       "and may it be read?");
    std::string text = *found;
    if (text.starts_with("\xEF\xBB\xBF"))
      text.erase(0, 3);
    if (const std::size_t zero = text.find('\0'); zero != std::string::npos)
      throw InputError(what + " '" + file_name + "' has a zero byte in line " +
                       std::to_string(line_of(text, zero)) +
                       ": it is no text, or not in UTF-8. Save it as UTF-8.");
    if (const std::size_t wrong = first_line_not_in_utf_8(text))
      throw InputError(what + " '" + file_name + "' is not in UTF-8: line " +
                       std::to_string(wrong) +
                       " has a letter of another encoding, such as Latin-1. "
                       "Save it as UTF-8.");
    return text;
  }

  std::vector<Statement>
  read_parameter_file(const std::string &file_name, ErrorCollector &errors)
  {
    Statements statements;
    errors.in_turn([&] {
      if (file_name.ends_with(".json"))
        statements = read_json_file(file_name, errors);
      else if (file_name.ends_with(".prm"))
        PrmReader(statements, errors).read(file_name, "The parameter file");
      else
        throw InputError("The parameter file '" + file_name +
                         "' must end with .prm or .json.");
    });
    return statements;
  }

  std::vector<Statement>
  read_parameter_file(const std::string &file_name)
  {
    ErrorCollector   errors;
    const Statements statements = read_parameter_file(file_name, errors);
    errors.throw_all();
    return statements;
  }
} // namespace percuss
