// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/input/program_functions.h>

namespace percuss
{
  namespace
  {
    thread_local const ProgramFunctions *functions_in_scope = nullptr;
  }

  ProgramFunctionScope::ProgramFunctionScope(const ProgramFunctions &functions)
    : outer(functions_in_scope)
  {
    functions_in_scope = &functions;
  }

  ProgramFunctionScope::~ProgramFunctionScope()
  {
    functions_in_scope = outer;
  }

  const ProgramFunctions *
  ProgramFunctionScope::current()
  {
    return functions_in_scope;
  }

  void
  ProgramFunctionScope::use(const ProgramFunctions *const functions)
  {
    functions_in_scope = functions;
  }

  const ProgramFunction *
  ProgramFunctionScope::find(const std::string &text)
  {
    if (!functions_in_scope)
      return nullptr;
    const auto found = functions_in_scope->find(trim(text));
    return found == functions_in_scope->end() ? nullptr : &found->second;
  }
} // namespace percuss
