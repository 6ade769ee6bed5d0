// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/version.h>
#include <percuss/output/file_replacement.h>
#include <percuss/output/summary.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iomanip>
#include <ostream>

namespace percuss
{
  namespace
  {
    double
    nanoseconds_per_dof(const Summary &summary)
    {
      const auto n =
        static_cast<double>(std::max(summary.steps, 1ul)) *
        static_cast<double>(std::max<std::size_t>(summary.dofs, 1));
      return 1e9 * summary.stepping_seconds / n;
    }

    /** Whether the scheme has an energy of its own, the algorithmic one. */
    bool
    has_own_energy(const Energy &energy)
    {
      constexpr double rounding = 1e-9;
      return std::abs(energy.algorithmic - energy.total()) >
             rounding * (energy.kinetic + std::abs(energy.total()));
    }
  } // namespace

  std::string
  summary_as_json(const Summary &summary)
  {
    const StepRecord        &record   = *summary.record;
    const EnergyRecord      &balance  = *record.energy_record;
    const ContactStatistics &contacts = *record.contacts;

    const auto energies = [](const Energy &energy) {
      return nlohmann::ordered_json{{"kinetic", energy.kinetic},
                                    {"strain", energy.strain},
                                    {"potential", energy.potential},
                                    {"total", energy.total()},
                                    {"algorithmic", energy.algorithmic}};
    };

    nlohmann::ordered_json json;
    json["case"]   = summary.case_name;
    json["model"]  = summary.model;
    json["scheme"] = summary.scheme;
    json["status"] = summary.status;
    if (!summary.failure.empty())
      json["failure"] = summary.failure;
    json["steps"]        = summary.steps;
    json["halved_steps"] = record.iterations.n_halved_steps;
    if (!summary.stopped.empty())
      json["stopped"] = summary.stopped;
    if (summary.checkpoint_step > 0)
      json["checkpoint_step"] = summary.checkpoint_step;
    json["time_step"] = record.time_step;
    json["end_time"]  = record.time;
    json["dofs"]      = summary.dofs;
    if (summary.element_length > 0.)
      json["element_length"] = summary.element_length;
    if (!summary.scales.empty())
      json["scales"] = summary.scales;
    json["contacts"]         = summary.contacts;
    json["contact_rows"]     = summary.contact_rows;
    json["ranks"]            = summary.ranks;
    json["wall_seconds"]     = summary.wall_seconds;
    json["stepping_seconds"] = summary.stepping_seconds;
    json["wall_seconds_per_step"] =
      summary.stepping_seconds /
      static_cast<double>(std::max(summary.steps, 1ul));
    json["nanoseconds_per_dof_and_step"] = nanoseconds_per_dof(summary);
    json["max_penetration"]              = contacts.max_penetration;
    json["max_joint_gap"]                = contacts.max_joint_gap;
    json["energy"] = {{"initial", balance.initial_energy.total()},
                      {"final", record.energy.total()},
                      {"initial_parts", energies(balance.initial_energy)},
                      {"final_parts", energies(record.energy)},
                      {"work_external", balance.cumulative.external},
                      {"work_damping", balance.cumulative.damping},
                      {"work_contact", balance.cumulative.contact},
                      {"work_normal", balance.cumulative.normal()},
                      {"work_friction", balance.cumulative.friction},
                      {"work_joints", balance.cumulative.joints},
                      {"dissipation_numerical", balance.cumulative.dissipation},
                      {"has_identity", balance.has_identity},
                      {"max_identity_residual", balance.max_residual},
                      {"max_identity_residual_relative",
                       balance.max_relative_residual}};
    if (summary.projects)
      json["energy"]["work_projection"] = balance.cumulative.projection;
    json["contact"] = {{"first_contact_time", contacts.first_contact_time},
                       {"last_contact_time", contacts.last_contact_time},
                       {"total_impulse", contacts.total_impulse},
                       {"peak_force", nullptr},
                       {"max_impulse_over_step", contacts.peak_force}};
    if (summary.contacts_are_forces)
      json["contact"]["peak_force"] = contacts.peak_force;
    if (summary.projects)
      json["contact"]["max_multiplier"] = contacts.max_multiplier;
    for (const StatefulLaw *const law : record.laws)
      for (const auto &[key, number] : law->report().summary)
        std::visit([&](const auto value) { json[law->name()][key] = value; },
                   number);
    if (!summary.adaptation.empty())
      {
        json["energy"]["work_adaptation"] = balance.cumulative.adaptation;
        json["adaptation"]                = summary.adaptation;
      }
    json["errors"]   = summary.errors;
    json["warnings"] = summary.warnings;
    const auto n     = contacts.n_problems;
    json["solver"]   = {{"name", summary.solver},
                        {"problems", n},
                        {"iterations_min", n > 0 ? contacts.min_iterations : 0},
                        {"iterations_mean",
                       n > 0 ? static_cast<double>(contacts.sum_iterations) /
                                 static_cast<double>(n) :
                                 0.},
                        {"iterations_max", contacts.max_iterations},
                        {"residual_max", contacts.max_residual},
                        {"fallbacks", contacts.n_fallbacks},
                        {"dilated", contacts.n_relaxed},
                        {"dilation_speed_max",
                         contacts.max_relaxation_gap_velocity},
                        {"linear_algebra", summary.linear_algebra}};
    for (const StageRecord &stage : contacts.stages.all())
      json["solver"]["stages"].push_back(
        {{"method", stage.method()},
         {"problems", stage.problems},
         {"attempts", stage.attempts},
         {"linear_solves", stage.linear_solves},
         {"residual_max", stage.residual_after}});
    const IterationStatistics &i = record.iterations;
    const double steps = static_cast<double>(std::max(summary.steps, 1ul));
    json["newton"]     = {{"iterations_mean",
                           static_cast<double>(i.sum_newton) / steps},
                          {"iterations_max", i.max_newton}};
    if (i.n_linear_solves > 0)
      json["linear_solver"] = {{"solves", i.n_linear_solves},
                               {"iterations_mean",
                                static_cast<double>(i.sum_linear_iterations) /
                                  steps},
                               {"iterations_max", i.max_linear_iterations}};
    if (summary.projects)
      json["projection"] = {
        {"steps_share", static_cast<double>(i.n_projections) / steps},
        {"active_sets_mean", static_cast<double>(i.sum_active_sets) / steps},
        {"active_sets_max", i.max_active_sets}};
    for (const auto &[name, number] : library_versions())
      json["versions"][name] = number;

    // names and texts of files need not be UTF-8
    constexpr auto replace = nlohmann::json::error_handler_t::replace;
    return json.dump(2, ' ', false, replace) + '\n';
  }

