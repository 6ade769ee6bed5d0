// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/output/checked_file.h>
#include <percuss/output/checkpoint.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <unordered_map>

namespace percuss
{
  namespace fs = std::filesystem;

  namespace
  {
    fs::path
    folder_of(const std::string &directory)
    {
      return fs::path(directory) / "checkpoint";
    }

    fs::path
    vectors_file(const fs::path     &folder,
                 const std::uint64_t step,
                 const unsigned int  rank)
    {
      char name[64];
      std::snprintf(name,
                    sizeof(name),
                    "vectors_%08lu.%u",
                    static_cast<unsigned long int>(step),
                    rank);
      return folder / name;
    }

    InputError
    unusable(const fs::path &path, const std::string &problem)
    {
      return InputError("--resume: '" + path.string() + "' " + problem +
                        ". Without --resume the run starts again.");
    }

    /** What 'state' holds, with what belongs to it. */
    struct StoredState
    {
      Checkpoint    checkpoint;
      std::uint32_t n_parts = 0; // files of vectors
      std::string   mark;        // the same in all files of a checkpoint
    };

    void
    serialize(Archive &archive, StoredState &state)
    {
      Checkpoint &c = state.checkpoint;
      archive(c.program, c.case_name, c.parameters, c.files);
      archive(c.history_interval, c.step, c.time);
      archive(state.n_parts, state.mark, c.state);
    }

    /** The entries of one process. */
    struct Part
    {
      std::string                mark;
      std::vector<std::uint64_t> numbers;
      std::vector<double>        entries;
    };

    void
    serialize(Archive &archive, Part &part)
    {
      archive(part.mark, part.numbers, part.entries);
    }

    template <class Content>
    std::string
    packed(Content content)
    {
      Archive archive;
      serialize(archive, content);
      return archive.common();
    }

    /** Of a text whose checksum is right; another one is of another program. */
    template <class Content>
    Content
    unpacked(const std::string &bytes, const fs::path &path)
    {
      Content content;
      try
        {
          Archive archive(bytes);
          serialize(archive, content);
          archive.end();
        }
      catch (const ArchiveError &)
        {
          throw unusable(path, "has the format of another version of percuss");
        }
      return content;
    }

    /** Other files of vectors than those of a step. */
    void
    remove_vectors(const fs::path &folder, const std::string &step)
    {
      std::vector<fs::path> files;
      std::error_code       ignored;
      for (const auto &file : fs::directory_iterator(folder, ignored))
        if (const std::string name = file.path().filename().string();
            (name.starts_with("vectors_") || name.starts_with(".vectors_") ||
             name.starts_with(".state.new")) &&
            (step.empty() || !name.starts_with(step)) &&
            begins_as_checked_file(file.path()))
          files.push_back(file.path());
      for (const fs::path &file : files)
        fs::remove(file, ignored);
    }

    /** Throws on all processes what one of them has to say; of several, the
     * text of none. */
    void
    agree(const std::string &problem,
          const std::string &what,
          const Processes   &processes)
    {
      const std::string of_first = processes.broadcast(problem);
      if (!of_first.empty())
        throw std::runtime_error(of_first);
      if (processes.max(problem.empty() ? 0 : 1) != 0)
        throw std::runtime_error(problem.empty() ? what : problem);
    }

    template <class Write>
    std::string
    problem_of(const Write &write)
    {
      try
        {
          write();
        }
      catch (const std::exception &error)
        {
          return error.what();
        }
      return {};
    }

    /** Puts entries of a part where their numbers are wanted. */
    class Redistribution
    {
    public:
      explicit Redistribution(const std::vector<std::uint64_t> &numbers)
        : n(numbers.size())
      {
        for (std::size_t i = 0; i < n; ++i)
          place.emplace(numbers[i], i);
      }

      void
      add(const Part &part)
      {
        if (part.numbers.empty())
          return;
        n_vectors = part.entries.size() / part.numbers.size();
        entries.resize(n_vectors * n);
        for (std::size_t i = 0; i < part.numbers.size(); ++i)
          if (const auto found = place.find(part.numbers[i]);
              found != place.end())
            {
              ++n_found;
              for (std::size_t j = 0; j < n_vectors; ++j)
                entries[j * n + found->second] =
                  part.entries[j * part.numbers.size() + i];
            }
      }

      bool
      is_complete() const
      {
        return n_found == n;
      }

      std::vector<double> entries;

    private:
      const std::size_t                              n;
      std::size_t                                    n_vectors = 0, n_found = 0;
      std::unordered_map<std::uint64_t, std::size_t> place;
    };

    /** The part of a process; throws InputError, perhaps on this one alone. */
    Part
    read_part(const fs::path    &folder,
              const StoredState &state,
              const unsigned int rank)
    {
      const fs::path path = vectors_file(folder, state.checkpoint.step, rank);
      std::string    problem;
      const auto     bytes = read_checked(path, problem);
      if (!problem.empty())
        throw unusable(path, problem);
      Part part = unpacked<Part>(bytes, path);
      if (part.mark != state.mark)
        throw unusable(path, "is of another checkpoint than 'state'");
      return part;
    }

