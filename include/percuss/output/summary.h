// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_output_summary_h
#define percuss_output_summary_h

#include <percuss/simulation/step_record.h>

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

namespace percuss
{
  /** What a run was, and how it went: the content of `summary.json`. */
  struct Summary
  {
    std::string       case_name, model, scheme, solver, linear_algebra;
    std::string       status = "done";      ///< or "interrupted", "failed"
    std::string       failure;              ///< why, if it has failed
    unsigned long int steps = 0;            ///< that were made
    std::string       stopped;              ///< why, if before the end time
    unsigned long int checkpoint_step  = 0; ///< where --resume goes on, or 0
    std::size_t       dofs             = 0;
    double            element_length   = 0.; ///< of the longest [m], or 0
    std::size_t       contacts         = 0;  ///< pairs that can touch
    std::size_t       contact_rows     = 0;  ///< with the tangential ones
    unsigned int      ranks            = 1;
    double            wall_seconds     = 0.; ///< of the run, set-up included
    double            stepping_seconds = 0.; ///< of the steps, without output

    bool projects = false; ///< whether the scheme projects positions

    std::map<std::string, double> scales; ///< of model and start, by name
    /** Whether the impulses of contacts over the time step are forces, which
     * converge with it: of massless contacts and of springs. Those of
     * impacts grow without bound as the step falls. */
    bool contacts_are_forces = false;

    std::map<std::string, double> adaptation; ///< of a mesh that adapts
    std::map<std::string, double> errors;     ///< name -> norm
    std::vector<std::string>      warnings;

    const StepRecord *record = nullptr; ///< of the last step
  };

  /** The summary as a JSON object, in UTF-8. */
  std::string
  summary_as_json(const Summary &summary);

  /** The summary as a JSON object, which replaces the file; throws
   * std::runtime_error if it cannot be written. */
  void
  write_summary(const Summary &summary, const std::string &file_name);

  /** The same where a full disk has no room for both: the old file goes first.
   * Nothing is thrown. */
  void
  write_summary_in_place(const Summary &summary, const std::string &file_name);

  /** The summary for people. */
  void
  print_summary(const Summary &summary, std::ostream &out);
} // namespace percuss

#endif
