// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_tools_h
#define percuss_program_tools_h

#include <filesystem>
#include <string>
#include <vector>

namespace percuss
{
  /** A script of applications/tools: beside the installed program, else in the
   * source tree. Whether it is there is not looked at. */
  std::filesystem::path
  path_of_tool(const std::string &script);

  /** Those Pythons that can be executed, the system's first: Debian's packages
   * for the tools are packages of /usr/bin/python3. */
  std::vector<std::string>
  python_interpreters();
} // namespace percuss

#endif
