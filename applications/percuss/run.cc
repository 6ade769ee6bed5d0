// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/complementarity/make_solver.h>
#include <percuss/configuration/make_bar.h>
#include <percuss/output/field_writer.h>
#include <percuss/output/history_writer.h>
#include <percuss/output/progress_reporter.h>
#include <percuss/output/summary.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>
#include <percuss/simulation/simulation.h>
#include <percuss/simulation/time_stepper.templates.h>
#include <percuss/study/error_norms.h>
#include <percuss/time_integration/make_scheme.h>

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>

namespace percuss
{
  const char *const run_help =
    R"(usage: percuss run CASE.prm [--output DIR] [--set "Section/entry=value"]...
                   [--quiet]

Computes a case. CASE is a parameter file (.prm, or the same entries as .json);
'percuss explain' lists the entries.

  --output DIR   where the results go, instead of 'Output/output directory'
  --set "..."    overrides an entry, as in --set "Time integration/theta=1"
  --quiet        nothing on standard output

The output directory then holds history.csv (one row per recorded step),
solution.pvd (fields for ParaView), summary.json and used_parameters.prm.
Runs under mpirun with the same command line.
)";

  namespace
  {
    struct RunArguments
    {
      std::string                case_file;
      std::optional<std::string> output;
      std::vector<std::string>   overrides;
      bool                       quiet = false;
    };

    RunArguments
    parse(const Arguments &words)
    {
      RunArguments result;
      for (std::size_t i = 0; i < words.size(); ++i)
        {
          std::string word        = words[i], value;
          const auto  takes_value = [&](const std::string &option) {
            if (word.starts_with(option + "="))
              value = word.substr(option.size() + 1);
            else if (word == option && i + 1 < words.size())
              value = words[++i];
            else if (word == option)
              throw InputError(option + " needs a value.");
            else
              return false;
            return true;
          };
          if (takes_value("--output"))
            result.output = value;
          else if (takes_value("--set"))
            result.overrides.push_back(value);
          else if (word == "--quiet")
            result.quiet = true;
          else if (word == "--resume")
            throw InputError("--resume: there is no checkpoint to resume "
                             "from; this version writes none.");
          else if (word.starts_with("-"))
            {
              const std::vector<std::string> options{
                "--output", "--set", "--quiet", "--resume", "--help"};
              const std::string meant =
                nearest(word.substr(0, word.find('=')), options);
              throw InputError("percuss run has no option '" + word + "'. " +
                               (meant.empty() ?
                                  "See percuss run --help." :
                                  "Did you mean '" + meant + "'?"));
            }
          else if (result.case_file.empty())
            result.case_file = word;
          else
            throw InputError("percuss run takes one parameter file, but '" +
                             result.case_file + "' and '" + word +
                             "' are given.");
        }
      if (result.case_file.empty())
        throw InputError(
          "percuss run needs a parameter file. See percuss run --help.");
      return result;
    }

    /** Creates the directory on rank 0; throws InputError on all ranks. */
    void
    prepare_directory(const std::string &directory,
                      const CaseFile    &case_file,
                      const MPI_Comm     communicator)
    {
      namespace fs = std::filesystem;
      std::string problem;
      if (dealii::Utilities::MPI::this_mpi_process(communicator) == 0)
        {
          std::error_code       error, ignored;
          std::vector<fs::path> missing; // the innermost first
          for (fs::path path = directory;
               !path.empty() && !fs::exists(fs::symlink_status(path, ignored));
               path = path.parent_path())
            missing.push_back(path);
          fs::create_directories(directory, error);
          if (error)
            problem = error.message();
          else if (access(directory.c_str(), W_OK | X_OK) != 0)
            problem = "no permission to write there";
          else
            for (const char *old : {"/solution", "/summary.json"})
              {
                fs::remove_all(directory + old, error);
                if (error)
                  problem = error.message();
              }
          if (!problem.empty())
            for (const fs::path &path : missing)
              fs::remove(path, ignored);
        }
      problem = dealii::Utilities::MPI::broadcast(communicator, problem);
      if (!problem.empty())
        throw case_file.error("Output/output directory",
                              "It cannot be used: " + problem +
                                ". Choose another with --output.");
    }

    /** The run with vectors and matrices of the algebra A. */
    template <Algebra A>
    int
    run_bar(const RunArguments       &arguments,
            const RunParameters      &parameters,
            const CaseFile           &case_file,
            dealii::ParameterHandler &prm,
            const MPI_Comm            communicator)
    {
      using System                        = MechanicalSystem<A>;
      const auto              start       = std::chrono::steady_clock::now();
      const BarRowDescription description = make_bars(parameters, case_file);
      const auto              points =
        make_monitored_points(parameters, description, case_file);
      check_bars(description, points, case_file, communicator);

      // everything that can find the input wrong comes before the directory
      const ElasticBar<A>                      bars(description, communicator);
      std::vector<typename ElasticBar<A>::Row> point_rows;
      for (const MonitoredPoint &point : points)
        point_rows.push_back(bars.point_value(point.bar, point.x));
      const SparseRows<A> monitor(point_rows,
                                  bars.dof_handler.locally_owned_dofs(),
                                  communicator);

      const auto           q_0 = bars.initial_displacement();
      const BarContacts<A> contacts(bars,
                                    q_0,
                                    parameters.contact.restitution_coefficient);
      const auto           scheme = make_scheme<System>(parameters.scheme());
      const auto           solver =
        make_solver(parameters.contact.solver,
                    static_cast<unsigned int>(contacts.n_constraints()));
      const Clock         clock{parameters.time.start_time,
                        parameters.time.time_step,
                        parameters.time.end_time};
      TimeStepper<System> stepper(bars,
                                  *scheme,
                                  contacts,
                                  *solver,
                                  parameters.activation(),
                                  clock,
                                  q_0,
                                  bars.initial_velocity());

      const std::string &directory = parameters.output.directory;
      prepare_directory(directory, case_file, communicator);
      const bool writes =
        dealii::Utilities::MPI::this_mpi_process(communicator) == 0;
      if (writes)
        {
          const std::string name = directory + "/used_parameters.prm";
          std::ofstream     file(name);
          if (file)
            prm.print_parameters(
              file,
              dealii::ParameterHandler::ShortPRM |
                dealii::ParameterHandler::KeepDeclarationOrder);
          if (!file.flush())
            throw std::runtime_error("Writing '" + name +
                                     "' failed: is the disk full?");
        }

      std::vector<std::string> contact_names;
      for (std::size_t row = 0; row < contacts.n_constraints(); ++row)
        contact_names.push_back(contacts.name(row));
      HistoryWriter::MonitoredPoints monitored;
      for (const MonitoredPoint &point : points)
        monitored.names.push_back(point.name);
      monitored.evaluate = [&](const std::span<double> positions,
                               const std::span<double> velocities) {
        monitor.vmult(stepper.state().q, positions);
        monitor.vmult(stepper.state().v, velocities);
        for (std::size_t i = 0; i < points.size(); ++i)
          positions[i] += bars.coordinate(points[i].bar, points[i].x);
      };

      Summary summary;
      summary.case_name =
        std::filesystem::path(arguments.case_file).stem().string();
      summary.model          = parameters.model;
      summary.scheme         = parameters.time.scheme;
      summary.solver         = parameters.contact.solver;
      summary.linear_algebra = A::name;
      summary.steps          = clock.n_steps();
      summary.dofs           = bars.n_dofs();
      summary.contacts       = contacts.n_constraints();
      summary.ranks  = dealii::Utilities::MPI::n_mpi_processes(communicator);
      summary.record = &stepper.record();

      if (!arguments.quiet)
        std::cout << "percuss: " << summary.case_name << ", " << summary.model
                  << ", " << summary.scheme << ", " << summary.dofs
                  << " degrees of freedom, " << summary.contacts
                  << " contact(s), " << summary.ranks << " rank(s), "
                  << summary.linear_algebra << '\n';

      HistoryWriter history(writes ? directory + "/history.csv" : "",
                            contact_names,
                            monitored,
                            parameters.output.history_interval);
      FieldWriter<A> fields(
        directory, bars, contacts, stepper, parameters.output.field_interval);
      ProgressReporter                  progress(std::cout,
                                isatty(STDOUT_FILENO) == 1,
                                clock.n_steps());
      std::vector<Observer *>           observers{&history, &fields};
      std::optional<ImpactingBarErrors> errors;
      if (const auto exact = exact_impacting_bar(description))
        observers.push_back(&errors.emplace(*exact, 0, clock.start_time));
      if (!arguments.quiet)
        observers.push_back(&progress);

      summary.stepping_seconds =
        run_simulation(stepper, clock.n_steps(), observers);
      summary.wall_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
      if (errors)
        summary.errors = errors->norms();
      if (writes)
        write_summary(summary, directory + "/summary.json");
      if (!arguments.quiet)
        {
          print_summary(summary, std::cout);
          std::cout << "results:\n";
          for (const char *name : {"summary.json",
                                   "history.csv",
                                   "solution.pvd",
                                   "used_parameters.prm"})
            std::cout << "  " << directory << '/' << name << '\n';
        }
      return 0;
    }
  } // namespace

  int
  run_command(const Arguments &words, const MPI_Comm communicator)
  {
    const RunArguments arguments = parse(words);

    dealii::ParameterHandler prm;
    RunParameters            parameters;
    parameters.add_parameters(prm);
    CaseFile case_file(prm);
    case_file.read(arguments.case_file);
    for (const std::string &assignment : arguments.overrides)
      case_file.override_entry(assignment);
    if (arguments.output)
      case_file.set("Output/output directory", *arguments.output, "--output");
    check_run(parameters, case_file);

    return parameters.linear_algebra == "PETSc" ?
             run_bar<PETScAlgebra>(
               arguments, parameters, case_file, prm, communicator) :
             run_bar<TrilinosAlgebra>(
               arguments, parameters, case_file, prm, communicator);
  }
} // namespace percuss
