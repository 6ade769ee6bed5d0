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

    /** A new, empty file beside another one, whose name was free. */
    std::string
    make_file_beside(const std::string &file_name)
    {
      const std::filesystem::path path = file_name;
      const std::string           first =
        (path.parent_path() / name_of_unfinished(path.filename().string()))
          .string();
      for (unsigned int attempt = 0; true; ++attempt)
        {
          const std::string name =
            first + (attempt == 0 ? "" : std::to_string(attempt));
          const int file =
            open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
          if (file >= 0)
            {
              close(file);
              return name;
            }
          if (errno != EEXIST)
            throw writing_failed(file_name);
        }
    }

    std::string
    place_of_new(const std::string &file_name)
    {
      if (!is_written_as_it_is(file_name))
        return make_file_beside(file_name);
      if (const std::string problem = problem_of_pipe(file_name);
          !problem.empty())
        throw std::runtime_error("Writing '" + file_name +
                                 "' failed: " + problem + '.');
      return file_name;
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
  } // namespace

  FileReplacement::FileReplacement(const std::string &file_name)
    : file_name(file_name)
    , new_name(place_of_new(file_name))
  {}

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

  std::string
  name_of_unfinished(const std::string &name)
  {
    return "." + name + ".new";
  }

  std::string
  problem_of_pipe(const std::string &file_name)
  {
    std::error_code ignored;
    const auto      type = std::filesystem::status(file_name, ignored).type();
    if (type == std::filesystem::file_type::socket)
      return "it is a socket";
    if (type != std::filesystem::file_type::fifo)
      return {};
    // without a reader, opening it would wait for one
    const int pipe = open(file_name.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (pipe < 0)
      return errno == ENXIO ? "it is a pipe that nobody reads" :
                              std::strerror(errno);
    close(pipe);
    return {};
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
    write_to_disk(replacement.name(), file_name);
    replacement.take_place();
    const auto folder = std::filesystem::path(file_name).parent_path();
    write_to_disk(folder.empty() ? "." : folder.string());
  }

  void
  write_to_disk(const std::string &file_name, const std::string &known_as)
  {
    const int file = open(file_name.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
      throw writing_failed(known_as.empty() ? file_name : known_as);
    int problem = fsync(file) == 0 ? 0 : errno;
    if (close(file) != 0 && problem == 0)
      problem = errno;
    errno = problem;
    // some file systems cannot do it
    if (problem != 0 && problem != EINVAL && problem != EROFS &&
        problem != ENOTSUP && problem != ENOSYS)
      throw writing_failed(known_as.empty() ? file_name : known_as);
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
