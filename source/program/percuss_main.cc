// SPDX-License-Identifier: Apache-2.0

// Picks the command, and turns exceptions into messages and exit status.

#include <percuss/base/exceptions.h>
#include <percuss/base/memory.h>
#include <percuss/base/text.h>
#include <percuss/base/version.h>
#include <percuss/program/commands.h>
#include <percuss/program/interruption.h>
#include <percuss/program/percuss_main.h>
#include <percuss/run/loaded_library.h>

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>

namespace percuss
{
  namespace
  {
    constexpr const char *help =
      R"(percuss - finite elements for impact and unilateral contact

usage: percuss COMMAND [ARGUMENTS]

  run CASE.prm          compute a case
  check CASE.prm        what is wrong with a case, or known before its first step
  study CASE.prm        compute it again and again: errors, rates, plots
  reproduce [NAME...]   compute what papers and manuals print, with verdicts
  lcp                   solve 0 <= W z + b perp z >= 0 from Matrix Market files
  list [WHAT]           models, schemes, solvers, references, cases
  explain [SECTION]     every parameter: default, unit, meaning
  language-server       for editors: completes and checks cases while you write
  --version             versions of the program and of its libraries, licences
  --help                this text; percuss COMMAND --help for a command

Runs alone or under mpirun, with the same command line.
)";

    const Command *const commands[] = {&run_command,
                                       &check_command,
                                       &study_command,
                                       &reproduce_command,
                                       &lcp_command,
                                       &list_command,
                                       &explain_command,
                                       &language_server_command};

    // Factors that are made anew in each step come and go: their memory is kept,
    // up to these sizes, and not given back to the system each time.
    void
    keep_freed_memory()
    {
      mallopt(M_MMAP_THRESHOLD, 32 << 20);
      mallopt(M_TRIM_THRESHOLD, 256 << 20);
    }

    int
    dispatch(const Arguments &words, const Catalogue &catalogue)
    {
      if (words.empty() || words[0] == "--help" || words[0] == "-h")
        {
          std::cout << help;
          return words.empty() ? 2 : 0;
        }
      if (words[0] == "--version")
        {
          for (const auto &[name, number] : library_versions())
            std::cout << name << ' ' << number << '\n';
          std::cout << "license Apache-2.0 (source); GPL-3.0-or-later (this "
                       "binary, which is linked with UMFPACK and CHOLMOD)\n";
          return 0;
        }
      const Arguments          arguments(words.begin() + 1, words.end());
      std::vector<std::string> names{"--help", "--version"};
      for (const Command *const command : commands)
        {
          names.emplace_back(command->name);
          if (words[0] != command->name)
            continue;
          for (const std::string &word : arguments)
            if (word == "--help" || word == "-h")
              {
                std::cout << command->help;
                return 0;
              }
          return command->execute(arguments, catalogue);
        }
      const std::string meant = nearest(words[0], names);
      throw InputError("There is no command '" + words[0] + "'. " +
                       (meant.empty() ? "See percuss --help." :
                                        "Did you mean '" + meant + "'?"));
    }

    /** A file of results must not become what a closed output was. */
    void
    open_standard_files()
    {
      for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(file, F_GETFD) == -1) // reading from it, writing to it fails
          open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }

    /** What a library throws where nothing can be thrown. */
    [[noreturn]] void
    end_with_words()
    {
      std::string what = "for a reason that is not known";
      try
        {
          if (std::current_exception())
            std::rethrow_exception(std::current_exception());
        }
      catch (const std::exception &error)
        {
          what = processes().describe(error);
        }
      catch (...)
        {}
      std::cerr << "percuss: the computation failed and could not be ended "
                   "properly: "
                << what << std::endl;
      std::abort();
    }

    /** The status, unless what was to be printed is lost. */
    int
    status_of_output(const int status)
    {
      std::cout.flush();
      if (std::cout || status > 128) // ended by a signal
        return status;
      if (SignalWatch::received() == SIGPIPE)
        return 128 + SIGPIPE; // nobody reads on
      std::cerr << "percuss: Writing to the standard output failed: is it "
                   "closed, or the disk full?"
                << std::endl;
      return std::max(status, 1);
    }
  } // namespace

  int
  percuss_main(const int argc, char **argv, const Catalogue &catalogue)
  {
    keep_freed_memory();
    open_standard_files();
    std::signal(SIGXFSZ, SIG_IGN); // writing fails then, and is reported
    refuse_more_memory();
    std::set_terminate(end_with_words);
    return status_of_program(Arguments(argv + 1, argv + argc), catalogue);
  }

  int
  status_of_program(const Arguments &words, const Catalogue &catalogue)
  {
    const MpiSession      session;
    constexpr const char *failed = "percuss: the computation failed: ";
    std::ostream          silent(nullptr);
    std::ostream         *errors = &std::cerr; // of what all processes find
    try
      {
        if (is_launched())
          start_mpi();
        if (!processes().is_first())
          {
            std::cout.rdbuf(nullptr);
            errors = &silent;
          }
        const int status = dispatch(words, catalogue);
        return processes().is_first() ? status_of_output(status) : status;
      }
    catch (const InputError &error)
      {
        *errors << "percuss: " << error.what() << std::endl;
        return 2;
      }
    catch (const NumericalFailure &error) // of all processes
      {
        *errors << failed << error.what() << std::endl;
        return 1;
      }
    catch (const std::exception &error)
      {
        // perhaps of one process, for which the others would wait forever
        std::cerr << failed << processes().describe(error) << std::endl;
        processes().abort();
      }
    return 1;
  }
} // namespace percuss
