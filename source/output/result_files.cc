// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/checked_file.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/result_files.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>

namespace percuss
{
  namespace fs = std::filesystem;

  namespace
  {
    constexpr std::string_view first_line = "percuss files 1\n";

    fs::path
    list_of(const std::string &directory)
    {
      return fs::path(directory) / "percuss_files.txt";
    }

    bool
    is_plain(const fs::path &path)
    {
      std::error_code ignored;
      return fs::symlink_status(path, ignored).type() == fs::file_type::regular;
    }

    /** Whether a folder of the name, below the directory, is a link. */
    bool
    is_in_linked_folder(const fs::path &directory, const fs::path &name)
    {
      std::error_code ignored;
      for (fs::path folder = name.parent_path(); !folder.empty();
           folder          = folder.parent_path())
        if (fs::is_symlink(directory / folder, ignored))
          return true;
      return false;
    }

    bool
    is_list(const fs::path &path)
    {
      if (!is_plain(path))
        return false;
      std::array<char, first_line.size()> begin{};
      std::ifstream                       file(path, std::ios::binary);
      file.read(begin.data(), begin.size());
      return std::string_view(begin.data(), begin.size()) == first_line;
    }

    /** The file of HDF5 that a file belongs to, by its name: while several
     * processes write `solution_00000012.h5`, MPI has a
     * `solution_00000012.h5-1-297.lock` beside it. */
    std::string
    hdf5_file_of(const std::string &name)
    {
      const std::size_t end = name.find(".h5");
      return end == std::string::npos ? name : name.substr(0, end + 3);
    }

    /** "SIZE CHECKSUM", without reading more than a little of a large file;
     * empty where there is none. */
    std::string
    fingerprint(const fs::path &path)
    {
      if (!is_plain(path))
        return {};
      constexpr std::size_t part = 65536;
      std::error_code       error;
      const auto            size = fs::file_size(path, error);
      std::string           bytes(std::min<std::size_t>(size, 2 * part), '\0');
      std::ifstream         file(path, std::ios::binary);
      const std::size_t     first = std::min(part, bytes.size());
      file.read(bytes.data(), static_cast<std::streamsize>(first));
      file.seekg(static_cast<std::streamoff>(size - (bytes.size() - first)));
      file.read(bytes.data() + first,
                static_cast<std::streamsize>(bytes.size() - first));
      if (error || !file)
        return {};
      char text[64];
      std::snprintf(text,
                    sizeof text,
                    "%llu %08x",
                    static_cast<unsigned long long>(size),
                    static_cast<unsigned int>(crc_of(bytes)));
      return text;
    }

    /** Writes the text at the end of the file, or in place of what it holds. */
    void
    write(const fs::path          &path,
          const std::string       &text,
          const std::ios::openmode mode)
    {
      errno = 0;
      std::ofstream file(path, std::ios::binary | mode);
      file << text;
      file.close();
      if (!file)
        throw writing_failed(path.string());
    }

    /** Appends to the list if there is one. */
    void
    append(const std::string &directory, const std::string &lines)
    {
      const fs::path list = list_of(directory);
      if (!lines.empty() && is_list(list))
        write(list, lines, std::ios::app);
    }

    std::string
    line_of(const std::string &directory, const std::string &name)
    {
      const std::string found = fingerprint(fs::path(directory) / name);
      return found.empty() ? "" : "= " + found + ' ' + name + '\n';
    }
  } // namespace

  ResultFiles::ResultFiles(const std::string &directory)
    : directory(directory)
  {
    const fs::path list = list_of(directory);
    if (!is_list(list))
      return;
    std::istringstream lines(bytes_of_file(list));
    std::string        line;
    std::getline(lines, line);
    while (std::getline(lines, line))
      if (line.starts_with("- "))
        entries[line.substr(2)].reset();
      else if (line == "end")
        std::erase_if(entries, [](const auto &entry) { return !entry.second; });
      else if (const auto end = line.find(' ', line.find(' ', 2) + 1);
               line.starts_with("= ") && end != std::string::npos)
        entries[line.substr(end + 1)] = line.substr(2, end - 2);
  }

  bool
  ResultFiles::has(const std::string &name) const
  {
    const std::string main = entries.contains(name) ? name : hdf5_file_of(name);
    const auto        entry = entries.find(main);
    const fs::path    path  = fs::path(directory) / name;
    return entry != entries.end() && is_plain(path) &&
           !is_in_linked_folder(directory, name) &&
           (!entry->second ||
            (main == name && *entry->second == fingerprint(path)));
  }

  std::vector<std::string>
  ResultFiles::names() const
  {
    std::vector<std::string> result;
    std::set<fs::path>       folders; // where HDF5 was being written
    for (const auto &[name, found] : entries)
      {
        if (has(name))
          result.push_back(name);
        if (!found && name.ends_with(".h5"))
          folders.insert(fs::path(name).parent_path());
      }
    std::error_code ignored;
    for (const fs::path &folder : folders)
      for (const auto &file :
           fs::directory_iterator(fs::path(directory) / folder, ignored))
        if (const std::string name = (folder / file.path().filename()).string();
            !entries.contains(name) && has(name))
          result.push_back(name);
    return result;
  }

  std::vector<std::string>
  ResultFiles::unfinished() const
  {
    std::vector<std::string> result;
    for (const auto &[name, found] : entries)
      if (!found && has(name))
        result.push_back(name);
    return result;
  }

  void
  begin_result_files(const std::string              &directory,
                     const std::vector<std::string> &names)
  {
    const fs::path list = list_of(directory);
    if (!is_list(list))
      write(list, std::string(first_line), std::ios::trunc);
    const ResultFiles left(directory);
    std::string       lines;
    std::error_code   ignored;
    for (const std::string &name : names)
      {
        const std::string unfinished = name_of_unfinished(name);
        const fs::path    path       = fs::path(directory) / unfinished;
        if (left.has(unfinished)) // by a run that was killed
          fs::remove(path, ignored);
        if (!fs::exists(fs::symlink_status(path, ignored)))
          lines += "- " + unfinished + '\n';
      }
    append(directory, lines);
  }

  void
  announce_result(const std::string &directory, const std::string &name)
  {
    append(directory, "- " + name + '\n');
  }

  void
  enter_result(const std::string &directory, const std::string &name)
  {
    append(directory, line_of(directory, name));
  }

  void
  end_result_files(const std::string              &directory,
                   const std::vector<std::string> &names)
  {
    std::string lines;
    for (const std::string &name : ResultFiles(directory).unfinished())
      lines += line_of(directory, name);
    for (const std::string &name : names)
      lines += line_of(directory, name);
    append(directory, lines + "end\n");
  }

  void
  remove_result_files(const std::string &directory)
  {
    std::error_code ignored;
    if (is_list(list_of(directory)))
      fs::remove(list_of(directory), ignored);
  }

  std::string
  obstruction_of_result_files(const std::string &directory)
  {
    const fs::path  list = list_of(directory);
    std::error_code ignored;
    const bool      is_there = fs::exists(fs::symlink_status(list, ignored));
    if (!is_there || is_list(list) ||
        (is_plain(list) && fs::file_size(list, ignored) == 0))
      return {};
    return "'" + list.string() + "' is in the way, and no result of percuss";
  }
} // namespace percuss
