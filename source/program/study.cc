// SPDX-License-Identifier: Apache-2.0

// `percuss study`: plans the runs, executes each as a process of its own,
// and gathers what they leave in tables and plots.

#include <percuss/base/exceptions.h>
#include <percuss/base/memory.h>
#include <percuss/output/output_directory.h>
#include <percuss/program/commands.h>
#include <percuss/program/percuss_main.h>
#include <percuss/program/recorded_runs.h>
#include <percuss/program/results_directory.h>
#include <percuss/program/set_together.h>
#include <percuss/program/study_results.h>
#include <percuss/program/study_runs.h>
#include <percuss/program/tools.h>
#include <percuss/run/check_run.h>
#include <percuss/run/loaded_library.h>
#include <percuss/study/spectral_analysis.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <thread>

namespace percuss
{
  namespace
  {
    const char *const study_help =
      R"(usage: percuss study CASE.prm [--output DIR] [--set "Section/entry=value"]...
                     [--quiet] [--overwrite] [--no-plots] [--report]

Runs a case again and again with the entries that section 'Study' varies, compares
each run with the exact solution, a finer run or a given one, and leaves tables
and plots: 'percuss explain Study' lists the entries. With 'Study/kind =
spectrum' it analyses the scheme alone.

  --output DIR   where the results go, instead of 'Output/output directory'
  --set "..."    overrides an entry of every run
  --quiet        nothing on standard output
  --overwrite    replaces results of another case in the output directory, as
                 with --output
  --no-plots     tables only
  --report       leaves report.html, too: one page with tables and curves that
                 opens without a network

The output directory then holds study.csv (one row per run), study.md (the errors
with observed rates), study.json, the plots as SVG and PNG, and the runs, each in
a directory of its own. With 'Study/keep runs = false' they leave none, but a line
of runs.jsonl each: for thousands of short runs, which then take less time.
A study that was interrupted goes on where it stopped: runs whose parameters are
the same are not repeated, and one that has left a checkpoint goes on from there.
A run that fails is reported in its row; the exit status is then 1.
The runs are spread over the cores, or under mpirun over the ranks; with
'Study/ranks' each is several processes. The same study may be started several
times in one folder, as by an array of jobs: each takes runs that no other one
has, and the last to end writes the tables.
)";

    /** Lets the tools draw what is in the directory, if there are quantities to
     * draw, and report on it. */
    void
    show(const RunArguments &arguments,
         const std::string  &directory,
         const StudyTable   &table)
    {
      if (arguments.plots && !table.quantities.empty())
        {
          const std::string problem = apply_tool("plot_study.py", directory);
          if (!problem.empty())
            std::cerr << "percuss: warning: the plots could not be made: "
                      << problem << "\nTables are complete. Repeat the "
                      << "plots by\n  "
                      << path_of_tool("plot_study.py").string() << ' '
                      << directory << std::endl;
          else if (!arguments.quiet)
            std::cout << "  " << directory << "/*.svg, *.png\n";
        }
      if (arguments.report)
        write_report(directory, arguments.quiet);
    }

    /** Why the study cannot leave its files, empty if it can. */
    std::string
    find_obstruction(const RunArguments &arguments,
                     const std::string  &directory,
                     const Plan         &plan)
    {
      const bool  overwrites = arguments.replaces_other_cases();
      std::string problem = obstruction_of_study(directory, plan, overwrites);
      if (problem.empty() && plan.has_records())
        problem = obstruction_of_records(directory, plan.case_name, overwrites);
      return problem.empty() && arguments.report ?
               obstruction(directory, {"report.html"}) :
               problem;
    }

    /** Which studies may work in one folder together: those of the same runs. */
    std::string
    purpose_of(const Plan &plan)
    {
      std::string all;
      for (const auto *runs : {&plan.references, &plan.runs})
        for (const PlannedRun &run : *runs)
          all += run.directory + '\n' + run.parameters + '\n';
      return "study " + std::to_string(std::hash<std::string>()(all));
    }

