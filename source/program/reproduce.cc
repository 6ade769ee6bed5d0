// SPDX-License-Identifier: Apache-2.0

// percuss reproduce: hands over to the tool reproduce.py, which starts this
// program again for each run.

#include <percuss/base/exceptions.h>
#include <percuss/program/commands.h>
#include <percuss/program/tools.h>
#include <percuss/run/loaded_library.h>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>

namespace percuss
{
  namespace
  {
    const char *const reproduce_help =
      R"(usage: percuss reproduce [NAME...] [--output DIR] [--list] [--quick] [--jobs N]
                         [--again]

Computes what papers and manuals print and says, for each number, the published
one, its own, and a verdict. Without names all of them, some minutes; the names
are those of --list, or beginnings of names as in 'a12'.

  --output DIR   where the results go; results/reproductions by default
  --list         names, sources and numbers of rows; computes nothing
  --quick        leaves out what takes long, and computes some on coarser meshes
  --jobs N       runs at a time; as many as there are cores by default
  --again        computes again what is there already
  --catalogue DIR   reproductions of your own: DIR/NAME/reproduction.toml

The output directory then holds report.html, one page that opens without a
network, report.md and report.json with the same rows, and a directory of each
name with its runs. A reproduction that was interrupted goes on where it stopped:
runs of the same case by the same program are not repeated.

Exit status: 0 all verdicts hold, 1 one fails or a run has failed, 2 the input is
wrong. Needs Python 3.11 or newer, and nothing beyond it.
)";

    int
    reproduce(const Arguments &words, const Catalogue &)
    {
      if (is_launched())
        throw InputError("percuss reproduce starts its runs itself: call it "
                         "without mpirun, with --jobs N.");
      const auto script = path_of_tool("reproduce.py");
      if (!std::filesystem::exists(script))
        throw InputError("percuss reproduce needs " + script.string() +
                         ", which is not there: install percuss anew.");
      const auto pythons = python_interpreters();
      if (pythons.empty())
        throw InputError("percuss reproduce needs python3, which is not there: "
                         "'apt-get install python3'.");

      std::vector<std::string> command{
        pythons.front(),
        script.string(),
        "--program",
        std::filesystem::read_symlink("/proc/self/exe").string()};
      command.insert(command.end(), words.begin(), words.end());
      std::vector<char *> arguments;
      for (std::string &word : command)
        arguments.push_back(word.data());
      arguments.push_back(nullptr);
      std::cout.flush();
      execv(arguments[0], arguments.data());
      throw InputError(command[0] +
                       " cannot be started: " + std::strerror(errno) + ".");
    }
  } // namespace

  extern const Command reproduce_command{"reproduce",
                                         reproduce_help,
                                         reproduce};
} // namespace percuss
