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
   * are not taken for those of the next one, and nothing else:
   *
   *     NAME.pvd, NAME.xdmf   one that lists files of FieldSeries only, with the files
   *                    that it lists and the pieces of these of each rank, and
   *                    `solution` if it is empty then
   *     solution/NAME_00000012.vtu, .pvtu, .h5   of an interrupted run, not listed
   *     history.csv    with the columns of HistoryWriter
   *     signals.h5     of SignalWriter
   *     report.html    of the tool report.py
   *     contact_problems/step_00000012.hdf5   if there is a summary, and
   *                    `contact_problems` if it is empty then
   *     summary.json   with the versions that write_summary() enters
   *
   * Other files stay, in `solution` too; so do links, and what they point to.
   * What cannot be removed stays.
   */
  void
  remove_earlier_results(const std::string &directory);

  /**
   * Why a run cannot leave @p files in a directory, empty if it can. In the
   * place of one of them is
   *
   *   - a folder, or a link to what is no device, or
   *   - a file that no run of percuss has left: known files by what they hold,
   *     others if the directory has no `summary.json` of a run;
   *
   * or, where there are fields, anything but a folder in the place of
   * `solution`, or such a file in it.
   */
  std::string
  obstruction(const std::string              &directory,
              const std::vector<std::string> &files);
} // namespace percuss

#endif
