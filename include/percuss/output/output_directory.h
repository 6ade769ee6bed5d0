// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_output_directory_h
#define percuss_output_output_directory_h

#include <string>
#include <vector>

namespace percuss
{
  /**
   * Removes the results that an earlier run left in a directory, so that they
   * are not taken for those of the next one, and nothing else:
   *
   *     NAME.pvd       one that lists files of FieldSeries only, with the files
   *                    that it lists and the pieces of these of each rank, and
   *                    `solution` if it is empty then
   *     summary.json   with the versions that write_summary() enters
   *     signals.h5     if used_parameters.prm says that signals were recorded
   *
   * Other files stay, in `solution` too; so do links, and what they point to.
   * What cannot be removed stays.
   */
  void
  remove_earlier_results(const std::string &directory);

  /**
   * Why a run cannot leave @p files in a directory, empty if it can: a folder
   * or a link to a file in the place of one, or anything but a folder in the
   * place of `solution`, where there are fields.
   */
  std::string
  obstruction(const std::string              &directory,
              const std::vector<std::string> &files);
} // namespace percuss

#endif
