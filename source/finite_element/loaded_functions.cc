// SPDX-License-Identifier: Apache-2.0
#include <percuss/run/loaded_library.h>

namespace percuss
{
  // the copy of the input module that this library has
  extern "C" void
  percuss_use_program_functions(const ProgramFunctions *const functions)
  {
    ProgramFunctionScope::use(functions);
  }
} // namespace percuss
