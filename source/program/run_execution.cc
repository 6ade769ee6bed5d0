// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/constraints/force_law.h>
#include <percuss/output/contact_problem_writer.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/history_writer.h>
#include <percuss/output/progress_reporter.h>
#include <percuss/output/result_files.h>
#include <percuss/output/signal_file.h>
#include <percuss/output/summary.h>
#include <percuss/program/interruption.h>
#include <percuss/program/reference_file.h>
#include <percuss/program/run_checkpoints.h>
#include <percuss/program/run_execution.h>
#include <percuss/program/run_messages.h>
#include <percuss/run/loaded_library.h>
#include <percuss/run/plausibility.h>
#include <percuss/run/relaxation_watch.h>
#include <percuss/run/run_warnings.h>
#include <percuss/run/spring_guard.h>
#include <percuss/simulation/simulation.h>
#include <percuss/study/run_errors.h>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <sstream>

namespace percuss
{
  namespace
  {
    using WallClock = std::chrono::steady_clock;

    /** What is known of a run before its first step; it is interrupted until it
     * says more. */
    Summary
    summary_at_start(Model              &model,
                     const Case         &the_case,
                     const RunArguments &arguments)
    {
      const RunParameters &parameters = the_case.run;
      Summary              summary;
      summary.case_name                = arguments.case_name();
      summary.model                    = the_case.kind().name;
      summary.scheme                   = parameters.scheme.name;
      summary.solver                   = parameters.contact.solver;
      summary.linear_algebra           = model.linear_algebra();
      summary.status                   = "interrupted";
      summary.dofs                     = model.n_dofs();
      summary.element_length           = model.element_length();
      summary.contacts                 = model.n_contacts();
      summary.contact_rows             = model.n_contact_rows();
      summary.ranks                    = processes().size();
      const ContactTreatment treatment = model.contact_treatment();
      summary.projects = treatment.level == ContactTreatment::Level::both;
      summary.record   = &model.stepper().record();
      summary.contacts_are_forces =
        treatment.contact_forces || has_force_law(summary.record->laws);
      return summary;
    }

    /** A run with what is known of it. */
    class Execution
    {
    public:
      Execution(Model                           &model,
                const Case                      &the_case,
                const RunArguments              &arguments,
                const WallClock::time_point      start,
                const std::optional<Checkpoint> &from,
                RunOfProgram *const              program)
        : model(model)
        , the_case(the_case)
        , arguments(arguments)
        , from(from)
        , program(program)
        , leaves_files(!program || program->leaves_files)
        , says_nothing(arguments.says_nothing())
        , rewrites_lines(!arguments.quiet && is_terminal())
        , start(start)
        , directory(leaves_files ? the_case.run.output.directory : "")
        , writes(leaves_files && processes().is_first())
        , n_steps(the_case.run.clock().n_steps())
        , stepper(model.stepper())
        , scales(scales_at_start(model, the_case.run))
        , summary(summary_at_start(model, the_case, arguments))
        , interruption(processes(),
                       n_steps,
                       steps_between_looks(processes(), summary.dofs),
                       program ? program->received_signal :
                                 SignalWatch::received)
        , checkpoints(
            [this] {
              return checkpoint_at_start(this->the_case,
                                         this->arguments.case_name(),
                                         this->model,
                                         this->from);
            },
            directory,
            the_case.run.output.checkpoint_interval,
            n_steps,
            [this](Archive &archive) { serialize(archive); },
            processes())
      {
        if (from)
          summary.checkpoint_step = from->step;
        summary.scales = scales.values();
      }

      void
      begin(const std::vector<std::string> &warnings, const bool compares)
      {
        is_compared = compares;
        warn(warnings);
        if (!says_nothing)
          print_header(summary, scales, the_case.run.clock(), from);
        if (!writes)
          return;
        begin_result_files(directory, files());
        replace_file(directory + "/used_parameters.prm", the_case.text());
        write_summary(summary, directory + "/summary.json");
      }

      void
      compute(const std::optional<Reference> &reference)
      {
        try
          {
            run_steps(reference);
            write_results();
          }
        catch (const NumericalFailure &failure) // of all processes
          {
            fail(failure.what());
            throw;
          }
        catch (const InputError &error)
          {
            fail(error.what());
            throw;
          }
        catch (const std::exception &error) // of one process, perhaps
          {
            const std::string failure = processes().describe(error) + " (" +
                                        place_of(stepper.record()) + ")";
            fail(failure);
            throw std::runtime_error(failure);
          }
      }

