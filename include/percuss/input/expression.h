// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_expression_h
#define percuss_input_expression_h

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * An expression of a few variables, as muParser reads it: + - * / ^, <, <=,
   * >, >=, ==, !=, &&, ||, (condition) ? a : b, its functions (sin, cos, tan,
   * exp, sqrt, abs, min, max, ...), the constant pi, and
   *
   *     if(condition, a, b), log(x) (natural), log10(x), pow(x, y), int(x),
   *     floor(x), ceil(x), sec(x), csc(x), cot(x), erf(x), erfc(x)
   *
   * where what counts as true is a number that rounds to another one than 0.
   * Copies share the expression: they are for one thread.
   */
  class Expression
  {
  public:
    /** Throws InputError, which names the text and the variables, for what is
     * no expression of them. */
    Expression(const std::string              &text,
               const std::vector<std::string> &variables);

    /** @pre as many values as variables */
    double
    operator()(std::span<const double> values) const;

    double
    operator()(const std::initializer_list<double> values) const
    {
      return (*this)(std::span<const double>(values.begin(), values.size()));
    }

    /** Whether the value depends on the variable of that name. */
    bool
    uses(const std::string &variable) const;

  private:
    struct Parser;
    std::shared_ptr<Parser> parser;
  };
} // namespace percuss

#endif
