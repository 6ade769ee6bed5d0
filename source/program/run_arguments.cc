// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/program/run_arguments.h>

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
    file.read(case_file);
    for (const std::string &assignment : overrides)
      file.override_entry(assignment);
    if (output)
      file.set("Output/output directory", *output, "--output");
  }

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
        else if (word == "--quiet")
          result.quiet = true;
        else if (word == "--overwrite")
          result.overwrite = true;
        else if (word == "--report")
          result.report = true;
        else if (word == "--resume")
          {
            if (command == "study")
              throw InputError("--resume: a study always goes on where it was "
                               "interrupted.");
            result.resume = true;
          }
        else if (word.starts_with("-"))
          {
            std::vector<std::string> options{"--output",
                                             "--set",
                                             "--quiet",
                                             "--overwrite",
                                             "--resume",
                                             "--report",
                                             "--help"};
            if (command == "run")
              options.emplace_back("--log");
            const std::string meant =
              nearest(word.substr(0, word.find('=')), options);
            throw InputError(
              "percuss " + command + " has no option '" + word + "'. " +
              (meant.empty() ? "See percuss " + command + " --help." :
                               "Did you mean '" + meant + "'?"));
          }
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
