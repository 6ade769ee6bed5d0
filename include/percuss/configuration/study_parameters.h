// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_configuration_study_parameters_h
#define percuss_configuration_study_parameters_h

#include <percuss/study/run_errors.h>

#include <deal.II/base/parameter_handler.h>

#include <string>

namespace percuss
{
  /** Section "Study". */
  struct StudyParameters
  {
    std::string  kind = "refinement";
    std::string  sweep;
    std::string  curves;
    std::string  abscissa  = "automatic";
    std::string  reference = "automatic";
    std::string  reference_settings;
    double       compare_from  = 0.;
    double       compare_until = 0.;
    std::string  quantities;
    bool         hausdorff_distances  = false;
    std::string  hausdorff_metric     = "relative";
    unsigned int field_error_interval = 0;
    unsigned int parallel_runs        = 0;
    bool         keep_histories       = false;
    double       smallest_frequency   = 1e-2;
    double       largest_frequency    = 1e2;
    unsigned int n_frequencies        = 200;
    double       damping_ratio        = 0.;

    /** Declares the entries; parsing then sets the members. */
    void
    add_parameters(dealii::ParameterHandler &prm);

    /** @param start_time of the run [s] */
    ComparisonSettings
    comparison(double start_time) const;
  };
} // namespace percuss

#endif
