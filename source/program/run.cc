// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/output/log_file.h>
#include <percuss/program/commands.h>
#include <percuss/program/given_reference.h>
#include <percuss/program/results_directory.h>
#include <percuss/program/run_arguments.h>
#include <percuss/program/run_beginning.h>
#include <percuss/program/run_execution.h>
#include <percuss/program/tools.h>
#include <percuss/run/at_start.h>
#include <percuss/run/case.h>
#include <percuss/run/check_run.h>
#include <percuss/run/loaded_library.h>
#include <percuss/run/plausibility.h>
#include <percuss/run/run_warnings.h>
#include <percuss/run/set_time_step.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <sstream>

namespace percuss
{
  namespace
  {
    const char *const run_help =
      R"(usage: percuss run CASE.prm [--output DIR] [--set "Section/entry=value"]...
                   [--resume] [--quiet] [--overwrite] [--log FILE] [--report]

Computes a case. CASE is a parameter file (.prm, or the same entries as .json);
'percuss explain' lists the entries. In a .prm file '#' begins a comment, '\#'
is a '#' of a value.

  --output DIR   where the results go, instead of 'Output/output directory'
  --set "..."    overrides an entry, as in --set "Time integration/theta=1"
  --resume       goes on from the checkpoint in the output directory, to a later
                 end time, too; starts from the beginning where there is none,
                 and does nothing where the run is done
  --quiet        nothing on standard output
  --overwrite    replaces results of another case in the output directory, as
                 with --output; with --resume, all that it cannot go on from
  --log FILE     what the run says goes into this file, too; with --quiet, only
                 there
  --report       leaves report.html, too: parameters, curves, energies, impacts
                 and pictures in one page that opens without a network

The output directory then holds history.csv (one row per recorded step),
summary.json, used_parameters.prm, reference.csv where the exact solution is
known, and, of elastic bars and solids, solution.pvd (fields for ParaView). They
replace those of an earlier run of the same case;
files that no run has left stay, and a run that would overwrite one is refused.
Parameters outside the range in which the scheme is known to work are warned of
on the standard error output.
SIGINT (Ctrl-C), SIGTERM, SIGHUP and SIGUSR1 end a run with the step that it is
in, with all results up to there, a checkpoint and the exit status 128 + signal;
a second one, at once. 'Output/checkpoint interval' asks for more checkpoints.
Runs under mpirun with the same command line.
)";

    /** What is known at the start; throws InputError. Collective. */
    std::vector<std::string>
    start_warnings(Model &model, const Case &the_case)
    {
      const RunParameters     &parameters = the_case.run;
      const CaseFile          &case_file  = the_case.file;
      std::vector<std::string> warnings =
        range_warnings(parameters,
                       model.contact_treatment(),
                       model.crossing_time());
      for (const std::string &warning :
           check_critical_step(parameters, model.frequency(), case_file))
        warnings.push_back(warning);
      for (const std::string &warning : model.warnings())
        warnings.push_back(warning);
      for (const std::string &warning : case_file.warnings())
        warnings.push_back(warning);
      for (const std::string &warning : the_case.warnings())
        warnings.push_back(warning);
      for (const std::string &warning :
           step_warnings(scales_at_start(model, parameters), parameters))
        warnings.push_back(warning);
      for (const std::string &warning : reference_warnings(the_case))
        warnings.push_back(warning);
      return warnings;
    }

    /** Whether a file is, or is in, one that percuss itself keeps in a
     * directory. */
    bool
    is_own_file(const std::string              &file_name,
                const std::string              &directory,
                const std::vector<std::string> &files)
    {
      namespace fs     = std::filesystem;
      const auto whole = [](const std::string &name) {
        std::error_code ignored;
        return fs::weakly_canonical(fs::absolute(name, ignored), ignored);
      };
      const fs::path name =
        whole(file_name).lexically_relative(whole(directory));
      if (name.empty())
        return false;
      const std::string first    = name.begin()->string();
      const char *const others[] = {"percuss_files.txt",
                                    ".percuss_lock",
                                    "checkpoint",
                                    "solution",
                                    "contact_problems"};
      return std::ranges::count(files, first) +
               std::ranges::count(others, first) >
             0;
    }

