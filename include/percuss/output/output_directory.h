// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_output_directory_h
#define percuss_output_output_directory_h

#include <optional>
#include <string>
#include <vector>

namespace percuss
{
  /** A run whose results are in a directory. */
  struct EarlierRun
  {
    std::string case_name; ///< empty if it is not known
    std::string status;    ///< done, interrupted or failed
  };

  /** The run that has left `summary.json`, or `history.csv`, in a directory. */
  std::optional<EarlierRun>
  earlier_run(const std::string &directory);

  /** A name as it is in summary.json: what is no UTF-8 is replaced. */
  std::string
  name_in_summary(const std::string &name);

  /**
   * Removes the results that an earlier run left in a directory, so that they
   * are not taken for those of the next one, and nothing else: the files that
   * its list has (ResultFiles), but for used_parameters.prm, folders that are
   * empty then, and what tells itself by what it holds:
   *
   *     NAME.pvd, NAME.xdmf   with the mark of FieldTimes
   *     history.csv    with the columns of HistoryWriter
   *     signals.h5     of SignalWriter
   *     report.html    of the tool report.py
   *     summary.json   with the versions that write_summary() enters
   *     checkpoint/    files that begin as those of checkpoints do
   *
   * Other files stay, in `solution` too; so do links, and what they point to.
   * What cannot be removed stays.
   */
  void
  remove_earlier_results(const std::string &directory);

  /** Why no file can be written under a name: it is a folder, a link to what is
   * no device, or a pipe, which may wait for a reader forever. Empty if there
   * is no such reason. */
  std::string
  problem_of_place(const std::string &file_name);

  /**
   * Why a run cannot leave @p files in a directory, empty if it can. In the
   * place of one of them is
   *
   *   - what problem_of_place() says, or
   *   - a file that no run of percuss has left: neither its list nor what it
   *     holds says so;
   *
   * or, where there are fields or `contact_problems`, anything but a folder in
   * the place of theirs, or such a file in it.
   */
  std::string
  obstruction(const std::string              &directory,
              const std::vector<std::string> &files);
} // namespace percuss

#endif
