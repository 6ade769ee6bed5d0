// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/file_replacement.h>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace percuss
{
  namespace
  {
    /** Where no other file can take the place: a device, a pipe. */
    bool
    is_written_as_it_is(const std::string &file_name)
    {
      std::error_code ignored;
      const auto      status = std::filesystem::status(file_name, ignored);
      return std::filesystem::is_other(status);
    }

    void
    write_replacement(const FileReplacement &replacement,
                      const std::string     &file_name,
                      const std::string     &content)
    {
      errno = 0;
      std::ofstream file(replacement.name(), std::ios::binary);
      file << content;
      file.close();
      if (!file)
        throw writing_failed(file_name);
    }

    std::string
    name_of_new(const std::filesystem::path &file)
    {
      return (file.parent_path() / ("." + file.filename().string() + ".new"))
        .string();
    }
  } // namespace

  FileReplacement::FileReplacement(const std::string &file_name)
    : file_name(file_name)
    , new_name(is_written_as_it_is(file_name) ? file_name :
                                                name_of_new(file_name))
  {
    remove_unfinished_replacement(file_name);
  }

  FileReplacement::~FileReplacement()
  {
    std::error_code ignored;
    if (is_pending && new_name != file_name)
      std::filesystem::remove(new_name, ignored);
  }

  void
  FileReplacement::take_place()
  {
    std::error_code error;
    if (new_name != file_name)
      std::filesystem::rename(new_name, file_name, error);
    if (error)
      throw std::runtime_error("Writing '" + file_name +
                               "' failed: " + error.message() + '.');
    is_pending = false;
  }

  void
  remove_unfinished_replacement(const std::string &file_name)
  {
    std::error_code ignored;
    if (!is_written_as_it_is(file_name))
      std::filesystem::remove(name_of_new(file_name), ignored);
  }

  void
  replace_file(const std::string &file_name, const std::string &content)
  {
    FileReplacement replacement(file_name);
    write_replacement(replacement, file_name, content);
    replacement.take_place();
  }

  void
  replace_file_on_disk(const std::string &file_name, const std::string &content)
  {
    FileReplacement replacement(file_name);
    write_replacement(replacement, file_name, content);
    write_to_disk(replacement.name());
    replacement.take_place();
    write_to_disk(std::filesystem::path(file_name).parent_path().string());
  }

  void
  write_to_disk(const std::string &file_name)
  {
    const int file = open(file_name.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
      return;
    fsync(file);
    close(file);
  }

  std::runtime_error
  writing_failed(const std::string &file_name)
  {
    const bool is_known = errno != 0 && errno != ENOSPC;
    return std::runtime_error("Writing '" + file_name + "' failed: " +
                              (is_known ?
                                 std::string(std::strerror(errno)) + '.' :
                                 std::string("is the disk full?")));
  }
} // namespace percuss
