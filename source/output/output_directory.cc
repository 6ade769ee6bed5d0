// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/pattern.h>
#include <percuss/output/checked_file.h>
#include <percuss/output/checkpoint.h>
#include <percuss/output/contact_problem_writer.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/output_directory.h>
#include <percuss/output/result_files.h>
#include <percuss/output/signal_file.h>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <vector>

namespace percuss
{
  namespace fs = std::filesystem;
  using Json   = nlohmann::ordered_json;

  namespace
  {
    /** A file itself, no link. */
    bool
    is_plain_file(const fs::path &path)
    {
      std::error_code ignored;
      return fs::symlink_status(path, ignored).type() == fs::file_type::regular;
    }

    /** A folder itself, no link. */
    bool
    is_plain_folder(const fs::path &path)
    {
      std::error_code ignored;
      return fs::symlink_status(path, ignored).type() ==
             fs::file_type::directory;
    }

    std::string
    first_bytes(const fs::path &path)
    {
      std::string   text(512, '\0');
      std::ifstream file(path, std::ios::binary);
      file.read(text.data(), static_cast<std::streamsize>(text.size()));
      text.resize(static_cast<std::size_t>(file.gcount()));
      return text;
    }

    /** What is in `solution` under the name of a file of a series. */
    std::vector<std::string>
    field_files(const fs::path &directory, const std::string &series)
    {
      static const Pattern pattern(
        R"([a-z]+_\d{8}((\.\d+)?\.p?vtu|(_mesh)?\.h5))");
      std::error_code          ignored;
      std::vector<std::string> files;
      for (const auto &file :
           fs::directory_iterator(directory / "solution", ignored))
        if (const std::string name = file.path().filename().string();
            name.starts_with(series + '_') && !pattern.match(name).empty())
          files.push_back(name);
      return files;
    }

    /** The summary that write_summary() has left; null if there is none. */
    Json
    summary_in(const fs::path &directory)
    {
      const fs::path path = directory / "summary.json";
      if (!is_plain_file(path))
        return nullptr;
      const Json json       = Json::parse(bytes_of_file(path), nullptr, false);
      const bool is_summary = json.is_object() && json.contains("versions") &&
                              json["versions"].is_object() &&
                              json["versions"].contains("percuss");
      return is_summary ? json : Json(nullptr);
    }

    bool
    is_list_of_fields(const fs::path &path)
    {
      return path.extension() == ".pvd" || path.extension() == ".xdmf";
    }

    bool
    is_history(const fs::path &path)
    {
      return first_bytes(path).starts_with("step,time,energy_kinetic,");
    }

    /** Whether a file is one that a run leaves by what it holds, whoever has
     * copied it here; one that is empty holds nothing. */
    bool
    is_known_result(const fs::path &path)
    {
      std::error_code   ignored;
      const std::string name = path.filename().string();
      if (fs::file_size(path, ignored) == 0)
        return true;
      if (name == "summary.json") // of earlier versions perhaps cut
        return !summary_in(path.parent_path()).is_null() ||
               first_bytes(path).starts_with("{\n  \"case\": ");
      if (name == "history.csv")
        return is_history(path);
      if (name == "used_parameters.prm")
        return first_bytes(path).starts_with("subsection Model\n  set name = ");
      if (name == "signals.h5")
        return is_signal_file(path.string());
      if (name == "report.html")
        return first_bytes(path).find("<meta name=\"generator\" "
                                      "content=\"percuss\">") !=
               std::string::npos;
      return is_list_of_fields(path) &&
             first_bytes(path).find("<!-- written by percuss -->") !=
               std::string::npos;
    }

    const char *const in_the_way = " is in the way, and no result of percuss";

    std::string
    quoted(const fs::path &path)
    {
      return "'" + path.string() + "'";
    }