    /** That the log takes the place of no other file; throws InputError. */
    void
    check_log(const RunArguments             &arguments,
              const std::string              &directory,
              const std::vector<std::string> &files)
    {
      if (!arguments.log)
        return;
      const std::string &name = *arguments.log;
      std::string        problem;
      if (processes().is_first())
        problem =
          is_own_file(name, directory, files) ?
            "' is the place of what the run leaves itself" :
          is_file_without_log(name) ?
            "' is there, and no log of percuss: it would be overwritten" :
            "";
      if (problem = processes().broadcast(problem); !problem.empty())
        throw InputError("--log: '" + name + problem +
                         ". Choose another name.");
    }

    /** Opens the log on the first process; throws InputError. Collective. */
    std::unique_ptr<LogFile>
    open_log(const RunArguments &arguments)
    {
      std::unique_ptr<LogFile> log;
      std::string              problem;
      if (!arguments.log)
        return log;
      if (processes().is_first())
        try
          {
            log = std::make_unique<LogFile>(*arguments.log, arguments.quiet);
          }
        catch (const InputError &error)
          {
            problem = error.what();
          }
      if (problem = processes().broadcast(problem); !problem.empty())
        throw InputError(problem);
      return log;
    }

    /** The files of the run, and of its report. */
    std::vector<std::string>
    all_files(const Model         &model,
              const RunArguments  &arguments,
              const RunParameters &parameters,
              const bool           is_compared)
    {
      std::vector<std::string> files = files_of(model, parameters, is_compared);
      if (arguments.report)
        files.emplace_back("report.html");
      return files;
    }

    /** On the first process, if it is asked for. */
    void
    report(const RunArguments &arguments, const RunParameters &parameters)
    {
      if (arguments.report && processes().is_first())
        write_report(parameters.output.directory, arguments.says_nothing());
    }

    /** Throws InputError, for a model that finds no memory, too. Collective. */
    std::unique_ptr<Model>
    make_started_model(Case &the_case)
    {
      RunParameters &parameters = the_case.run;
      try
        {
          auto model = the_case.make_model();
          set_time_step(*model, parameters, the_case.file);
          if (parameters.time.courant_number > 0.)
            { // what used_parameters.prm repeats
              std::ostringstream step;
              step << std::setprecision(17) << parameters.time.time_step;
              the_case.parameters.set("Time integration/time step", step.str());
            }
          at_start(parameters,
                   [&] { model->start(parameters, the_case.file); });
          return model;
        }
      catch (const std::bad_alloc &)
        {
          if (processes().size() > 1)
            throw; // perhaps of this process alone
          throw the_case.file.with_place(
            InputError("There is not enough memory for this model. Take fewer "
                       "elements or bodies."),
            "");
        }
    }

    int
    run(const Arguments &words, const Catalogue &catalogue)
    {
      const auto         start     = std::chrono::steady_clock::now();
      const RunArguments arguments = parse_run_arguments(words, "run");
      Case               the_case(catalogue);
      arguments.read_into(the_case.file);
      const CaseFile &case_file  = the_case.file;
      RunParameters  &parameters = the_case.run;
      check_run(the_case.kind(), parameters, case_file);

      // everything that can find the input wrong comes before the directory
      const auto model     = make_started_model(the_case);
      const auto reference = find_reference(*model, the_case);
      const auto warnings  = start_warnings(*model, the_case);
      const auto files =
        all_files(*model, arguments, parameters, reference.has_value());
      check_log(arguments, parameters.output.directory, files);
      auto                   beginning = Beginning::at_start;
      const ResultsDirectory place(parameters.output.directory, case_file, [&] {
        return find_beginning(the_case, arguments, files, beginning);
      });
      beginning = static_cast<Beginning>(
        processes().max(static_cast<unsigned int>(beginning)));
      if (beginning == Beginning::at_end)
        {
          if (!arguments.says_nothing())
            std::cout << "percuss: the run in '" << parameters.output.directory
                      << "' is done: there is nothing to resume\n";
          report(arguments, parameters);
          return 0;
        }
      std::optional<Checkpoint> from;
      if (beginning == Beginning::at_checkpoint)
        from = take_checkpoint(*model, the_case, arguments, files);
      const auto log = open_log(arguments); // perhaps in the directory
      try
        {
          const int status = execute_run(
            *model, the_case, arguments, reference, warnings, start, from);
          report(arguments, parameters);
          if (log)
            log->end();
          return status;
        }
      catch (const std::exception &error)
        {
          if (log)
            log->append(std::string("percuss: ") + error.what());
          report(arguments, parameters);
          throw;
        }
    }
  } // namespace

  extern const Command run_command{"run", run_help, run};
} // namespace percuss
