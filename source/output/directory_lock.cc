// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/pattern.h>
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
      return n > 0 ? std::string(text, static_cast<std::size_t>(n)) : "";
    }

    /** Whether this program has left an open file: not another one, nor a
     * pipe. */
    bool
    is_lock(const int file)
    {
      static const Pattern pattern(R"(process \d+( on [^\n]*)?(\nstudy \d+)?)");
      struct stat          opened;
      const std::string    content = content_of(file);
      return fstat(file, &opened) == 0 && S_ISREG(opened.st_mode) &&
             (content.empty() || !pattern.match(content).empty());
    }

    /** For people, and the purpose that others may share. */
    void
    enter(const int file, const std::string &purpose)
    {
      const std::string text =
        this_process() + (purpose.empty() ? "" : '\n' + purpose);
      // the lock is there without it
      if (ftruncate(file, 0) != 0 ||
          pwrite(file, text.data(), text.size(), 0) < 0)
        errno = 0;
    }

    std::string
    is_held_by(const std::string &content)
    {
      const std::string holder = content.substr(0, content.find('\n'));
      return (holder.empty() ? "another process" : holder) +
             " of percuss is writing there";
    }

    /** What an attempt to lock has come to. */
    enum class Locking
    {
      done,
      refused,
      again ///< the file is no longer that of the name
    };

    Locking
    try_lock(const int file, const std::string &name, const int operation)
    {
      if (flock(file, operation | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return Locking::refused;
      return is_file(file, name) ? Locking::done : Locking::again;
    }

    /** Returns the file; negative where it cannot be used, with the reason in
     * @p problem. */
    int
    open_lock(const std::string &name, std::string &problem)
    {
      const int file =
        open(name.c_str(),
             O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
             0666);
      if (file < 0)
        problem = "'" + name + "' cannot be opened: " + std::strerror(errno);
      else if (!is_lock(file))
        {
          close(file);
          problem = "'" + name + "' is in the way, and no lock of percuss";
          return -1;
        }
      return file;
    }
  } // namespace

  std::string
  DirectoryLock::take(const std::string &directory, const std::string &name)
  {
    file_name = directory + '/' + name;
    while (true)
      {
        std::string reason;
        const int   opened = open_lock(file_name, reason);
        if (opened < 0)
          return reason;
        const Locking locking = try_lock(opened, file_name, LOCK_EX);
        if (locking == Locking::done)
          {
            file = opened;
            enter(file, "");
            return {};
          }
        const std::string holder = content_of(opened);
        close(opened);
        if (locking == Locking::refused)
          return is_held_by(holder);
      }
  }

  std::string
  DirectoryLock::share(const std::string                  &directory,
                       const std::string                  &purpose,
                       const std::function<std::string()> &prepare)
  {
    file_name = directory + "/.percuss_lock";
    // as long as the first prepares, some milliseconds
    for (unsigned int attempt = 0; true; ++attempt)
      {
        std::string reason;
        const int   opened = open_lock(file_name, reason);
        if (opened < 0)
          return reason;
        file = opened;
        if (try_lock(file, file_name, LOCK_EX) == Locking::done)
          {
            enter(file, purpose);
            if (const std::string problem = prepare(); !problem.empty())
              {
                release();
                return problem;
              }
          }
        const Locking     shared  = try_lock(file, file_name, LOCK_SH);
        const std::string content = content_of(file);
        const bool        is_same = content.ends_with('\n' + purpose);
        if (shared == Locking::done && is_same)
          {
            is_shared = true;
            return {};
          }
        close(file);
        file = -1;
        if (shared != Locking::again && !content.empty() && !is_same)
          return is_held_by(content);
        if (attempt == 1000)
          return is_held_by(content);
        usleep(20'000);
      }
  }

  bool
  DirectoryLock::is_last()
  {
    if (file < 0)
      return false;
    if (try_lock(file, file_name, LOCK_EX) == Locking::done)
      {
        is_shared = false;
        return true;
      }
    close(file);
    file = -1;
    return false;
  }

  void
  DirectoryLock::release()
  {
    if (file < 0 || (is_shared && !is_last()))
      return;
    unlink(file_name.c_str()); // before another process can have the lock
    close(file);
    file = -1;
  }
} // namespace percuss
