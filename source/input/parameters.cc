// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/input/parameters.h>

#include <algorithm>
#include <charconv>
#include <ostream>
#include <stdexcept>
#include <string_view>
#include <type_traits>

namespace percuss
{
  namespace
  {
    std::optional<unsigned int>
    whole_number(const std::string &text)
    {
      unsigned int value = 0;
      const char  *end   = text.data() + text.size();
      const auto   read  = std::from_chars(text.data(), end, value);
      if (text.empty() || read.ec != std::errc() || read.ptr != end)
        return {};
      return value;
    }

    /** Whether each of the pieces between ';' is a number in the range. */
    template <class Read, class Number>
    bool
    are_in(const Range<Number> &range,
           const std::string   &text,
           const Read          &read)
    {
      return std::ranges::all_of(split(text, ';'), [&](const auto &piece) {
        const std::optional<Number> value = read(piece);
        return value && *value >= range.first && *value <= range.last;
      });
    }

    std::string
    as_text(const double value)
    {
      char       digits[32];
      const auto end = std::to_chars(digits, digits + sizeof digits, value);
      return {digits, end.ptr};
    }

    /** The ends of a range where it has them. */
    template <class Number>
    void
    enter_range(Parameter &parameter, const Range<Number> &range)
    {
      if (std::is_unsigned_v<Number> || range.first > Range<Number>().first)
        parameter.first = static_cast<double>(range.first);
      if (range.last < Range<Number>().last)
        parameter.last = static_cast<double>(range.last);
    }

    /** A value as it reads back from a .prm file: '#' alone would begin a
     * comment, a backslash at the end of a line continue it. */
    std::string
    in_prm(const std::string &value)
    {
      std::string text;
      for (const char c : value)
        text += c == '#' ? std::string("\\#") : std::string(1, c);
      return text.ends_with('\\') ? text + " #" : text;
    }
  } // namespace

  template <class Number>
  std::string
  Range<Number>::in_words(const std::string &kind) const
  {
    const auto as_words = [](const Number number) {
      return short_text(static_cast<double>(number));
    };
    const bool has_first = std::is_unsigned_v<Number> || first > Range().first,
               has_last  = last < Range().last;
    if (has_first && has_last)
      return kind + " between " + as_words(first) + " and " + as_words(last);
    if (has_first)
      return kind + ", at least " + as_words(first);
    return has_last ? kind + ", at most " + as_words(last) : kind;
  }

  template struct Range<double>;
  template struct Range<unsigned int>;

  void
  Parameters::section(const std::string &name)
  {
    current_section = name;
  }

  Parameter &
  Parameters::append(const std::string                       &name,
                     const std::string                       &default_value,
                     const std::string                       &documentation,
                     const std::string                       &allowed,
                     std::function<bool(const std::string &)> assign)
  {
    Parameter parameter;
    parameter.section       = current_section;
    parameter.name          = name;
    parameter.documentation = documentation;
    parameter.allowed       = allowed;
    parameter.default_value = parameter.value = default_value;
    parameter.assign                          = std::move(assign);
    if (index.contains(parameter.path()))
      throw std::logic_error("The entry '" + parameter.path() +
                             "' is declared twice.");
    if (!parameters.empty() && parameters.back().section != current_section)
      is_scattered =
        is_scattered ||
        std::ranges::find(parameters, current_section, &Parameter::section) !=
          parameters.end();
    parameter.n_before      = parameters.size();
    index[parameter.path()] = parameters.size();
    if (parameters.size() == parameters.capacity())
      parameters.reserve(4 * parameters.size() + 32);
    return parameters.emplace_back(std::move(parameter));
  }

  void
  Parameters::gather_sections() const
  {
    std::unordered_map<std::string_view, std::size_t> first; // of a section
    std::vector<std::size_t>                          order, places;
    for (const Parameter &parameter : parameters)
      {
        first.try_emplace(parameter.section, order.size());
        order.push_back(order.size());
      }
    std::ranges::stable_sort(order, {}, [&](const std::size_t i) {
      return first.at(parameters[i].section);
    });
    std::vector<Parameter> gathered;
    gathered.reserve(parameters.capacity());
    places.resize(order.size());
    for (std::size_t place = 0; place < order.size(); ++place)
      places[order[place]] = place;
    first.clear(); // it refers to the texts
    for (const std::size_t i : order)
      gathered.push_back(std::move(parameters[i]));
    parameters = std::move(gathered);
    for (auto &[path, place] : index)
      place = places[place];
    is_scattered = false;
  }

  void
  Parameters::add(const std::string   &name,
                  double              &value,
                  const std::string   &documentation,
                  const Range<double> &range)
  {
    enter_range(append(name,
                       as_text(value),
                       documentation,
                       range.in_words("a number"),
                       [&value, range](const std::string &text) {
                         const auto read = number(text);
                         if (!read || *read < range.first || *read > range.last)
                           return false;
                         value = *read;
                         return true;
                       }),
                range);
  }

  void
  Parameters::add(const std::string         &name,
                  unsigned int              &value,
                  const std::string         &documentation,
                  const Range<unsigned int> &range)
  {
    Parameter &parameter =
      append(name,
             std::to_string(value),
             documentation,
             range.in_words("a whole number"),
             [&value, range](const std::string &text) {
               const auto read = whole_number(text);
               if (!read || *read < range.first || *read > range.last)
                 return false;
               value = *read;
               return true;
             });
    parameter.is_whole_number = true;
    enter_range(parameter, range);
  }

  void
  Parameters::add(const std::string &name,
                  bool              &value,
                  const std::string &documentation)
  {
    add<bool>(name, value, documentation, {{"true", true}, {"false", false}});
  }

