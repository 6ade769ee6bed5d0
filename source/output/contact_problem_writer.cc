// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/pattern.h>
#include <percuss/base/text.h>
#include <percuss/output/contact_problem_writer.h>
#include <percuss/output/fclib_file.h>
#include <percuss/output/result_files.h>

#include <filesystem>
#include <vector>

namespace percuss
{
  namespace fs = std::filesystem;

  namespace
  {
    const char *const folder_name = "contact_problems";

    std::string
    name_of_problem(const unsigned long int step)
    {
      const std::string number = std::to_string(step);
      return "step_" +
             std::string(8 - std::min<std::size_t>(8, number.size()), '0') +
             number + ".hdf5";
    }

    /** Whether a name of a problem is that of a later step. */
    bool
    is_later(const std::string &file_name, const unsigned long int step)
    {
      const std::string of_step = name_of_problem(step);
      return file_name.size() != of_step.size() ?
               file_name.size() > of_step.size() :
               file_name > of_step;
    }
  } // namespace

  std::vector<std::string>
  contact_problems_in(const std::string &directory)
  {
    static const Pattern     pattern(R"(step_\d{8,}\.hdf5)");
    std::vector<std::string> names;
    std::error_code          ignored;
    for (const auto &file : fs::directory_iterator(directory, ignored))
      if (const std::string name = file.path().filename().string();
          !pattern.match(name).empty())
        names.push_back(name);
    return names;
  }

  ContactProblemWriter::ContactProblemWriter(
    const OutputPlace                     &place,
    const std::string                     &case_name,
    const unsigned long int                interval,
    const AbstractStepper                 &stepper,
    const std::optional<unsigned long int> goes_on_after)
    : place(place)
    , case_name(case_name)
    , interval(interval)
    , stepper(&stepper)
  {
    if (!place.writes)
      return;
    const fs::path folder = fs::path(place.directory) / folder_name;
    fs::create_directories(folder);
    for (const std::string &name : contact_problems_in(folder.string()))
      if (goes_on_after && is_later(name, *goes_on_after))
        fs::remove(folder / name);
  }

  void
  ContactProblemWriter::operator()(const ConeComplementarityProblem &problem,
                                   const std::span<const double>     p,
                                   const SolverReport &report) const
  {
    const StepRecord       &record    = stepper->record();
    const unsigned long int step      = record.step + 1;
    const bool              is_solved = report.is_solution_usable();
    if ((is_solved && step % interval != 0) ||
        report.status == SolverStatus::not_a_number)
      return;
    const LocalFormOfStep form = local_form(problem);
    if (form.contact_rows.empty() || !place.writes)
      return;
    std::optional<FclibSolution> solution;
    if (is_solved)
      {
        const LocalFrictionProblem &local = form.problem;
        FclibSolution              &found = solution.emplace();
        found.r                           = form.of_contacts(p);
        found.l                           = form.of_joints(p);
        found.u = local.W * found.r + local.V * found.l + local.q;
      }
    const std::string name = folder_name + ('/' + name_of_problem(step));
    announce_result(place.directory, name);
    write_fclib(place.directory + '/' + name,
                form.problem,
                {case_name,
                 "step " + std::to_string(step) +
                   ", from t = " + short_text(record.time) + " s on; SI units",
                 is_solved ?
                   "solved" :
                   "not solved: " + std::string(to_string(report.status))},
                solution);
    enter_result(place.directory, name);
  }
} // namespace percuss
