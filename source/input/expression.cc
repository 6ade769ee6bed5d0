// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/expression.h>
#include <percuss/input/program_functions.h>

#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>

namespace percuss
{
  struct Expression::Parser
  {
    mu::Parser          parser;
    std::vector<double> values;

    /** In the place of the parser, if there is one; its arguments are all
     * given, and these numbers of the variables. */
    std::optional<ProgramFunction> function;
    std::vector<std::size_t>       arguments;
  };

  namespace
  {
    /** Whether a variable is given a value, as muParser lets one: a '=' that is
     * none of ==, !=, <= and >=. */
    bool
    has_assignment(const std::string_view text)
    {
      for (std::size_t i = text.find('='); i != text.npos;
           i             = text.find('=', i + 1))
        if (text.substr(i + 1).starts_with('='))
          ++i;
        else if (i == 0 ||
                 std::string_view("!<>").find(text[i - 1]) == text.npos)
          return true;
      return false;
    }

    std::string
    list_of(const std::vector<std::string> &variables)
    {
      std::string names;
      for (const std::string &name : variables)
        names += (names.empty() ? "" : ",") + name;
      return names;
    }

    bool
    is_true(const double condition)
    {
      return std::round(condition) != 0.;
    }

    void
    define_functions(mu::Parser &parser)
    {
      parser.DefineConst("pi", std::numbers::pi);
      parser.DefineFun(
        "if", +[](const double c, const double a, const double b) {
          return is_true(c) ? a : b;
        });
      parser.DefineFun(
        "log", +[](const double x) { return std::log(x); });
      parser.DefineFun(
        "log10", +[](const double x) { return std::log10(x); });
      parser.DefineFun(
        "pow", +[](const double x, const double y) { return std::pow(x, y); });
      parser.DefineFun(
        "int", +[](const double x) { return std::round(x); });
      parser.DefineFun(
        "floor", +[](const double x) { return std::floor(x); });
      parser.DefineFun(
        "ceil", +[](const double x) { return std::ceil(x); });
      parser.DefineFun(
        "sec", +[](const double x) { return 1. / std::cos(x); });
      parser.DefineFun(
        "csc", +[](const double x) { return 1. / std::sin(x); });
      parser.DefineFun(
        "cot", +[](const double x) { return 1. / std::tan(x); });
      parser.DefineFun(
        "erf", +[](const double x) { return std::erf(x); });
      parser.DefineFun(
        "erfc", +[](const double x) { return std::erfc(x); });
      parser.DefineOprt(
        "|",
        +[](const double a, const double b) {
          return double(is_true(a) || is_true(b));
        },
        1);
      parser.DefineOprt(
        "&",
        +[](const double a, const double b) {
          return double(is_true(a) && is_true(b));
        },
        2);
    }

    /** Which variables the arguments of a program's function are. */
    std::vector<std::size_t>
    numbers_of_arguments(const std::string              &function,
                         const std::vector<std::string> &arguments,
                         const std::vector<std::string> &variables)
    {
      std::vector<std::size_t> numbers;
      for (const std::string &name : arguments)
        {
          const auto found = std::ranges::find(variables, name);
          if (found == variables.end())
            throw InputError(
              "The function '" + function + "' has an argument '" + name +
              "'; here its arguments may be " + list_of(variables) + ".");
          numbers.push_back(
            static_cast<std::size_t>(found - variables.begin()));
        }
      return numbers;
    }
  } // namespace

  Expression::Expression(const std::string              &text,
                         const std::vector<std::string> &variables)
    : parser(std::make_shared<Parser>())
  {
    if (const auto *const function = ProgramFunctionScope::find(text))
      {
        parser->function = *function;
        auto &names      = parser->function->arguments;
        if (names.empty())
          names = variables;
        parser->arguments = numbers_of_arguments(trim(text), names, variables);
        parser->values.resize(names.size());
        return;
      }
    parser->values.resize(variables.size());
    if (has_assignment(text))
      throw InputError("'" + text +
                       "' sets a variable by '='; equal is written '=='.");
    try
      {
        define_functions(parser->parser);
        for (std::size_t i = 0; i < variables.size(); ++i)
          parser->parser.DefineVar(variables[i], &parser->values[i]);
        parser->parser.SetExpr(text);
        int n_values = 0;
        parser->parser.Eval(n_values);
        if (n_values != 1) // of which muParser would take the last
          throw InputError("'" + text +
                           "' has commas outside of functions: write one "
                           "expression.");
      }
    catch (const mu::ParserError &error)
      {
        throw InputError("'" + text +
                         "' is neither a number nor an expression of " +
                         list_of(variables) + ": " + error.GetMsg());
      }
  }

  double
  Expression::operator()(const std::span<const double> values) const
  {
    if (parser->function)
      {
        for (std::size_t i = 0; i < parser->arguments.size(); ++i)
          parser->values[i] = values[parser->arguments[i]];
        return parser->function->value(parser->values);
      }
    std::ranges::copy(values, parser->values.begin());
    return parser->parser.Eval();
  }

  bool
  Expression::uses(const std::string &variable) const
  {
    if (parser->function)
      return std::ranges::count(parser->function->arguments, variable) > 0;
    return parser->parser.GetUsedVar().contains(variable);
  }
} // namespace percuss
