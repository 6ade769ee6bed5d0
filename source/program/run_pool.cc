// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/program/run_pool.h>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

extern "C" char **environ;

namespace percuss
{
  namespace
  {
    /** The environment without what an MPI launcher has set: a process with it
     * would take itself for this rank. */
    std::vector<char *>
    environment_of_its_own()
    {
      constexpr std::array<std::string_view, 7> launcher{
        "OMPI_", "PMIX_", "PMI_", "PRTE_", "ORTE_", "HYDI_", "SLURM_"};
      std::vector<char *> variables;
      for (char **variable = environ; *variable; ++variable)
        {
          bool is_launcher = false;
          for (const std::string_view prefix : launcher)
            is_launcher =
              is_launcher || std::string_view(*variable).starts_with(prefix);
          if (!is_launcher)
            variables.push_back(*variable);
        }
      variables.push_back(nullptr);
      return variables;
    }

    /** The environment of a launcher: runs side by side share the cores. */
    std::vector<char *>
    environment_of_launcher(std::string &folder_setting)
    {
      std::vector<char *> variables;
      for (char **variable = environ; *variable; ++variable)
        variables.push_back(*variable);
      static char binding[] = "OMPI_MCA_hwloc_base_binding_policy=none",
                  slots[]   = "OMPI_MCA_rmaps_base_oversubscribe=1";
      for (char *setting : {binding, slots, folder_setting.data()})
        {
          const std::string_view text(setting);
          const std::string      name(text.substr(0, text.find('=')));
          if (!std::getenv(name.c_str()))
            variables.push_back(setting);
        }
      variables.push_back(nullptr);
      return variables;
    }

    /** Closes what execve() would close, but for one file: locks of this
     * process, which would otherwise be held as long as a copy of it lives. */
    void
    close_own_files(const int kept)
    {
      std::vector<int> files;
      std::error_code  ignored;
      for (const auto &entry :
           std::filesystem::directory_iterator("/proc/self/fd", ignored))
        files.push_back(std::atoi(entry.path().filename().c_str()));
      for (const int file : files)
        if (const int flags = fcntl(file, F_GETFD);
            file != kept && flags >= 0 && (flags & FD_CLOEXEC) != 0)
          close(file);
    }

    /** As fork(); the copy ends with this process. Throws std::runtime_error.
     */
    pid_t
    copy_that_ends_with_this()
    {
      std::cout.flush(); // or a copy would write it again
      std::fflush(nullptr);
      const pid_t parent = getpid();
      const pid_t child  = fork();
      if (child < 0)
        throw std::runtime_error(
          "No process can be started: " + std::string(std::strerror(errno)) +
          ". Set 'Study/parallel runs' to 1, or free "
          "memory.");
      if (child > 0)
        return child;
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (getppid() != parent)
        _exit(127); // it has ended meanwhile
      return child;
    }

    pid_t
    start(const Job &job)
    {
      std::vector<char *> arguments;
      for (const std::string &word : job.command)
        arguments.push_back(const_cast<char *>(word.c_str()));
      arguments.push_back(nullptr);
      std::string folder = "OMPI_MCA_orte_tmpdir_base=";
      if (job.is_launcher)
        folder +=
          std::filesystem::absolute(job.log_file).parent_path().string();
      std::vector<char *> environment = job.is_launcher ?
                                          environment_of_launcher(folder) :
                                          environment_of_its_own();
      const pid_t         child       = copy_that_ends_with_this();
      if (child > 0)
        return child;

      // from here on only what is allowed between fork and exec
      const int log     = job.log >= 0 ?
                            job.log :
                            open(job.log_file.c_str(),
                             O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW,
                             0666);
      const int nothing = open("/dev/null", O_RDONLY);
      if (log < 0 || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 ||
          dup2(log, STDOUT_FILENO) < 0 || dup2(log, STDERR_FILENO) < 0)
        _exit(127);
      execve(arguments[0], arguments.data(), environment.data());
      _exit(127);
    }
  } // namespace

  pid_t
  start_copy(const std::function<void()> &rest, const int kept)
  {
    std::vector<char *> environment = environment_of_its_own();
    const pid_t         child       = copy_that_ends_with_this();
    if (child > 0)
      return child;
    environ = environment.data();
    close_own_files(kept);
    rest();
    _exit(0); // what this process has made is for itself to end
  }

  JobResult
  result_of(const int status)
  {
    if (WIFSIGNALED(status))
      return "ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
             strsignal(WTERMSIG(status)) + ")";
    const int code = WEXITSTATUS(status);
    return code == 0 ? "" : "exit status " + std::to_string(code);
  }

  void
  run_jobs(const std::function<std::optional<Job>()> &next,
           const unsigned int                         n_parallel,
           const std::function<void(std::size_t, const JobResult &)> &finished)
  {
    std::map<pid_t, std::size_t> running;
    std::size_t                  n_started = 0;
    while (true)
      {
        while (running.size() < n_parallel)
          {
            const std::optional<Job> job = next();
            if (!job)
              break;
            running[start(*job)] = n_started++;
          }
        if (running.empty())
          return;
        int         status = 0;
        const pid_t child  = waitpid(-1, &status, 0);
        if (child < 0 && errno != EINTR)
          throw std::runtime_error("A run cannot be waited for: " +
                                   std::string(std::strerror(errno)) + ".");
        if (const auto job = running.find(child); job != running.end())
          {
            const std::size_t number = job->second;
            running.erase(job);
            finished(number, result_of(status));
          }
      }
  }

  JobResult
  run_job(const Job &job)
  {
    std::optional<Job> left = job;
    JobResult          result;
    run_jobs([&] { return std::exchange(left, std::nullopt); },
             1,
             [&](std::size_t, const JobResult &found) { result = found; });
    return result;
  }

  Job
  launched(const std::vector<std::string> &command,
           const unsigned int              n_ranks,
           const std::string              &log_file)
  {
    const char *const launcher = std::getenv("PERCUSS_MPIRUN");
    Job               job{{"/usr/bin/env"}, log_file, true};
    for (const std::string &word :
         split(with_single_blanks(launcher ? launcher : "mpirun -n"), ' '))
      job.command.push_back(word);
    job.command.push_back(std::to_string(n_ranks));
    job.command.insert(job.command.end(), command.begin(), command.end());
    return job;
  }
} // namespace percuss
