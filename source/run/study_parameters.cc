// SPDX-License-Identifier: Apache-2.0
#include <percuss/run/study_parameters.h>

namespace percuss
{
  void
  StudyParameters::add_to(Parameters &prm)
  {
    prm.section("Study");
    prm.add<Kind>("kind",
                  kind,
                  "What 'percuss study' does: runs the case again and "
                  "again (refinement), or analyses the scheme alone for "
                  "q'' + omega^2 q = 0 (spectrum).",
                  {{"refinement", Kind::refinement},
                   {"spectrum", Kind::spectrum}});
    prm.add(
      "sweep",
      sweep,
      "The entries to vary, 'Section/entry = value, value, ...', several "
      "separated by ';': every combination is run. Values may also be "
      "geometric(first, last, number) or linear(first, last, number). Rates "
      "are observed along the first entry; the others make curves. Values "
      "with ',' or ';' in them stand in double quotes.");
    prm.add_words(
      "sweep",
      {{"geometric", "geometric(first, last, number): with equal ratios."},
       {"linear", "linear(first, last, number): with equal differences."}});
    prm.add(
      "curves",
      curves,
      "Sets of entries to compare, 'label: Section/entry = value, "
      "Section/entry = value', separated by '|', as in 'theta = 1: Time "
      "integration/theta = 1 | theta = 1/2: Time integration/theta = 0.5'.");
    prm.add("abscissa",
            abscissa,
            "What the errors are plotted over and the rates refer "
            "to. Automatic: the time step if it changes along the "
            "first entry of the sweep, otherwise the element "
            "length, otherwise that entry.",
            {"automatic",
             "time step",
             "element length",
             "degrees of freedom",
             "swept entry"});
    prm.add(
      "reference",
      reference,
      "What runs are compared with: 'exact', the exact solution of the model; "
      "'finest', the last run along the first entry of the sweep; 'computed', "
      "a run with the 'reference settings'; 'none'; 'automatic', the exact "
      "solution where it is known; or the directory of a run that has "
      "recorded its signals. 'percuss run' knows 'exact', 'none', 'automatic' "
      "and directories.");
    prm.add_words("reference",
                  {{"exact", "The exact solution of the model."},
                   {"finest", "The last run along the first swept entry."},
                   {"computed", "A run with the 'reference settings'."},
                   {"none", "No comparison."},
                   {"automatic", "The exact solution where it is known."}});
    prm.add("reference settings",
            reference_settings,
            "The entries of a computed reference that differ from "
            "those of the runs it is for: 'Section/entry = value, "
            "...'. It is computed once and kept.");
    for (const char *const entry : {"sweep", "curves", "reference settings"})
      prm.keep_references(entry);
    prm.add("compare from",
            compare_from,
            "Time [s] at which the comparison begins; before the "
            "start of the run: there.");
    prm.add("compare until",
            compare_until,
            "Time [s] at which it ends; 0: with the run.");
    prm.add(
      "quantities",
      quantities,
      "Columns of study.csv to tabulate and plot, separated by ','; '*' stands "
      "for any text, as in '*_L2, contact_peak_force'. Empty: all errors.");
    prm.add("Hausdorff distances",
            hausdorff_distances,
            "Whether the errors include Hausdorff distances of "
            "filled-in graphs ([L18] 58-61); they take 8 bytes per "
            "step and signal.");
    prm.add<ComparisonSettings::Metric>(
      "Hausdorff metric",
      hausdorff_metric,
      "Times and values in relation to the length of the "
      "comparison and the largest value of the reference, or "
      "both in SI units as in [L18] (59).",
      {{"relative", ComparisonSettings::Metric::relative},
       {"SI", ComparisonSettings::Metric::si}});
    prm.add("field error interval",
            field_error_interval,
            "Time steps between integrals of the errors of the "
            "fields of elastic bars (L2, H1 semi-norm), where the "
            "exact solution is known; 0: none.");
    prm.add("parallel runs",
            parallel_runs,
            "Runs at the same time; 0: one per core, or as many as have "
            "'ranks' cores each. Wall times compare best with 1.");
    prm.add(
      "ranks",
      n_ranks,
      "Processes of each run, which 'mpirun' starts if there are several.",
      Range<unsigned int>{1, 100000});
    prm.add("keep histories",
            keep_histories,
            "Whether the runs write histories and fields at the "
            "intervals of section 'Output', not only the first and "
            "the last step.");
    prm.add("keep runs",
            keep_runs,
            "Whether each run leaves a directory with its files. If not, its "
            "results are its row of study.csv alone, and runs.jsonl keeps them "
            "for a study that goes on: for thousands of short runs.");
    prm.add("smallest frequency",
            smallest_frequency,
            "Smallest omega h [-] of a spectrum.",
            Range<double>{1e-12});
    prm.add("largest frequency",
            largest_frequency,
            "Largest omega h [-] of a spectrum.",
            Range<double>{1e-12});
    prm.add("number of frequencies",
            n_frequencies,
            "Points of a spectrum, equidistant in the logarithm.",
            Range<unsigned int>{2});
    prm.add("damping ratio",
            damping_ratio,
            "xi [-] of the oscillator of a spectrum, q'' + 2 xi "
            "omega q' + omega^2 q = 0.",
            Range<double>{0., 0.999});
  }

  ComparisonSettings
  StudyParameters::comparison(const double start_time) const
  {
    ComparisonSettings settings;
    settings.begin = compare_from - start_time;
    if (compare_until != 0.)
      settings.end = compare_until - start_time;
    settings.hausdorff = hausdorff_distances;
    settings.metric    = hausdorff_metric;
    return settings;
  }
} // namespace percuss
