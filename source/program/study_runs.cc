// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/base/version.h>
#include <percuss/output/checkpoint.h>
#include <percuss/output/directory_lock.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/output_directory.h>
#include <percuss/output/summary.h>
#include <percuss/program/results_directory.h>
#include <percuss/program/run_pool.h>
#include <percuss/program/run_workers.h>
#include <percuss/program/study_runs.h>
#include <percuss/run/loaded_library.h>

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <thread>

namespace percuss
{
  namespace fs = std::filesystem;
  using Json   = nlohmann::ordered_json;

  namespace
  {
    /** Whether a run has ended as failed, with these parameters. */
    bool
    has_failed(const PlannedRun &run, const std::string &case_name)
    {
      const Json summary =
        Json::parse(file_content(run.directory + "/summary.json"),
                    nullptr,
                    false);
      return file_content(run.directory + "/" + case_name + ".prm") ==
               run.parameters &&
             summary.is_object() && summary.value("status", "") == "failed";
    }

  } // namespace

  std::string
  obstruction_of_study(const std::string &directory,
                       const Plan        &plan,
                       const bool         overwrites)
  {
    const Json study =
      Json::parse(file_content(directory + "/study.json"), nullptr, false);
    const bool is_study = study.is_object() && study.contains("case") &&
                          study.contains("kind") && study.contains("curves");
    std::error_code ignored;
    for (const char *name : {"study.json", "study.csv", "study.md"})
      {
        const fs::path path = fs::path(directory) / name;
        if (const std::string problem = problem_of_place(path.string());
            !problem.empty())
          return problem;
        if (!is_study && fs::is_regular_file(path, ignored) &&
            fs::file_size(path, ignored) > 0)
          return "'" + path.string() +
                 "' is in the way, and no result of percuss";
      }
    if (overwrites)
      return {};
    const std::string own = name_in_summary(plan.case_name);
    if (is_study && study["case"] != own)
      return holds_other_case(study.value("case", ""));
    for (const PlannedRun *const run : plan.runs_with_directories())
      if (const auto earlier = earlier_run(run->directory);
          earlier && !earlier->case_name.empty() && earlier->case_name != own)
        return holds_other_case(earlier->case_name);
    return {};
  }

  void
  forget_failures(const Plan &plan)
  {
    for (const PlannedRun *const run : plan.runs_with_directories())
      if (has_failed(*run, plan.case_name))
        remove_earlier_results(run->directory);
  }

  StudyProgress::StudyProgress(const std::size_t n_runs, const bool speaks)
    : n_runs(n_runs)
    , speaks(speaks)
    , terminal(isatty(STDOUT_FILENO) == 1)
    , start(Clock::now())
  {}

  void
  StudyProgress::add(const std::string &label,
                     const std::string &problem,
                     const bool         known)
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

