// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/output/log_file.h>
#include <percuss/program/check.h>
#include <percuss/program/commands.h>
#include <percuss/program/prepared_run.h>
#include <percuss/program/results_directory.h>
#include <percuss/program/run_arguments.h>
#include <percuss/program/run_beginning.h>
#include <percuss/program/run_execution.h>
#include <percuss/program/tools.h>
#include <percuss/run/case.h>
#include <percuss/run/loaded_library.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

namespace percuss
{
  namespace
  {
    const char *const run_help =
      R"(usage: percuss run CASE.prm [--output DIR] [--set "Section/entry=value"]...
                   [--resume] [--quiet] [--overwrite] [--log FILE] [--report]
                   [--validate]

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
  --validate     computes and writes nothing: says what is wrong with the input,
                 as 'percuss check' does

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

    int
    run(const Arguments &words, const Catalogue &catalogue)
    {
      const auto         start     = std::chrono::steady_clock::now();
      const RunArguments arguments = parse_run_arguments(words, "run");
      if (arguments.validate)
        return check(arguments, catalogue);
      Case the_case(catalogue);
      arguments.read_into(the_case.file);
      const CaseFile &case_file  = the_case.file;
      RunParameters  &parameters = the_case.run;

      // everything that can find the input wrong comes before the directory
      const auto [model, reference, warnings] = prepare_run(the_case);
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
