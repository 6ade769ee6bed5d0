// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/version.h>
#include <percuss/program/run_checkpoints.h>

#include <algorithm>
#include <array>
#include <sstream>

namespace percuss
{
  namespace
  {
    // what says nothing about the motion
    constexpr std::array<std::string_view, 3> free_entries{
      "Output/output directory",
      "Output/checkpoint interval",
      "Time integration/on failure"};

    /** An entry of a text of parameters, "Section/entry", with its value. */
    struct Entry
    {
      std::string path, value;
    };

    /** The next one, or an empty one at the end. */
    Entry
    next_entry(std::istream &text, std::string &section)
    {
      for (std::string line; std::getline(text, line);)
        {
          if (line.starts_with("subsection "))
            section = line.substr(11);
          const auto equal = line.find(" = ");
          if (!line.starts_with("  set ") || equal == std::string::npos)
            continue;
          Entry entry{section + '/' + line.substr(6, equal - 6),
                      line.substr(equal + 3)};
          if (std::ranges::find(free_entries, entry.path) == free_entries.end())
            return entry;
        }
      return {};
    }

    InputError
    of_another_run(const std::string &what)
    {
      return InputError("--resume: The checkpoint is of another run: " + what +
                        ". Without --resume the run starts again.");
    }
  } // namespace

  Checkpoint
  checkpoint_at_start(const Case        &the_case,
                      const std::string &case_name,
                      const Model       &model)
  {
    Checkpoint result;
    result.program = std::string(version()) + ' ' + std::string(git_revision());
    result.case_name  = case_name;
    result.parameters = the_case.text();
    result.files      = fingerprints_of_files(result.parameters);
    result.numbers    = model.entry_numbers();
    return result;
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
  check_checkpoint(const Checkpoint &found, const Checkpoint &own)
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
  CheckpointWriter::before_early_end(const StepRecord &record)
  {
    write(record);
  }

  void
  CheckpointWriter::write(const StepRecord &record)
  {
    if (record.step == step || record.step == n_steps)
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
