// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/input/case_file.h>
#include <percuss/input/parameter_file.h>
#include <percuss/input/units.h>
#include <percuss/input/unknown_names.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace percuss
{
  namespace
  {
    /** What is said where a message quotes a number with a unit: that has been
     * taken for something else, unless it says what the unit must be. */
    std::string
    hint_at_units(const std::string &message)
    {
      if (message.find("has another dimension") != std::string::npos ||
          message.find("which has no unit") != std::string::npos ||
          message.find("or with its unit") != std::string::npos)
        return "";
      std::size_t begin = message.find('\'');
      while (begin != std::string::npos)
        {
          const std::size_t end = message.find('\'', begin + 1);
          if (end == std::string::npos)
            return "";
          const std::string piece = message.substr(begin + 1, end - begin - 1);
          const auto        quantity =
            number_with_unit_at(piece, piece.starts_with('-') ? 1 : 0, {});
          if (quantity && quantity->end == piece.size())
            return " Write SI numbers: it takes no units.";
          begin = message.find('\'', end + 1);
        }
      return "";
    }

    /** FILE of "FILE, line N"; of the command line --set. */
    std::string
    source_of(const std::string &place)
    {
      return place.starts_with("--set") ? "--set" :
                                          place.substr(0, place.rfind(','));
    }

    /** Whether a path is one of section 'Variables', or that section. */
    bool
    is_variable(const std::string &path)
    {
      return path.starts_with(std::string(variables_section) + '/');
    }

    /** Whether there are entries in a section, "Section/". */
    bool
    has_section(const Parameters &parameters, const std::string &path)
    {
      const std::string_view name =
        std::string_view(path).substr(0, path.size() - 1);
      return name == variables_section ||
             std::ranges::any_of(parameters.all(), [&](const Parameter &entry) {
               return entry.section == name || entry.section.starts_with(path);
             });
    }

    /** Throws for a section that does not exist. */
    void
    check_section(const Statement &statement, const Parameters &parameters)
    {
      if (!has_section(parameters, statement.path))
        throw InputError(
          statement.place + ": " +
          unknown_section(parameters,
                          statement.path.substr(0, statement.path.size() - 1)));
    }

    /** Entries may refer to variables that stand below them. A section whose
     * name was meant to be that of the variables counts, too. */
    std::vector<Statement>
    with_variables_first(std::vector<Statement> statements,
                         const Parameters      &parameters)
    {
      std::vector<std::string> sections{std::string(variables_section) + '/'};
      for (const Statement &statement : statements)
        if (const std::string &path = statement.path;
            path.ends_with('/') && !has_section(parameters, path) &&
            suggestion_of(
              unknown_section(parameters, path.substr(0, path.size() - 1))) ==
              variables_section)
          sections.push_back(path);
      std::ranges::stable_partition(statements, [&](const Statement &one) {
        return std::ranges::any_of(sections, [&](const std::string &section) {
          return one.path.starts_with(section);
        });
      });
      return statements;
    }

    /** Whether a statement refers to variables, and the file is wrong where it
     * declares some. */
    bool
    may_follow_from(const ErrorCollector &errors, const Statement &statement)
    {
      const std::string variable = "'" + std::string(variables_section) + '/';
      return statement.value.find('$') != std::string::npos &&
             !is_variable(statement.path) &&
             std::ranges::any_of(errors.all(), [&](const InputError &error) {
               return std::string(error.what()).find(variable) !=
                      std::string::npos;
             });
    }

    /** The statement with the entry, or the word of its value, that was meant.
     */
    Statement
    meant_statement(const Statement   &statement,
                    const std::string &word,
                    const bool         is_entry,
                    const std::string &message)
    {
      Statement         meant = statement;
      const std::string none  = "There is no variable '";
      if (const std::size_t at = message.find(none); at != std::string::npos)
        {
          const std::size_t begin = at + none.size();
          const std::string wrong =
            message.substr(begin, message.find('\'', begin) - begin);
          for (std::size_t i = find_word(meant.value, wrong);
               i != std::string::npos;
               i = find_word(meant.value, wrong, i + word.size()))
            meant.value.replace(i, wrong.size(), word);
          meant.items = {};
        }
      else if (is_entry)
        meant.value = word;
      else if (word.find('/') != std::string::npos)
        meant.path = word;
      else
        meant.path.replace(meant.path.rfind('/') + 1, std::string::npos, word);
      return meant;
    }

    /** The sections that do not exist, "Section/", and those that were meant,
     * or nothing. */
    class MeantSections
    {
    public:
      void
      add(const std::string &path, const std::string &meant)
      {
        sections.emplace_back(path, meant.empty() ? "" : meant + '/');
      }

      /** Puts the section that was meant into a path; false if none was. */
      bool
      rename(std::string &path) const
      {
        for (const auto &[wrong, meant] : sections)
          if (path.starts_with(wrong) && path != wrong)
            {
              path.replace(0, wrong.size(), meant);
              return !meant.empty();
            }
        return true;
      }

    private:
      std::vector<std::pair<std::string, std::string>> sections;
    };
  } // namespace

  void
  CaseFile::read(const std::string &name)
  {
    file_name = name;
    ErrorCollector         errors;
    std::vector<Statement> wrong;
    MeantSections          meant;
    for (Statement &statement :
         with_variables_first(read_parameter_file(name, errors), parameters))
      {
        if (!meant.rename(statement.path))
          continue; // its section is wrong already
        if (may_follow_from(errors, statement))
          {
            ErrorCollector().in_turn([&] { set_statement(statement, true); });
            continue;
          }
        const bool is_section = statement.path.ends_with('/');
        const bool is_right   = errors.in_turn([&] {
          if (is_section)
            check_section(statement, parameters);
          else
            {
              check_is_new(statement.path, statement.place);
              set_statement(statement, true);
            }
        });
        if (is_right)
          continue;
        const std::string message = errors.all().back().what();
        const std::string word    = suggestion_of(message);
        if (is_section)
          meant.add(statement.path, word);
        else if (!word.empty() && !is_variable(statement.path) &&
                 message.find("There is no unit ") == std::string::npos)
          wrong.push_back(meant_statement(
            statement, word, has_entry(statement.path), message));
      }
    // what depends on an entry is judged with the value that was meant
    for (const Statement &statement : wrong)
      if (const Parameter *const entry = parameters.find(statement.path);
          entry && !is_set(entry->path()))
        errors.in_turn([&] { set_statement(statement, false); });
    errors.throw_all();
  }

  void
  CaseFile::override_entry(const std::string &assignment)
  {
    const std::string place  = "--set \"" + shortened(assignment) + "\"";
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos)
      throw InputError(place +
                       " has no '='. Write --set \"Section/entry=value\".");
    const std::string path  = trim(assignment.substr(0, equals)),
                      value = trim(assignment.substr(equals + 1));
    if (const Parameter *const entry = parameters.find(path);
        entry && entry->value != value)
      if (const std::string first = place_before(path, place); !first.empty())
        remarks.push_back(place + " replaces what " + first +
                          " says: the last one counts");
    set(path, value, place);
  }

  std::string
  CaseFile::place_before(const std::string &path,
                         const std::string &place) const
  {
    const Parameter *const entry = parameters.find(path);
    if (!entry)
      return "";
    const auto first = places.find(entry->path());
    // a file that is included twice sets all again in the same lines
    return first == places.end() || first->second == place ||
               source_of(first->second) != source_of(place) ?
             "" :
             first->second;
  }

  void
  CaseFile::check_is_new(const std::string &path,
                         const std::string &place) const
  {
    const std::string first = place_before(path, place);
    if (first.empty())
      return;
    const std::string name = parameters.find(path)->path();
    throw InputError(place + ": The entry '" + shortened(path) + "'" +
                     (name == path ? "" : ", now '" + name + "',") +
                     " is set already in " + first + ": write it once.");
  }

  bool
  CaseFile::has_entry(const std::string &path) const
  {
    return parameters.find(path) != nullptr;
  }

  bool
  CaseFile::is_set(const std::string &path) const
  {
    return places.contains(path);
  }

  bool
  CaseFile::is_followed(const std::string &path, const std::string &other) const
  {
    return is_set(path) && is_set(other) && order.at(path) < order.at(other) &&
           source_of(places.at(path)) != source_of(places.at(other));
  }

  void
  CaseFile::check_path(const std::string &path) const
  {
    if (!has_entry(path))
      throw InputError(unknown_entry(parameters, path));
  }

  std::string
  CaseFile::present_name(const std::string &path) const
  {
    return parameters.find(path)->path();
  }

  bool
  CaseFile::takes_whole_numbers(const std::string &path) const
  {
    const Parameter *const entry = parameters.find(path);
    return entry && entry->is_whole_number;
  }

  std::string
  CaseFile::place_of(const std::string &path) const
  {
    const auto place = places.find(path);
    return place == places.end() ? file_name : place->second;
  }

  std::string
  CaseFile::title(const std::string &path) const
  {
    const auto old = old_names.find(path);
    return "'" + path + "'" +
           (old == old_names.end() ? "" : " (set as '" + old->second + "')");
  }

  InputError
  CaseFile::error(const std::string &path, const std::string &message) const
  {
    const Parameter *const entry = parameters.find(path);
    const std::string      place = place_of(path);
    return InputError((place.empty() ? "" : place + ": ") + title(path) +
                      " is '" + shortened(entry->value) + "'" +
                      (places.contains(path) ? "" : " (the default)") + ". " +
                      message +
                      (unit_of(*entry).empty() ? hint_at_units(message) : ""));
  }

  bool
  CaseFile::has_place(const std::string &message) const
  {
    const auto is_first = [&](const std::string &place) {
      return !place.empty() && message.starts_with(place);
    };
    return is_first(file_name) ||
           std::ranges::any_of(places, is_first, [](const auto &entry) {
             return entry.second;
           });
  }

  InputError
  CaseFile::with_place(const InputError &error, const std::string &path) const
  {
    const std::string message = error.what();
    if (has_place(message))
      return error;
    const std::string place = place_of(path);
    return InputError((place.empty() ? "" : place + ": ") +
                      (path.empty() ? "" : title(path) + ": ") + message);
  }
} // namespace percuss
