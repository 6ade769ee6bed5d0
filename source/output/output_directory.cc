// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/output_directory.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace percuss
{
  namespace fs = std::filesystem;

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
    content(const fs::path &path)
    {
      std::ifstream file(path, std::ios::binary);
      return {std::istreambuf_iterator<char>(file), {}};
    }

    /** The files NAME_00000012 in `solution`, without their ends, that a .pvd
     * lists; none if it lists others, and is not of FieldSeries. */
    std::set<std::string>
    listed_fields(const fs::path &pvd)
    {
      static const std::regex file_entry(R"re(\bfile="([^"]*)")re"),
        of_series(R"(solution/([a-z]+_\d{8})\.p?vtu)");
      const std::string     text = content(pvd);
      std::set<std::string> names;
      for (std::sregex_iterator entry(text.begin(), text.end(), file_entry);
           entry != std::sregex_iterator();
           ++entry)
        {
          const std::string file = (*entry)[1];
          std::smatch       parts;
          if (!std::regex_match(file, parts, of_series) ||
              !parts[1].str().starts_with(pvd.stem().string() + '_'))
            return {};
          names.insert(parts[1]);
        }
      return names;
    }

    void
    remove_fields(const fs::path &directory, const std::string &name)
    {
      static const std::regex of_series(R"(([a-z]+_\d{8})(\.\d+)?\.p?vtu)");
      const fs::path          pvd = directory / (name + ".pvd"),
                     folder       = directory / "solution";
      const std::set<std::string> listed =
        is_plain_file(pvd) ? listed_fields(pvd) : std::set<std::string>();
      if (listed.empty())
        return;

      std::error_code       ignored;
      std::vector<fs::path> old;
      if (is_plain_folder(folder))
        for (fs::directory_iterator file(folder, ignored), end; file != end;
             file.increment(ignored))
          {
            const std::string file_name = file->path().filename().string();
            std::smatch       parts;
            if (std::regex_match(file_name, parts, of_series) &&
                listed.contains(parts[1]) && is_plain_file(file->path()))
              old.push_back(file->path());
          }
      for (const fs::path &file : old)
        fs::remove(file, ignored);
      fs::remove(pvd, ignored);
      if (is_plain_folder(folder))
        fs::remove(folder, ignored); // only if empty
    }

    bool
    is_summary(const fs::path &path)
    {
      if (!is_plain_file(path))
        return false;
      const auto json =
        nlohmann::json::parse(content(path), nullptr, false); // no exceptions
      return json.is_object() && json.contains("versions") &&
             json["versions"].is_object() &&
             json["versions"].contains("percuss");
    }

    bool
    recorded_signals(const fs::path &used_parameters)
    {
      static const std::regex entry(R"(\bset record signals\s*=\s*true\b)");
      return is_plain_file(used_parameters) &&
             std::regex_search(content(used_parameters), entry);
    }
  } // namespace

  void
  remove_earlier_results(const std::string &name)
  {
    const fs::path  directory = name;
    std::error_code ignored;
    for (const char *series : {"solution", "contact"})
      remove_fields(directory, series);
    if (is_summary(directory / "summary.json"))
      fs::remove(directory / "summary.json", ignored);
    if (is_plain_file(directory / "signals.h5") &&
        recorded_signals(directory / "used_parameters.prm"))
      fs::remove(directory / "signals.h5", ignored);
  }

  std::string
  obstruction(const std::string              &directory,
              const std::vector<std::string> &files)
  {
    std::error_code ignored;
    bool            has_fields = false;
    for (const std::string &file : files)
      {
        const fs::path path = fs::path(directory) / file;
        has_fields          = has_fields || path.extension() == ".pvd";
        if (fs::is_directory(path, ignored))
          return "'" + path.string() + "' is a folder";
        if (fs::is_symlink(path, ignored) && fs::is_regular_file(path, ignored))
          return "'" + path.string() +
                 "' is a link, and what it points to would be overwritten";
      }
    const fs::path folder = fs::path(directory) / "solution";
    if (has_fields &&
        fs::symlink_status(folder, ignored).type() !=
          fs::file_type::not_found &&
        !is_plain_folder(folder))
      return "'" + folder.string() + "' is no folder of its own";
    return {};
  }
} // namespace percuss