    /** Of each process; throws InputError. */
    unsigned int
    runs_at_a_time(const Case &base)
    {
      const StudyParameters &settings = base.run.study;
      const unsigned int     n_ranks  = processes().size();
      if (n_ranks > 1 && settings.n_ranks > 1)
        throw base.file.error(
          "Study/ranks",
          "Under mpirun the study gives a run to each process. Start it "
          "without: it starts 'mpirun -n " +
            std::to_string(settings.n_ranks) +
            "' for each run, or what the environment variable PERCUSS_MPIRUN "
            "says instead of 'mpirun -n'.");
      return settings.parallel_runs > 0 ?
               settings.parallel_runs :
             n_ranks > 1 ?
               1 :
               std::max(1u,
                        std::thread::hardware_concurrency() / settings.n_ranks);
    }

    void
    refine(const RunArguments &arguments,
           const Catalogue    &catalogue,
           const Case         &base)
    {
      const StudyParameters &settings = base.run.study;
      check_records(base);
      const Sweep        sweep = make_sweep(settings, base.file);
      const Plan         plan  = make_plan(arguments, catalogue, base, sweep);
      const std::string &directory = base.run.output.directory;
      const bool         is_first  = processes().is_first();
      if (is_first)
        for (const std::string &warning : records_warnings(base))
          std::cerr << "percuss: warning: " << warning << '\n';
      const unsigned int n_ranks    = processes().size();
      const unsigned int n_parallel = runs_at_a_time(base);
      ResultsDirectory   place(
        directory,
        base.file,
        [&] {
          const std::string problem =
            find_obstruction(arguments, directory, plan);
          if (problem.empty())
            forget_failures(plan);
          return problem;
        },
        plan.has_records() ? "" : purpose_of(plan));
      StudyRecords records;
      if (plan.has_records())
        records.open(directory, plan.case_name);

      if (!arguments.quiet)
        std::cout << "percuss study: " << plan.case_name << ", "
                  << plan.runs.size() << " runs"
                  << (plan.references.empty() ?
                        "" :
                        " and " + std::to_string(plan.references.size()) +
                          " reference(s)")
                  << ", " << n_parallel * n_ranks << " at a time" << std::endl;

      Runs first, second;
      for (const PlannedRun &run : plan.references)
        first.push_back(&run);
      // the finest last in the sweep, first in time: they take longest
      for (std::size_t i = plan.runs.size(); i-- > 0;)
        (plan.is_reference[i] ? first : second).push_back(&plan.runs[i]);
      StudyProgress progress((first.size() + second.size() + n_ranks - 1) /
                               n_ranks,
                             is_first && !arguments.quiet);
      const RunExecutions executions{plan.case_name,
                                     n_parallel,
                                     settings.n_ranks,
                                     [&](const Arguments &words) {
                                       return status_of_program(words,
                                                                catalogue);
                                     },
                                     base.kind().is_distributed};
      complete(execute(first, executions, progress), executions, progress);
      Runs elsewhere;
      if (!plan.has_records())
        elsewhere = execute(second, executions, progress);
      else
        execute_recorded(second, executions, catalogue, records, progress);
      // who leaves last has all; ranks of MPI wait, they leave together
      bool is_last = n_ranks == 1 && place.is_last();
      if (is_last || n_ranks > 1)
        complete(elsewhere, executions, progress);
      if (n_ranks > 1)
        is_last = place.is_last();
      if (!is_last)
        {
          if (!arguments.quiet && is_first)
            std::cout << "Another 'percuss study' in '" << directory
                      << "' is still at work and will write the tables.\n";
          return;
        }

      std::size_t n_failed = 0;
      if (is_first)
        {
          const StudyTable table = study_results(base, sweep, plan, records);
          write_study(table, directory);
          if (!arguments.quiet)
            std::cout << "results:\n  " << directory << "/study.md\n  "
                      << directory << "/study.csv\n";
          show(arguments, directory, table);
          n_failed = static_cast<std::size_t>(
            std::ranges::count_if(table.rows, [](const StudyTable::Row &row) {
              return row.status != "done";
            }));
        }
      n_failed = std::stoul(processes().broadcast(std::to_string(n_failed)));
      if (n_failed > 0)
        throw std::runtime_error(std::to_string(n_failed) + " of " +
                                 std::to_string(plan.runs.size()) +
                                 " runs failed; study.csv says why.");
    }