  std::string
  file_content(const std::string &file_name)
  {
    std::error_code ignored; // a pipe may have no end, nor a beginning
    if (!fs::is_regular_file(file_name, ignored))
      return {};
    std::ifstream file(file_name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  Json
  summary_of(const PlannedRun &run, const std::string &case_name)
  {
    if (file_content(run.directory + "/" + case_name + ".prm") !=
        run.parameters)
      return nullptr;
    const Json summary =
      Json::parse(file_content(run.directory + "/summary.json"),
                  nullptr,
                  false); // no exceptions
    if (summary.is_discarded() || !summary.contains("versions") ||
        summary.value("status", "") != "done")
      return nullptr;
    for (const auto &[name, number] : library_versions())
      if (summary["versions"].value(name, "") != number)
        return nullptr;
    return summary;
  }

  std::string
  last_words(const PlannedRun &run)
  {
    std::string log = trim(file_content(run.directory + "/log.txt"));
    for (const char *start : {"percuss: the computation failed: ", "percuss: "})
      if (const auto at = log.rfind(start); at != std::string::npos)
        return log.substr(at + std::string(start).size());
    return log.substr(log.rfind('\n') + 1);
  }

  namespace
  {
    /** Whether a run with these parameters was interrupted, and has left a
     * checkpoint. */
    bool
    can_go_on(const PlannedRun &run, const std::string &file)
    {
      const auto earlier = earlier_run(run.directory);
      return has_checkpoint(run.directory) && earlier &&
             earlier->status == "interrupted" &&
             file_content(file) == run.parameters;
    }

    /** Whether a process is still at work, as the run of a study that was
     * killed, until its checkpoint is written. */
    bool
    is_at_work(const PlannedRun &run)
    {
      return !DirectoryLock().take(run.directory).empty();
    }

    /** The words of the program for a run, which finds its parameter file. */
    std::vector<std::string>
    words_of(const PlannedRun &run, const RunExecutions &settings)
    {
      const std::string file =
        run.directory + "/" + settings.case_name + ".prm";
      std::vector<std::string> words{"run", file, "--quiet"};
      if (can_go_on(run, file))
        // from its checkpoint, unless that is damaged or of another version
        words.insert(words.end(), {"--resume", "--overwrite"});
      else
        { // nothing of an older run may pass for this one's
          remove_earlier_results(run.directory);
          replace_file(file, run.parameters);
        }
      return words;
    }

    std::string
    log_of(const PlannedRun &run)
    {
      return run.directory + "/log.txt";
    }

    /** The run as a process of its own, or several. */
    Job
    job_of(const PlannedRun &run, const RunExecutions &settings)
    {
      std::vector<std::string> command{
        fs::read_symlink("/proc/self/exe").string()};
      for (const std::string &word : words_of(run, settings))
        command.push_back(word);
      return settings.n_ranks > 1 ?
               launched(command, settings.n_ranks, log_of(run)) :
               Job{command, log_of(run)};
    }

    /** The runs that this process has taken for itself, one after the other. */
    class OwnRuns
    {
    public:
      OwnRuns(const Runs          &runs,
              const RunExecutions &settings,
              StudyProgress       &progress)
        : runs(runs)
        , settings(settings)
        , progress(progress)
      {}

      /** The next one, whose directory is locked; none if there is none. */
      const PlannedRun *
      next()
      {
        while (n_seen < runs.size())
          {
            const PlannedRun &run = *runs[n_seen++];
            if (is_done(run))
              continue;
            fs::create_directories(run.directory);
            auto lock = std::make_unique<DirectoryLock>();
            if (!lock->take(run.directory, ".percuss_study_lock").empty() ||
                is_at_work(run))
              elsewhere.push_back(&run);
            else if (!is_done(run)) // meanwhile, perhaps
              {
                own.push_back({&run, std::move(lock)});
                return &run;
              }
          }
        return nullptr;
      }

      void
      finished(const std::size_t number, const JobResult &result)
      {
        auto &[run, lock] = own[number];
        progress.add(run->label,
                     result.empty() ?
                       "" :
                       "failed, " + result + ": " + last_words(*run),
                     false);
        lock.reset();
      }

      Runs elsewhere; // of which another process has the lock

    private:
      bool
      is_done(const PlannedRun &run)
      {
        if (!summary_of(run, settings.case_name).is_null())
          progress.add(run.label, "", true);
        else if (has_failed(run, settings.case_name))
          progress.add(run.label, "failed: " + last_words(run), true);
        else
          return false;
        return true;
      }

      const Runs          &runs;
      const RunExecutions &settings;
      StudyProgress       &progress;
      std::size_t          n_seen = 0;
      std::vector<std::pair<const PlannedRun *, std::unique_ptr<DirectoryLock>>>
        own;
    };

    Runs
    execute_own(const Runs          &runs,
                const RunExecutions &settings,
                StudyProgress       &progress)
    {
      OwnRuns    own(runs, settings, progress);
      const auto finished = [&](const std::size_t  number,
                                const std::string &problem) {
        own.finished(number, problem);
      };
      if (settings.n_ranks == 1 && settings.program && !is_launched())
        {
          if (settings.needs_library)
            load_library();
          do_runs(
            [&]() -> std::optional<RunInWorker> {
              if (const PlannedRun *const run = own.next())
                return RunInWorker{words_of(*run, settings), log_of(*run)};
              return {};
            },
            settings.n_parallel,
            settings.program,
            finished);
        }
      else
        run_jobs(
          [&]() -> std::optional<Job> {
            if (const PlannedRun *const run = own.next())
              return job_of(*run, settings);
            return {};
          },
          settings.n_parallel,
          finished);
      return own.elsewhere;
    }
  } // namespace

  Runs
  execute(const Runs          &runs,
          const RunExecutions &settings,
          StudyProgress       &progress)
  {
    Runs of_this_rank;
    for (std::size_t i = processes().rank(); i < runs.size();
         i += processes().size())
      of_this_rank.push_back(runs[i]);
    const Runs elsewhere = execute_own(of_this_rank, settings, progress);
    processes().wait();
    return elsewhere;
  }

  void
  complete(Runs runs, const RunExecutions &settings, StudyProgress &progress)
  {
    while (!runs.empty())
      {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        const Runs left = execute_own(runs, settings, progress);
        runs            = left;
      }
    processes().wait();
  }
} // namespace percuss
