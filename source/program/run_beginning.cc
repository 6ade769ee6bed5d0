// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/output/output_directory.h>
#include <percuss/program/results_directory.h>
#include <percuss/program/run_beginning.h>
#include <percuss/program/run_checkpoints.h>
#include <percuss/program/study_runs.h>
#include <percuss/run/loaded_library.h>

#include <iostream>

namespace percuss
{
  namespace
  {
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

    /** Why there is no room for the results, or nothing. */
    std::string
    problem_of_room(const Case                      &the_case,
                    const RunArguments              &arguments,
                    const std::vector<std::string>  &files,
                    const std::optional<EarlierRun> &earlier)
    {
      const std::string &directory = the_case.run.output.directory;
      for (const std::string &problem : {obstruction(directory, files),
                                         obstruction_of_checkpoint(directory)})
        if (!problem.empty())
          return problem;
      if (earlier && !arguments.replaces_other_cases() &&
          is_of_other_case(*earlier, the_case, arguments))
        return holds_other_case(earlier->case_name);
      return {};
    }

    /** Makes room for the results, or returns why there is none, on the first
     * process; says what goes. */
    std::string
    make_room(const Case                     &the_case,
              const RunArguments             &arguments,
              const std::vector<std::string> &files)
    {
      const std::string              &directory = the_case.run.output.directory;
      const std::optional<EarlierRun> earlier   = earlier_run(directory);
      if (const std::string problem =
            problem_of_room(the_case, arguments, files, earlier);
          !problem.empty())
        return problem;
      if (earlier && !arguments.says_nothing())
        std::cout << "percuss: replaces the results of an earlier run in '"
                  << directory << "' ("
                  << (earlier->case_name.empty() ?
                        "" :
                        "case '" + earlier->case_name + "', ")
                  << earlier->status
                  << (has_checkpoint(directory) && earlier->status != "done" ?
                        "; --resume would have gone on" :
                        "")
                  << ")\n";
      remove_earlier_results(directory);
      return {};
    }

    /** Whether two texts of all parameters have the same end time. */
    bool
    has_same_end(const std::string &parameters, const std::string &others)
    {
      const char *const end_time = "Time integration/end time";
      return value_of_entry(parameters, end_time) ==
             value_of_entry(others, end_time);
    }

    /** Why a run with the parameters cannot go on from one that is done, with
     * those @p before; empty if it can, or is the same. */
    std::string
    problem_of_done_run(const std::string &parameters,
                        const std::string &before,
                        const bool         has_state)
    {
      if (const std::string entry = different_entry(parameters, before);
          !entry.empty())
        return "it holds a run that is done, in which '" + entry +
               "' had another value; without --resume this one replaces it";
      if (has_state || has_same_end(parameters, before))
        return {};
      return "it holds a run that is done, in which 'Time integration/end "
             "time' had another value, and that has no checkpoint of its end, "
             "as 'Output/checkpoint interval' leaves one; without --resume "
             "this one replaces it";
    }

    /** Where the run goes on; throws InputError. Collective. */
    Checkpoint
    find_checkpoint(const Model        &model,
                    const Case         &the_case,
                    const RunArguments &arguments)
    {
      const Checkpoint own =
        checkpoint_at_start(the_case, arguments.case_name(), model);
      Checkpoint found = read_checkpoint(the_case.run.output.directory,
                                         own.numbers,
                                         processes());
      check_checkpoint(found, own, the_case.run);
      return found;
    }
  } // namespace

  std::string
  problem_of_directory(const Case                     &the_case,
                       const RunArguments             &arguments,
                       const std::vector<std::string> &files)
  {
    const std::string &directory = the_case.run.output.directory;
    std::string        problem   = problem_of_place_of_results(directory);
    return problem.empty() ? problem_of_room(the_case,
                                             arguments,
                                             files,
                                             earlier_run(directory)) :
                             problem;
  }

  std::string
  find_beginning(const Case                     &the_case,
                 const RunArguments             &arguments,
                 const std::vector<std::string> &files,
                 Beginning                      &beginning)
  {
    const std::string &directory = the_case.run.output.directory;
    beginning                    = Beginning::at_start;
    if (!arguments.resume)
      return make_room(the_case, arguments, files);
    const bool                      has_state = has_checkpoint(directory);
    const std::optional<EarlierRun> earlier   = earlier_run(directory);
    if (earlier && earlier->status == "done" && !earlier->case_name.empty())
      {
        const std::string before =
          file_content(directory + "/used_parameters.prm");
        const std::string problem =
          problem_of_done_run(the_case.text(), before, has_state);
        if (!problem.empty() && arguments.overwrite)
          return make_room(the_case, arguments, files);
        if (!problem.empty())
          return problem;
        if (has_same_end(the_case.text(), before))
          {
            beginning = Beginning::at_end;
            return arguments.report ? obstruction(directory, {"report.html"}) :
                                      std::string();
          }
      }
    if (has_state)
      {
        beginning = Beginning::at_checkpoint;
        return obstruction(directory, files);
      }
    if (!arguments.quiet)
      std::cout << "percuss: there is no checkpoint in '" << directory
                << "': the run starts from its beginning\n";
    return make_room(the_case, arguments, files);
  }

  std::optional<Checkpoint>
  take_checkpoint(const Model                    &model,
                  const Case                     &the_case,
                  const RunArguments             &arguments,
                  const std::vector<std::string> &files)
  {
    try
      {
        return find_checkpoint(model, the_case, arguments);
      }
    catch (const InputError &error) // of all processes
      {
        if (!arguments.overwrite)
          throw;
        std::string problem;
        if (processes().is_first())
          {
            if (!arguments.says_nothing())
              std::cout << "percuss: " << error.what() << '\n';
            problem = make_room(the_case, arguments, files);
          }
        if (problem = processes().broadcast(problem); !problem.empty())
          throw InputError(problem);
        return {};
      }
  }
} // namespace percuss
