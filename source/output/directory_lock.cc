// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/directory_lock.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace percuss
{
  namespace
  {
    /** Whether an open file is the one of that name: whoever had the lock
     * before may have removed it meanwhile. */
    bool
    is_file(const int file, const std::string &name)
    {
      struct stat opened, named;
      return fstat(file, &opened) == 0 && lstat(name.c_str(), &named) == 0 &&
             opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
    }

    std::string
    this_process()
    {
      char host[256] = "";
      gethostname(host, sizeof host - 1);
      return "process " + std::to_string(getpid()) + " on " + host;
    }

    std::string
    content_of(const int file)
    {
      char       text[512];
      const auto n = pread(file, text, sizeof text, 0);
      return n > 0 ? std::string(text, static_cast<std::size_t>(n)) :
                     "another process";
    }
  } // namespace

  std::string
  DirectoryLock::take(const std::string &directory)
  {
    file_name = directory + "/.percuss_lock";
    while (true)
      {
        const int opened = open(file_name.c_str(),
                                O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
                                0666);
        if (opened < 0)
          return "'" + file_name +
                 "' cannot be opened: " + std::strerror(errno);
        if (flock(opened, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
          {
            const std::string holder = content_of(opened);
            close(opened);
            return holder + " of percuss is writing there";
          }
        if (is_file(opened, file_name))
          {
            file = opened;
            break;
          }
        close(opened);
      }
    const std::string who = this_process();
    // for people only: the lock is there without it
    if (ftruncate(file, 0) != 0 || pwrite(file, who.data(), who.size(), 0) < 0)
      errno = 0;
    return {};
  }

  void
  DirectoryLock::release()
  {
    if (file < 0)
      return;
    unlink(file_name.c_str()); // before another process can have the lock
    close(file);
    file = -1;
  }
} // namespace percuss
