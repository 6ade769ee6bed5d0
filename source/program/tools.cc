// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/program/run_pool.h>
#include <percuss/program/study_runs.h>
#include <percuss/program/tools.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>

namespace percuss
{
  namespace fs = std::filesystem;

  namespace
  {
    /** What a tool says, in a file without a name. */
    struct Words
    {
      ~Words()
      {
        if (file >= 0)
          close(file);
      }

      std::string
      text() const
      {
        std::string result;
        char        part[4096];
        for (ssize_t n; (n = pread(file,
                                   part,
                                   sizeof part,
                                   static_cast<off_t>(result.size()))) > 0;)
          result.append(part, static_cast<std::size_t>(n));
        return result;
      }

      const int file = memfd_create("words", MFD_CLOEXEC);
    };
  } // namespace

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

  std::string
  apply_tool(const std::string              &script,
             const std::string              &directory,
             const std::vector<std::string> &options)
  {
    const fs::path  path  = path_of_tool(script);
    std::string     words = path.string() + " is not there";
    std::error_code ignored;
    if (!fs::exists(path, ignored))
      return words;
    words = "there is no python3";
    for (const std::string &python : python_interpreters())
      {
        std::vector<std::string> command{python, path.string(), directory};
        command.insert(command.end(), options.begin(), options.end());
        const Words       said;
        const std::string problem = run_job({command, "", false, said.file});
        words                     = trim(said.text());
        if (problem.empty())
          return {};
        if (words.empty())
          words = problem;
      }
    return words;
  }

  void
  write_report(const std::string &directory, const bool quiet)
  {
    const std::string problem =
      apply_tool("report.py",
                 directory,
                 {"--program", fs::read_symlink("/proc/self/exe").string()});
    if (!problem.empty())
      std::cerr << "percuss: warning: there is no report: " << problem
                << "\nThe results are complete. Repeat it by\n  "
                << path_of_tool("report.py").string() << ' ' << directory
                << std::endl;
    else if (!quiet)
      std::cout << "  " << directory << "/report.html" << std::endl;
  }
} // namespace percuss
