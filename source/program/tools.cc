// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/tools.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace percuss
{
  namespace fs = std::filesystem;

  fs::path
  path_of_tool(const std::string &script)
  {
    const fs::path program = fs::read_symlink("/proc/self/exe");
    const fs::path installed =
      program.parent_path().parent_path() / PERCUSS_INSTALLED_TOOLS;
    return (fs::exists(installed / script) ? installed :
                                             fs::path(PERCUSS_TOOLS)) /
           script;
  }

  std::vector<std::string>
  python_interpreters()
  {
    std::vector<std::string> folders{"/usr/bin", "/usr/local/bin"};
    const char *const        path = std::getenv("PATH");
    std::istringstream       others(path ? path : "");
    for (std::string folder; std::getline(others, folder, ':');)
      folders.push_back(folder);

    std::vector<std::string> result;
    for (const std::string &folder : folders)
      if (const std::string python = folder + "/python3";
          access(python.c_str(), X_OK) == 0 &&
          std::find(result.begin(), result.end(), python) == result.end())
        result.push_back(python);
    return result;
  }
} // namespace percuss
