// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/expression.h>
#include <percuss/input/item_text.h>
#include <percuss/input/quantity.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace percuss
{
  namespace
  {
    using Dimension = Quantity::Dimension;
  } // namespace

  /** "m^2 kg/s" in the order of a Unit's dimension; "a pure number". */
  std::string
  in_words(const Dimension &dimension)
  {
    constexpr const char *names[] = {"m", "kg", "s", "rad"};
    std::string           text;
    for (std::size_t i = 0; i < dimension.size(); ++i)
      if (dimension[i] != 0.)
        text += (text.empty() ? "" : " ") + std::string(names[i]) +
                (dimension[i] == 1. ? "" : '^' + short_text(dimension[i]));
    return text.empty() ? "a pure number" : "in " + text;
  }

  Dimension
  dimension_of(const Unit &unit)
  {
    Dimension result;
    std::ranges::copy(unit.dimension, result.begin());
    return result;
  }

  namespace
  {
    /** An expression whose variables and numbers with units have names. */
    struct NamedExpression
    {
      std::string              text;
      std::vector<std::string> names;
      std::vector<Quantity>    values;

      /** The numbers of the names. */
      std::vector<double>
      numbers() const
      {
        std::vector<double> result;
        for (const Quantity &one : values)
          result.push_back(one.value);
        return result;
      }

      /** Those where the unit number @p base is larger by @p factor. */
      std::vector<double>
      numbers_in_unit(const std::size_t base, const double factor) const
      {
        std::vector<double> result = numbers();
        for (std::size_t i = 0; i < result.size(); ++i)
          result[i] *= std::pow(factor, (*values[i].dimension)[base]);
        return result;
      }
    };

    /** By the powers of the units with which the value grows; throws where
     * there is no power. */
    Dimension
    dimension_of(const NamedExpression &expression,
                 const Expression      &f,
                 const double           value)
    {
      Dimension result{};
      for (std::size_t base = 0; base < result.size(); ++base)
        {
          double powers[2];
          for (const int i : {0, 1})
            {
              const double factor = 1.1 + 0.2 * i;
              const double ratio =
                f(expression.numbers_in_unit(base, factor)) / value;
              powers[i] = std::log(ratio) / std::log(factor);
            }
          const bool is_power = std::abs(powers[0] - powers[1]) < 1e-6;
          if (!is_power && base == 3)
            continue; // an angle, as in sin(30 deg)
          if (!is_power)
            throw InputError("Its terms have different dimensions: give each "
                             "number its unit, as in '3 mm' instead of "
                             "'0.003'.");
          result[base] = std::round(powers[0] * 1e3) / 1e3;
        }
      return result;
    }

    /** What an expression is made of. */
    class ExpressionReader
    {
    public:
      ExpressionReader(const std::string              &text,
                       const std::vector<std::string> &known,
                       const ValueOfName              &value_of)
        : text(text)
      {
        for (std::size_t i = 0; i < text.size();)
          if (is_decimal_digit(text[i]) ||
              (text[i] == '.' && is_decimal_digit(letter_at(text, i + 1))))
            i = read_number(i, known);
          else if (is_letter_of_name(text[i]))
            {
              const std::size_t end  = end_of_name(text, i);
              const std::string word = text.substr(i, end - i);
              const std::size_t next = text.find_first_not_of(" \t", end);
              const bool        is_function = letter_at(text, next) == '(';
              if (word == "pi" || is_function || text[i] == '_')
                result.text += word;
              else
                add(word, value_of(word));
              i = end;
            }
          else
            {
              if (text[i] != '$')
                result.text += text[i];
              ++i;
            }
      }

      NamedExpression result;

    private:
      void
      add(const std::string &name, const Quantity &value)
      {
        if (std::ranges::find(result.names, name) == result.names.end())
          {
            result.names.push_back(name);
            result.values.push_back(value);
          }
        result.text += name;
      }

      /** Returns the place behind it; throws for a unit that is not known. */
      std::size_t
      read_number(const std::size_t               begin,
                  const std::vector<std::string> &known)
      {
        if (const auto given = number_with_unit_at(text, begin, known))
          {
            add("_" + std::to_string(begin) + "_",
                {number(given->value).value_or(0.),
                 dimension_of(given->unit),
                 true});
            return given->end;
          }
        double            ignored = 0.;
        const char *const first   = text.data() + begin;
        const auto        read =
          std::from_chars(first, text.data() + text.size(), ignored);
        const auto n =
          std::max<std::size_t>(1, static_cast<std::size_t>(read.ptr - first));
        if (const std::size_t word = text.find_first_not_of(" \t", begin + n);
            is_first_letter(letter_at(text, word)))
          refuse_unit(text.substr(word, end_of_name(text, word) - word));
        result.text += text.substr(begin, n);
        return begin + n;
      }

      const std::string &text;
    };

    /** What stands on both sides of an operator that compares. */
    struct Comparison
    {
      std::string left, operation, right;
    };

    /** All of an expression; a side ends at a comma, at a parenthesis around
     * both, and at operators that bind less. */
    std::vector<Comparison>
    comparisons_in(const std::string &text)
    {
      const auto ends = [](const char c) {
        return std::string(",&|?:<>=!").find(c) != std::string::npos;
      };
      const auto end_of_side = [&](std::size_t i, const int step) {
        int depth = 0;
        for (; i < text.size(); i += static_cast<std::size_t>(step))
          {
            const bool opens = text[i] == (step > 0 ? '(' : ')');
            if (opens || text[i] == '(' || text[i] == ')')
              depth += opens ? 1 : -1;
            if (depth < 0 || (depth == 0 && ends(text[i])))
              break;
          }
        return i;
      };
      std::vector<Comparison> result;
      for (std::size_t i = 1; i < text.size(); ++i)
        {
          const bool is_long = letter_at(text, i + 1) == '=';
          if (text[i] != '<' && text[i] != '>' &&
              !(is_long && (text[i] == '=' || text[i] == '!')))
            continue;
          const std::size_t behind = i + (is_long ? 2 : 1);
          const std::size_t begin  = end_of_side(i - 1, -1) + 1;
          result.push_back(
            {trim(text.substr(begin, i - begin)),
             text.substr(i, behind - i),
             trim(text.substr(behind, end_of_side(behind, 1) - behind))});
          i = behind - 1;
        }
      return result;
    }

    /** A call of min, max or if, and the arguments of which it is one. */
    struct Choice
    {
      std::string              call;
      std::vector<std::string> alternatives;
    };

    std::vector<Choice>
    choices_in(const std::string &text)
    {
      std::vector<Choice> result;
      for (std::size_t i = 0; i < text.size();)
        {
          if (!is_letter_of_name(text[i]))
            {
              ++i;
              continue;
            }
          const std::size_t end  = end_of_name(text, i);
          const std::string word = text.substr(i, end - i);
          const std::size_t open = text.find_first_not_of(" \t", end);
          if ((word == "min" || word == "max" || word == "if") &&
              letter_at(text, open) == '(')
            {
              Choice      choice;
              int         depth = 0;
              std::size_t first = open + 1, at = open;
              for (; at < text.size(); ++at)
                {
                  depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
                  if (depth == 0 || (depth == 1 && text[at] == ','))
                    {
                      choice.alternatives.push_back(
                        trim(text.substr(first, at - first)));
                      first = at + 1;
                    }
                  if (depth == 0)
                    break;
                }
              choice.call = text.substr(i, at + 1 - i);
              if (word == "if" && !choice.alternatives.empty())
                choice.alternatives.erase(choice.alternatives.begin());
              result.push_back(std::move(choice));
            }
          i = end;
        }
      return result;
    }

    /** Of a side of a comparison: none where it may be any, as that of zero. */
    std::optional<Dimension>
    dimension_of_side(const std::string              &text,
                      const std::vector<std::string> &known,
                      const ValueOfName              &value_of)
    {
      const NamedExpression side =
        ExpressionReader(text, known, value_of).result;
      if (!std::ranges::all_of(side.values, [](const Quantity &one) {
            return one.dimension.has_value();
          }))
        return {};
      const Expression f(side.text, side.names);
      const double     value = f(side.numbers());
      if (value == 0. || !std::isfinite(value))
        return {};
      return side.names.empty() ? Dimension() : dimension_of(side, f, value);
    }

    /** Throws where two sides that are compared have different dimensions;
     * angles are pure numbers. */
    void
    check_comparisons(const std::string              &text,
                      const std::vector<std::string> &known,
                      const ValueOfName              &value_of)
    {
      for (const auto &[left, operation, right] : comparisons_in(text))
        {
          auto of_left  = dimension_of_side(left, known, value_of);
          auto of_right = dimension_of_side(right, known, value_of);
          if (!of_left || !of_right)
            continue;
          of_left->back() = of_right->back() = 0.;
          if (*of_left != *of_right)
            throw InputError(
              item_text::in_quotes(left + ' ' + operation + ' ' + right) +
              " compares a number that is " + in_words(*of_left) +
              " with one that is " + in_words(*of_right) +
              ": give each number its unit, as in '3 mm' instead of '0.003'.");
        }
    }
  } // namespace

  namespace
  {
    /** Throws where the results of min, max or if would have different
     * dimensions, whichever it is. */
    void
    check_choices(const std::string              &text,
                  const std::vector<std::string> &known,
                  const ValueOfName              &value_of)
    {
      for (const auto &[call, alternatives] : choices_in(text))
        {
          std::optional<Dimension> of_first;
          for (const std::string &one : alternatives)
            {
              auto of_one = dimension_of_side(one, known, value_of);
              if (!of_one)
                continue;
              of_one->back() = 0.;
              if (of_first && *of_first != *of_one)
                throw InputError(
                  item_text::in_quotes(call) + " is a number that is " +
                  in_words(*of_first) + " or one that is " + in_words(*of_one) +
                  ": give each number its unit, as in '3 mm' instead of "
                  "'0.003'.");
              of_first = of_one;
            }
        }
    }
  } // namespace

  Quantity
  evaluate_quantity(const std::string              &text,
                    const std::vector<std::string> &known,
                    const ValueOfName              &value_of)
  {
    const NamedExpression expression =
      ExpressionReader(text, known, value_of).result;

    Quantity result;
    if (const auto alone = number(text))
      return {*alone, {}, false};
    std::optional<Expression> f;
    try
      {
        f.emplace(expression.text, expression.names);
        result.value = (*f)(expression.numbers());
      }
    catch (const InputError &error)
      {
        const std::string message = error.what();
        throw InputError(
          item_text::in_quotes(text) + " is no expression" +
          message.substr(std::min(message.rfind(": "), message.size())));
      }
    if (!std::isfinite(result.value))
      throw InputError(item_text::in_quotes(text) + " is not finite.");
    bool are_dimensions_known = true;
    for (const Quantity &one : expression.values)
      {
        result.has_unit      = result.has_unit || one.has_unit;
        are_dimensions_known = are_dimensions_known && one.dimension;
      }
    if (result.has_unit)
      {
        check_comparisons(text, known, value_of);
        check_choices(text, known, value_of);
      }
    if (result.has_unit && are_dimensions_known && result.value != 0.)
      result.dimension = dimension_of(expression, *f, result.value);
    return result;
  }
} // namespace percuss
