// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/pattern.h>
#include <percuss/base/text.h>
#include <percuss/output/contact_problem_writer.h>
#include <percuss/output/fclib_file.h>

#include <filesystem>
#include <vector>

namespace percuss
{
  namespace fs = std::filesystem;

  namespace
  {
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

  bool
  is_name_of_contact_problem(const std::string &file_name)
  {
    static const Pattern pattern(R"(step_\d{8,}\.hdf5)");
    return !pattern.match(file_name).empty();
  }

  ContactProblemWriter::ContactProblemWriter(
    const std::string                     &directory,
    const std::string                     &case_name,
    const unsigned long int                interval,
    const AbstractStepper                 &stepper,
    const std::optional<unsigned long int> goes_on_after)
    : directory(directory)
    , case_name(case_name)
    , interval(interval)
    , stepper(&stepper)
  {
    if (directory.empty())
      return;
    fs::create_directories(directory);
    std::vector<fs::path> later;
    for (const auto &file : fs::directory_iterator(directory))
      {
        const std::string name = file.path().filename().string();
        if (!is_name_of_contact_problem(name))
          continue;
        if (!goes_on_after)
          throw InputError("'" + file.path().string() +
                           "' is in the way, and no result of percuss. Choose "
                           "another output directory, or remove it.");
        if (is_later(name, *goes_on_after))
          later.push_back(file.path());
      }
    for (const fs::path &file : later)
      fs::remove(file);
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
    if (form.contact_rows.empty() || directory.empty())
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
    write_fclib(directory + '/' + name_of_problem(step),
                form.problem,
                {case_name,
                 "step " + std::to_string(step) +
                   ", from t = " + short_text(record.time) + " s on; SI units",
                 is_solved ?
                   "solved" :
                   "not solved: " + std::string(to_string(report.status))},
                solution);
  }
} // namespace percuss
