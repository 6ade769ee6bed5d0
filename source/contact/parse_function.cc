// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/contact/parse_function.h>

#include <deal.II/base/numbers.h>

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
        std::cerr.clear();
      }

    private:
      std::streambuf *buffer;
    };
  } // namespace

  template <int n>
  std::shared_ptr<FunctionParser<n>>
  parse_function(const std::string &text,
                 const std::string &variables,
                 const bool         has_time)
  {
    auto function = std::make_shared<FunctionParser<n>>();
    try
      {
        const Silence silence;
        function->initialize(variables, text, {{"pi", numbers::PI}}, has_time);
        function->value(Point<n>()); // which is when muParser reads the text
      }
    catch (const ExceptionBase &exception)
      {
        std::ostringstream information;
        exception.print_info(information);
        const std::string reason = information.str();
        std::smatch       match;
        std::regex_search(reason, match, std::regex("The parser said: (.*)"));
        throw InputError("'" + text + "' is not an expression of " + variables +
                         ": " + match[1].str());
      }
    return function;
  }

  template std::shared_ptr<FunctionParser<1>>
  parse_function<1>(const std::string &, const std::string &, bool);
  template std::shared_ptr<FunctionParser<2>>
  parse_function<2>(const std::string &, const std::string &, bool);
  template std::shared_ptr<FunctionParser<3>>
  parse_function<3>(const std::string &, const std::string &, bool);
} // namespace percuss
