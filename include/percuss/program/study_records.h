// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_study_records_h
#define percuss_program_study_records_h

#include <percuss/program/study_plan.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace percuss
{
  /** What has come of a run that leaves no directory. */
  struct RunRecord
  {
    std::string summary; ///< JSON on one line, empty unless the run is done
    std::string message; ///< of a failure
  };

  /**
   * What runs without directories ('Study/keep runs = false') have left, in a
   * file of the study's directory, runs.jsonl: a first line with the case and
   * the versions, then a line of JSON for each run as it ends, with a number
   * made of its parameters, its status, and its summary or what it said last. A
   * study that was killed goes on from there: runs that are done are known, a
   * last line that is not whole goes. Lines of runs that have failed are for
   * people: such runs are made again, as those of another version are.
   */
  class StudyRecords
  {
  public:
    /** None, without a file. */
    StudyRecords() = default;

    StudyRecords(const StudyRecords &) = delete;

    ~StudyRecords();

    /** Reads what there is of this case and these versions, and replaces what
     * is of others. Throws std::runtime_error where the file cannot be written.
     */
    void
    open(const std::string &directory, const std::string &case_name);

    /** Those of a run that has been read or added; none otherwise. */
    const RunRecord *
    find(const PlannedRun &run) const;

    /** Writes the line; throws std::runtime_error where it cannot. */
    void
    add(const PlannedRun &run, const RunRecord &record);

  private:
    std::string                                file_name;
    int                                        file = -1;
    std::unordered_map<std::string, RunRecord> records; // by number of the run
  };

  /** Why the file of records cannot be written in a directory, or holds those
   * of another case that are not to be replaced; empty if it can. */
  std::string
  obstruction_of_records(const std::string &directory,
                         const std::string &case_name,
                         bool               overwrites);

  /** Throws InputError where a study without directories asks for what only a
   * directory can hold. */
  void
  check_records(const Case &base);

  /** Warnings of entries of section 'Output' that are set and have no effect in
   * a study without directories. */
  std::vector<std::string>
  records_warnings(const Case &base);
} // namespace percuss

#endif
