// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_item_values_h
#define percuss_input_item_values_h

#include <percuss/input/item_list.h>

#include <Eigen/Core>

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace percuss
{
  class Item;

  /** A function of t; whether it is a number, which does not depend on it. */
  struct FunctionOfTime
  {
    std::function<double(double)> value;
    bool                          is_constant = false;
  };

  /** What a value is, for users (DeclaredWord). */
  struct ValueType
  {
    std::string type;
    std::string unit = {}; ///< unless its word says one
  };

  /** The value with its numbers in SI, which may have units of the dimension of
   * @p unit, "m", or of its components, "m, m, rad"; "-" is a pure number. What
   * is multiplied or in parentheses is not compared with it. Without a unit it
   * stays as it is. Throws InputError for another dimension. */
  ItemValue
  in_si(const ItemValue &value, const std::string &unit);

  // The values of parts. Throw InputError.

  void
  read_value(const Item &, const ItemValue &from, double &value);

  void
  read_value(const Item &, const ItemValue &from, unsigned int &value);

  void
  read_value(const Item &, const ItemValue &from, std::string &value);

  void
  read_value(const Item &,
             const ItemValue          &from,
             std::vector<std::string> &words);

  void
  read_value(const Item &, const ItemValue &from, FunctionOfTime &value);

  /** As many as @p values has. */
  void
  read_value(const Item &,
             const ItemValue             &from,
             std::vector<FunctionOfTime> &values);

  /** As many as @p values has; if it has none, as many as there are. */
  void
  read_values(const ItemValue &from, Eigen::VectorXd &values);

  void
  read_value(const Item &, const ItemValue &from, std::monostate &);

  template <int n>
  void
  read_value(const Item &,
             const ItemValue          &from,
             Eigen::Vector<double, n> &values)
  {
    Eigen::VectorXd all(values.size());
    read_values(from, all);
    values = all;
  }

  template <class Value>
  void
  read_value(const Item           &item,
             const ItemValue      &from,
             std::optional<Value> &value)
  {
    read_value(item, from, value.emplace());
  }

  // The types of these values.

  ValueType
  type_of_value(const Item &, const double &);

  ValueType
  type_of_value(const Item &, const unsigned int &);

  ValueType
  type_of_value(const Item &, const std::string &);

  ValueType
  type_of_value(const Item &, const std::vector<std::string> &);

  ValueType
  type_of_value(const Item &, const FunctionOfTime &);

  ValueType
  type_of_value(const Item &, const std::vector<FunctionOfTime> &values);

  ValueType
  type_of_value(const Item &, const std::monostate &);

  /** "number", "2 numbers", or of any size "numbers". */
  ValueType
  type_of_numbers(Eigen::Index n);

  template <int n>
  ValueType
  type_of_value(const Item &, const Eigen::Vector<double, n> &values)
  {
    return type_of_numbers(values.size());
  }

  template <class Value>
  ValueType
  type_of_value(const Item &item, const std::optional<Value> &value)
  {
    return type_of_value(item, value.value_or(Value()));
  }
} // namespace percuss

#endif
