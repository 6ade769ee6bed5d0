// SPDX-License-Identifier: Apache-2.0
#include <percuss/input/text_as_file.h>
#include <percuss/program/check.h>
#include <percuss/program/language_server/check_text.h>
#include <percuss/run/loaded_library.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>

namespace percuss::language_server
{
  namespace
  {
    Json
    problem_as_json(const InputProblem &problem)
    {
      return {{"file", problem.file},
              {"line", problem.line},
              {"entry", problem.entry},
              {"message", problem.message},
              {"suggestion", problem.suggestion}};
    }

    /** So that the time of a check is its own. */
    void
    load_for(const std::string &text, const Catalogue &catalogue)
    {
      static bool is_loaded = false;
      if (is_loaded ||
          std::ranges::none_of(catalogue.models, [&](const ModelKind *kind) {
            return kind->is_distributed &&
                   text.find(kind->name) != std::string::npos;
          }))
        return;
      load_library();
      is_loaded = true;
    }

    void
    add_results(Json &report, const FullCheck &result, const Case &the_case)
    {
      for (const InputProblem &problem : result.checked.problems)
        report["problems"].push_back(problem_as_json(problem));
      if (!result.checked.model)
        return;
      for (const std::string &warning : result.checked.warnings)
        report["warnings"].push_back(problem_as_json(
          problem_of(InputError(warning), the_case.parameters)));
      report["notes"].push_back(std::string(the_case.kind().name) + ", " +
                                std::string(the_case.run.scheme.name));
      for (const std::string &line : lines_of(result.figures))
        report["notes"].push_back(line);
    }
  } // namespace

  Json
  as_json(const CheckRequest &request)
  {
    return {{"uri", request.uri},
            {"version", request.version},
            {"file", request.file},
            {"text", request.text},
            {"makes model", request.makes == MakesModel::yes},
            {"included", request.included}};
  }

  CheckRequest
  check_request(const Json &json)
  {
    return {json.at("uri"),
            json.at("version"),
            json.at("file"),
            json.at("text"),
            json.at("makes model") ? MakesModel::yes : MakesModel::no,
            json.at("included")};
  }

  Json
  check_text(const CheckRequest &request, const Catalogue &catalogue)
  {
    using Clock = std::chrono::steady_clock;
    if (request.makes == MakesModel::yes)
      load_for(request.text, catalogue);
    const auto start  = Clock::now();
    Json       report = {{"uri", request.uri},
                         {"version", request.version},
                         {"problems", Json::array()},
                         {"warnings", Json::array()},
                         {"notes", Json::array()}};
    try
      {
        std::deque<TextAsFile> included;
        for (const auto &[name, of_file] : request.included)
          included.emplace_back(name, of_file);
        const TextAsFile text(request.file, request.text);
        RunArguments     arguments;
        arguments.case_file = request.file;
        Case            the_case(catalogue);
        const FullCheck result =
          check_arguments(the_case, arguments, catalogue, request.makes);
        add_results(report, result, the_case);
      }
    catch (const std::exception &error)
      {
        InputProblem problem;
        problem.file    = request.file;
        problem.message = error.what();
        report["problems"].push_back(problem_as_json(problem));
      }
    report["seconds"] =
      std::chrono::duration<double>(Clock::now() - start).count();
    return report;
  }
} // namespace percuss::language_server
