// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/base/version.h>
#include <percuss/program/run_checkpoints.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <sstream>

namespace percuss
{
  namespace
  {
    // what says nothing about the motion up to a checkpoint
    constexpr std::array<std::string_view, 7> free_entries{
      "Output/output directory",
      "Output/history interval",
      "Output/field interval",
      "Output/contact problems",
      "Output/checkpoint interval",
      "Time integration/end time",
      "Time integration/on failure"};

    /** An entry of a text of parameters, "Section/entry", with its value. */
    struct Entry
    {
      std::string path, value;
    };

    /** The next one, or an empty one at the end. */
    Entry
    next_of_all(std::istream &text, std::string &section)
    {
      for (std::string line; std::getline(text, line);)
        {
          if (line.starts_with("subsection "))
            section = line.substr(11);
          const auto equal = line.find(" = ");
          if (!line.starts_with("  set ") || equal == std::string::npos)
            continue;
          return {section + '/' + line.substr(6, equal - 6),
                  line.substr(equal + 3)};
        }
      return {};
    }

    /** The next one that must be the same. */
    Entry
    next_entry(std::istream &text, std::string &section)
    {
      for (;;)
        if (Entry entry = next_of_all(text, section);
            std::ranges::find(free_entries, entry.path) == free_entries.end())
          return entry;
    }

    InputError
    of_another_run(const std::string &what)
    {
      return InputError("--resume: The checkpoint is of another run: " + what +
                        ". Without --resume the run starts again.");
    }
  } // namespace

  unsigned long int
  history_interval(const Model &model, const RunParameters &parameters)
  {
    if (const auto given = parameters.output.history_interval)
      return *given;
    return HistoryWriter::automatic_interval(parameters.clock().n_steps(),
                                             model.contact_totals(),
                                             model.monitored_points(),
                                             model.own_columns());
  }

  Checkpoint
  checkpoint_at_start(const Case                      &the_case,
                      const std::string               &case_name,
                      const Model                     &model,
                      const std::optional<Checkpoint> &from)
  {
    Checkpoint result;
    result.program = std::string(version()) + ' ' + std::string(git_revision());
    result.case_name        = case_name;
    result.parameters       = the_case.text();
    result.files            = fingerprints_of_files(result.parameters);
    result.numbers          = model.entry_numbers();
    result.history_interval = history_interval(model, the_case.run);
    if (from) // rows that were there may be further apart
      result.history_interval =
        std::lcm(result.history_interval, from->history_interval);
    return result;
  }

  std::optional<EarlierRows>
  earlier_rows(const std::optional<Checkpoint> &from,
               const RunParameters             &parameters,
               const unsigned long int          interval)
  {
    if (!from)
      return {};
    return EarlierRows{from->step,
                       !parameters.output.history_interval &&
                         interval != from->history_interval};
  }

  std::string
  value_of_entry(const std::string &parameters, const std::string &path)
  {
    std::istringstream text(parameters);
    std::string        section;
    for (;;)
      if (const Entry entry = next_of_all(text, section);
          entry.path == path || entry.path.empty())
        return entry.value;
  }

  std::string
  different_entry(const std::string &parameters, const std::string &others)
  {
    std::istringstream first(parameters), second(others);
    std::string        first_section, second_section;
    for (;;)
      {
        const Entry a = next_entry(first, first_section);
        const Entry b = next_entry(second, second_section);
        if (a.path != b.path || a.value != b.value)
          return a.path.empty() ? b.path : a.path;
        if (a.path.empty())
          return {};
      }
  }

  void
  check_checkpoint(const Checkpoint    &found,
                   const Checkpoint    &own,
                   const RunParameters &parameters)
  {
    if (found.program != own.program)
      throw of_another_run("percuss was then of version " + found.program +
                           ", and is " + own.program);
    if (const std::string entry =
          different_entry(own.parameters, found.parameters);
        !entry.empty())
      throw of_another_run("'" + entry + "' had another value (case '" +
                           found.case_name + "')");
    if (found.files != own.files)
      throw of_another_run("a file that the parameters name has changed");
    if (found.step > parameters.clock().n_steps())
      throw InputError(
        "--resume: The checkpoint is of time step " +
        std::to_string(found.step) + ", t = " + short_text(found.time) +
        " s, which is behind the end of this run. Give a later 'Time "
        "integration/end time'; without --resume the run starts again.");
    const auto before = found.history_interval, now = own.history_interval;
    if (!parameters.output.history_interval && now != before &&
        (before == 0 || now % before != 0))
      throw InputError(
        "--resume: Of " + std::to_string(parameters.clock().n_steps()) +
        " steps 'Output/history interval' = automatic asks for the rows of "
        "every " +
        std::to_string(now) + ", and history.csv has " +
        (before == 0 ? "the first one" :
                       "those of every " + std::to_string(before)) +
        ". Give the interval a number: rows that are there stay.");
  }

  CheckpointWriter::CheckpointWriter(const std::function<Checkpoint()> &origin,
                                     const std::string      &directory,
                                     const unsigned long int interval,
                                     const unsigned long int n_steps,
                                     const Serialize        &serialize,
                                     const Processes        &processes)
    : Observer(interval)
    , make_origin(origin)
    , directory(directory)
    , n_steps(n_steps)
    , serialize(serialize)
    , processes(processes)
  {}

  void
  CheckpointWriter::resume(const Checkpoint &found)
  {
    Archive archive(found.state, found.entries);
    try
      {
        serialize(archive);
        archive.end();
      }
    catch (const ArchiveError &error)
      {
        throw of_another_run(error.what());
      }
    step = found.step;
  }

  void
  CheckpointWriter::observe(const StepRecord &record)
  {
    if (interval > 0 && record.step % interval == 0)
      write(record);
  }

  void
  CheckpointWriter::before_end(const StepRecord &record)
  {
    if (interval > 0 || record.step < n_steps)
      write(record);
  }

  void
  CheckpointWriter::write(const StepRecord &record)
  {
    if (record.step == step)
      return;
    if (!origin)
      origin = make_origin();
    Archive archive;
    serialize(archive);
    Checkpoint checkpoint = *origin;
    checkpoint.step       = record.step;
    checkpoint.time       = record.time;
    checkpoint.state      = archive.common();
    checkpoint.entries    = archive.entries();
    write_checkpoint(checkpoint, directory, processes);
    step = record.step;
  }
} // namespace percuss
