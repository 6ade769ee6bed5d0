// SPDX-License-Identifier: Apache-2.0

// The program `percuss`: picks the command, and turns exceptions into messages
// and exit status: 0 done, 1 the computation failed, 2 the input is wrong.

#include "commands.h"

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/output/summary.h>

#include <deal.II/base/exceptions.h>
#include <deal.II/base/mpi.h>

#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>

// OpenBLAS would start a thread per core on every rank for long vectors; other
// BLAS libraries do not have this function.
extern "C" void
openblas_set_num_threads(int) __attribute__((weak));

namespace
{
  using namespace percuss;

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

  struct Command
  {
    const char                                     *help;
    std::function<int(const Arguments &, MPI_Comm)> execute;
  };

  const std::map<std::string, Command> commands{
    {"run", {run_help, run_command}},
    {"study", {study_help, study_command}},
    {"lcp", {lcp_help, lcp_command}},
    {"list",
     {list_help,
      [](const Arguments &words, MPI_Comm) { return list_command(words); }}},
    {"explain", {explain_help, [](const Arguments &words, MPI_Comm) {
                   return explain_command(words);
                 }}}};

  int
  dispatch(const Arguments &words, std::ostream &out)
  {
    if (words.empty() || words[0] == "--help" || words[0] == "-h")
      {
        out << help;
        return words.empty() ? 2 : 0;
      }
    if (words[0] == "--version")
      {
        for (const auto &[name, number] : library_versions())
          out << name << ' ' << number << '\n';
        return 0;
      }
    const auto command = commands.find(words[0]);
    if (command == commands.end())
      {
        std::vector<std::string> names{"--help", "--version"};
        for (const auto &[name, ignored] : commands)
          names.push_back(name);
        const std::string meant = nearest(words[0], names);
        throw InputError("There is no command '" + words[0] + "'. " +
                         (meant.empty() ? "See percuss --help." :
                                          "Did you mean '" + meant + "'?"));
      }
    const Arguments arguments(words.begin() + 1, words.end());
    for (const std::string &word : arguments)
      if (word == "--help" || word == "-h")
        {
          out << command->second.help;
          return 0;
        }
    return command->second.execute(arguments, MPI_COMM_WORLD);
  }
} // namespace

int
main(int argc, char **argv)
{
  dealii::Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
  if (openblas_set_num_threads)
    openblas_set_num_threads(1);
  dealii::deal_II_exceptions::disable_abort_on_exception();
  const bool speaks =
    dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0;
  std::ostream silent(nullptr);
  if (!speaks)
    std::cout.rdbuf(nullptr);
  std::ostream         &errors = speaks ? std::cerr : silent;
  constexpr const char *failed = "percuss: the computation failed: ";
  try
    {
      return dispatch(Arguments(argv + 1, argv + argc), std::cout);
    }
  catch (const InputError &error)
    {
      errors << "percuss: " << error.what() << std::endl;
      return 2;
    }
  catch (const NumericalFailure &error) // of all ranks
    {
      errors << failed << error.what() << std::endl;
      return 1;
    }
  catch (const dealii::ExceptionBase &error)
    {
      std::ostringstream text;
      error.print_info(text);
      std::cerr << failed << text.str() << std::endl;
    }
  catch (const std::exception &error)
    {
      std::cerr << failed << error.what() << std::endl;
    }
  // perhaps of one rank, for which the others would wait forever
  if (dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) > 1)
    MPI_Abort(MPI_COMM_WORLD, 1);
  return 1;
}
