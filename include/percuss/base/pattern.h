// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_base_pattern_h
#define percuss_base_pattern_h

#include <memory>
#include <string>
#include <vector>

namespace percuss
{
  /** A regular expression of ECMAScript: what std::regex does, which takes a
   * compiler five seconds in each source that uses it. */
  class Pattern
  {
  public:
    /** Throws std::regex_error for what is no expression. */
    explicit Pattern(const std::string &expression);
    ~Pattern();
    Pattern(const Pattern &) = delete;
    Pattern &
    operator=(const Pattern &) = delete;

    /** What it matches and its groups; empty lists if there is nothing. */
    using Groups = std::vector<std::string>;

    /** The whole @p text. */
    Groups
    match(const std::string &text) const;

    /** All parts of @p text, from left to right. */
    std::vector<Groups>
    find_all(const std::string &text) const;

    /** Where the first part of @p text begins, else npos. */
    std::string::size_type
    find(const std::string &text) const;

  private:
    struct Expression;
    std::unique_ptr<const Expression> expression;
  };
} // namespace percuss

#endif
