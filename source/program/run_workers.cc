// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/run_workers.h>
#include <percuss/run/loaded_library.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <memory>

namespace percuss
{
  namespace
  {
    // what stands between the words of a task: in no file name
    constexpr char between = '\0';

    /** Both outputs go into a file from now on; false where they cannot. */
    bool
    write_into(const std::string &log_file)
    {
      const int log =
        open(log_file.c_str(),
             O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
             0666);
      const bool is_open = log >= 0 && dup2(log, STDOUT_FILENO) >= 0 &&
                           dup2(log, STDERR_FILENO) >= 0;
      if (log >= 0)
        close(log);
      return is_open;
    }

    /** The streams as a new process has them. */
    void
    renew_streams()
    {
      for (std::ostream *const stream : {&std::cout, &std::cerr})
        {
          stream->clear();
          stream->copyfmt(std::ios(nullptr));
        }
      std::cerr.setf(std::ios::unitbuf);
    }

    /** Makes the run of a task; returns the exit status. */
    int
    make_run(
      const std::string                                          &task,
      const std::function<int(const std::vector<std::string> &)> &program)
    {
      std::vector<std::string> words;
      for (std::size_t begin = 0; begin <= task.size();)
        {
          const std::size_t end = task.find(between, begin);
          words.push_back(task.substr(begin, end - begin));
          begin = end == std::string::npos ? task.size() + 1 : end + 1;
        }
      const std::string log_file = words.front();
      words.erase(words.begin());
      if (!write_into(log_file))
        return 127;
      renew_streams();
      const int status = program(words);
      std::cout.flush();
      std::fflush(nullptr);
      return status;
    }
  } // namespace

  void
  do_runs(const std::function<std::optional<RunInWorker>()> &next,
          const unsigned int                                 n_parallel,
          const std::function<int(const std::vector<std::string> &)> &program,
          const std::function<void(std::size_t, const JobResult &)>  &finished)
  {
    do_tasks(
      [&]() -> std::optional<std::string> {
        const std::optional<RunInWorker> run = next();
        if (!run)
          return {};
        std::string task = run->log_file;
        for (const std::string &word : run->words)
          task += between + word;
        return task;
      },
      n_parallel,
      [&program]() -> TaskFunction {
        const auto session = std::make_shared<MpiSession>(); // of all its runs
        return [session, &program](const std::string &task) {
          return std::to_string(make_run(task, program));
        };
      },
      [&](const std::size_t number, const TaskResult &result) {
        finished(number,
                 !result.end.empty()  ? result.end :
                 result.answer == "0" ? "" :
                                        "exit status " + result.answer);
      });
  }
} // namespace percuss
