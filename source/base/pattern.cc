// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/pattern.h>

#include <regex>

namespace percuss
{
  struct Pattern::Expression
  {
    std::regex regex;
  };

  Pattern::Pattern(const std::string &expression)
    : expression(new Expression{std::regex(expression)})
  {}

  Pattern::~Pattern() = default;

  Pattern::Groups
  Pattern::match(const std::string &text) const
  {
    std::smatch parts;
    if (!std::regex_match(text, parts, expression->regex))
      return {};
    return {parts.begin(), parts.end()};
  }

  std::vector<Pattern::Groups>
  Pattern::find_all(const std::string &text) const
  {
    std::vector<Groups> all;
    for (std::sregex_iterator part(text.begin(), text.end(), expression->regex);
         part != std::sregex_iterator();
         ++part)
      all.emplace_back(part->begin(), part->end());
    return all;
  }

  std::string::size_type
  Pattern::find(const std::string &text) const
  {
    std::smatch parts;
    return std::regex_search(text, parts, expression->regex) ?
             static_cast<std::string::size_type>(parts.position()) :
             std::string::npos;
  }
} // namespace percuss
