// SPDX-License-Identifier: Apache-2.0
#include <percuss/program/language_server/check_process.h>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

namespace percuss::language_server
{
  namespace
  {
    /** What the copy does: reads requests, writes reports. */
    [[noreturn]] void
    serve(const int socket, const Catalogue &catalogue)
    {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      // what libraries print must not come among the messages of the server
      const int nothing = open("/dev/null", O_RDWR);
      dup2(nothing, STDIN_FILENO);
      dup2(nothing, STDOUT_FILENO);
      MessageReader reader;
      char          bytes[1 << 16];
      for (ssize_t n; (n = read(socket, bytes, sizeof bytes)) > 0;)
        {
          reader.add({bytes, static_cast<std::size_t>(n)});
          if (const auto request = reader.next())
            write_all(socket,
                      framed(check_text(check_request(request->message),
                                        catalogue)));
        }
      _exit(0);
    }
  } // namespace

  CheckProcess::CheckProcess(const Catalogue &catalogue)
  {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw std::system_error(errno, std::generic_category(), "socketpair");
    process = fork();
    if (process == 0)
      {
        close(ends[0]);
        serve(ends[1], catalogue);
      }
    close(ends[1]);
    socket = ends[0];
    if (process < 0)
      {
        close(socket);
        throw std::system_error(errno, std::generic_category(), "fork");
      }
  }

  CheckProcess::~CheckProcess()
  {
    close(socket);
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
  }

  void
  CheckProcess::send(const CheckRequest &request)
  {
    is_at_end = !write_all(socket, framed(as_json(request)));
  }

  std::optional<Json>
  CheckProcess::receive()
  {
    char          bytes[1 << 16];
    const ssize_t n = read(socket, bytes, sizeof bytes);
    if (n <= 0)
      {
        is_at_end = n == 0 || errno != EINTR;
        return {};
      }
    reader.add({bytes, static_cast<std::size_t>(n)});
    const auto report = reader.next();
    return report ? std::optional(report->message) : std::nullopt;
  }

  bool
  write_all(const int descriptor, std::string_view bytes)
  {
    while (!bytes.empty())
      {
        const ssize_t n = write(descriptor, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR)
          continue;
        if (n <= 0)
          return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
      }
    return true;
  }
} // namespace percuss::language_server
