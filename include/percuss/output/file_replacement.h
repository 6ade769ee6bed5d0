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
   * it points to stays, and so does a hard link to the old file. A device, or a
   * pipe that somebody reads, is written as it is.
   */
  class FileReplacement
  {
  public:
    /** Makes the new file; throws std::runtime_error where it cannot. */
    explicit FileReplacement(const std::string &file_name);

    FileReplacement(const FileReplacement &) = delete;

    /** Removes what has not taken its place. */
    ~FileReplacement();

    /** The file to write: beside the other one, '.NAME.new', or, where that is
     * somebody's, '.NAME.new1', ... */
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

  /** What stands beside a file of this name while it is replaced, and stays
   * where the process is killed. */
  std::string
  name_of_unfinished(const std::string &name);

  /** Why writing into a pipe or a socket would not come to an end; empty if it
   * would, or if it is none. */
  std::string
  problem_of_pipe(const std::string &file_name);

  /** Replaces a file by one with this content; throws std::runtime_error. */
  void
  replace_file(const std::string &file_name, const std::string &content);

  /** The same; returns when the system has it on the disk, as far as it can, and
   * throws where that fails, too. */
  void
  replace_file_on_disk(const std::string &file_name,
                       const std::string &content);

  /** Returns when the system has a file on the disk, as far as it can; throws
   * std::runtime_error if it could not.
   * @param known_as its name in the message, if it is another one */
  void
  write_to_disk(const std::string &file_name, const std::string &known_as = {});

  /** "Writing 'FILE' failed: " and why, from errno, which writing must have
   * left as it was. */
  std::runtime_error
  writing_failed(const std::string &file_name);
} // namespace percuss

#endif
