// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/history_writer.h>
#include <percuss/output/output_directory.h>
#include <percuss/output/progress_reporter.h>
#include <percuss/output/signal_file.h>
#include <percuss/output/summary.h>
#include <percuss/program/commands.h>
#include <percuss/program/interruption.h>
#include <percuss/program/results_directory.h>
#include <percuss/program/run_arguments.h>
#include <percuss/program/study_runs.h>
#include <percuss/run/case.h>
#include <percuss/run/check_run.h>
#include <percuss/run/loaded_library.h>
#include <percuss/run/run_warnings.h>
#include <percuss/simulation/simulation.h>
#include <percuss/study/run_errors.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <iostream>
#include <memory>
#include <optional>

namespace percuss
{
  namespace
  {
    const char *const run_help =
      R"(usage: percuss run CASE.prm [--output DIR] [--set "Section/entry=value"]...
                   [--quiet] [--overwrite]

Computes a case. CASE is a parameter file (.prm, or the same entries as .json);
'percuss explain' lists the entries.

  --output DIR   where the results go, instead of 'Output/output directory'
  --set "..."    overrides an entry, as in --set "Time integration/theta=1"
  --quiet        nothing on standard output
  --overwrite    replaces results of another case in the output directory, as
                 with --output

The output directory then holds history.csv (one row per recorded step),
summary.json, used_parameters.prm and, of elastic bars and solids, solution.pvd
(fields for ParaView). They replace those of an earlier run of the same case;
files that no run has left stay, and a run that would overwrite one is refused.
Parameters outside the range in which the scheme is known to work are warned of
on the standard error output.
SIGINT (Ctrl-C), SIGTERM and SIGHUP end a run with the step that it is in, with
all results up to there and the exit status 128 + signal; a second one, at once.
Runs under mpirun with the same command line.
)";

    using Timer = std::chrono::steady_clock;

    /** The files that a run leaves. */
    std::vector<std::string>
    files_of(const Model &model, const RunParameters &parameters)
    {
      std::vector<std::string> files{"summary.json", "history.csv"};
      for (const std::string &file : model.files())
        files.push_back(file);
      if (parameters.output.record_signals)
        files.push_back("signals.h5");
      files.push_back("used_parameters.prm");
      return files;
    }

    /** Whether a directory has the results of another case than this one, which
     * may have been run from its used_parameters.prm. */
    bool
    is_of_other_case(const EarlierRun   &earlier,
                     const Case         &the_case,
                     const RunArguments &arguments)
    {
      return !earlier.case_name.empty() &&
             earlier.case_name != name_in_summary(arguments.case_name()) &&
             file_content(the_case.run.output.directory +
                          "/used_parameters.prm") != the_case.text();
    }

    /** Makes room for the results, or returns why there is none, on the first
     * process; says what goes. */
    std::string
    make_room(const Case                     &the_case,
              const RunArguments             &arguments,
              const std::vector<std::string> &files)
    {
      const std::string &directory = the_case.run.output.directory;
      if (std::string problem = obstruction(directory, files); !problem.empty())
        return problem;
      const std::optional<EarlierRun> earlier = earlier_run(directory);
      if (earlier && !arguments.replaces_other_cases() &&
          is_of_other_case(*earlier, the_case, arguments))
        return holds_other_case(earlier->case_name);
      if (earlier && !arguments.quiet)
        std::cout << "percuss: replaces the results of an earlier run in '"
                  << directory << "' ("
                  << (earlier->case_name.empty() ?
                        "" :
                        "case '" + earlier->case_name + "', ")
                  << earlier->status << ")\n";
      remove_earlier_results(directory);
      return {};
    }

    /** What the run is compared with; throws InputError. */
    std::optional<Reference>
    find_reference(const Model         &model,
                   const RunParameters &parameters,
                   const CaseFile      &case_file)
    {
      const std::string &name = parameters.study.reference;
      // the others are made by a study, of several runs
      if (name == "none" || name == "finest" || name == "computed")
        return {};
      if (name == "automatic" || name == "exact")
        {
          std::optional<Reference> exact = model.exact_solution();
          if (!exact && name == "exact")
            throw case_file.error("Study/reference",
                                  "The exact solution of this case is not "
                                  "known. 'percuss list references' says "
                                  "where it is.");
          return exact;
        }
      try
        {
          return read_signals(name + "/signals.h5", parameters.time.time_step);
        }
      catch (const InputError &error)
        {
          throw case_file.error("Study/reference", error.what());
        }
    }

