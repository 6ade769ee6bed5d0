// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/output/output_directory.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>

namespace percuss
{
  namespace fs = std::filesystem;

  namespace
  {
    constexpr const char *digits = "0123456789";

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

    /** NAME_00000012 of a file NAME_00000012END, NAME of small letters, or an
     * empty text. */
    template <class IsEnd>
    std::string
    field_of(const std::string_view file, const IsEnd &is_end)
    {
      const std::size_t name =
        file.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
      if (name == 0 || name == std::string_view::npos || file[name] != '_' ||
          file.find_first_not_of(digits, name + 1) != name + 9 ||
          !is_end(file.substr(name + 9)))
        return {};
      return std::string(file.substr(0, name + 9));
    }

    bool
    is_end_of_field(const std::string_view end)
    {
      return end == ".vtu" || end == ".pvtu";
    }

    /** The same, or that of a rank, ".012.vtu". */
    bool
    is_end_of_file(const std::string_view end)
    {
      const std::size_t rank = end.find_first_not_of(digits, 1);
      return is_end_of_field(end) ||
             (end.starts_with('.') && rank != std::string_view::npos &&
              rank > 1 && is_end_of_field(end.substr(rank)));
    }

    /** The files NAME_00000012 in `solution`, without their ends, that a .pvd
     * lists; none if it lists others, and is not of FieldSeries. */
    std::set<std::string>
    listed_fields(const fs::path &pvd)
    {
      constexpr std::string_view folder = "solution/";
      const std::string          text   = content(pvd);
      std::set<std::string>      names;
      for (std::size_t entry = find_word(text, "file");
           entry != std::string::npos;
           entry = find_word(text, "file", entry + 1))
        {
          std::string_view rest = std::string_view(text).substr(entry + 4);
          if (!rest.starts_with("=\""))
            continue;
          rest.remove_prefix(2);
          const std::size_t end = rest.find('"');
          if (end == std::string_view::npos)
            break;
          const std::string_view file = rest.substr(0, end);
          const std::string      name =
            file.starts_with(folder) ?
                   field_of(file.substr(folder.size()), is_end_of_field) :
                   "";
          if (name.empty() || !name.starts_with(pvd.stem().string() + '_'))
            return {};
          names.insert(name);
        }
      return names;
    }

    void
    remove_fields(const fs::path &directory, const std::string &name)
    {
      const fs::path pvd    = directory / (name + ".pvd"),
                     folder = directory / "solution";
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
            const std::string field =
              field_of(file->path().filename().string(), is_end_of_file);
            if (listed.contains(field) && is_plain_file(file->path()))
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
      if (!is_plain_file(used_parameters))
        return false;
      const std::string text  = with_single_blanks(content(used_parameters));
      std::size_t       entry = find_word(text, "set record signals");
      for (; entry != std::string::npos;
           entry = find_word(text, "set record signals", entry + 1))
        {
          const std::size_t sign = text.find_first_not_of(' ', entry + 18);
          if (sign == std::string::npos || text[sign] != '=')
            continue;
          const std::size_t value = text.find_first_not_of(' ', sign + 1);
          if (value != std::string::npos &&
              find_word(text, "true", value) == value)
            return true;
        }
      return false;
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