    /** What is in the way of files that runs name themselves, in a folder. */
    std::string
    obstruction_of_folder(const fs::path                 &directory,
                          const std::string              &folder,
                          const std::vector<std::string> &files,
                          const ResultFiles              &results)
    {
      const fs::path  path = directory / folder;
      std::error_code ignored;
      if (fs::exists(fs::symlink_status(path, ignored)) &&
          !is_plain_folder(path))
        return quoted(path) + " is no folder of its own";
      for (const std::string &file : files)
        if (const std::string problem = problem_of_place(path / file);
            !problem.empty())
          return problem;
        else if (!results.has(folder + '/' + file))
          return quoted(path / file) + in_the_way;
      return {};
    }
  } // namespace

  std::string
  name_in_summary(const std::string &name)
  {
    return Json::parse(
      Json(name).dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  std::optional<EarlierRun>
  earlier_run(const std::string &directory)
  {
    const Json summary = summary_in(directory);
    if (!summary.is_null())
      return EarlierRun{summary.value("case", ""),
                        summary.value("status", "done")};
    const fs::path history = fs::path(directory) / "history.csv";
    if (is_plain_file(history) && is_history(history))
      return EarlierRun{"", "interrupted"};
    return {};
  }

  void
  remove_earlier_results(const std::string &name)
  {
    const fs::path  directory   = name;
    Json            summary     = summary_in(directory);
    const bool      has_summary = !summary.is_null();
    std::error_code ignored;
    if (has_summary)
      try
        { // this process may be killed before the last file has gone
          summary["status"] = "interrupted";
          replace_file(directory / "summary.json", summary.dump(2) + '\n');
        }
      catch (const std::runtime_error &)
        {}
    const ResultFiles  results(name);
    std::set<fs::path> folders; // of its own
    for (const std::string &file : results.names())
      if (file != "summary.json" && file != "used_parameters.prm" &&
          fs::remove(directory / file, ignored))
        folders.insert(fs::path(file).parent_path());
    for (const fs::path &folder : folders)
      if (!folder.empty() && is_plain_folder(directory / folder))
        fs::remove(directory / folder, ignored); // only if empty
    if (has_summary)
      remove_checkpoint(name);
    for (const char *file : {"solution.pvd",
                             "solution.xdmf",
                             "contact.pvd",
                             "contact.xdmf",
                             "bodies.pvd",
                             "bodies.xdmf",
                             "history.csv",
                             "signals.h5",
                             "report.html",
                             "reference.csv",
                             "summary.json"})
      if (is_plain_file(directory / file) &&
          (results.has(file) || is_known_result(directory / file)))
        fs::remove(directory / file, ignored);
    remove_result_files(name);
  }

  std::string
  problem_of_place(const std::string &file_name)
  {
    const fs::path  path = file_name;
    std::error_code ignored;
    const auto      status = fs::status(path, ignored);
    if (status.type() == fs::file_type::character)
      return {};
    if (fs::is_symlink(path, ignored))
      return quoted(path) +
             " is a link, and what it points to would be overwritten";
    if (fs::is_directory(status))
      return quoted(path) + " is a folder";
    if (fs::is_other(status))
      return quoted(path) + " is no file, but a pipe, socket or disk";
    return {};
  }

  std::string
  obstruction(const std::string              &directory,
              const std::vector<std::string> &files)
  {
    if (const std::string problem = obstruction_of_result_files(directory);
        !problem.empty())
      return problem;
    const ResultFiles results(directory);
    for (const std::string &file : files)
      {
        const fs::path path = fs::path(directory) / file;
        std::string    problem;
        if (file == "contact_problems")
          problem = obstruction_of_folder(directory,
                                          file,
                                          contact_problems_in(path.string()),
                                          results);
        else if (problem = problem_of_place(path.string()); problem.empty())
          {
            if (is_plain_file(path) && !results.has(file) &&
                !is_known_result(path))
              return quoted(path) + in_the_way;
            if (is_list_of_fields(path))
              problem = obstruction_of_folder(directory,
                                              "solution",
                                              field_files(directory,
                                                          path.stem().string()),
                                              results);
          }
        if (!problem.empty())
          return problem;
      }
    return {};
  }
} // namespace percuss