    /** What is known at the start; throws InputError. Collective. */
    std::vector<std::string>
    start_warnings(Model               &model,
                   const RunParameters &parameters,
                   const CaseFile      &case_file)
    {
      std::vector<std::string> warnings =
        range_warnings(parameters, model.contact_treatment());
      for (const std::string &warning :
           check_critical_step(parameters, model.frequency(), case_file))
        warnings.push_back(warning);
      for (const std::string &warning : model.warnings())
        warnings.push_back(warning);
      return warnings;
    }

    /** What is known of a run before its first step; it is interrupted until it
     * says more. */
    Summary
    summary_at_start(Model              &model,
                     const Case         &the_case,
                     const RunArguments &arguments)
    {
      const RunParameters &parameters = the_case.run;
      Summary              summary;
      summary.case_name      = arguments.case_name();
      summary.model          = the_case.kind().name;
      summary.scheme         = parameters.scheme.name;
      summary.solver         = parameters.contact.solver;
      summary.linear_algebra = model.linear_algebra();
      summary.status         = "interrupted";
      summary.dofs           = model.n_dofs();
      summary.element_length = model.element_length();
      summary.contacts       = model.n_contacts();
      summary.contact_rows   = model.n_contact_rows();
      summary.ranks          = processes().size();
      summary.projects =
        model.contact_treatment().level == ContactTreatment::Level::both;
      summary.record = &model.stepper().record();
      return summary;
    }

    void
    print_header(const Summary &summary, const Clock &clock)
    {
      std::cout << "percuss: " << summary.case_name << ", " << summary.model
                << ", " << summary.scheme << ", " << summary.dofs
                << (summary.dofs == 1 ? " degree" : " degrees")
                << " of freedom, " << summary.contacts << " contact(s), "
                << (summary.contact_rows == summary.contacts ?
                      "" :
                      std::to_string(summary.contact_rows) + " rows, ")
                << summary.ranks << " rank(s), " << summary.linear_algebra
                << '\n';
      if (const std::string note = end_time_note(clock); !note.empty())
        std::cout << "  " << note << '\n';
    }

    /** "after time step 12, t = 0.1 s" */
    std::string
    place_of(const StepRecord &record)
    {
      return "after time step " + std::to_string(record.step) +
             ", t = " + short_text(record.time) + " s";
    }

    /** Steps between looks at signals: no share of even a short step, nor, with
     * several processes, their agreement. */
    unsigned long int
    steps_between_looks(const std::size_t n_dofs)
    {
      const std::size_t work = processes().size() == 1 ? 1000 : 100000;
      return std::clamp<std::size_t>(work / std::max<std::size_t>(n_dofs, 1),
                                     1,
                                     1000);
    }

