// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/version.h>
#include <percuss/output/checked_file.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/output_directory.h>
#include <percuss/program/results_directory.h>
#include <percuss/program/study_records.h>
#include <percuss/run/loaded_library.h>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <stdexcept>

namespace percuss
{
  namespace
  {
    using Json = nlohmann::ordered_json;

    std::string
    file_of_records(const std::string &directory)
    {
      return directory + "/runs.jsonl";
    }

    std::string
    line_of_json(const Json &json)
    {
      return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
    }

    /** The first line of the records of a case by this version. */
    std::string
    first_line(const std::string &case_name)
    {
      Json line;
      line["percuss records of"] = case_name;
      for (const auto &[name, number] : library_versions())
        line["versions"][name] = number;
      return line_of_json(line);
    }

    /** The case of records; null where the text is none. */
    Json
    case_of_records(const std::string &text)
    {
      const Json line =
        Json::parse(text.substr(0, text.find('\n')), nullptr, false);
      return line.is_object() ? line.value("percuss records of", Json()) :
                                Json();
    }

    /** Of the parameters, which are all that a run depends on. */
    std::string
    number_of(const PlannedRun &run)
    {
      char digits[32];
      std::snprintf(digits,
                    sizeof digits,
                    "%016zx",
                    std::hash<std::string>()(run.parameters));
      return digits;
    }
  } // namespace

  StudyRecords::~StudyRecords()
  {
    if (file >= 0)
      close(file);
  }

  void
  StudyRecords::open(const std::string &directory, const std::string &case_name)
  {
    file_name               = file_of_records(directory);
    const std::string first = first_line(case_name);
    std::string       text  = bytes_of_file(file_name);
    text.resize(text.rfind('\n') + 1); // npos + 1 is 0
    if (!text.starts_with(first))
      text = first;
    if (text != bytes_of_file(file_name))
      replace_file(file_name, text);
    for (std::size_t begin = first.size(); begin < text.size();)
      {
        const std::size_t end = text.find('\n', begin);
        const Json        line =
          Json::parse(text.substr(begin, end - begin), nullptr, false);
        if (line.is_object() && line.value("status", "") == "done")
          records[line.value("run", "")].summary =
            line.value("summary", Json()).dump();
        begin = end + 1;
      }
    errno = 0;
    file =
      ::open(file_name.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0)
      throw writing_failed(file_name);
  }

  const RunRecord *
  StudyRecords::find(const PlannedRun &run) const
  {
    const auto found = records.find(number_of(run));
    return found == records.end() ? nullptr : &found->second;
  }

  void
  StudyRecords::add(const PlannedRun &run, const RunRecord &record)
  {
    const bool is_done = record.message.empty();
    Json       line;
    line["run"]    = number_of(run);
    line["label"]  = run.label;
    line["status"] = is_done ? "done" : "failed";
    if (!is_done)
      line["message"] = record.message;
    std::string text = line_of_json(line);
    if (is_done) // it is JSON already
      text.insert(text.size() - 2, ",\"summary\":" + record.summary);
    errno = 0;
    for (std::size_t begin = 0; begin < text.size();)
      {
        const ssize_t n = write(file, &text[begin], text.size() - begin);
        if (n < 0 && errno == EINTR)
          continue;
        if (n <= 0)
          throw writing_failed(file_name);
        begin += static_cast<std::size_t>(n);
      }
    records[number_of(run)] = record;
  }

  std::string
  obstruction_of_records(const std::string &directory,
                         const std::string &case_name,
                         const bool         overwrites)
  {
    const std::string name = file_of_records(directory);
    if (const std::string problem = problem_of_place(name); !problem.empty())
      return problem;
    const std::string text = bytes_of_file(name);
    if (text.empty())
      return {};
    const Json found = case_of_records(text);
    if (!found.is_string())
      return "'" + name + "' is in the way, and no result of percuss";
    if (!overwrites && found != name_in_summary(case_name))
      return holds_other_case(found);
    return {};
  }

  void
  check_records(const Case &base)
  {
    const RunParameters &run = base.run;
    if (run.study.keep_runs ||
        run.study.kind == StudyParameters::Kind::spectrum)
      return;
    const auto refuse = [&](const std::string &entry, const char *value) {
      throw base.file.error(
        entry,
        "Runs have no directory for it where 'Study/keep runs' is false. Set "
        "'" +
          entry + "' to " + value + ", or 'Study/keep runs' to true.");
    };
    if (run.study.keep_histories)
      refuse("Study/keep histories", "false");
    if (run.output.record_signals)
      refuse("Output/record signals", "false");
    if (run.output.checkpoint_interval > 0)
      refuse("Output/checkpoint interval", "0");
    if (run.output.contact_problems > 0)
      refuse("Output/contact problems", "0");
    if (run.study.n_ranks > 1)
      refuse("Study/ranks", "1");
    if (is_launched())
      throw base.file.error("Study/keep runs",
                            "Runs without a directory are made by processes "
                            "that the study starts itself: start it without "
                            "mpirun, or set it to true.");
  }

  std::vector<std::string>
  records_warnings(const Case &base)
  {
    std::vector<std::string> warnings;
    const StudyParameters   &study = base.run.study;
    if (study.keep_runs || study.kind == StudyParameters::Kind::spectrum)
      return warnings;
    for (const char *const path : {"Output/history interval",
                                   "Output/field interval",
                                   "Output/field format"})
      if (const Parameter *const entry = base.parameters.find(path);
          base.file.is_set(path) && entry->value != entry->default_value)
        warnings.push_back("'" + entry->path() +
                           "' has no effect in the study: its runs leave no "
                           "files, 'Study/keep runs' is false.");
    return warnings;
  }
} // namespace percuss
