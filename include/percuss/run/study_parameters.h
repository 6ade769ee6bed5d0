// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_study_parameters_h
#define percuss_run_study_parameters_h

#include <percuss/input/parameters.h>
#include <percuss/study/run_errors.h>

#include <string>

namespace percuss
{
  /** Section "Study". */
  struct StudyParameters
  {
    enum class Kind
    {
      refinement,
      spectrum
    };

    Kind                       kind = Kind::refinement;
    std::string                sweep;
    std::string                curves;
    std::string                abscissa  = "automatic";
    std::string                reference = "automatic";
    std::string                reference_settings;
    double                     compare_from  = 0.;
    double                     compare_until = 0.;
    std::string                quantities;
    bool                       hausdorff_distances = false;
    ComparisonSettings::Metric hausdorff_metric =
      ComparisonSettings::Metric::relative;
    unsigned int field_error_interval = 0;
    unsigned int parallel_runs        = 0;
    unsigned int n_ranks              = 1; ///< of each run
    bool         keep_histories       = false;
    bool         keep_runs            = true;
    double       smallest_frequency   = 1e-2;
    double       largest_frequency    = 1e2;
    unsigned int n_frequencies        = 200;
    double       damping_ratio        = 0.;

    /** Declares the entries; parsing then sets the members. */
    void
    add_to(Parameters &prm);

    /** @param start_time of the run [s] */
    ComparisonSettings
    comparison(double start_time) const;
  };
} // namespace percuss

#endif
