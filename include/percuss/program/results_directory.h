// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_results_directory_h
#define percuss_program_results_directory_h

#include <percuss/input/case_file.h>
#include <percuss/output/directory_lock.h>

#include <functional>
#include <string>

namespace percuss
{
  /** The output directory of a run or of a study: it exists, and no other one
   * writes there, as long as the object lives. */
  class ResultsDirectory
  {
  public:
    /**
     * Makes the directory on the first process and locks it there.
     *
     * @param problem why it cannot be used, else empty; called when it is
     *                locked, on the first process
     *
     * @param purpose of several that write there together, each knowing what it
     *                may write; empty: this one writes alone. Then the first of
     *                them asks for problems
     *
     * Collective; throws InputError on all processes, and leaves nothing then.
     */
    ResultsDirectory(const std::string                  &directory,
                     const CaseFile                     &case_file,
                     const std::function<std::string()> &problem,
                     const std::string                  &purpose = {});

    /** Whether those with the same purpose have left: see
     * DirectoryLock::is_last(). Collective. */
    bool
    is_last();

  private:
    DirectoryLock lock;
  };

  /** Why a directory cannot be used: there are no permissions, or a file is in
   * the place of a folder. Empty if it can; makes nothing. */
  std::string
  problem_of_place_of_results(const std::string &directory);

  /** What is said of an output directory with a problem. */
  InputError
  unusable_directory(const CaseFile &case_file, const std::string &problem);

  /** Why results of another case are not replaced. */
  std::string
  holds_other_case(const std::string &name);
} // namespace percuss

#endif
