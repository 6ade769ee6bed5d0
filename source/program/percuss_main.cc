// SPDX-License-Identifier: Apache-2.0

// Picks the command, and turns exceptions into messages and exit status.

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/base/version.h>
#include <percuss/program/commands.h>
#include <percuss/program/percuss_main.h>
#include <percuss/run/loaded_library.h>

#include <iostream>

namespace percuss
{
  namespace
  {
    constexpr const char *help =
      R"(percuss - finite elements for impact and unilateral contact

usage: percuss COMMAND [ARGUMENTS]

  run CASE.prm          compute a case
  study CASE.prm        compute it again and again: errors, rates, plots
  lcp                   solve 0 <= W z + b perp z >= 0 from Matrix Market files
  list [WHAT]           models, schemes, solvers, references, cases
  explain [SECTION]     every parameter: default, unit, meaning
  --version             versions of the program and of its libraries
  --help                this text; percuss COMMAND --help for a command

Runs alone or under mpirun, with the same command line.
)";

    const Command *const commands[] = {&run_command,
                                       &study_command,
                                       &lcp_command,
                                       &list_command,
                                       &explain_command};

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
  } // namespace

  int
  percuss_main(const int argc, char **argv, const Catalogue &catalogue)
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
        return dispatch(Arguments(argv + 1, argv + argc), catalogue);
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