      /** Says what has come of it; returns the exit status. */
      int
      end() const
      {
        if (!says_nothing)
          {
            print_summary(summary, std::cout);
            std::cout << "results:\n";
            for (const std::string &file : files())
              std::cout << "  " << directory << '/' << file << '\n';
          }
        const int signal = interruption.signal();
        if (signal == 0)
          return 0;
        if (writes && !program && signal != SIGPIPE)
          std::cerr << "percuss: interrupted by " << summary.stopped << ' '
                    << place_of(stepper.record())
                    << "; the results up to there "
                    << "are in '" << directory << "'."
                    << (checkpoints.last_step() > 0 ?
                          " --resume goes on after time step " +
                            std::to_string(checkpoints.last_step()) + '.' :
                          "")
                    << std::endl;
        return 128 + signal;
      }

    private:
      void
      warn(const std::vector<std::string> &warnings)
      {
        for (const std::string &warning : warnings)
          {
            summary.warnings.push_back(warning);
            if (writes && !program)
              std::cerr << "percuss: warning: " << warning << std::endl;
          }
      }

      /** Makes what keeps the history: a file, or the memory of the program. */
      void
      begin_history(std::optional<HistoryWriter> &file,
                    std::optional<RunHistory>    &memory,
                    const unsigned long int       rows_each)
      {
        const ContactTotals   contacts = model.contact_totals();
        const MonitoredPoints points   = model.monitored_points();
        const HistoryColumns  own =
          with_laws(model.own_columns(), stepper.record());
        if (leaves_files)
          file.emplace(writes ? directory + "/history.csv" : "",
                       contacts,
                       points,
                       summary.projects,
                       rows_each,
                       own,
                       earlier_rows(from, the_case.run, rows_each));
        if (program)
          memory.emplace(program->history,
                         HistoryValues(contacts, points, summary.projects, own),
                         rows_each);
      }

      /** Makes the steps; enters what is known after them. Collective. */
      void
      run_steps(const std::optional<Reference> &reference)
      {
        const RunParameters    &parameters = the_case.run;
        const ContactTotals     contacts   = model.contact_totals();
        const MonitoredPoints   points     = model.monitored_points();
        const unsigned long int rows_each = history_interval(model, parameters);
        std::optional<HistoryWriter> history;
        std::optional<RunHistory>    history_of_program;
        begin_history(history, history_of_program, rows_each);
        if (!says_nothing && !parameters.output.history_interval)
          print_thinning(rows_each);
        ProgressReporter progress_reporter(std::cout,
                                           rewrites_lines,
                                           n_steps,
                                           from ? from->step : 0);

        if (history)
          observers.push_back(&*history);
        if (history_of_program)
          observers.push_back(&*history_of_program);
        observers.push_back(&interruption);
        for (Observer *const observer : model.observers({directory, writes}))
          observers.push_back(observer);
        const RunSignals         signals(contacts, points);
        std::optional<RunErrors> errors;
        if (reference)
          observers.push_back(&errors.emplace(signals,
                                              *reference,
                                              parameters.study.comparison(
                                                parameters.time.start_time),
                                              parameters.time.start_time));
        std::optional<SignalWriter> recorder;
        if (parameters.output.record_signals && leaves_files)
          observers.push_back(
            &recorder.emplace(writes ? directory + "/signals.h5" : "",
                              signals));
        if (!says_nothing)
          observers.push_back(&progress_reporter);
        std::optional<SpringGuard> spring_guard;
        if (parameters.contact.method.has_compliance())
          observers.push_back(
            &spring_guard.emplace(parameters, model.crossing_time()));
        std::optional<RelaxationWatch> relaxation_watch;
        if (parameters.contact.relaxation_gap_velocity > 0.)
          observers.push_back(&relaxation_watch.emplace());
        if (leaves_files)
          observers.push_back(&checkpoints);
        if (const unsigned int interval = parameters.output.contact_problems;
            interval > 0 && leaves_files)
          model.observe_contact_problems(
            ContactProblemWriter({directory, writes},
                                 summary.case_name,
                                 interval,
                                 stepper,
                                 from ? std::optional(from->step) :
                                        std::nullopt));

        if (from)
          checkpoints.resume(*from);
        progress.goes_on = from.has_value();
        try
          {
            run_simulation(stepper, n_steps, observers, progress);
          }
        catch (const NumericalFailure &) // of all processes
          {
            keep_last_state();
            throw;
          }
        if (is_compared && writes)
          {
            write_reference(directory + "/reference.csv",
                            *reference,
                            the_case.run.clock(),
                            stepper.record().step,
                            rows_each > 0 ? rows_each : n_steps);
            enter_result(directory, "reference.csv");
          }
        summary.status = interruption.signal() == 0 ? "done" : "interrupted";
        for (const Observer *const observer : observers)
          if (summary.stopped.empty())
            summary.stopped = observer->reason_to_stop();
        summary.adaptation = model.adaptation();
        summary.errors     = model.field_errors();
        if (errors)
          summary.errors.merge(errors->norms());
        if (relaxation_watch)
          warn(relaxation_watch->warnings());
      }

