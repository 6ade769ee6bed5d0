// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/expression.h>
#include <percuss/input/item_text.h>
#include <percuss/input/item_values.h>
#include <percuss/input/units.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  using namespace item_text;

  ItemValue
  in_si(const ItemValue &value, const std::string &unit)
  {
    if (unit.empty())
      return value;
    std::vector<std::vector<std::string>> units;
    for (const std::string &component : split(unit, ','))
      units.push_back(split(component, '|'));
    ItemValue result = value;
    result.text      = numbers_in_si(value.text, units);
    for (std::size_t i = 0; value.list && i < value.list->size(); ++i)
      (*result.list)[i] =
        numbers_in_si((*value.list)[i], {units[std::min(i, units.size() - 1)]});
    return result;
  }

  namespace
  {
    FunctionOfTime
    function_of_time(const std::string &text)
    {
      FunctionOfTime result;
      if (const auto value = number(text))
        result = {[value](double) { return *value; }, true};
      else
        try
          {
            const Expression f(text, {"t"});
            result = {[f](const double t) { return f({t}); }, !f.uses("t")};
          }
        catch (const InputError &error)
          {
            throw InputError(
              in_quotes(text) +
              " is neither a number nor an expression: " + error.what());
          }
      if (!std::isfinite(result.value(0.)))
        throw InputError(in_quotes(text) + " is not finite at t = 0.");
      return result;
    }
  } // namespace

  void
  read_values(const ItemValue &value, Eigen::VectorXd &values)
  {
    const auto texts = value.list ? *value.list : numbers_of_list(value.text);
    const auto found = static_cast<Eigen::Index>(texts.size());
    const auto n =
      std::max<Eigen::Index>(1, values.size() == 0 ? found : values.size());
    if (found != n)
      throw InputError(
        "it has " + (found == 0 ? "no number" : count(texts.size(), "number")) +
        " where " + std::to_string(n) +
        (n == 1 ? " is needed." : " are needed."));
    values.resize(n);
    for (Eigen::Index i = 0; i < n; ++i)
      {
        const std::string   &number = texts[static_cast<std::size_t>(i)];
        const FunctionOfTime f      = function_of_time(number);
        if (!f.is_constant)
          throw InputError(in_quotes(number) +
                           " depends on t where a number is needed.");
        values[i] = f.value(0.);
      }
  }

  void
  read_value(const Item &, const ItemValue &from, double &value)
  {
    Eigen::VectorXd values(1);
    read_values(from, values);
    value = values[0];
  }

  void
  read_value(const Item &item, const ItemValue &from, unsigned int &value)
  {
    double number = 0.;
    read_value(item, from, number);
    if (!(number >= 1. && number <= 1e6) || number != std::floor(number))
      throw InputError("it must be a whole number from 1.");
    value = static_cast<unsigned int>(number);
  }

  void
  read_value(const Item &, const ItemValue &from, std::string &value)
  {
    value = from.text;
  }

  void
  read_value(const Item &item, const ItemValue &from, FunctionOfTime &value)
  {
    std::vector<FunctionOfTime> values(1);
    read_value(item, from, values);
    value = values.front();
  }

  void
  read_value(const Item &,
             const ItemValue          &from,
             std::vector<std::string> &words)
  {
    words = from.list ? *from.list : pieces(from.text);
  }

  void
  read_value(const Item                  &item,
             const ItemValue             &from,
             std::vector<FunctionOfTime> &values)
  {
    std::vector<std::string> texts;
    read_value(item, from, texts);
    const std::size_t n = values.size();
    if (texts.size() != n)
      throw InputError(
        "it has " + count(texts.size(), "expression") + " where " +
        std::to_string(n) +
        (n == 1 ? " is needed." : " are needed, separated by commas."));
    std::ranges::transform(texts, values.begin(), function_of_time);
  }

  void
  read_value(const Item &, const ItemValue &from, std::monostate &)
  {
    if (!from.text.empty())
      throw InputError(in_quotes(from.text) +
                       " is too much: the word stands alone.");
  }

  ValueType
  type_of_value(const Item &, const double &)
  {
    return {"number"};
  }

  ValueType
  type_of_value(const Item &, const unsigned int &)
  {
    return {"whole number"};
  }

  ValueType
  type_of_value(const Item &, const std::string &)
  {
    return {"text"};
  }

  ValueType
  type_of_value(const Item &, const std::vector<std::string> &)
  {
    return {"texts"};
  }

  ValueType
  type_of_value(const Item &, const FunctionOfTime &)
  {
    return {"expression of t"};
  }

  ValueType
  type_of_value(const Item &, const std::vector<FunctionOfTime> &values)
  {
    return {values.size() == 1 ?
              "expression of t" :
              std::to_string(values.size()) + " expressions of t"};
  }

  ValueType
  type_of_value(const Item &, const std::monostate &)
  {
    return {"nothing"};
  }

  ValueType
  type_of_numbers(const Eigen::Index n)
  {
    return {n == 1 ? "number" :
            n == 0 ? "numbers" :
                     std::to_string(n) + " numbers"};
  }
} // namespace percuss
