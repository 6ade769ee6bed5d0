// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_directory_lock_h
#define percuss_output_directory_lock_h

#include <functional>
#include <string>

namespace percuss
{
  /**
   * As long as it lives, no other process of percuss writes into a directory:
   * an flock(2) on its file '.percuss_lock', which is there meanwhile. The kernel
   * releases the lock of a process that is killed; the file that this one
   * leaves locks nothing. Network file systems that know locks share them
   * between computers; where a file system has none, there is none.
   */
  class DirectoryLock
  {
  public:
    DirectoryLock() = default;

    DirectoryLock(const DirectoryLock &) = delete;

    ~DirectoryLock()
    {
      release();
    }

    /** Returns why it cannot be had, with the process that has it; empty if it
     * has been taken. @pre it has not, the directory exists */
    std::string
    take(const std::string &directory,
         const std::string &name = ".percuss_lock");

    /**
     * Shares the lock with all that have the same purpose, a word. Returns why
     * it cannot be had as take(), or what @p prepare, which the first of them
     * calls while the others wait, returns.
     */
    std::string
    share(const std::string                  &directory,
          const std::string                  &purpose,
          const std::function<std::string()> &prepare);

    /** Whether no other process shares the lock, which is this one's alone
     * then; else it is lost. Of several that ask, one is told so. */
    bool
    is_last();

    /** Releases the lock, if it was taken, and removes its file, unless it is
     * shared. */
    void
    release();

  private:
    std::string file_name;
    int         file      = -1;
    bool        is_shared = false;
  };
} // namespace percuss

#endif
