// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_result_files_h
#define percuss_output_result_files_h

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * The files that runs have left in a directory, as its file
   * `percuss_files.txt` lists them: a line per event,
   *
   *     percuss files 1
   *     - solution/solution_00000012.vtu             is being written
   *     = 10412 1f3a77c0 solution/solution_00000012.vtu   is written: its size in
   *                     bytes and the checksum of its beginning and its end
   *     end             the run has ended
   *
   * appended before and after a file is written, so that whatever a run that is
   * killed leaves is known, too. A file that has another size or checksum than
   * its last line says is somebody else's.
   */
  class ResultFiles
  {
  public:
    /** Reads the list; without one, or with a file of others in its place,
     * there are no results. */
    explicit ResultFiles(const std::string &directory);

    /** Whether the file is one that a run has left, and is as it left it, or
     * perhaps was killed in writing it or what MPI keeps beside it; never a
     * link. */
    bool
    has(const std::string &name) const;

    /** All that are listed and are there as they were left. */
    std::vector<std::string>
    names() const;

    /** Those of them that were being written. */
    std::vector<std::string>
    unfinished() const;

  private:
    std::string                                       directory;
    std::map<std::string, std::optional<std::string>> entries; // by name
  };

  /**
   * Begins the list, or goes on with the one that is there, of a run that is
   * going to leave the files @p names by replacing others; what a run that was
   * killed has left beside them goes. Like the functions below throws
   * std::runtime_error where it cannot be written.
   */
  void
  begin_result_files(const std::string              &directory,
                     const std::vector<std::string> &names);

  /** Says that a file is about to be written; where there is no list, nothing
   * is said. */
  void
  announce_result(const std::string &directory, const std::string &name);

  /** Says that a file is written. */
  void
  enter_result(const std::string &directory, const std::string &name);

  /** Says that a run has ended, and which of its files, @p names and those that
   * are not complete because it has failed, are there. */
  void
  end_result_files(const std::string              &directory,
                   const std::vector<std::string> &names);

  /** Removes the list, if it is one. */
  void
  remove_result_files(const std::string &directory);

  /** What is in the place of the list; empty if nothing is. */
  std::string
  obstruction_of_result_files(const std::string &directory);
} // namespace percuss

#endif
