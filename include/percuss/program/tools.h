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

  /** Lets a script of applications/tools work on the results in a directory,
   * with the first Python that has what it needs; returns what it says where
   * none has, else nothing. */
  std::string
  apply_tool(const std::string              &script,
             const std::string              &directory,
             const std::vector<std::string> &options = {});

  /** Lets report.py write report.html about the run or study in a directory,
   * and says so on standard output, or, as a warning, why there is none. */
  void
  write_report(const std::string &directory, bool quiet);
} // namespace percuss

#endif
