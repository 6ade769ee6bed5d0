// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_contact_parse_function_h
#define percuss_contact_parse_function_h

#include <deal.II/base/function_parser.h>

#include <memory>
#include <string>

namespace percuss
{
  /**
   * The function that muParser reads in @p text, with the constant pi.
   *
   * @param variables names of the n coordinates, separated by commas; with
   *                  @p has_time the last one is the time
   *
   * Throws InputError with the parser's reason.
   */
  template <int n>
  std::shared_ptr<dealii::FunctionParser<n>>
  parse_function(const std::string &text,
                 const std::string &variables,
                 bool               has_time = false);
} // namespace percuss

#endif
