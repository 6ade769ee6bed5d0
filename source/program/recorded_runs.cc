// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/program/recorded_runs.h>
#include <percuss/program/run_in_program.h>
#include <percuss/program/worker_pool.h>
#include <percuss/run/loaded_library.h>

#include <memory>

namespace percuss
{
  namespace
  {
    using Json = nlohmann::ordered_json;

    // what an answer begins with: the summary of a run that is done follows, or
    // what went wrong
    constexpr char done = '+', failed = '-';

    /** The answer to the parameters of a run. */
    std::string
    outcome_of(const std::string &parameters,
               const std::string &file_name,
               const Catalogue   &catalogue)
    {
      try
        {
          const auto   one = make_case({file_name, parameters, {}}, catalogue);
          RunOfProgram program;
          program.received_signal = [] { return 0; }; // it ends the worker
          compute_run(*one, file_name, {}, program);
          return done + Json::parse(program.summary_json).dump();
        }
      catch (const std::exception &error)
        {
          return failed + processes().describe(error);
        }
    }

    RunRecord
    record_of(const TaskResult &result)
    {
      if (!result.end.empty())
        return {"", result.end};
      const std::string text = result.answer.substr(1);
      return result.answer.front() == done ? RunRecord{text, ""} :
                                             RunRecord{"", text};
    }
  } // namespace

  void
  execute_recorded(const Runs          &runs,
                   const RunExecutions &settings,
                   const Catalogue     &catalogue,
                   StudyRecords        &records,
                   StudyProgress       &progress)
  {
    Runs missing;
    for (const PlannedRun *const run : runs)
      if (records.find(*run))
        progress.add(run->label, "", true);
      else
        missing.push_back(run);
    if (missing.empty())
      return;
    if (settings.needs_library)
      load_library();
    std::size_t n_given = 0;
    do_tasks(
      [&]() -> std::optional<std::string> {
        if (n_given == missing.size())
          return {};
        return missing[n_given++]->parameters;
      },
      settings.n_parallel,
      [&catalogue, name = settings.case_name + ".prm"]() -> TaskFunction {
        const auto session = std::make_shared<MpiSession>(); // of all its runs
        return [session, &catalogue, name](const std::string &parameters) {
          return outcome_of(parameters, name, catalogue);
        };
      },
      [&](const std::size_t number, const TaskResult &result) {
        const RunRecord record = record_of(result);
        records.add(*missing[number], record);
        progress.add(missing[number]->label,
                     record.message.empty() ? "" : "failed: " + record.message,
                     false);
      });
  }
} // namespace percuss
