// SPDX-License-Identifier: Apache-2.0
#include "fuzzing.h"

#include <percuss/base/exceptions.h>

#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

namespace percuss::fuzzing
{
  namespace fs = std::filesystem;

  namespace
  {
    constexpr int processor_seconds = 60; // of one input

    const char *const strange_words[] = {"nan",
                                         "inf",
                                         "-inf",
                                         "0",
                                         "-0",
                                         "-1",
                                         "1e308",
                                         "1e400",
                                         "-1e9",
                                         "1e-9",
                                         "1e-320",
                                         "0.5",
                                         "2",
                                         "3",
                                         "7",
                                         "10",
                                         "",
                                         "true",
                                         "false",
                                         "none",
                                         ",",
                                         ";",
                                         "|",
                                         ":",
                                         "=",
                                         "\"",
                                         "\\",
                                         "#",
                                         "{",
                                         "}",
                                         "[",
                                         "]",
                                         "(",
                                         ")",
                                         "end",
                                         "\n",
                                         "\t",
                                         "\r",
                                         "\xff",
                                         "\xc3\xa9",
                                         "1e3",
                                         "0x1p3",
                                         "+",
                                         "--",
                                         "subsection ",
                                         "set ",
                                         "include ",
                                         "1.0.0",
                                         "99999999999999999999",
                                         "4294967296",
                                         "-2147483649"};

    std::size_t
    below(const std::size_t n, std::mt19937_64 &random)
    {
      return n == 0 ? 0 : random() % n;
    }

    bool
    is_in_word(const char c)
    {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '.' ||
             c == '-' || c == '+' || c == '_';
    }

    std::vector<std::string>
    words_of(const std::string &text)
    {
      std::vector<std::string> words;
      for (std::size_t i = 0; i < text.size();)
        {
          const std::size_t begin = i;
          while (i < text.size() && is_in_word(text[i]))
            ++i;
          if (i > begin)
            words.push_back(text.substr(begin, i - begin));
          else
            ++i;
        }
      return words;
    }

    /** The begin and the length of a random piece. */
    std::pair<std::size_t, std::size_t>
    piece_of(const std::string &text, std::mt19937_64 &random)
    {
      const std::size_t begin = below(text.size(), random);
      const std::size_t longest =
        std::min<std::size_t>(text.size() - begin,
                              std::size_t{1} << below(9, random));
      return {begin, below(longest + 1, random)};
    }

    /** The begin and the length, with its end, of a random line. */
    std::pair<std::size_t, std::size_t>
    line_of(const std::string &text, std::mt19937_64 &random)
    {
      const std::size_t at = below(text.size(), random);
      const std::size_t before =
        at == 0 ? std::string::npos : text.rfind('\n', at - 1);
      const std::size_t begin = before == std::string::npos ? 0 : before + 1;
      const std::size_t end   = text.find('\n', begin);
      return {begin,
              (end == std::string::npos ? text.size() : end + 1) - begin};
    }

    /** The begin and the length of the first word after a random place. */
    std::pair<std::size_t, std::size_t>
    word_of(const std::string &text, std::mt19937_64 &random)
    {
      std::size_t begin = below(text.size(), random);
      while (begin < text.size() && !is_in_word(text[begin]))
        ++begin;
      while (begin > 0 && begin < text.size() && is_in_word(text[begin - 1]))
        --begin;
      std::size_t end = begin;
      while (end < text.size() && is_in_word(text[end]))
        ++end;
      return {begin, end - begin};
    }

    std::string
    repeated(const std::string &piece, std::size_t n)
    {
      std::string text;
      for (; n > 0; --n)
        text += piece;
      return text;
    }

    template <class List>
    const auto &
    one_of(const List &list, std::mt19937_64 &random)
    {
      return list[below(std::size(list), random)];
    }
  } // namespace

  Corpus::Corpus(std::vector<std::string> given)
    : texts(std::move(given))
  {
    for (const std::string &text : texts)
      for (std::string &word : words_of(text))
        words.push_back(std::move(word));
    std::ranges::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
  }

  void
  Corpus::change(std::string     &text,
                 const bool       only_words,
                 std::mt19937_64 &random) const
  {
    const auto [begin, size]     = piece_of(text, random);
    const auto [line, line_size] = line_of(text, random);
    const auto [word, word_size] = word_of(text, random);
    const std::string &other     = one_of(texts, random);
    const auto [from, count] =
      below(2, random) ? piece_of(other, random) : line_of(other, random);
    switch (below(only_words ? 4 : 13, random))
      {
        case 0:
        case 1:
          text.replace(word, word_size, one_of(strange_words, random));
          break;
        case 2:
        case 3:
          text.replace(word, word_size, one_of(words, random));
          break;
        case 4:
          if (!text.empty())
            text[begin] ^= static_cast<char>(1 << below(8, random));
          break;
        case 5:
          text.insert(begin, 1, static_cast<char>(below(256, random)));
          break;
        case 6:
          text.erase(begin, size);
          break;
        case 7:
          text.insert(below(text.size() + 1, random), text.substr(begin, size));
          break;
        case 8:
          text.erase(line, line_size);
          break;
        case 9:
          text.insert(line_of(text, random).first,
                      text.substr(line, line_size));
          break;
        case 10:
          text.insert(line, other.substr(from, count));
          break;
        case 11:
          text.resize(begin);
          break;
        case 12:
          text.insert(begin,
                      repeated(text.substr(begin, 1 + below(8, random)),
                               1 + below(3000, random)));
          break;
        default:
          break;
      }
  }

  std::string
  Corpus::mutated(std::mt19937_64 &random) const
  {
    std::string text       = one_of(texts, random);
    const bool  only_words = below(2, random) == 0;
    for (std::size_t n = 1 + below(3, random) * below(2, random); n > 0; --n)
      change(text, only_words, random);
    return text;
  }

  std::vector<std::string>
  contents(const fs::path        &folder,
           const std::string_view ending,
           const std::size_t      largest)
  {
    std::vector<fs::path> paths;
    for (const auto &entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file() &&
          entry.path().filename().string().ends_with(ending) &&
          entry.file_size() <= largest)
        paths.push_back(entry.path());
    std::ranges::sort(paths); // the same inputs on every machine
    std::vector<std::string> texts;
    for (const fs::path &path : paths)
      {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        texts.push_back(text.str());
      }
    return texts;
  }

  namespace
  {
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
    Options        options  = parse_options(argc, argv);
    const fs::path faults   = fs::absolute("fuzz_faults");
    std::size_t    n_faults = 0, n_targets = 0;
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
        const fs::path folder = faults / ("at_work_" + target.name);
        fs::create_directories(folder);
        n_faults += fuzz(target, options, folder, faults);
        fs::remove_all(folder);
      }
    if (n_faults == 0 && options.replay.empty())
      fs::remove(faults); // stays if there is anything in it
    return n_faults == 0 ? 0 : 1;
  }
} // namespace percuss::fuzzing