      /** All that the rest of the run depends on. Collective. */
      void
      serialize(Archive &archive)
      {
        archive.section("run");
        model.serialize(archive);
        for (Observer *const observer : observers)
          observer->serialize(archive);
        double wall_seconds = seconds();
        archive(progress.seconds, wall_seconds);
        if (archive.is_reading())
          seconds_before = wall_seconds;
      }

      /** That the run has taken. */
      double
      seconds() const
      {
        return seconds_before +
               std::chrono::duration<double>(WallClock::now() - start).count();
      }

      void
      write_results()
      {
        summary.wall_seconds     = seconds();
        summary.stepping_seconds = progress.seconds;
        summary.steps            = stepper.record().step;
        warn(balance_warnings(stepper.record(),
                              summary.scheme,
                              model.joint_scale()));
        if (summary.status == "done")
          warn(contact_warnings(model, the_case.run));
        warn(model.warnings_at_end());
        if (summary.element_length > 0. && !summary.contacts_are_forces)
          warn(force_warnings(*stepper.record().contacts));
        summary.checkpoint_step =
          summary.status == "done" ? 0 : checkpoints.last_step();
        if (program)
          hand_over();
        if (!writes)
          return;
        write_summary(summary, directory + "/summary.json");
        if (summary.status == "done" && checkpoints.interval == 0)
          remove_checkpoint(directory);
        end_result_files(directory, files());
      }

      /** Gives the program what is known at the end. */
      void
      hand_over() const
      {
        program->summary_json = summary_as_json(summary);
        std::ostringstream text;
        print_summary(summary, text);
        program->summary_text = text.str();
        program->warnings     = summary.warnings;
      }

      std::vector<std::string>
      files() const
      {
        return files_of(model, the_case.run, is_compared);
      }

      /** Where a step has failed: another entry 'on failure' may help. Schemes
       * with a history may have changed it in the step. Collective. */
      void
      keep_last_state()
      {
        if (leaves_files && progress.in_step &&
            the_case.run.scheme_information().family ==
              SchemeFamily::moreau_jean)
          try
            {
              checkpoints.before_end(stepper.record());
            }
          catch (const std::runtime_error &) // the failure is of interest
            {}
      }

      void
      fail(const std::string &failure)
      {
        summary.status  = "failed";
        summary.failure = failure;
        try
          {
            write_results();
          }
        catch (const std::runtime_error &)
          {
            write_summary_in_place(summary, directory + "/summary.json");
          }
      }

      Model                           &model;
      const Case                      &the_case;
      const RunArguments              &arguments;
      const std::optional<Checkpoint> &from;
      RunOfProgram *const              program;
      const bool                       leaves_files;
      const bool                       says_nothing, rewrites_lines;
      const WallClock::time_point      start;
      const std::string                directory;
      const bool                       writes;
      const unsigned long int          n_steps;
      AbstractStepper                 &stepper;
      const ScalesAtStart              scales;
      Summary                          summary;
      bool                             is_compared = false;
      Interruption                     interruption;
      SimulationProgress               progress;
      double                  seconds_before = 0.; // of earlier processes
      std::vector<Observer *> observers;
      CheckpointWriter        checkpoints;
    };
  } // namespace

  std::vector<std::string>
  files_of(const Model         &model,
           const RunParameters &parameters,
           const bool           is_compared)
  {
    std::vector<std::string> files{"summary.json", "history.csv"};
    for (const std::string &file : model.files())
      files.push_back(file);
    if (parameters.output.record_signals)
      files.push_back("signals.h5");
    if (is_compared)
      files.push_back("reference.csv");
    files.push_back("used_parameters.prm");
    if (parameters.output.contact_problems > 0)
      files.push_back("contact_problems");
    return files;
  }

  int
  execute_run(Model                           &model,
              const Case                      &the_case,
              const RunArguments              &arguments,
              const std::optional<Reference>  &reference,
              const std::vector<std::string>  &warnings,
              const WallClock::time_point      start,
              const std::optional<Checkpoint> &from,
              RunOfProgram *const              program)
  {
    Execution run(model, the_case, arguments, start, from, program);
    run.begin(warnings, reference.has_value());
    std::optional<SignalWatch> watch;
    if (!program)
      watch.emplace();
    run.compute(reference);
    return run.end();
  }
} // namespace percuss
