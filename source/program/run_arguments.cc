// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/input_errors.h>
#include <percuss/program/run_arguments.h>
#include <percuss/program/set_together.h>

#include <filesystem>

namespace percuss
{
  std::string
  RunArguments::case_name() const
  {
    return std::filesystem::path(case_file).stem().string();
  }

  void
  RunArguments::read_into(CaseFile &file) const
  {
    ErrorCollector errors;
    errors.in_turn([&] { file.read(case_file); });
    set_together(
      overrides.size(),
      [&](const std::size_t i) { return trim(overrides[i]); },
      [&](const std::size_t i) { file.override_entry(overrides[i]); },
      errors);
    if (output)
      errors.in_turn(
        [&] { file.set("Output/output directory", *output, "--output"); });
    errors.throw_all();
  }

  namespace
  {
    /** Sets an option without a value of a command; false if there is none. */
    bool
    set_option(const std::string &word,
               const std::string &command,
               RunArguments      &arguments)
    {
      const bool is_check = command == "check", is_run = command == "run";
      if (is_check && word == "--json")
        return arguments.json = true;
      if (is_check)
        return false;
      if (is_run && word == "--validate")
        return arguments.validate = true;
      if (word == "--quiet")
        return arguments.quiet = true;
      if (word == "--overwrite")
        return arguments.overwrite = true;
      if (word == "--report")
        return arguments.report = true;
      if (word == "--resume" && command == "study")
        throw InputError("--resume: a study always goes on where it was "
                         "interrupted.");
      return word == "--resume" && (arguments.resume = true);
    }

    /** Throws; names the option that was meant. */
    [[noreturn]] void
    refuse_option(const std::string &word, const std::string &command)
    {
      std::vector<std::string> options{"--output", "--set", "--help"};
      if (command == "check")
        options.emplace_back("--json");
      else
        options.insert(options.end(),
                       {"--quiet", "--overwrite", "--resume", "--report"});
      if (command == "run")
        options.insert(options.end(), {"--log", "--validate"});
      const std::string meant =
        nearest(word.substr(0, word.find('=')), options);
      throw InputError("percuss " + command + " has no option '" + word +
                       "'. " +
                       (meant.empty() ? "See percuss " + command + " --help." :
                                        "Did you mean '" + meant + "'?"));
    }
  } // namespace

  RunArguments
  parse_run_arguments(const Arguments &words, const std::string &command)
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
          {
            if (result.output && *result.output != value)
              throw InputError("--output " + value + ": it is '" +
                               *result.output + "' already. Write one.");
            result.output = value;
          }
        else if (takes_value("--set"))
          result.overrides.push_back(value);
        else if (command == "run" && takes_value("--log"))
          result.log = value;
        else if (set_option(word, command, result))
          continue;
        else if (word.starts_with("-"))
          refuse_option(word, command);
        else if (result.case_file.empty())
          result.case_file = word;
        else
          throw InputError(
            "percuss " + command + " takes one parameter file, but '" +
            result.case_file + "' and '" + word + "' are given.");
      }
    if (result.case_file.empty())
      throw InputError("percuss " + command +
                       " needs a parameter file. See percuss " + command +
                       " --help.");
    return result;
  }
} // namespace percuss
