// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_input_program_functions_h
#define percuss_input_program_functions_h

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace percuss
{
  /** A function of a program that computes cases in its own process; a text of
   * the case names it where an expression may stand. */
  struct ProgramFunction
  {
    /** Of variables of the expression, in any order; empty: of all of them. */
    std::vector<std::string> arguments;

    /** Of the values of the arguments. May throw InputError. */
    std::function<double(std::span<const double>)> value;
  };

  /** By name, which must be a word. */
  using ProgramFunctions = std::map<std::string, ProgramFunction, std::less<>>;

  /**
   * As long as it lives, an Expression that this thread makes of the name of a
   * function is that function. The innermost one counts.
   */
  class ProgramFunctionScope
  {
  public:
    /** @p functions must live as long */
    explicit ProgramFunctionScope(const ProgramFunctions &functions);

    ProgramFunctionScope(const ProgramFunctionScope &) = delete;

    ~ProgramFunctionScope();

    /** The function of that name, blanks around it left out, or nullptr. */
    static const ProgramFunction *
    find(const std::string &text);

    /** Those of the innermost scope of this thread, or nullptr. */
    static const ProgramFunctions *
    current();

    /** Makes them the current ones of this thread, of none if nullptr: of a
     * library that has a copy of this module. */
    static void
    use(const ProgramFunctions *functions);

  private:
    const ProgramFunctions *const outer;
  };
} // namespace percuss

#endif
