// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/configuration/expression.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <regex>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    /** The parser of deal.II writes to std::cerr what it also throws. */
    class Silence
    {
    public:
      Silence()
        : buffer(std::cerr.rdbuf(nullptr))
      {}
      ~Silence()
      {
        std::cerr.rdbuf(buffer);
      }

    private:
      std::streambuf *buffer;
    };
  } // namespace

  std::optional<double>
  number(const std::string &text)
  {
    char        *end   = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value))
      return {};
    return value;
  }

  template <int n>
  std::shared_ptr<FunctionParser<n>>
  expression(const std::string &text,
             const std::string &variables,
             const bool         of_time)
  {
    auto function = std::make_shared<FunctionParser<n>>();
    try
      {
        const Silence silence;
        function->initialize(variables, text, {{"pi", numbers::PI}}, of_time);
        function->value(Point<n>());
      }
    catch (const ExceptionBase &exception)
      {
        std::ostringstream reason;
        exception.print_info(reason);
        std::smatch       match;
        const std::string text_of_reason = reason.str();
        std::regex_search(text_of_reason,
                          match,
                          std::regex(R"(The parser said: (.*))"));
        throw InputError("'" + text +
                         "' is neither a number nor an expression of " +
                         variables + ": " + match[1].str());
      }
    return function;
  }

  template <int n>
  std::shared_ptr<FunctionParser<n>>
  expression(const std::string &text,
             const std::string &variables,
             const std::string &path,
             const CaseFile    &case_file,
             const bool         of_time)
  {
    try
      {
        return expression<n>(text, variables, of_time);
      }
    catch (const InputError &error)
      {
        throw case_file.error(path, error.what());
      }
  }

  std::vector<std::string>
  split_expressions(const std::string &text, const char separator)
  {
    std::vector<std::string> pieces;
    if (trim(text).empty())
      return pieces;
    int         depth = 0;
    std::string piece;
    for (const char c : text)
      {
        depth += (c == '(') - (c == ')');
        if (c == separator && depth <= 0)
          {
            pieces.push_back(trim(piece));
            piece.clear();
          }
        else
          piece += c;
      }
    pieces.push_back(trim(piece));
    return pieces;
  }

#define PERCUSS_INSTANTIATE(n)                               \
  template std::shared_ptr<FunctionParser<n>> expression<n>( \
    const std::string &, const std::string &, bool);         \
  template std::shared_ptr<FunctionParser<n>> expression<n>( \
    const std::string &,                                     \
    const std::string &,                                     \
    const std::string &,                                     \
    const CaseFile &,                                        \
    bool);
  PERCUSS_INSTANTIATE(1)
  PERCUSS_INSTANTIATE(2)
  PERCUSS_INSTANTIATE(3)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
