// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_sweep_h
#define percuss_program_sweep_h

#include <percuss/input/case_file.h>
#include <percuss/run/study_parameters.h>

#include <string>
#include <vector>

namespace percuss
{
  /** "Section/entry", its value, and where the study asks for it. */
  struct Assignment
  {
    std::string path, value, place;
  };

  /** One entry and the values that it takes. */
  struct SweepAxis
  {
    std::string              path, place;
    std::vector<std::string> values;
  };

  /** A set of entries with the label of its line in plots. */
  struct SweepCurve
  {
    std::string             label;
    std::vector<Assignment> settings;
  };

  /** One run of a study. */
  struct SweepRun
  {
    std::string              curve;  ///< label, empty where there is one line
    std::vector<std::string> values; ///< of the axes
    std::vector<Assignment>  settings;
  };

  /** All combinations of the axes and curves, curve by curve, and within each
   * along the first axis. */
  struct Sweep
  {
    std::vector<SweepAxis> axes;
    std::vector<SweepRun>  runs;
  };

  /**
   * The runs that the entries 'Study/sweep' and 'Study/curves' ask for. Throws
   * InputError with the place of the entry that is not understood, or that
   * names an entry that does not exist.
   */
  Sweep
  make_sweep(const StudyParameters &parameters, const CaseFile &case_file);

  /** The settings of 'Study/curves' alone, as a spectrum has them; one without
   * settings if the entry is empty. Throws InputError. */
  std::vector<SweepCurve>
  make_curves(const StudyParameters &parameters, const CaseFile &case_file);

  /** The settings of 'Study/reference settings'; throws InputError. */
  std::vector<Assignment>
  reference_settings(const StudyParameters &parameters,
                     const CaseFile        &case_file);
} // namespace percuss

#endif