    void
    read_entries(const fs::path                   &folder,
                 StoredState                      &state,
                 const std::vector<std::uint64_t> &numbers,
                 const Processes                  &processes)
    {
      Checkpoint &checkpoint = state.checkpoint;
      if (state.n_parts == processes.size())
        {
          Part part = read_part(folder, state, processes.rank());
          if (part.numbers == numbers)
            {
              checkpoint.entries = std::move(part.entries);
              return;
            }
        }
      Redistribution redistribution(numbers);
      for (unsigned int rank = 0; rank < state.n_parts; ++rank)
        redistribution.add(read_part(folder, state, rank));
      if (!redistribution.is_complete())
        throw unusable(folder, "is of another mesh");
      checkpoint.entries = std::move(redistribution.entries);
    }
  } // namespace

  std::string
  checkpoint_file(const std::string &directory)
  {
    return (folder_of(directory) / "state").string();
  }

  bool
  has_checkpoint(const std::string &directory)
  {
    std::error_code ignored;
    return fs::is_regular_file(checkpoint_file(directory), ignored);
  }

  void
  write_checkpoint(const Checkpoint  &checkpoint,
                   const std::string &directory,
                   const Processes   &processes)
  {
    const fs::path folder = folder_of(directory);
    StoredState    state{checkpoint, 0, {}};
    const bool     has_parts =
      processes.max(checkpoint.numbers.empty() ? 0 : 1) != 0;
    if (has_parts)
      state.n_parts = processes.size();
    state.mark = processes.broadcast(
      std::to_string(crc_of(checkpoint.state)) + ' ' +
      std::to_string(
        fs::file_time_type::clock::now().time_since_epoch().count()));

    agree(problem_of([&] {
            if (processes.is_first())
              fs::create_directory(folder);
          }),
          "",
          processes);
    if (has_parts)
      agree(problem_of([&] {
              write_checked(
                vectors_file(folder, checkpoint.step, processes.rank()),
                packed(
                  Part{state.mark, checkpoint.numbers, checkpoint.entries}));
            }),
            "Another process could not write its part of the checkpoint.",
            processes);
    agree(problem_of([&] {
            if (!processes.is_first())
              return;
            write_checked(folder / "state", packed(state));
            const std::string kept =
              vectors_file("", checkpoint.step, 0).stem().string();
            remove_vectors(folder, kept + '.');
          }),
          "",
          processes);
  }

  Checkpoint
  read_checkpoint(const std::string                &directory,
                  const std::vector<std::uint64_t> &numbers,
                  const Processes                  &processes)
  {
    const fs::path folder = folder_of(directory), path = folder / "state";
    std::string    problem, bytes;
    if (processes.is_first())
      bytes = read_checked(path, problem);
    problem = processes.broadcast(problem);
    if (!problem.empty())
      throw unusable(path, problem);
    StoredState state = unpacked<StoredState>(processes.broadcast(bytes), path);
    if (state.n_parts == 0)
      return state.checkpoint;

    problem =
      problem_of([&] { read_entries(folder, state, numbers, processes); });
    const std::string of_first = processes.broadcast(problem);
    if (processes.max(problem.empty() ? 0 : 1) == 0)
      return state.checkpoint;
    throw InputError(!of_first.empty() ? of_first :
                     !problem.empty()  ? problem :
                                         unusable(folder,
                                                 "has files of vectors that "
                                                  "cannot be used")
                                          .what());
  }

  std::string
  obstruction_of_checkpoint(const std::string &directory)
  {
    const fs::path  folder = folder_of(directory);
    std::error_code ignored;
    const auto      status = fs::symlink_status(folder, ignored);
    if (!fs::exists(status))
      return {};
    if (status.type() != fs::file_type::directory)
      return "'" + folder.string() + "' is no folder of its own";
    for (const auto &file : fs::directory_iterator(folder, ignored))
      if (const std::string name = file.path().filename().string();
          (name == "state" || name.starts_with("vectors_")) &&
          !begins_as_checked_file(file.path()))
        return "'" + file.path().string() +
               "' is in the way, and no result of percuss";
    return {};
  }

  void
  remove_checkpoint(const std::string &directory)
  {
    const fs::path  folder = folder_of(directory);
    std::error_code ignored;
    if (fs::is_symlink(folder, ignored))
      return;
    if (begins_as_checked_file(folder / "state"))
      fs::remove(folder / "state", ignored);
    remove_vectors(folder, "");
    fs::remove(folder, ignored); // if it is empty
  }

  std::string
  fingerprints_of_files(const std::string &parameters)
  {
    std::istringstream lines(parameters);
    std::string        result;
    for (std::string line; std::getline(lines, line);)
      if (const auto equal = line.find(" = ");
          line.starts_with("  set ") && equal != std::string::npos)
        {
          const std::string value = line.substr(equal + 3);
          std::error_code   ignored;
          if (!value.empty() && value.size() < 4096 &&
              fs::is_regular_file(value, ignored))
            result +=
              std::to_string(crc_of(bytes_of_file(value))) + ' ' + value + '\n';
        }
    return result;
  }
} // namespace percuss
