// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/results_directory.h>
#include <percuss/run/loaded_library.h>

#include <unistd.h>

#include <filesystem>
#include <vector>

namespace percuss
{
  namespace
  {
    namespace fs = std::filesystem;

    /** Returns why it cannot be made, and how it was made: the folders that
     * were missing, the innermost first. */
    std::string
    make_directory(const std::string &directory, std::vector<fs::path> &made)
    {
      std::error_code error, ignored;
      for (fs::path path = directory;
           !path.empty() && !fs::exists(fs::symlink_status(path, ignored));
           path = path.parent_path())
        made.push_back(path);
      fs::create_directories(directory, error);
      if (error)
        return error.message();
      if (access(directory.c_str(), W_OK | X_OK) != 0)
        return "no permission to write there";
      return {};
    }
  } // namespace

  ResultsDirectory::ResultsDirectory(
    const std::string                  &directory,
    const CaseFile                     &case_file,
    const std::function<std::string()> &problem,
    const std::string                  &purpose)
  {
    std::string found;
    if (processes().is_first())
      {
        std::vector<fs::path> made;
        found = make_directory(directory, made);
        if (found.empty() && !purpose.empty())
          found = lock.share(directory, purpose, problem);
        else if (found.empty())
          {
            found = lock.take(directory);
            if (found.empty())
              found = problem();
          }
        if (!found.empty())
          {
            lock.release();
            std::error_code ignored;
            for (const fs::path &path : made)
              fs::remove(path, ignored); // if it is empty
          }
      }
    found = processes().broadcast(found);
    if (!found.empty())
      throw unusable_directory(case_file, found);
  }

  std::string
  problem_of_place_of_results(const std::string &directory)
  {
    std::error_code ignored;
    fs::path        path = fs::absolute(directory, ignored);
    while (!fs::exists(path, ignored) && path.has_relative_path())
      path = path.parent_path();
    if (!fs::is_directory(path, ignored))
      return "'" + path.string() + "' is no folder";
    if (access(path.c_str(), W_OK | X_OK) != 0)
      return "no permission to write there";
    return {};
  }

  InputError
  unusable_directory(const CaseFile &case_file, const std::string &problem)
  {
    return case_file.error("Output/output directory",
                           "It cannot be used: " + problem +
                             ". Choose another with --output.");
  }

  bool
  ResultsDirectory::is_last()
  {
    return processes().broadcast(
             processes().is_first() && lock.is_last() ? "last" : "") == "last";
  }

  std::string
  holds_other_case(const std::string &name)
  {
    return "it holds the results of another case, '" + name +
           "', which --overwrite replaces";
  }
} // namespace percuss