  void
  Parameters::add(const std::string &name,
                  std::string       &value,
                  const std::string &documentation)
  {
    add(name,
        value,
        documentation,
        std::function<std::string(const ItemList &)>());
  }

  void
  Parameters::add(const std::string                           &name,
                  std::string                                 &value,
                  const std::string                           &documentation,
                  std::function<std::string(const ItemList &)> text_of_items)
  {
    append(name, value, documentation, "any text", [&value](const auto &text) {
      value = text;
      return true;
    }).text_of_items = std::move(text_of_items);
  }

  void
  Parameters::add(const std::string &name,
                  ItemList          &value,
                  const std::string &documentation)
  {
    append(name,
           value.text(),
           documentation,
           "any text",
           [&value](const std::string &text) {
             value = text;
             return true;
           })
      .assign_items = [&value](const ItemList &items) { value = items; };
  }

  void
  Parameters::add(const std::string              &name,
                  std::string                    &value,
                  const std::string              &documentation,
                  const std::vector<std::string> &choices)
  {
    add_choice(name,
               value,
               documentation,
               choices,
               [&value, choices](const std::string &text) {
                 if (std::ranges::find(choices, text) == choices.end())
                   return false;
                 value = text;
                 return true;
               });
  }

  void
  Parameters::add(const std::string     &name,
                  std::optional<double> &value,
                  const std::string     &documentation)
  {
    append(name,
           value ? as_text(*value) : "automatic",
           documentation,
           "a number or 'automatic'",
           [&value](const std::string &text) {
             const auto read = number(text);
             if (!read && text != "automatic")
               return false;
             value = read;
             return true;
           });
  }

  void
  Parameters::add(const std::string           &name,
                  std::optional<unsigned int> &value,
                  const std::string           &documentation)
  {
    append(name,
           value ? std::to_string(*value) : "automatic",
           documentation,
           "a whole number or 'automatic'",
           [&value](const std::string &text) {
             const auto read = whole_number(text);
             if (!read && text != "automatic")
               return false;
             value = read;
             return true;
           })
      .is_whole_number = true;
  }

  void
  Parameters::add_numbers(const std::string   &name,
                          std::string         &value,
                          const std::string   &documentation,
                          const Range<double> &range)
  {
    Parameter &parameter =
      append(name,
             value,
             documentation,
             range.in_words("a number") + ", or several separated by ';'",
             [&value, range](const std::string &text) {
               if (!are_in(range, text, number))
                 return false;
               value = text;
               return true;
             });
    enter_range(parameter, range);
  }

  void
  Parameters::add_whole_numbers(const std::string         &name,
                                std::string               &value,
                                const std::string         &documentation,
                                const Range<unsigned int> &range)
  {
    Parameter &parameter =
      append(name,
             value,
             documentation,
             range.in_words("a whole number") + ", or several separated by ';'",
             [&value, range](const std::string &text) {
               if (!are_in(range, text, whole_number))
                 return false;
               value = text;
               return true;
             });
    parameter.is_whole_number = true;
    enter_range(parameter, range);
  }

  void
  Parameters::add_choice(const std::string                       &name,
                         const std::string                       &default_value,
                         const std::string                       &documentation,
                         const std::vector<std::string>          &choices,
                         std::function<bool(const std::string &)> assign)
  {
    std::string allowed;
    for (const std::string &choice : choices)
      allowed += (allowed.empty() ? "one of: " : ", ") + choice;
    append(name, default_value, documentation, allowed, std::move(assign))
      .choices = choices;
  }

  void
  Parameters::renamed(const std::string &old_name, const std::string &name)
  {
    const std::size_t number = index.at(current_section + "/" + name);
    index[current_section + "/" + old_name] = number;
    parameters[number].old_names.push_back(old_name);
  }

  void
  Parameters::keep_references(const std::string &name)
  {
    parameters[index.at(current_section + "/" + name)].keeps_references = true;
  }

  void
  Parameters::add_words(const std::string &name, std::vector<WordOfText> words)
  {
    parameters[index.at(current_section + "/" + name)].words = std::move(words);
  }

  void
  Parameters::print_as(const std::string &path, const std::string &text)
  {
    parameters[index.at(path)].printed = text;
  }

  const Parameter *
  Parameters::find(const std::string &path) const
  {
    if (is_scattered)
      gather_sections(); // or what is returned would soon be elsewhere
    const auto found = index.find(path);
    return found == index.end() ? nullptr : &parameters[found->second];
  }

  bool
  Parameters::set(const std::string &path, const std::string &value)
  {
    Parameter &parameter = parameters[index.at(path)];
    if (!parameter.assign(value))
      return false;
    parameter.value = value;
    return true;
  }

  void
  Parameters::set_items(const std::string &path, const ItemList &items)
  {
    if (const auto &assign = parameters[index.at(path)].assign_items)
      assign(items);
  }

  void
  Parameters::print(std::ostream &out) const
  {
    std::string section, variables;
    for (const Parameter &parameter : all())
      {
        if (parameter.section == variables_section)
          {
            variables +=
              "#   " + parameter.name + " = " + parameter.value + '\n';
            continue;
          }
        if (parameter.section != section)
          {
            out << (section.empty() ? "" : "end\n\n") << "subsection "
                << parameter.section << '\n';
            section = parameter.section;
          }
        out << "  set " << parameter.name << " = "
            << in_prm(parameter.printed.empty() ? parameter.value :
                                                  parameter.printed)
            << '\n';
      }
    if (!section.empty())
      out << "end\n";
    if (!variables.empty())
      out << "\n# Variables of the case, whose values stand above:\n"
          << variables;
  }
} // namespace percuss
