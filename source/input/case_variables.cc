// SPDX-License-Identifier: Apache-2.0

// How CaseFile sets entries, and the variables to which they refer.

#include <percuss/base/text.h>
#include <percuss/input/case_file.h>
#include <percuss/input/parameter_file.h>
#include <percuss/input/units.h>
#include <percuss/input/unknown_names.h>
#include <percuss/input/variables.h>

#include <algorithm>
#include <utility>

namespace percuss
{
  struct CaseFile::Names
  {
    Variables                          variables;
    std::map<std::string, std::string> texts; // of the entries 'Variables/...'

    /** By the names of entries that refer to variables. */
    std::map<std::string, Statement> statements;
  };

  namespace
  {
    const std::string section = std::string(variables_section) + '/';

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

    /** Calls @p change with each text of an item. */
    template <class Change>
    void
    change_texts(ItemList &items, const Change &change)
    {
      for (ItemSource &item : items.items)
        {
          change(item.text);
          change(item.name);
          for (ItemPart &part : item.parts)
            {
              change(part.value.text);
              change(part.value.body);
              if (part.value.list)
                for (std::string &text : *part.value.list)
                  change(text);
            }
        }
    }

    /** Whether a statement gives an entry the very text that it has: most of
     * those of a file that a run has left. */
    bool
    is_what_it_is(const Statement &statement, const Parameter &entry)
    {
      return statement.value == entry.value && !entry.keeps_references &&
             statement.items.items.empty() &&
             statement.value.find('$') == std::string::npos;
    }

    /** The value of an entry as text, of a list of items, too. */
    std::string
    value_of(const Statement &statement, const Parameter &entry)
    {
      if (statement.items.items.empty() || !entry.text_of_items)
        return on_one_line(statement.value);
      try
        {
          return on_one_line(entry.text_of_items(statement.items));
        }
      catch (const InputError &error)
        {
          throw_changed(error, [&](const InputError &one) {
            return InputError(statement.place + ": '" + statement.path +
                              "': " + one.what());
          });
        }
    }

    /** An error of the value of a statement, @p value where it has become
     * another one. */
    InputError
    error_of_value(const Statement   &statement,
                   const std::string &value,
                   const std::string &message)
    {
      const std::string given = on_one_line(statement.value);
      return InputError(
        statement.place + ": '" + statement.path + "' is '" + shortened(given) +
        "'" +
        (value == given || given.find('$') == std::string::npos ?
           "" :
           ", which is '" + shortened(value) + "'") +
        ". " + message);
    }

    /** What is said where a text refers to something and there is nothing. */
    std::string
    hint_at_variables(const std::string &value, const Variables &variables)
    {
      const bool has_reference = value.find('$') != std::string::npos;
      return !has_reference ? "" :
             variables.are_there() ?
                              " Expressions of variables stand in '$(...)'." :
                              " The case has no 'subsection Variables' that "
                              "declares what '$' refers to.";
    }
  } // namespace

  CaseFile::CaseFile(Parameters &parameters)
    : parameters(parameters)
    , names(std::make_shared<Names>())
  {}

  void
  CaseFile::set(const std::string &path,
                const std::string &text,
                const std::string &place)
  {
    set_statement({path, text, place}, false);
  }

