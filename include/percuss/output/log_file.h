// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_log_file_h
#define percuss_output_log_file_h

#include <fstream>
#include <memory>
#include <ostream>
#include <streambuf>
#include <string>

namespace percuss
{
  /**
   * As long as it lives, a file also gets what the program writes to its standard
   * output and to its standard error output, line by line, each at once; of a
   * line that rewrites itself, the last text.
   */
  class LogFile
  {
  public:
    /**
     * Creates the file, or empties the one that is there.
     *
     * @param is_quiet whether the standard output itself gets nothing
     *
     * Throws InputError if the file cannot be written.
     */
    LogFile(const std::string &file_name, bool is_quiet);

    /** The streams are as before. */
    ~LogFile();

    LogFile(const LogFile &) = delete;

    /** A line for the file alone. */
    void
    append(const std::string &line);

    /** Closes the file, the streams being as before; throws std::runtime_error
     * if not all of it is in the file. */
    void
    end();

  private:
    void
    give_streams_back();

    const std::string     file_name;
    std::ofstream         file;
    int                   failure = 0; // errno of the first one
    std::streambuf *const output, *const error;
    std::unique_ptr<std::streambuf> copied_output, copied_error;
  };

  /** Whether a log would overwrite what is none: a file that holds something
   * and does not begin as the output of percuss does. */
  bool
  is_file_without_log(const std::string &file_name);
} // namespace percuss

#endif
