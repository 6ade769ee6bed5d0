// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/program/commands.h>
#include <percuss/program/language_server/server.h>
#include <percuss/run/loaded_library.h>

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace percuss
{
  namespace language_server
  {
    namespace
    {
      /** Reads what has come; false at the end of the input. */
      bool
      read_input(MessageReader &reader)
      {
        std::array<char, 1 << 16> bytes;
        const ssize_t n = read(STDIN_FILENO, bytes.data(), bytes.size());
        if (n > 0)
          reader.add({bytes.data(), static_cast<std::size_t>(n)});
        return n > 0 || (n < 0 && errno == EINTR);
      }
    } // namespace

    int
    serve_standard_input(const Catalogue &catalogue)
    {
      std::signal(SIGPIPE, SIG_IGN); // writing fails then
      bool          is_connected = true;
      MessageReader reader;
      Server        server(catalogue, [&](const Json &message) {
        is_connected =
          is_connected && write_all(STDOUT_FILENO, framed(message));
      });
      while (is_connected && !server.exit_status())
        {
          std::array<pollfd, 2> waiting{
            {{STDIN_FILENO, POLLIN, 0},
             {server.queue().descriptor(), POLLIN, 0}}};
          poll(waiting.data(), waiting.size(), server.queue().timeout());
          if (waiting[0].revents != 0 && !read_input(reader))
            break; // the editor is gone
          while (const auto message = reader.next())
            {
              server.take(*message);
              if (server.exit_status())
                return *server.exit_status();
            }
          if (const auto report =
                server.queue().advance(waiting[1].revents != 0))
            server.take_report(*report);
        }
      return 1; // there was no "exit"
    }
  } // namespace language_server

  namespace
  {
    const char *const language_server_help =
      R"(usage: percuss language-server

Speaks the Language Server Protocol 3.17 on the standard input and output, for
editors that complete, explain and check cases while they are written. An editor
starts it by itself; doc/editor.md has the settings of some.

Of .prm files it completes sections, entries, their words, the words of items such
as bodies and joints, names of bodies, of boundaries of the mesh and of variables,
units behind numbers, and files; it explains what the cursor is on; goes to the
definition of bodies, variables and included files; lists sections, entries and
items. Of .prm and .json files it shows what 'percuss check' finds, of the text
in the editor, while it is written.

Files that a case names are relative to the folder that the editor has opened.
A check of a text that is being changed may take 1 s; of a case whose check takes
longer than 0.5 s, the model and its mesh are made when the file is opened or
saved only.

Exit status: 0 after 'shutdown' and 'exit', else 1.
)";

    int
    serve_editor(const Arguments &words, const Catalogue &catalogue)
    {
      for (const std::string &word : words)
        if (word != "--stdio") // which some editors append
          throw InputError("percuss language-server does not understand '" +
                           word + "'. See percuss language-server --help.");
      if (is_launched())
        throw InputError("percuss language-server serves one editor: call it "
                         "without mpirun.");
      return language_server::serve_standard_input(catalogue);
    }
  } // namespace

  extern const Command language_server_command{"language-server",
                                               language_server_help,
                                               serve_editor};
} // namespace percuss
