// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_study_plan_h
#define percuss_program_study_plan_h

#include <percuss/program/run_arguments.h>
#include <percuss/program/sweep.h>
#include <percuss/run/case.h>

#include <string>
#include <vector>

namespace percuss
{
  /** The case of a command line. */
  class ReadCase : public Case
  {
  public:
    ReadCase(const RunArguments &arguments, const Catalogue &catalogue)
      : Case(catalogue)
    {
      arguments.read_into(file);
    }
  };

  /** A run in its directory, or in none. */
  struct PlannedRun
  {
    std::string directory;  ///< empty where its results are a record alone
    std::string parameters; ///< the content of its parameter file
    std::string label;      ///< for people
  };

  struct Plan
  {
    std::string             case_name;
    std::vector<PlannedRun> references;   ///< that the runs wait for
    std::vector<PlannedRun> runs;         ///< in the order of the sweep
    std::vector<bool>       is_reference; ///< runs that others wait for

    /** Whether runs leave records instead of directories. */
    bool
    has_records() const
    {
      return runs_with_directories().size() < references.size() + runs.size();
    }

    /** Those that leave a directory, references first. */
    std::vector<const PlannedRun *>
    runs_with_directories() const;
  };

  /** The runs of a refinement study with their references; throws InputError
   * for entries that a run would refuse. */
  Plan
  make_plan(const RunArguments &arguments,
            const Catalogue    &catalogue,
            const Case         &base,
            const Sweep        &sweep);
} // namespace percuss

#endif
