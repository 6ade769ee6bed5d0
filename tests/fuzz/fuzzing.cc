// SPDX-License-Identifier: Apache-2.0
#include "fuzzing.h"

#include <percuss/base/exceptions.h>

#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>

namespace percuss::fuzzing
{
  namespace fs = std::filesystem;

  namespace
  {
    constexpr int processor_seconds = 60; // of one input

    struct Options
    {
      std::size_t   inputs = 10000;
      std::uint64_t seed   = 1;
      std::string   only, replay;
    };

    Options
    parse_options(const int argc, char **argv)
    {
      Options options;
      for (int i = 1; i + 1 < argc; i += 2)
        {
          const std::string word = argv[i], value = argv[i + 1];
          if (word == "--inputs")
            options.inputs = std::stoull(value);
          else if (word == "--seed")
            options.seed = std::stoull(value);
          else if (word == "--only")
            options.only = value;
          else if (word == "--replay")
            options.replay = fs::absolute(value);
          else
            throw std::runtime_error("There is no option " + word);
        }
      return options;
    }

    char last_words[4096]; // of a program that dies of a signal

    extern "C" void
    on_fatal_signal(const int number)
    {
      [[maybe_unused]] const auto written =
        write(STDERR_FILENO, last_words, std::strlen(last_words));
      std::signal(number, SIG_DFL);
      std::raise(number);
    }

    void
    watch(const fs::path &input)
    {
      const std::string text =
        "A signal, or 60 s of processor time. The input: " + input.string() +
        "\n";
      std::strncpy(last_words, text.c_str(), sizeof(last_words) - 1);
      for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGPROF})
        std::signal(number, on_fatal_signal);
    }

    void
    restart_timer()
    {
      itimerval limit{};
      limit.it_value.tv_sec = processor_seconds;
      setitimer(ITIMER_PROF, &limit, nullptr);
    }

    /** What happened to an input. */
    enum class Outcome : unsigned int
    {
      taken,
      refused,
      failed,
      fault
    };

    Outcome
    read(const Target &target, const fs::path &path, const std::size_t i)
    {
      try
        {
          target.read(path);
          return Outcome::taken;
        }
      catch (const InputError &error)
        {
          if (std::string(error.what()).find(target.file_name) !=
              std::string::npos)
            return Outcome::refused;
          std::cerr << target.name << '_' << i
                    << ": refused without a place: " << error.what() << '\n';
        }
      catch (const NumericalFailure &)
        {
          return Outcome::failed;
        }
      catch (const std::exception &error)
        {
          std::cerr << target.name << '_' << i << ": " << error.what() << '\n';
        }
      return Outcome::fault;
    }

    std::size_t
    fuzz(const Target  &target,
         const Options &options,
         const fs::path folder,
         const fs::path faults)
    {
      std::mt19937_64                random(options.seed);
      std::map<Outcome, std::size_t> outcomes;
      const fs::path                 path = folder / target.file_name;
      watch(path);
      for (std::size_t i = 0; i < options.inputs; ++i)
        {
          std::ofstream(path, std::ios::binary)
            << target.corpus.mutated(random);
          restart_timer();
          const Outcome outcome = read(target, path, i);
          if (outcome == Outcome::fault && ++outcomes[outcome] <= 20)
            fs::copy_file(path,
                          faults / (target.name + "_" + std::to_string(i)),
                          fs::copy_options::overwrite_existing);
          else if (outcome != Outcome::fault)
            ++outcomes[outcome];
        }
      std::cout << target.name << ": " << options.inputs
                << " inputs: " << outcomes[Outcome::taken] << " taken, "
                << outcomes[Outcome::refused] << " refused, "
                << outcomes[Outcome::failed] << " failed in a step, "
                << outcomes[Outcome::fault] << " faults" << std::endl;
      return outcomes[Outcome::fault];
    }
  } // namespace

  int
  main(const int argc, char **argv, const std::vector<Target> &targets)
  {
    Options        options = parse_options(argc, argv);
    const fs::path faults =
      fs::absolute(fs::path(argv[0]).stem().string() + "_faults");
    std::size_t n_faults = 0, n_targets = 0;
    for (const Target &target : targets)
      n_targets += options.only.empty() || options.only == target.name;
    if (n_targets == 0)
      throw std::runtime_error("There is no target " + options.only);
    options.inputs /= n_targets;
    for (const Target &target : targets)
      {
        if (!options.only.empty() && options.only != target.name)
          continue;
        if (!options.replay.empty())
          {
            watch(options.replay);
            target.read(options.replay);
            continue;
          }
        const fs::path folder =
          faults / ("at_work_" + target.name + "_" + std::to_string(getpid()));
        fs::create_directories(folder);
        n_faults += fuzz(target, options, folder, faults);
        fs::remove_all(folder);
      }
    if (n_faults == 0 && options.replay.empty())
      {
        std::error_code ignored; // it stays if there is anything in it
        fs::remove(faults, ignored);
      }
    return n_faults == 0 ? 0 : 1;
  }
} // namespace percuss::fuzzing
