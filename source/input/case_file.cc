// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/input/case_file.h>
#include <percuss/input/parameter_file.h>
#include <percuss/input/units.h>

#include <algorithm>
#include <utility>

namespace percuss
{
  namespace
  {
    /** A value as a .prm file has it. */
    std::string
    on_one_line(std::string text)
    {
      const auto is_break = [](const unsigned char c) {
        return c < ' ' && c != '\t';
      };
      std::ranges::replace_if(text, is_break, ' ');
      return trim(text);
    }

    /** What is allowed, and the choice that was probably meant. */
    std::string
    allowed(const std::string &value, const Parameter &entry)
    {
      const std::string meant = nearest(value, entry.choices);
      return "Allowed is " + entry.allowed + "." +
             (meant.empty() ? "" : " Did you mean '" + meant + "'?");
    }

    /** FILE of "FILE, line N"; of the command line --set. */
    std::string
    source_of(const std::string &place)
    {
      return place.starts_with("--set") ? "--set" :
                                          place.substr(0, place.rfind(','));
    }

    /** Whether there are entries in a section, "Section/". */
    bool
    has_section(const Parameters &parameters, const std::string &path)
    {
      return std::ranges::any_of(parameters.all(), [&](const Parameter &entry) {
        return (entry.section + '/').starts_with(path);
      });
    }

    /** The value of an entry as text, of a list of items, too. */
    std::string
    value_of(const Statement &statement, const Parameters &parameters)
    {
      const Parameter *const entry = parameters.find(statement.path);
      if (statement.items.items.empty() || !entry || !entry->text_of_items)
        return statement.value;
      try
        {
          return entry->text_of_items(statement.items);
        }
      catch (const InputError &error)
        {
          throw_changed(error, [&](const InputError &one) {
            return InputError(statement.place + ": '" + statement.path +
                              "': " + one.what());
          });
        }
    }

    /** The statement with the entry, or the word of its value, that was meant.
     */
    Statement
    meant_statement(const Statement   &statement,
                    const std::string &word,
                    const bool         is_entry)
    {
      Statement meant = statement;
      if (is_entry)
        meant.value = word;
      else if (word.find('/') != std::string::npos)
        meant.path = word;
      else
        meant.path.replace(meant.path.rfind('/') + 1, std::string::npos, word);
      return meant;
    }

    /** The sections that do not exist, "Section/", and those that were meant, or
     * nothing. */
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

  CaseFile::CaseFile(Parameters &parameters)
    : parameters(parameters)
  {}

  std::string
  CaseFile::unknown_section(const std::string &section) const
  {
    std::vector<std::string> sections, with_entry;
    for (const Parameter &entry : parameters.all())
      {
        sections.push_back(entry.section);
        if (entry.name == section)
          with_entry.push_back(entry.section);
      }
    std::string text = "There is no section '" + shortened(section) + "'.";
    const std::string meant = nearest(section, sections);
    if (!meant.empty())
      return text + " Did you mean '" + meant + "'?";
    if (!with_entry.empty())
      return text + " It is an entry of section '" + with_entry[0] + "'.";
    return text + " 'percuss explain' lists all sections.";
  }

  std::string
  CaseFile::unknown_entry(const std::string &path) const
  {
    const std::size_t slash = path.rfind('/');
    const std::string section =
      slash == std::string::npos ? std::string() : path.substr(0, slash);
    const std::string name =
      slash == std::string::npos ? path : path.substr(slash + 1);

    std::vector<std::string> here, homes, paths;
    bool                     is_section = false;
    for (const Parameter &entry : parameters.all())
      {
        if (entry.section == section)
          here.push_back(entry.name);
        if (entry.name == name)
          homes.push_back(entry.section);
        paths.push_back(entry.section + "/" + entry.name);
        is_section = is_section || entry.section == path;
      }
    const std::string text =
      "There is no entry '" + shortened(name) + "'" +
      (section.empty() ? " outside the sections." :
                         " in section '" + shortened(section) + "'.");
    if (is_section)
      return text + " It is a section.";
    if (const std::string meant = nearest(name, here); !meant.empty())
      return text + " Did you mean '" + meant + "'?";
    if (here.empty() && !section.empty())
      if (const std::string meant = nearest(path, paths); !meant.empty())
        return text + " Did you mean '" + meant + "'?";
    if (!homes.empty())
      return text + " It belongs in section '" + homes[0] + "'.";
    if (here.size() == 1)
      return text + " Its only one is '" + here[0] + "'.";
    std::vector<std::string> names;
    for (const Parameter &entry : parameters.all())
      names.push_back(entry.name);
    const std::string meant = nearest(name, names);
    for (const Parameter &entry : parameters.all())
      if (!meant.empty() && entry.name == meant)
        return text + " Did you mean '" + entry.section + "/" + meant + "'?";
    return text + " 'percuss explain' lists all entries.";
  }

  void
  CaseFile::read(const std::string &name)
  {
    file_name = name;
    ErrorCollector         errors;
    std::vector<Statement> wrong;
    MeantSections          meant;
    for (Statement &statement : read_parameter_file(name, errors))
      {
        if (!meant.rename(statement.path))
          continue; // its section is wrong already
        const bool is_section = statement.path.ends_with('/');
        const bool is_right   = errors.in_turn([&] {
          if (is_section)
            {
              if (!has_section(parameters, statement.path))
                throw InputError(
                  statement.place + ": " +
                  unknown_section(
                    statement.path.substr(0, statement.path.size() - 1)));
              return;
            }
          check_is_new(statement.path, statement.place);
          const std::string value = value_of(statement, parameters);
          set(statement.path, value, statement.place);
          if (!statement.items.items.empty())
            parameters.set_items(statement.path, statement.items);
        });
        if (is_right)
          continue;
        const std::string word = suggestion_of(errors.all().back().what());
        if (is_section)
          meant.add(statement.path, word);
        else if (!word.empty())
          wrong.push_back(
            meant_statement(statement, word, has_entry(statement.path)));
      }
    // what depends on an entry is judged with the value that was meant
    for (const Statement &statement : wrong)
      if (const Parameter *const entry = parameters.find(statement.path);
          entry && !is_set(entry->path()))
        errors.in_turn(
          [&] { set(statement.path, statement.value, statement.place); });
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
                      value = on_one_line(assignment.substr(equals + 1));
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

  void
  CaseFile::set(const std::string &path,
                const std::string &text,
                const std::string &place)
  {
    std::string            value = on_one_line(text);
    const Parameter *const entry = parameters.find(path);
    if (!entry)
      throw InputError(place + ": " + unknown_entry(path));
    const auto error_of_value = [&](const std::string &message) {
      return InputError(place + ": '" + path + "' is '" + shortened(value) +
                        "'. " + message);
    };
    try
      {
        value = in_declared_unit(value, *entry);
      }
    catch (const InputError &error)
      {
        throw error_of_value(error.what());
      }
    if (!parameters.set(path, value))
      throw error_of_value(allowed(value, *entry));
    const std::string name = entry->path();
    old_names.erase(name);
    if (name != path)
      {
        old_names[name] = path;
        remarks.push_back(place + ": '" + path + "' is called '" + name +
                          "' now");
      }
    places[name] = place;
    order[name]  = n_set++;
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
      throw InputError(unknown_entry(path));
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
                      message);
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