    /** Runs a model and writes its results, those of its own excepted; returns
     * the exit status. */
    int
    execute(Model                          &model,
            const std::optional<Reference> &reference,
            const RunArguments             &arguments,
            const Case                     &the_case,
            const std::vector<std::string> &warnings_at_start,
            const Timer::time_point         start)
    {
      const RunParameters &parameters = the_case.run;
      const std::string   &directory  = parameters.output.directory;
      const bool           writes     = processes().is_first();
      const auto           n_steps    = parameters.clock().n_steps();
      const auto           contacts   = model.contact_totals();
      AbstractStepper     &stepper    = model.stepper();
      Summary summary = summary_at_start(model, the_case, arguments);

      const auto warn = [&](const std::vector<std::string> &warnings) {
        for (const std::string &warning : warnings)
          {
            summary.warnings.push_back(warning);
            if (writes)
              std::cerr << "percuss: warning: " << warning << std::endl;
          }
      };
      warn(warnings_at_start);
      if (!arguments.quiet)
        print_header(summary, parameters.clock());
      if (writes)
        {
          replace_file(directory + "/used_parameters.prm", the_case.text());
          // what a run that is killed leaves
          write_summary(summary, directory + "/summary.json");
        }

      HistoryWriter history(writes ? directory + "/history.csv" : "",
                            contacts,
                            model.monitored_points(),
                            summary.projects,
                            parameters.output.history_interval,
                            model.own_columns());
      ProgressReporter progress(std::cout, isatty(STDOUT_FILENO) == 1, n_steps);
      Interruption     interruption(processes(),
                                n_steps,
                                steps_between_looks(summary.dofs));

      std::vector<Observer *> observers{&history, &interruption};
      for (Observer *const observer : model.observers(directory))
        observers.push_back(observer);
      const RunSignals         signals(contacts, model.monitored_points());
      std::optional<RunErrors> errors;
      if (reference)
        observers.push_back(&errors.emplace(signals,
                                            *reference,
                                            parameters.study.comparison(
                                              parameters.time.start_time),
                                            parameters.time.start_time));
      std::optional<SignalWriter> recorder;
      if (parameters.output.record_signals)
        observers.push_back(
          &recorder.emplace(writes ? directory + "/signals.h5" : "", signals));
      if (!arguments.quiet)
        observers.push_back(&progress);

      const auto finish = [&]() {
        summary.wall_seconds =
          std::chrono::duration<double>(Timer::now() - start).count();
        summary.steps = stepper.record().step;
        warn(balance_warnings(stepper.record(),
                              summary.scheme,
                              model.joint_scale()));
        if (writes)
          write_summary(summary, directory + "/summary.json");
      };
      const auto fail = [&](const std::string &failure) {
        summary.status  = "failed";
        summary.failure = failure;
        try
          {
            finish();
          }
        catch (const std::runtime_error &) // the first one is of interest
          {}
      };
      const SignalWatch watch;
      try
        {
          summary.stepping_seconds =
            run_simulation(stepper, n_steps, observers);
          summary.status = interruption.signal() == 0 ? "done" : "interrupted";
          summary.errors = model.field_errors();
          if (errors)
            summary.errors.merge(errors->norms());
          for (const Observer *const observer : observers)
            if (summary.stopped.empty())
              summary.stopped = observer->reason_to_stop();
          finish();
        }
      catch (const NumericalFailure &failure) // of all ranks
        {
          fail(failure.what());
          throw;
        }
      catch (const InputError &error)
        {
          fail(error.what());
          throw;
        }
      catch (const std::exception &error) // of one rank, perhaps
        {
          const std::string failure = processes().describe(error) + " (" +
                                      place_of(stepper.record()) + ")";
          fail(failure);
          throw std::runtime_error(failure);
        }
      if (!arguments.quiet)
        {
          print_summary(summary, std::cout);
          std::cout << "results:\n";
          for (const std::string &file : files_of(model, parameters))
            std::cout << "  " << directory << '/' << file << '\n';
        }
      if (interruption.signal() == 0)
        return 0;
      if (writes && interruption.signal() != SIGPIPE)
        std::cerr << "percuss: interrupted by " << summary.stopped << ' '
                  << place_of(stepper.record()) << "; the results up to there "
                  << "are in '" << directory << "'." << std::endl;
      return 128 + interruption.signal();
    }

    int
    run(const Arguments &words, const Catalogue &catalogue)
    {
      const auto         start     = Timer::now();
      const RunArguments arguments = parse_run_arguments(words, "run");
      Case               the_case(catalogue);
      arguments.read_into(the_case.file);
      const CaseFile &case_file  = the_case.file;
      RunParameters  &parameters = the_case.run;
      check_run(the_case.kind(), parameters, case_file);

      // everything that can find the input wrong comes before the directory
      const auto model = the_case.make_model();
      set_time_step(*model, parameters, case_file);
      model->start(parameters, case_file);
      const auto reference = find_reference(*model, parameters, case_file);
      const auto warnings  = start_warnings(*model, parameters, case_file);
      const ResultsDirectory place(parameters.output.directory, case_file, [&] {
        return make_room(the_case, arguments, files_of(*model, parameters));
      });
      return execute(*model, reference, arguments, the_case, warnings, start);
    }
  } // namespace

  extern const Command run_command{"run", run_help, run};
} // namespace percuss
