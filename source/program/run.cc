// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/output/history_writer.h>
#include <percuss/output/output_directory.h>
#include <percuss/output/progress_reporter.h>
#include <percuss/output/signal_file.h>
#include <percuss/output/summary.h>
#include <percuss/program/commands.h>
#include <percuss/program/run_arguments.h>
#include <percuss/run/case.h>
#include <percuss/run/check_run.h>
#include <percuss/run/loaded_library.h>
#include <percuss/run/run_warnings.h>
#include <percuss/simulation/simulation.h>
#include <percuss/study/run_errors.h>

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>

namespace percuss
{
  namespace
  {
    const char *const run_help =
      R"(usage: percuss run CASE.prm [--output DIR] [--set "Section/entry=value"]...
                   [--quiet]

Computes a case. CASE is a parameter file (.prm, or the same entries as .json);
'percuss explain' lists the entries.

  --output DIR   where the results go, instead of 'Output/output directory'
  --set "..."    overrides an entry, as in --set "Time integration/theta=1"
  --quiet        nothing on standard output

The output directory then holds history.csv (one row per recorded step),
summary.json, used_parameters.prm and, of elastic bars and solids, solution.pvd
(fields for ParaView). Parameters outside the range in which the scheme is known
to work are warned of on the standard error output.
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

    /** Creates the directory on rank 0; throws InputError on all ranks. */
    void
    prepare_directory(const std::string              &directory,
                      const std::vector<std::string> &files,
                      const CaseFile                 &case_file)
    {
      namespace fs = std::filesystem;
      std::string problem;
      if (processes().is_first())
        {
          std::error_code       error, ignored;
          std::vector<fs::path> missing; // the innermost first
          for (fs::path path = directory;
               !path.empty() && !fs::exists(fs::symlink_status(path, ignored));
               path = path.parent_path())
            missing.push_back(path);
          fs::create_directories(directory, error);
          if (error)
            problem = error.message();
          else if (access(directory.c_str(), W_OK | X_OK) != 0)
            problem = "no permission to write there";
          else
            problem = obstruction(directory, files);
          if (problem.empty())
            remove_earlier_results(directory);
          if (!problem.empty())
            for (const fs::path &path : missing)
              fs::remove(path, ignored);
        }
      problem = processes().broadcast(problem);
      if (!problem.empty())
        throw case_file.error("Output/output directory",
                              "It cannot be used: " + problem +
                                ". Choose another with --output.");
    }

    void
    write_used_parameters(const Case &the_case, const std::string &name)
    {
      std::ofstream file(name);
      file << the_case.text();
      if (!file.flush())
        throw std::runtime_error("Writing '" + name +
                                 "' failed: is the disk full?");
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

    /** Runs a model and writes its results, those of its own excepted. */
    void
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
      const auto           treatment  = model.contact_treatment();

      if (writes)
        write_used_parameters(the_case, directory + "/used_parameters.prm");

      Summary summary;
      summary.case_name      = arguments.case_name();
      summary.model          = the_case.kind().name;
      summary.scheme         = parameters.scheme.name;
      summary.solver         = parameters.contact.solver;
      summary.linear_algebra = model.linear_algebra();
      summary.dofs           = model.n_dofs();
      summary.element_length = model.element_length();
      summary.contacts       = model.n_contacts();
      summary.contact_rows   = model.n_contact_rows();
      summary.ranks          = processes().size();
      summary.projects       = treatment.level == ContactTreatment::Level::both;
      summary.record         = &stepper.record();

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
        std::cout << "percuss: " << summary.case_name << ", " << summary.model
                  << ", " << summary.scheme << ", " << summary.dofs
                  << (summary.dofs == 1 ? " degree" : " degrees")
                  << " of freedom, " << summary.contacts << " contact(s), "
                  << (summary.contact_rows == summary.contacts ?
                        "" :
                        std::to_string(summary.contact_rows) + " rows, ")
                  << summary.ranks << " rank(s), " << summary.linear_algebra
                  << '\n';

      HistoryWriter history(writes ? directory + "/history.csv" : "",
                            contacts,
                            model.monitored_points(),
                            summary.projects,
                            parameters.output.history_interval,
                            model.own_columns());
      ProgressReporter progress(std::cout, isatty(STDOUT_FILENO) == 1, n_steps);

      std::vector<Observer *> observers{&history};
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
      try
        {
          summary.stepping_seconds =
            run_simulation(stepper, n_steps, observers);
        }
      catch (const NumericalFailure &failure) // of all ranks
        {
          summary.status  = "failed";
          summary.failure = failure.what();
          finish();
          throw;
        }
      summary.errors = model.field_errors();
      if (errors)
        summary.errors.merge(errors->norms());
      for (const Observer *const observer : observers)
        if (summary.stopped.empty())
          summary.stopped = observer->reason_to_stop();
      finish();
      if (!arguments.quiet)
        {
          print_summary(summary, std::cout);
          std::cout << "results:\n";
          for (const std::string &file : files_of(model, parameters))
            std::cout << "  " << directory << '/' << file << '\n';
        }
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
      prepare_directory(parameters.output.directory,
                        files_of(*model, parameters),
                        case_file);
      execute(*model, reference, arguments, the_case, warnings, start);
      return 0;
    }
  } // namespace

  extern const Command run_command{"run", run_help, run};
} // namespace percuss
