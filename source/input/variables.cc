// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/expression.h>
#include <percuss/input/item_text.h>
#include <percuss/input/units.h>
#include <percuss/input/variables.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string_view>

namespace percuss
{
  using item_text::in_quotes;

  namespace
  {
    /** "$name" or "$(expression)" in a text. */
    struct Reference
    {
      std::size_t begin = 0, end = 0;
      std::string expression;
    };

    /** The first one from @p from on; none if there is none. */
    std::optional<Reference>
    next_reference(const std::string &text, const std::size_t from)
    {
      for (std::size_t i = text.find('$', from); i != std::string::npos;
           i             = text.find('$', i + 1))
        {
                      const std::size_t first = i + 1;
                      if (letter_at(text, first) == '$')
            ++i;
          else if (is_first_letter(letter_at(text, first)))
            {
                          const std::size_t end = end_of_name(text, first);
                          return Reference{i, end, text.substr(first, end - first)};
            }
          else if (letter_at(text, first) == '(')
            {
                          int         depth = 0;
                          std::size_t end   = first;
                          do
                {
                              const char c = text[end++];
                              depth += c == '(' ? 1 : c == ')' ? -1 : 0;
              } while (depth > 0 && end < text.size());
                          if (depth > 0)
                throw InputError("'$(' has no ')' behind it.");
              return Reference{i, end, text.substr(first, end - first)};
            }
        }
      return {};
    }

    /** Whether a text is that reference alone. */
    bool
    is_alone(const std::string &text, const Reference &reference)
    {
      return reference.begin == 0 && reference.end == text.size();
    }

    /** A number and a reference side by side would be another number. */
    void
    check_digits(const std::string &text, const Reference &reference)
    {
      const auto at = [&](const std::size_t i) { return letter_at(text, i); };
      const std::size_t begin = reference.begin, end = reference.end;
      const bool before = begin > 0 && (is_decimal_digit(at(begin - 1)) ||
                                        (begin > 1 && at(begin - 1) == '.' &&
                                         is_decimal_digit(at(begin - 2))));
      const bool behind = is_decimal_digit(at(end)) ||
                          (at(end) == '.' && is_decimal_digit(at(end + 1)));
      if (before || behind || at(end) == '$' ||
          (begin > 0 && at(begin - 1) == ')'))
        throw InputError(
          in_quotes(text.substr(begin, end - begin)) + " stands beside a " +
          (before || behind ? "digit" : "number") +
          ", with which it would be one number: write what is between them, as "
          "in '2*$(x)', '$(2*x)' or 'name_$(n)'.");
    }

    /** As much of a number as reads back as the same one; of a whole one its
     * digits, as whole numbers need them. */
    std::string
    all_digits(const double value)
    {
      if (value == std::floor(value) && std::abs(value) < 1e15)
        return std::to_string(static_cast<long int>(value));
      char       digits[32];
      const auto end = std::to_chars(digits, digits + sizeof digits, value);
      return {digits, end.ptr};
    }

    /** A number in the place of a reference. */
    std::string
    number_for(const std::string &text,
               const Reference   &reference,
               const double       value)
    {
      const std::string number = all_digits(value + 0.); // -0 is 0
      const std::string before =
        trim(std::string_view(text).substr(0, reference.begin));
      const std::string behind =
        trim(std::string_view(text).substr(reference.end));
      const bool is_in_parentheses =
        number.starts_with('-') &&
        (behind.starts_with('^') ||
         (!before.empty() && std::string_view("+-*/^").find(before.back()) !=
                               std::string_view::npos));
      return is_in_parentheses ? '(' + number + ')' : number;
    }

  } // namespace

  namespace
  {
    /** Whether a name is that of a function or a constant. */
    bool
    has_meaning(const std::string &name)
    {
      for (const char *const arguments : {"", "(1)", "(1,1)", "(1,1,1)"})
        try
          {
            const Expression of_name(name + arguments, {});
            return true;
          }
        catch (const InputError &)
          {}
      return false;
    }
  } // namespace

  std::optional<std::size_t>
  Variables::find(const std::string &name) const
  {
    const auto found = std::ranges::find(all, name, &Variable::name);
    if (found == all.end())
      return {};
    return static_cast<std::size_t>(found - all.begin());
  }

  std::size_t
  Variables::declare(const std::string &name, const std::string &text)
  {
    if (name.empty() || !is_first_letter(name[0]) ||
        end_of_name(name, 0) != name.size())
      throw InputError("A variable's name is of letters, digits and '_' and "
                       "begins with a letter, as in 'rod_length'.");
    if (has_meaning(name))
      throw InputError(
        "It is a function or a constant of expressions: give the "
        "variable another name.");
    const auto known = find(name);
    if (!known)
      all.push_back({name, text, {}});
    else
      all[*known] = {name, text, {}};
    return known.value_or(all.size() - 1);
  }

