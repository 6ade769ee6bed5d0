// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_configuration_expression_h
#define percuss_configuration_expression_h

#include <percuss/configuration/case_file.h>

#include <deal.II/base/function_parser.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** The number that a text is, if it is one and finite. */
  std::optional<double>
  number(const std::string &text);

  /**
   * An expression of the given variables, separated by ','; the one behind the
   * first n is the time. Throws InputError for a text that is none.
   */
  template <int n>
  std::shared_ptr<dealii::FunctionParser<n>>
  expression(const std::string &text,
             const std::string &variables,
             bool               of_time = false);

  /** The same; the error is about the entry @p path. */
  template <int n>
  std::shared_ptr<dealii::FunctionParser<n>>
  expression(const std::string &text,
             const std::string &variables,
             const std::string &path,
             const CaseFile    &case_file,
             bool               of_time = false);

  /** The pieces of a text between separators outside parentheses, without
   * blanks at their ends; none of a blank text. */
  std::vector<std::string>
  split_expressions(const std::string &text, char separator);
} // namespace percuss

#endif