    void
    analyse_spectrum(const RunArguments &arguments,
                     const Catalogue    &catalogue,
                     const Case         &base)
    {
      const StudyParameters &settings = base.run.study;
      if (!(settings.smallest_frequency < settings.largest_frequency))
        throw base.file.error("Study/largest frequency",
                              "It must be larger than the smallest one.");
      StudyTable table;
      table.case_name  = arguments.case_name();
      table.kind       = "spectrum";
      table.abscissa   = {"omega_h", "omega h", "", false};
      table.quantities = {"spectral_radius",
                          "period_elongation",
                          "algorithmic_damping"};
      table.columns    = {
           table.abscissa,
           {"spectral_radius", "spectral radius", "", false},
           {"period_elongation", "period elongation", "", false},
           {"algorithmic_damping", "algorithmic damping ratio", "", false}};
      // with a row of text in each of three files
      if (const std::string problem = problem_of_memory(
            500. * settings.n_frequencies *
            static_cast<double>(make_curves(settings, base.file).size()));
          !problem.empty())
        throw base.file.error("Study/number of frequencies",
                              problem + ". Take fewer.");
      std::vector<double> frequencies;
      for (unsigned int i = 0; i < settings.n_frequencies; ++i)
        frequencies.push_back(
          settings.smallest_frequency *
          std::pow(settings.largest_frequency / settings.smallest_frequency,
                   static_cast<double>(i) / (settings.n_frequencies - 1)));
      for (const SweepCurve &curve : make_curves(settings, base.file))
        {
          ReadCase run(arguments, catalogue);
          set_together(run.file, curve.settings);
          std::vector<SpectralProperties> spectrum;
          try
            {
              for (const double omega_h : frequencies)
                spectrum.push_back(spectral_properties(run.run.scheme,
                                                       omega_h,
                                                       settings.damping_ratio));
            }
          catch (const InputError &error)
            {
              throw error_of_scheme(error, run.run, run.file);
            }
          for (const SpectralProperties &point : spectrum)
            {
              StudyTable::Row row;
              row.curve =
                curve.label.empty() ? run.run.scheme.name : curve.label;
              row.status  = "done";
              row.numbers = {{"omega_h", point.omega_h},
                             {"spectral_radius", point.spectral_radius}};
              if (point.period_elongation)
                row.numbers["period_elongation"] = *point.period_elongation;
              if (point.algorithmic_damping)
                row.numbers["algorithmic_damping"] = *point.algorithmic_damping;
              table.rows.push_back(row);
            }
        }
      const std::string     &directory = base.run.output.directory;
      const ResultsDirectory place(directory, base.file, [&] {
        Plan plan;
        plan.case_name = table.case_name;
        return find_obstruction(arguments, directory, plan);
      });
      if (!processes().is_first())
        return;
      write_study(table, directory);
      if (!arguments.quiet)
        std::cout << "percuss study: " << table.case_name << ", spectrum\n"
                  << "results:\n  " << directory << "/study.csv\n";
      show(arguments, directory, table);
    }

    int
    study(const Arguments &words, const Catalogue &catalogue)
    {
      Arguments    of_runs   = words; // all but what runs do not take
      const bool   plots     = std::erase(of_runs, "--no-plots") == 0;
      RunArguments arguments = parse_run_arguments(of_runs, "study");
      arguments.plots        = plots;
      const ReadCase base(arguments, catalogue);
      if (base.run.study.kind == StudyParameters::Kind::refinement)
        refine(arguments, catalogue, base);
      else
        analyse_spectrum(arguments, catalogue, base);
      return 0;
    }
  } // namespace

  extern const Command study_command{"study", study_help, study};
} // namespace percuss