  void
  Variables::evaluate(const std::size_t number)
  {
    Variable &variable = all[number];
    variable.value.reset();
    const std::string text = trim(variable.text);
    if (text.empty())
      throw InputError("A variable is a number, a number with a unit, or an "
                       "expression.");
    variable.value = value_of(text, number);
  }

  bool
  Variables::has_references(const std::string &text) const
  {
    return are_there() && text.find('$') != std::string::npos;
  }

  std::vector<std::size_t>
  Variables::used_by(const std::size_t number) const
  {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < number; ++i)
      if (find_word(all[number].text, all[i].name) != std::string::npos)
        result.push_back(i);
    return result;
  }

  std::vector<std::size_t>
  Variables::used_in(const std::string &text) const
  {
    std::vector<std::size_t> result;
    if (!are_there())
      return result;
    for (auto reference = next_reference(text, 0); reference;
         reference      = next_reference(text, reference->end))
      for (std::size_t i = 0; i < all.size(); ++i)
        if (find_word(reference->expression, all[i].name) != std::string::npos)
          result.push_back(i);
    return result;
  }

  bool
  Variables::are_known(const std::string &text) const
  {
    return std::ranges::all_of(used_in(text), [&](const std::size_t i) {
      return all[i].value.has_value();
    });
  }

  Quantity
  Variables::value_of(const std::string &text, const std::size_t n_known) const
  {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < n_known; ++i)
      known.push_back(all[i].name);
    const auto value_of_name = [&](const std::string &word) {
      const auto i = find(word);
      if (!i || *i >= n_known)
        throw InputError(
          "There is no variable " + in_quotes(word) +
          (n_known < all.size() ? " before this one: the order counts." : ".") +
          item_text::did_you_mean(word, known));
      if (!all[*i].value)
        throw InputError("The variable " + in_quotes(word) + " has no value.");
      return *all[*i].value;
    };
    if (const auto i = find(text); i && *i < n_known)
      return value_of_name(text);
    return evaluate_quantity(text, known, value_of_name);
  }

  std::string
  Variables::with_values(const std::string &text) const
  {
    if (!has_references(text))
      return text;
    const auto without_pairs = [](std::string piece) {
      for (std::size_t i = piece.find("$$"); i != std::string::npos;
           i             = piece.find("$$", i + 1))
        piece.erase(i, 1);
      return piece;
    };
    std::string result;
    std::size_t done = 0;
    for (auto reference = next_reference(text, 0); reference;
         reference      = next_reference(text, done))
      {
             check_digits(text, *reference);
             const Quantity quantity = value_of(reference->expression, all.size());
             if (const auto joined =
              number_with_unit_at("1" + text.substr(reference->end), 0, {});
            joined && quantity.has_unit)
          throw InputError(
            in_quotes(text.substr(reference->begin,
                                  reference->end - reference->begin)) +
            " has a unit already: write none behind it.");
        result += without_pairs(text.substr(done, reference->begin - done)) +
                       number_for(text, *reference, quantity.value);
             done = reference->end;
      }
    return result + without_pairs(text.substr(done));
  }

  void
  Variables::check_dimension(const std::string &text,
                             const Parameter   &entry) const
  {
    if (!are_there())
      return;
    const bool is_number = entry.allowed.starts_with("a number");
    const auto units     = unit_of(entry).empty() ?
                             std::vector<std::string>() :
                             declared_units(entry.documentation);
    if (!is_number && units.empty())
      return;
    for (const std::string &piece : split(text, ';'))
      {
        const auto reference = next_reference(piece, 0);
        if (!reference || !is_alone(piece, *reference))
          continue;
        const Quantity quantity = value_of(reference->expression, all.size());
        if (!quantity.dimension)
          continue;
        // an angle is a pure number, as in v = omega r
        const auto without_angle = [](Quantity::Dimension dimension) {
          dimension.back() = 0.;
          return dimension;
        };
        const auto found = without_angle(*quantity.dimension);
        const auto is_of = [&](const std::string &name) {
          const auto declared = unit(name);
          return declared && without_angle(dimension_of(*declared)) == found;
        };
        if (units.empty() ? found != Quantity::Dimension{} :
                            std::ranges::none_of(units, is_of))
          throw InputError(
            "It is " +
            (units.empty() ? "a pure number" : "measured in " + units[0]) +
            ", and " + in_quotes(piece) + " is " +
            in_words(*quantity.dimension) + ".");
      }
  }
} // namespace percuss
