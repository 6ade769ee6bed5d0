// SPDX-License-Identifier: Apache-2.0
#include <percuss/configuration/study_parameters.h>

namespace percuss
{
  using namespace dealii;

  void
  StudyParameters::add_parameters(ParameterHandler &prm)
  {
    prm.enter_subsection("Study");
    prm.add_parameter("kind",
                      kind,
                      "What 'percuss study' does: runs the case again and "
                      "again (refinement), or analyses the scheme alone for "
                      "q'' + omega^2 q = 0 (spectrum).",
                      Patterns::Selection("refinement|spectrum"));
    prm.add_parameter(
      "sweep",
      sweep,
      "The entries to vary, 'Section/entry = value, value, ...', several "
      "separated by ';': every combination is run. Values may also be "
      "geometric(first, last, number) or linear(first, last, number). Rates "
      "are observed along the first entry; the others make curves. Values "
      "with ',' or ';' in them stand in double quotes.");
    prm.add_parameter(
      "curves",
      curves,
      "Sets of entries to compare, 'label: Section/entry = value, "
      "Section/entry = value', separated by '|', as in 'theta = 1: Time "
      "integration/theta = 1 | theta = 1/2: Time integration/theta = 0.5'.");
    prm.add_parameter("abscissa",
                      abscissa,
                      "What the errors are plotted over and the rates refer "
                      "to. Automatic: the time step if it changes along the "
                      "first entry of the sweep, otherwise the element "
                      "length, otherwise that entry.",
                      Patterns::Selection("automatic|time step|element length|"
                                          "degrees of freedom|swept entry"));
    prm.add_parameter(
      "reference",
      reference,
      "What runs are compared with: 'exact', the exact solution of the model; "
      "'finest', the last run along the first entry of the sweep; 'computed', "
      "a run with the 'reference settings'; 'none'; 'automatic', the exact "
      "solution where it is known; or the directory of a run that has "
      "recorded its signals. 'percuss run' knows 'exact', 'none', 'automatic' "
      "and directories.");
    prm.add_parameter("reference settings",
                      reference_settings,
                      "The entries of a computed reference that differ from "
                      "those of the runs it is for: 'Section/entry = value, "
                      "...'. It is computed once and kept.");
    prm.add_parameter("compare from",
                      compare_from,
                      "Time [s] at which the comparison begins; before the "
                      "start of the run: there.");
    prm.add_parameter("compare until",
                      compare_until,
                      "Time [s] at which it ends; 0: with the run.");
    prm.add_parameter(
      "quantities",
      quantities,
      "Columns of study.csv to tabulate and plot, separated by ','; '*' stands "
      "for any text, as in '*_L2, contact_peak_force'. Empty: all errors.");
    prm.add_parameter("Hausdorff distances",
                      hausdorff_distances,
                      "Whether the errors include Hausdorff distances of "
                      "filled-in graphs ([L18] 58-61); they take 8 bytes per "
                      "step and signal.");
    prm.add_parameter("Hausdorff metric",
                      hausdorff_metric,
                      "Times and values in relation to the length of the "
                      "comparison and the largest value of the reference, or "
                      "both in SI units as in [L18] (59).",
                      Patterns::Selection("relative|SI"));
    prm.add_parameter("field error interval",
                      field_error_interval,
                      "Time steps between integrals of the errors of the "
                      "fields of elastic bars (L2, H1 semi-norm), where the "
                      "exact solution is known; 0: none.",
                      Patterns::Integer(0));
    prm.add_parameter("parallel runs",
                      parallel_runs,
                      "Runs at the same time; 0: one per core. Wall times "
                      "compare best with 1.",
                      Patterns::Integer(0));
    prm.add_parameter("keep histories",
                      keep_histories,
                      "Whether the runs write histories and fields at the "
                      "intervals of section 'Output', not only the first and "
                      "the last step.");
    prm.add_parameter("smallest frequency",
                      smallest_frequency,
                      "Smallest omega h [-] of a spectrum.",
                      Patterns::Double(1e-12));
    prm.add_parameter("largest frequency",
                      largest_frequency,
                      "Largest omega h [-] of a spectrum.",
                      Patterns::Double(1e-12));
    prm.add_parameter("number of frequencies",
                      n_frequencies,
                      "Points of a spectrum, equidistant in the logarithm.",
                      Patterns::Integer(2));
    prm.add_parameter("damping ratio",
                      damping_ratio,
                      "xi [-] of the oscillator of a spectrum, q'' + 2 xi "
                      "omega q' + omega^2 q = 0.",
                      Patterns::Double(0., 0.999));
    prm.leave_subsection();
  }

  ComparisonSettings
  StudyParameters::comparison(const double start_time) const
  {
    ComparisonSettings settings;
    settings.begin = compare_from - start_time;
    if (compare_until != 0.)
      settings.end = compare_until - start_time;
    settings.hausdorff = hausdorff_distances;
    settings.metric    = hausdorff_metric == "SI" ?
                           ComparisonSettings::Metric::si :
                           ComparisonSettings::Metric::relative;
    return settings;
  }
} // namespace percuss