  void
  write_summary(const Summary &summary, const std::string &file_name)
  {
    replace_file(file_name, summary_as_json(summary));
  }

  void
  write_summary_in_place(const Summary &summary, const std::string &file_name)
  {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file_name, ignored))
      return;
    std::filesystem::remove(file_name, ignored);
    try
      {
        write_summary(summary, file_name);
      }
    catch (const std::runtime_error &)
      {}
  }

  void
  print_summary(const Summary &summary, std::ostream &out)
  {
    const StepRecord        &record   = *summary.record;
    const EnergyRecord      &balance  = *record.energy_record;
    const ContactStatistics &contacts = *record.contacts;

    const auto line = [&](const char *label) -> std::ostream & {
      return out << "  " << std::left << std::setw(36) << label;
    };
    out << std::setprecision(8);
    line("steps") << summary.steps << " in " << summary.stepping_seconds
                  << " s, with set-up and output " << summary.wall_seconds
                  << " s\n";
    if (summary.element_length > 0.)
      line("time of a step")
        << std::setprecision(3) << nanoseconds_per_dof(summary)
        << " ns per degree of freedom, without output\n"
        << std::setprecision(8);
    if (const auto n = record.iterations.n_halved_steps; n > 0)
      line("steps repeated in smaller ones")
        << n << ", in " << record.iterations.max_steps_in_one << " at most\n";
    if (!summary.stopped.empty())
      line("stopped") << summary.stopped << '\n';
    line("energy, start and end") << balance.initial_energy.total() << " J, "
                                  << record.energy.total() << " J\n";
    if (has_own_energy(balance.initial_energy) || has_own_energy(record.energy))
      line("algorithmic energy, start and end")
        << balance.initial_energy.algorithmic << " J, "
        << record.energy.algorithmic << " J, which the works change\n";
    line("work of the loads") << balance.cumulative.external << " J\n";
    line("work of the damping") << balance.cumulative.damping << " J\n";
    line("work of the contact") << balance.cumulative.contact << " J (normal "
                                << balance.cumulative.normal() << ", friction "
                                << balance.cumulative.friction << ", joints "
                                << balance.cumulative.joints << ")\n";
    if (summary.projects)
      line("work of the projection") << balance.cumulative.projection << " J\n";
    line("dissipation of the scheme")
      << balance.cumulative.dissipation << " J\n";
    for (const auto &[name, value] : summary.adaptation)
      line(("mesh, " + name).c_str()) << value << '\n';
    if (!summary.adaptation.empty())
      line("work of the adaptation") << balance.cumulative.adaptation << " J\n";
    if (balance.has_identity)
      line("energy identity residual")
        << balance.max_residual << " J at most in a step ("
        << balance.max_relative_residual << " of the energy)\n";
    else
      line("energy balance") << "closed by that dissipation: a nonlinear "
                                "system has no identity\n";
    if (std::isnan(contacts.first_contact_time))
      line("contact") << "none\n";
    else
      {
        line("contact, first and last") << contacts.first_contact_time << " s, "
                                        << contacts.last_contact_time << " s\n";
        line("total impulse") << contacts.total_impulse << " N s\n";
        if (summary.contacts_are_forces)
          line("peak force") << contacts.peak_force << " N\n";
        else
          line("largest impulse over step")
            << contacts.peak_force << " N, no force: it depends on "
            << (summary.element_length > 0. ? "mesh and time step\n" :
                                              "the time step\n");
      }
    for (const StatefulLaw *const law : record.laws)
      if (const LawReport r = law->report(); !r.title.empty())
        line(r.title.c_str()) << r.text << '\n';
    if (contacts.n_relaxed > 0)
      line("convex relaxations")
        << contacts.n_relaxed << " of " << contacts.n_problems << ", "
        << contacts.max_relaxation_gap_velocity << " m/s at most\n";
    line("largest penetration") << contacts.max_penetration << " m\n";
    if (contacts.max_joint_gap > 0.)
      line("largest gap of joints")
        << contacts.max_joint_gap << " (m, of angles rad)\n";
    for (const auto &[name, value] : summary.errors)
      line(("error " + name + " ").c_str()) << value << '\n';
    if (const std::size_t n = summary.warnings.size(); n > 0)
      line("warnings") << n << ", on the standard error output and in "
                       << "summary.json\n";
  }
} // namespace percuss
