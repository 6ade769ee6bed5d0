// SPDX-License-Identifier: Apache-2.0

// `percuss study`: plans the runs, executes each as a `percuss run` of its own,
// and gathers what they leave in tables and plots.

#include "commands.h"
#include "run_arguments.h"
#include "run_pool.h"

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/configuration/check_run.h>
#include <percuss/configuration/sweep.h>
#include <percuss/output/study_table.h>
#include <percuss/output/summary.h>
#include <percuss/study/spectral_analysis.h>

#include <deal.II/base/mpi.h>

#include <fnmatch.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

namespace percuss
{
  const char *const study_help =
    R"(usage: percuss study CASE.prm [--output DIR] [--set "Section/entry=value"]...
                     [--quiet]

Runs a case again and again with the entries that section 'Study' varies, compares
each run with the exact solution, a finer run or a given one, and leaves tables
and plots: 'percuss explain Study' lists the entries. With 'Study/kind =
spectrum' it analyses the scheme alone.

  --output DIR   where the results go, instead of 'Output/output directory'
  --set "..."    overrides an entry of every run
  --quiet        nothing on standard output

The output directory then holds study.csv (one row per run), study.md (the errors
with observed rates), study.json, the plots as SVG and PNG, and the runs, each in
a directory of its own. A study that was interrupted goes on where it stopped:
runs whose parameters are the same are not repeated. A run that fails is reported
in its row; the exit status is then 1.
The runs are spread over the cores, or under mpirun over the ranks.
)";

  namespace
  {
    namespace fs = std::filesystem;
    using Json   = nlohmann::ordered_json;

    /** A parameter file with all that reads it. */
    struct Case
    {
      explicit Case(const RunArguments &arguments)
      {
        parameters.add_parameters(prm);
        file = std::make_unique<CaseFile>(prm);
        arguments.read_into(*file);
      }

      std::string
      text() const
      {
        std::ostringstream text;
        prm.print_parameters(text,
                             dealii::ParameterHandler::ShortPRM |
                               dealii::ParameterHandler::KeepDeclarationOrder);
        return text.str();
      }

      dealii::ParameterHandler  prm;
      RunParameters             parameters;
      std::unique_ptr<CaseFile> file;
    };

    /** A run in its directory. */
    struct PlannedRun
    {
      std::string directory;
      std::string parameters; ///< the content of its parameter file
      std::string label;      ///< for people
    };

    struct Plan
    {
      std::string             case_name;
      std::vector<PlannedRun> references;   ///< that the runs wait for
      std::vector<PlannedRun> runs;         ///< in the order of the sweep
      std::vector<bool>       is_reference; ///< runs that others wait for
    };

    std::string
    numbered(const std::string &folder, const std::size_t number)
    {
      std::string digits = std::to_string(number);
      while (digits.size() < 4)
        digits.insert(0, "0");
      return folder + "/" + digits;
    }

    /** The parameters of one run of the study. */
    std::string
    parameters_of(const RunArguments            &arguments,
                  const std::vector<Assignment> &settings,
                  const std::string             &directory,
                  const std::string             &reference,
                  const bool                     records)
    {
      Case run(arguments);
      for (const Assignment &setting : settings)
        run.file->set(setting.path, setting.value, "The study");
      const StudyParameters &study = run.parameters.study;
      const std::string      place = "percuss study";
      if (!study.keep_histories)
        {
          run.file->set("Output/history interval", "0", place);
          run.file->set("Output/field interval", "0", place);
        }
      run.file->set("Output/output directory", directory, place);
      run.file->set("Output/record signals", records ? "true" : "false", place);
      run.file->set("Study/reference", reference, place);
      // what the run does not depend on
      for (const char *entry :
           {"sweep", "curves", "reference settings", "quantities"})
        run.file->set(std::string("Study/") + entry, "", place);
      run.file->set("Study/abscissa", "automatic", place);
      run.file->set("Study/parallel runs", "0", place);
      run.file->set("Study/keep histories", "false", place);
      if (run.parameters.time.courant_number == 0.) // needs the mesh
        check_run(run.parameters, *run.file);
      return run.text();
    }

    Plan
    make_plan(const RunArguments &arguments,
              const Case         &base,
              const Sweep        &sweep)
    {
      const StudyParameters        &study  = base.parameters.study;
      const std::string            &folder = base.parameters.output.directory;
      const std::vector<Assignment> finer =
        reference_settings(study, *base.file);
      if (study.reference == "computed" && finer.empty())
        throw base.file->error("Study/reference",
                               "A computed reference needs 'reference "
                               "settings', as in 'Time integration/time step "
                               "= 1e-6'.");

      Plan plan;
      plan.case_name = arguments.case_name();
      plan.is_reference.assign(sweep.runs.size(), false);
      std::map<std::string, std::string> computed; // parameters -> directory
      const std::size_t                  n_first = sweep.axes[0].values.size();
      for (std::size_t i = 0; i < sweep.runs.size(); ++i)
        {
          const SweepRun   &run       = sweep.runs[i];
          const std::string directory = numbered(folder + "/runs", i + 1);
          std::string       reference = study.reference;
          bool              records   = base.parameters.output.record_signals;
          if (study.reference == "finest")
            {
              const std::size_t finest = i - i % n_first + n_first - 1;
              plan.is_reference[i]     = i == finest;
              records                  = records || i == finest;
              reference =
                i == finest ? "none" : numbered(folder + "/runs", finest + 1);
            }
          else if (study.reference == "computed")
            {
              std::vector<Assignment> settings = run.settings;
              settings.insert(settings.end(), finer.begin(), finer.end());
              const std::string same =
                parameters_of(arguments, settings, "reference", "none", true);
              const auto [known, is_new] = computed.try_emplace(
                same, numbered(folder + "/references", computed.size() + 1));
              reference = known->second;
              if (is_new)
                plan.references.push_back(
                  {reference,
                   parameters_of(arguments, settings, reference, "none", true),
                   "reference " + std::to_string(computed.size())});
            }
          const std::string &path = sweep.axes[0].path;
          plan.runs.push_back(
            {directory,
             parameters_of(
               arguments, run.settings, directory, reference, records),
             run.curve + (run.curve.empty() ? "" : ", ") +
               path.substr(path.rfind('/') + 1) + " = " + run.values[0]});
        }
      return plan;
    }

    std::string
    content(const std::string &file_name)
    {
      std::ifstream file(file_name, std::ios::binary);
      return {std::istreambuf_iterator<char>(file), {}};
    }

    void
    write(const std::string &file_name, const std::string &content)
    {
      std::ofstream file(file_name, std::ios::binary);
      if (!(file << content).flush())
        throw std::runtime_error("Writing '" + file_name +
                                 "' failed: is the disk full?");
    }

    /** The summary of a run that is complete, of these parameters and by this
     * version; otherwise null. */
    Json
    summary_of(const PlannedRun &run, const std::string &case_name)
    {
      if (content(run.directory + "/" + case_name + ".prm") != run.parameters)
        return nullptr;
      const Json summary = Json::parse(content(run.directory + "/summary.json"),
                                       nullptr,
                                       false); // no exceptions
      if (summary.is_discarded() || !summary.contains("versions"))
        return nullptr;
      for (const auto &[name, number] : library_versions())
        if (summary["versions"].value(name, "") != number)
          return nullptr;
      return summary;
    }

    /** Reports on standard output how far a study has come. */
    class StudyProgress
    {
    public:
      StudyProgress(const std::size_t n_runs, const bool speaks)
        : n_runs(n_runs)
        , speaks(speaks)
        , terminal(isatty(STDOUT_FILENO) == 1)
        , start(Clock::now())
      {}

      /** @param known whether it was complete before */
      void
      add(const std::string &label, const std::string &problem, bool known)
      {
        ++n_done;
        n_known += known;
        n_failed += !problem.empty();
        if (!speaks || (known && n_done < n_runs))
          return;
        if (terminal)
          {
            const double seconds =
              std::chrono::duration<double>(Clock::now() - start).count();
            std::cout << "\r\033[K" << n_done << " of " << n_runs << " runs, "
                      << n_failed << " failed";
            if (n_done > n_known && n_done < n_runs)
              std::cout << ", about "
                        << std::ceil(seconds *
                                     static_cast<double>(n_runs - n_done) /
                                     static_cast<double>(n_done - n_known))
                        << " s left";
            std::cout << (n_done == n_runs ? "\n" : "") << std::flush;
          }
        else
          std::cout << n_done << " of " << n_runs << ": " << label << ": "
                    << (problem.empty() ? known ? "known" : "done" : problem)
                    << std::endl;
      }

      std::size_t n_failed = 0;

    private:
      using Clock = std::chrono::steady_clock;

      const std::size_t       n_runs;
      const bool              speaks, terminal;
      const Clock::time_point start;
      std::size_t             n_done = 0, n_known = 0;
    };

    /** What a run that failed said last, without the program's name. */
    std::string
    last_words(const PlannedRun &run)
    {
      std::string log = trim(content(run.directory + "/log.txt"));
      for (const char *start :
           {"percuss: the computation failed: ", "percuss: "})
        if (const auto at = log.rfind(start); at != std::string::npos)
          return log.substr(at + std::string(start).size());
      return log.substr(log.rfind('\n') + 1);
    }

    /** Executes those runs of this rank that are not complete. */
    void
    execute(const std::vector<const PlannedRun *> &runs,
            const std::string                     &case_name,
            const unsigned int                     n_parallel,
            StudyProgress                         &progress,
            const MPI_Comm                         communicator)
    {
      using namespace dealii::Utilities::MPI;
      std::vector<const PlannedRun *> left;
      for (std::size_t i = this_mpi_process(communicator); i < runs.size();
           i += n_mpi_processes(communicator))
        if (summary_of(*runs[i], case_name).is_null())
          left.push_back(runs[i]);
        else
          progress.add(runs[i]->label, "", true);

      std::vector<Job> jobs;
      for (const PlannedRun *run : left)
        {
          // nothing of an older run may pass for this one's
          fs::remove_all(run->directory);
          fs::create_directories(run->directory);
          const std::string file = run->directory + "/" + case_name + ".prm";
          write(file, run->parameters);
          jobs.push_back({{fs::read_symlink("/proc/self/exe").string(),
                           "run",
                           file,
                           "--quiet"},
                          run->directory + "/log.txt"});
        }
      run_jobs(jobs,
               n_parallel,
               [&](const std::size_t job, const JobResult &result) {
                 progress.add(left[job]->label,
                              result.empty() ? "" :
                                               "failed, " + result + ": " +
                                                 last_words(*left[job]),
                              false);
               });
      MPI_Barrier(communicator);
    }

    /** The numbers of a summary, named by their path: "contact_peak_force". */
    void
    flatten(const Json                                  &object,
            const std::string                           &prefix,
            std::vector<std::pair<std::string, double>> &numbers)
    {
      for (const auto &[name, value] : object.items())
        if (value.is_number())
          numbers.emplace_back(prefix + name, value.get<double>());
        else if (value.is_object() && name != "errors" && name != "versions")
          flatten(value, prefix + name + "_", numbers);
    }

    /** A row per run, and all columns that any of them has. */
    StudyTable
    gather(const Case &base, const Sweep &sweep, const Plan &plan)
    {
      const bool si_metric = base.parameters.study.hausdorff_metric == "SI";
      StudyTable table;
      table.case_name = plan.case_name;
      table.kind      = "refinement";
      for (const SweepAxis &axis : sweep.axes)
        table.entries.push_back(axis.path);
      std::vector<StudyTable::Column> errors;
      const auto add = [](std::vector<StudyTable::Column> &columns,
                          const StudyTable::Column        &column) {
        if (std::ranges::find(columns,
                              column.name,
                              &StudyTable::Column::name) == columns.end())
          columns.push_back(column);
      };
      for (const char *first : {"time_step",
                                "element_length",
                                "dofs",
                                "steps",
                                "wall_seconds",
                                "stepping_seconds"})
        add(table.columns, describe_column(first, false));
      for (std::size_t i = 0; i < plan.runs.size(); ++i)
        {
          StudyTable::Row row;
          row.curve          = sweep.runs[i].curve;
          row.values         = sweep.runs[i].values;
          const Json summary = summary_of(plan.runs[i], plan.case_name);
          if (summary.is_null())
            {
              row.message = last_words(plan.runs[i]);
              row.status  = row.message.empty() ? "missing" : "failed";
            }
          else
            {
              row.status = "done";
              std::vector<std::pair<std::string, double>> numbers;
              flatten(summary, "", numbers);
              for (const auto &[name, value] : numbers)
                {
                  row.numbers[name] = value;
                  add(table.columns, describe_column(name, false));
                }
              for (const auto &[name, value] : summary["errors"].items())
                if (value.is_number())
                  {
                    row.numbers[name] = value.get<double>();
                    add(errors, describe_column(name, true, si_metric));
                  }
            }
          table.rows.push_back(row);
        }
      table.columns.insert(table.columns.end(), errors.begin(), errors.end());
      return table;
    }

    /** Whether a column changes along the first entry of the sweep. */
    bool
    changes(const StudyTable  &table,
            const std::string &column,
            const std::size_t  n_first)
    {
      for (std::size_t i = 0; i + 1 < table.rows.size(); ++i)
        if ((i + 1) % n_first != 0)
          {
            const auto &numbers = table.rows[i].numbers,
                       &next    = table.rows[i + 1].numbers;
            if (numbers.contains(column) && next.contains(column))
              return numbers.at(column) != next.at(column);
          }
      return false;
    }

    void
    choose_abscissa(const Case       &base,
                    const std::size_t n_first,
                    StudyTable       &table)
    {
      const std::map<std::string, std::string> columns{
        {"time step", "time_step"},
        {"element length", "element_length"},
        {"degrees of freedom", "dofs"}};
      const std::string &wanted = base.parameters.study.abscissa;
      std::string        name;
      if (const auto known = columns.find(wanted); known != columns.end())
        name = known->second;
      else if (wanted == "automatic")
        for (const char *column : {"time_step", "element_length"})
          if (name.empty() && changes(table, column, n_first))
            name = column;
      if (name.empty())
        {
          const std::string &entry = table.entries[0];
          table.abscissa           = {entry,
                                      entry.substr(entry.rfind('/') + 1),
                                      "",
                                      false};
        }
      else
        table.abscissa = describe_column(name, false);
    }

    /** The columns that 'Study/quantities' names; warns of those that no run
     * has. */
    void
    choose_quantities(const Case &base, StudyTable &table)
    {
      const std::string &wanted = base.parameters.study.quantities;
      for (const std::string &pattern : split(wanted, ','))
        {
          bool found = false;
          for (const StudyTable::Column &column : table.columns)
            {
              // '[' opens a set in patterns of the shell
              std::string escaped;
              for (const char c : pattern)
                escaped += c == '[' ? "\\[" : std::string(1, c);
              const bool matches =
                wanted.empty() ?
                  column.is_error :
                  fnmatch(escaped.c_str(), column.name.c_str(), 0) == 0;
              if (!matches)
                continue;
              found = true;
              if (std::ranges::find(table.quantities, column.name) ==
                  table.quantities.end())
                table.quantities.push_back(column.name);
            }
          const bool any_done =
            std::ranges::any_of(table.rows, [](const StudyTable::Row &row) {
              return row.status == "done";
            });
          if (!found && !wanted.empty() && any_done)
            {
              std::vector<std::string> names;
              for (const StudyTable::Column &column : table.columns)
                names.push_back(column.name);
              const std::string meant = nearest(pattern, names);
              // after hours of runs no reason to give up
              std::cerr << "percuss: warning: "
                        << base.file
                             ->error("Study/quantities",
                                     "No run has left a '" + pattern + "'. " +
                                       (meant.empty() ?
                                          "study.csv shows all columns." :
                                          "Did you mean '" + meant + "'?"))
                             .what()
                        << std::endl;
            }
        }
    }

    /** Lets plot_study.py draw what is in the directory. */
    void
    plot(const std::string &directory, const bool quiet)
    {
      const fs::path program = fs::read_symlink("/proc/self/exe");
      const fs::path installed =
        program.parent_path().parent_path() / PERCUSS_INSTALLED_TOOLS;
      const fs::path script =
        (fs::exists(installed / "plot_study.py") ? installed :
                                                   fs::path(PERCUSS_TOOLS)) /
        "plot_study.py";
      const std::string log = directory + "/plot_log.txt";
      for (const char *python : {"/usr/bin/python3", "/usr/local/bin/python3"})
        {
          if (access(python, X_OK) != 0)
            continue;
          std::string problem;
          run_jobs({{{python, script.string(), directory}, log}},
                   1,
                   [&](std::size_t, const JobResult &result) {
                     problem = result;
                   });
          if (problem.empty())
            {
              fs::remove(log);
              if (!quiet)
                std::cout << "  " << directory << "/*.svg, *.png\n";
              return;
            }
        }
      std::cerr << "percuss: warning: the plots could not be made: "
                << trim(content(log)) << "\nTables are complete. Repeat the "
                << "plots by\n  " << script.string() << ' ' << directory
                << std::endl;
    }

    void
    refine(const RunArguments &arguments,
           const Case         &base,
           const MPI_Comm      communicator)
    {
      using namespace dealii::Utilities::MPI;
      const StudyParameters &study     = base.parameters.study;
      const Sweep            sweep     = make_sweep(study, *base.file);
      const Plan             plan      = make_plan(arguments, base, sweep);
      const std::string     &directory = base.parameters.output.directory;
      const bool             is_first  = this_mpi_process(communicator) == 0;
      const unsigned int     n_ranks   = n_mpi_processes(communicator);
      const unsigned int     n_parallel =
        study.parallel_runs > 0 ? study.parallel_runs :
            n_ranks > 1             ? 1 :
                          std::max(1u, std::thread::hardware_concurrency());

      std::string problem;
      if (is_first)
        {
          std::error_code error;
          fs::create_directories(directory, error);
          if (error)
            problem = error.message();
          else if (access(directory.c_str(), W_OK | X_OK) != 0)
            problem = "no permission to write there";
        }
      problem = broadcast(communicator, problem);
      if (!problem.empty())
        throw base.file->error("Output/output directory",
                               "It cannot be used: " + problem +
                                 ". Choose another with --output.");

      if (!arguments.quiet)
        std::cout << "percuss study: " << plan.case_name << ", "
                  << plan.runs.size() << " runs"
                  << (plan.references.empty() ?
                        "" :
                        " and " + std::to_string(plan.references.size()) +
                          " reference(s)")
                  << ", " << n_parallel * n_ranks << " at a time" << std::endl;

      std::vector<const PlannedRun *> first, second;
      for (const PlannedRun &run : plan.references)
        first.push_back(&run);
      // the finest last in the sweep, first in time: they take longest
      for (std::size_t i = plan.runs.size(); i-- > 0;)
        (plan.is_reference[i] ? first : second).push_back(&plan.runs[i]);
      StudyProgress progress((first.size() + second.size() + n_ranks - 1) /
                               n_ranks,
                             is_first && !arguments.quiet);
      execute(first, plan.case_name, n_parallel, progress, communicator);
      execute(second, plan.case_name, n_parallel, progress, communicator);

      problem.clear();
      std::size_t n_failed = 0;
      if (is_first)
        {
          StudyTable table = gather(base, sweep, plan);
          choose_abscissa(base, sweep.axes[0].values.size(), table);
          choose_quantities(base, table);
          write_study(table, directory);
          if (!arguments.quiet)
            std::cout << "results:\n  " << directory << "/study.md\n  "
                      << directory << "/study.csv\n";
          plot(directory, arguments.quiet);
          n_failed = static_cast<std::size_t>(
            std::ranges::count_if(table.rows, [](const StudyTable::Row &row) {
              return row.status != "done";
            }));
        }
      n_failed = broadcast(communicator, n_failed);
      if (n_failed > 0)
        throw std::runtime_error(std::to_string(n_failed) + " of " +
                                 std::to_string(plan.runs.size()) +
                                 " runs failed; study.csv says why.");
    }

    void
    analyse_spectrum(const RunArguments &arguments, const Case &base)
    {
      const StudyParameters &study = base.parameters.study;
      if (!(study.smallest_frequency < study.largest_frequency))
        throw base.file->error("Study/largest frequency",
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
      std::vector<double> frequencies;
      for (unsigned int i = 0; i < study.n_frequencies; ++i)
        frequencies.push_back(
          study.smallest_frequency *
          std::pow(study.largest_frequency / study.smallest_frequency,
                   static_cast<double>(i) / (study.n_frequencies - 1)));
      for (const SweepCurve &curve : make_curves(study, *base.file))
        {
          Case run(arguments);
          for (const Assignment &setting : curve.settings)
            run.file->set(setting.path, setting.value, "The study");
          std::vector<SpectralProperties> spectrum;
          try
            {
              for (const double omega_h : frequencies)
                spectrum.push_back(spectral_properties(run.parameters.scheme(),
                                                       omega_h,
                                                       study.damping_ratio));
            }
          catch (const InputError &error)
            {
              throw error_of_scheme(error, run.parameters, *run.file);
            }
          for (const SpectralProperties &point : spectrum)
            {
              StudyTable::Row row;
              row.curve =
                curve.label.empty() ? run.parameters.time.scheme : curve.label;
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
      const std::string &directory = base.parameters.output.directory;
      fs::create_directories(directory);
      write_study(table, directory);
      if (!arguments.quiet)
        std::cout << "percuss study: " << table.case_name << ", spectrum\n"
                  << "results:\n  " << directory << "/study.csv\n";
      plot(directory, arguments.quiet);
    }
  } // namespace

  int
  study_command(const Arguments &words, const MPI_Comm communicator)
  {
    const RunArguments arguments = parse_run_arguments(words, "study");
    const Case         base(arguments);
    if (base.parameters.study.kind == "spectrum")
      {
        if (dealii::Utilities::MPI::this_mpi_process(communicator) == 0)
          analyse_spectrum(arguments, base);
      }
    else
      refine(arguments, base, communicator);
    return 0;
  }
} // namespace percuss