  void
  CaseFile::set_statement(const Statement &statement, const bool is_of_file)
  {
    const std::string &path = statement.path, &place = statement.place;
    if (path.starts_with(section))
      return set_variable(statement, is_of_file);
    const Parameter *const entry = parameters.find(path);
    if (!entry)
      throw InputError(place + ": " + unknown_entry(parameters, path));
    const std::string name = entry->path();
    if (!is_what_it_is(statement, *entry) && !assign(statement))
      return;
    names->statements.erase(name);
    if (names->variables.has_references(statement.value))
      names->statements[name] = statement;
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
  CaseFile::assign(const Statement &statement)
  {
    const Variables   &variables = names->variables;
    const std::string &path      = statement.path;
    const Parameter   &entry     = *parameters.find(path);
    Statement          known     = statement;
    std::string        value     = on_one_line(statement.value);
    try
      {
        if (!variables.are_known(statement.value))
          return false;
        if (!entry.keeps_references)
          {
            variables.check_dimension(value, entry);
            known.value = variables.with_values(statement.value);
            change_texts(known.items, [&](std::string &text) {
              text = variables.with_values(text);
            });
          }
        value = in_declared_unit(value_of(known, entry), entry);
      }
    catch (const InputErrors &)
      {
        throw; // of items, with their places
      }
    catch (const InputError &error)
      {
        if (std::string(error.what()).starts_with(statement.place))
          throw;
        throw error_of_value(statement, value, error.what());
      }
    if (!parameters.set(path, value))
      throw error_of_value(statement,
                           value,
                           allowed(value, entry) +
                             hint_at_variables(statement.value, variables));
    if (!known.items.items.empty())
      parameters.set_items(path, known.items);
    if (entry.keeps_references && variables.has_references(value))
      try
        {
          parameters.print_as(path, variables.with_values(value));
        }
      catch (const InputError &) // it is judged where it is used
        {}
    else
      parameters.print_as(path, "");
    return true;
  }

  void
  CaseFile::set_variable(const Statement &statement, const bool is_of_file)
  {
    const std::string &path  = statement.path;
    const std::string  name  = path.substr(section.size());
    const std::string  value = on_one_line(statement.value);
    Variables         &all   = names->variables;
    const auto fail = [&](const std::string &of, const std::string &message) {
      throw InputError(statement.place + ": '" + section + of + "' is '" +
                       shortened(value) + "'. " + message);
    };
    if (!is_of_file && !all.find(name))
      throw InputError(statement.place + ": " +
                       unknown_entry(parameters, path) +
                       " The file of the case declares variables.");
    std::size_t number = 0;
    try
      {
        number = all.declare(name, value);
      }
    catch (const InputError &error)
      {
        fail(name, error.what());
      }
    if (!parameters.find(path))
      {
        parameters.section(variables_section);
        parameters.add(name,
                       names->texts[name],
                       "A variable of this case: a number, a number with a "
                       "unit, or an expression of those before it.");
      }
    parameters.set(path, value);
    for (std::size_t i = number; i < all.size(); ++i)
      try
        {
          all.evaluate(i);
        }
      catch (const InputError &error)
        {
          if (i == number)
            fail(name, error.what());
          fail(name,
               "Then '" + section + all.name(i) + "', '" + all.text(i) +
                 "', has no value. " + error.what());
        }
    places[path] = statement.place;
    order[path]  = n_set++;
    for (const auto &[entry, other] : names->statements)
      try
        {
          assign(other);
        }
      catch (const InputError &error)
        {
          fail(name, std::string("Then ") + error.what());
        }
  }

  std::vector<std::string>
  CaseFile::warnings() const
  {
    std::vector<std::string> result = remarks;
    const Variables         &all    = names->variables;
    std::vector<bool>        is_used(all.size());
    const auto               use = [&](const std::vector<std::size_t> &which) {
      for (const std::size_t i : which)
        is_used[i] = true;
    };
    for (const auto &[entry, statement] : names->statements)
      use(all.used_in(statement.value));
    for (std::size_t i = 0; i < all.size(); ++i)
      use(all.used_by(i));
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!is_used[i])
        result.push_back(place_of(section + all.name(i)) + ": the variable '" +
                         all.name(i) + "' is not used: refer to it as '$" +
                         all.name(i) + "'");
    return result;
  }

  std::string
  CaseFile::with_variables(const std::string &text) const
  {
    return names->variables.with_values(text);
  }

  bool
  CaseFile::refers_to(const std::string &text, const std::string &path) const
  {
    const Variables         &all  = names->variables;
    std::vector<std::size_t> used = all.used_in(text);
    for (std::size_t i = 0; i < used.size(); ++i)
      for (const std::size_t more : all.used_by(used[i]))
        used.push_back(more);
    return std::ranges::any_of(used, [&](const std::size_t i) {
      return section + all.name(i) == path;
    });
  }
} // namespace percuss
