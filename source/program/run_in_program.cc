// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/input/text_as_file.h>
#include <percuss/program/prepared_run.h>
#include <percuss/program/results_directory.h>
#include <percuss/program/run_beginning.h>
#include <percuss/program/run_in_program.h>
#include <percuss/program/set_together.h>
#include <percuss/run/loaded_library.h>

#include <chrono>

namespace percuss
{
  std::string
  place_of_setting(const std::string &path)
  {
    return "case[\"" + path + "\"]";
  }

  void
  read_source(const CaseSource &source, CaseFile &file)
  {
    {
      std::optional<TextAsFile> text;
      if (source.text)
        text.emplace(source.name, *source.text);
      file.read(source.name);
    }
    ErrorCollector errors;
    set_together(
      source.settings.size(),
      [&](const std::size_t i) { return source.settings[i].first; },
      [&](const std::size_t i) {
        const auto &[path, value] = source.settings[i];
        file.set(path, value, place_of_setting(path));
      },
      errors);
    errors.throw_all();
  }

  std::unique_ptr<Case>
  make_case(const CaseSource &source, const Catalogue &catalogue)
  {
    auto result = std::make_unique<Case>(catalogue);
    read_source(source, result->file);
    return result;
  }

  void
  compute_run(Case                             &the_case,
              const std::string                &case_file,
              const std::optional<std::string> &output,
              RunOfProgram                     &program)
  {
    const auto   start = std::chrono::steady_clock::now();
    RunArguments arguments;
    arguments.case_file = case_file;
    arguments.output    = output;
    arguments.quiet     = true;
    if (output)
      the_case.file.set("Output/output directory", *output, "output");
    check_one_process();
    const PreparedRun prepared = prepare_run(the_case);
    program.leaves_files       = output.has_value();

    std::optional<ResultsDirectory> place;
    if (output)
      {
        const auto files     = files_of(*prepared.model,
                                    the_case.run,
                                    prepared.reference.has_value());
        auto       beginning = Beginning::at_start;
        place.emplace(*output, the_case.file, [&] {
          return find_beginning(the_case, arguments, files, beginning);
        });
      }
    execute_run(*prepared.model,
                the_case,
                arguments,
                prepared.reference,
                prepared.warnings,
                start,
                {},
                &program);
  }

  void
  check_one_process()
  {
    if (is_launched() && start_mpi().size() > 1)
      throw InputError(
        "The Python module computes on one process, and a launcher of MPI has "
        "started " +
        std::to_string(processes().size()) +
        ". Run 'percuss run' with the launcher, or Python without it.");
  }
} // namespace percuss
