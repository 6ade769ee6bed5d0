// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/worker_pool.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

namespace percuss
{
  namespace
  {
    /** Both ends of what a worker and its process say to each other. */
    class Channel
    {
    public:
      explicit Channel(const int file)
        : file(file)
      {}

      Channel(Channel &&other) noexcept
        : file(std::exchange(other.file, -1))
      {}

      Channel &
      operator=(Channel &&other) noexcept
      {
        std::swap(file, other.file);
        return *this;
      }

      ~Channel()
      {
        if (file >= 0)
          close(file);
      }

      int
      number() const
      {
        return file;
      }

      /** Returns false where nobody listens. */
      bool
      write(const std::string &text) const
      {
        const std::uint64_t size = text.size();
        return write(reinterpret_cast<const char *>(&size), sizeof size) &&
               write(text.data(), text.size());
      }

      /** What the other end has written, some text; none where it has been
       * closed. */
      std::optional<std::string>
      read() const
      {
        std::uint64_t size = 0;
        if (!read(reinterpret_cast<char *>(&size), sizeof size))
          return {};
        std::string text(size, '\0');
        if (size == 0 || !read(text.data(), size))
          return {};
        return text;
      }

    private:
      /** All of the bytes, by as many calls as it takes; false where the other
       * end is closed. @param move ssize_t(bytes, size) of recv() or send() */
      template <class Byte, class Move>
      static bool
      transfer(Byte *bytes, std::size_t size, const Move &move)
      {
        while (size > 0)
          {
            const ssize_t n = move(bytes, size);
            if (n < 0 && errno == EINTR)
              continue;
            if (n <= 0)
              return false;
            bytes += n;
            size -= static_cast<std::size_t>(n);
          }
        return true;
      }

      bool
      write(const char *bytes, const std::size_t size) const
      {
        return transfer(bytes, size, [this](const char *from, std::size_t n) {
          return send(file, from, n, MSG_NOSIGNAL);
        });
      }

      bool
      read(char *bytes, const std::size_t size) const
      {
        return transfer(bytes, size, [this](char *to, std::size_t n) {
          return recv(file, to, n, 0);
        });
      }

      int file;
    };

    // what an answer begins with
    constexpr char goes_on = '+', is_last = '.';

    /** The life of a worker: until nobody asks, or after a long task. */
    void
    serve(const Channel                       &channel,
          const std::function<TaskFunction()> &make_work)
    {
      using Clock            = std::chrono::steady_clock;
      constexpr auto a_while = std::chrono::seconds(1);
      const int      nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
      if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0)
        _exit(127);
      const TaskFunction work = make_work();
      while (const std::optional<std::string> task = channel.read())
        {
          const Clock::time_point start  = Clock::now();
          const std::string       answer = work(*task);
          const bool              ends   = Clock::now() - start > a_while;
          if (!channel.write((ends ? is_last : goes_on) + answer) || ends)
            return;
        }
    }

    /** A worker, as its process sees it. */
    struct Worker
    {
      pid_t                      process;
      Channel                    channel;
      std::optional<std::size_t> task; ///< its number, while it has one
    };

    Worker
    start_worker(const std::function<TaskFunction()> &make_work)
    {
      int ends[2];
      if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw std::runtime_error("No process can be started: " +
                                 std::string(std::strerror(errno)) + '.');
      Channel     here(ends[0]);
      const pid_t process = start_copy(
        [&] {
          const Channel there(ends[1]);
          serve(there, make_work);
        },
        ends[1]);
      close(ends[1]);
      return {process, std::move(here), {}};
    }

    JobResult
    end_of(const Worker &worker)
    {
      int status = 0;
      while (waitpid(worker.process, &status, 0) < 0)
        if (errno != EINTR)
          return "its process cannot be waited for";
      return result_of(status);
    }

    /** The workers of a pool. */
    class Workers
    {
    public:
      Workers(const unsigned int                   n_parallel,
              const std::function<TaskFunction()> &make)
        : n_parallel(n_parallel)
        , make(make)
      {}

      /** They end when nobody asks them any more, those with a task at the
       * next place where a run can go on. */
      ~Workers()
      {
        for (Worker &worker : all)
          {
            if (worker.task)
              kill(worker.process, SIGTERM);
            worker.channel = Channel(-1);
            end_of(worker);
          }
      }

      bool
      can_take_more() const
      {
        return all.size() < n_parallel || find_idle() < all.size();
      }

      /** @pre can_take_more() */
      void
      give(const std::string &task, const std::size_t number)
      {
        const std::size_t i = find_idle();
        if (i == all.size())
          all.push_back(start_worker(make));
        all[i].task = number;
        // where it has ended meanwhile, listen() finds out
        all[i].channel.write(task);
      }

      bool
      are_at_work() const
      {
        for (const Worker &worker : all)
          if (worker.task)
            return true;
        return false;
      }

      /** Waits for an answer, or the end of a worker; @p finished is told. */
      void
      listen(
        const std::function<void(std::size_t, const TaskResult &)> &finished)
      {
        std::vector<pollfd> files;
        for (const Worker &worker : all)
          files.push_back({worker.channel.number(), POLLIN, 0});
        if (poll(files.data(), files.size(), -1) < 0)
          {
            if (errno == EINTR)
              return;
            throw std::runtime_error("A run cannot be waited for: " +
                                     std::string(std::strerror(errno)) + ".");
          }
        for (std::size_t i = all.size(); i-- > 0;)
          if (files[i].revents != 0)
            take_answer(i, finished);
      }

    private:
      std::size_t
      find_idle() const
      {
        return static_cast<std::size_t>(
          std::ranges::find_if(all,
                               [](const Worker &one) { return !one.task; }) -
          all.begin());
      }

      void
      take_answer(
        const std::size_t                                           i,
        const std::function<void(std::size_t, const TaskResult &)> &finished)
      {
        const std::optional<std::string> said = all[i].channel.read();
        const auto task = std::exchange(all[i].task, std::nullopt);
        TaskResult result;
        if (said)
          result.answer = said->substr(1);
        if (!said || said->front() == is_last)
          {
            const JobResult end = end_of(all[i]);
            all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
            if (!said)
              result.end = end.empty() ? "its process has ended" : end;
          }
        if (task)
          finished(*task, result);
      }

      const unsigned int                   n_parallel;
      const std::function<TaskFunction()> &make;
      std::vector<Worker>                  all;
    };
  } // namespace

  void
  do_tasks(const std::function<std::optional<std::string>()> &next,
           const unsigned int                                 n_parallel,
           const std::function<TaskFunction()>               &make_work,
           const std::function<void(std::size_t, const TaskResult &)> &finished)
  {
    Workers     workers(n_parallel, make_work);
    std::size_t n_tasks  = 0;
    bool        has_more = true;
    while (true)
      {
        while (has_more && workers.can_take_more())
          if (const std::optional<std::string> task = next())
            workers.give(*task, n_tasks++);
          else
            has_more = false;
        if (!workers.are_at_work())
          return;
        workers.listen(finished);
      }
  }
} // namespace percuss
