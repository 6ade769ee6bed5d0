// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_file_replacement_h
#define percuss_output_file_replacement_h

#include <stdexcept>
#include <string>

namespace percuss
{
  /**
   * A file that takes the place of another one at once, with rename(2): whoever
   * reads it, also after a kill or on a full disk, finds the whole old or the
   * whole new one. What stands there is not written through: a link goes, what
   * it points to stays, and so does a hard link to the old file. A device or a
   * pipe is written as it is.
   */
  class FileReplacement
  {
  public:
    explicit FileReplacement(const std::string &file_name);

    FileReplacement(const FileReplacement &) = delete;

    /** Removes what has not taken its place. */
    ~FileReplacement();

    /** The file to write: beside the other one, '.NAME.new'. */
    const std::string &
    name() const
    {
      return new_name;
    }

    /** Throws std::runtime_error if it cannot take its place. */
    void
    take_place();

  private:
    std::string file_name, new_name;
    bool        is_pending = true;
  };

  /** Removes what a process that was killed has not put into the place of a
   * file. */
  void
  remove_unfinished_replacement(const std::string &file_name);

  /** Replaces a file by one with this content; throws std::runtime_error. */
  void
  replace_file(const std::string &file_name, const std::string &content);

  /** The same; returns when the system has it on the disk, as far as it can. */
  void
  replace_file_on_disk(const std::string &file_name,
                       const std::string &content);

  /** Returns when the system has a file on the disk, as far as it can. */
  void
  write_to_disk(const std::string &file_name);

  /** "Writing 'FILE' failed: " and why, from errno, which writing must have
   * left as it was. */
  std::runtime_error
  writing_failed(const std::string &file_name);
} // namespace percuss

#endif
