// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/history_values.h>

namespace percuss
{
  HistoryValues::HistoryValues(const ContactTotals   &contacts,
                               const MonitoredPoints &points,
                               const bool             projects,
                               const HistoryColumns  &own)
    : contacts(contacts)
    , points(points)
    , own(own)
    , projects(projects)
    , positions(points.names.size())
    , velocities(points.names.size())
    , own_values(own.names.size())
  {
    all_columns.push_back({"step", true});
    const auto add = [&](const std::string &name) {
      all_columns.push_back({name});
    };
    for (const char *const name : {"time",
                                   "energy_kinetic",
                                   "energy_strain",
                                   "energy_potential",
                                   "energy_total",
                                   "energy_algorithmic",
                                   "work_external",
                                   "work_damping",
                                   "work_contact",
                                   "dissipation_numerical",
                                   "identity_residual"})
      add(name);
    all_columns.push_back({"active_contacts", true});
    add("max_penetration");
    all_columns.push_back({"solver_iterations", true});
    const auto add_of_all = [&](const std::vector<std::string> &names,
                                const std::vector<std::string> &quantities) {
      for (const std::string &name : names)
        for (const std::string &quantity : quantities)
          add(quantity + '[' + name + ']');
    };
    add_of_all(points.names, {"position", "velocity"});
    add_of_all(contacts.names, {"gap", "contact_velocity", "impulse", "force"});
    if (contacts.has_areas())
      add_of_all(contacts.names, {"contact_area", "peak_pressure"});
    if (projects)
      add("work_projection");
    for (const char *const name :
         {"work_normal", "work_friction", "work_joints"})
      add(name);
    all_columns.push_back({"halved_steps", true});
    for (const std::string &name : own.names)
      add(name);
    values.reserve(all_columns.size());
  }

  std::span<const double>
  HistoryValues::evaluate(const StepRecord &record)
  {
    if (!points.names.empty())
      points.evaluate(positions, velocities); // collective
    if (!own.names.empty())
      own.evaluate(record, own_values); // as well

    const EnergyRecord &energy_record = *record.energy_record;
    values.assign({static_cast<double>(record.step),
                   record.time,
                   record.energy.kinetic,
                   record.energy.strain,
                   record.energy.potential,
                   record.energy.total(),
                   record.energy.algorithmic,
                   energy_record.cumulative.external,
                   energy_record.cumulative.damping,
                   energy_record.cumulative.contact,
                   energy_record.cumulative.dissipation,
                   energy_record.identity_residual,
                   static_cast<double>(record.active_contacts),
                   record.max_penetration,
                   static_cast<double>(record.solver_iterations)});
    for (std::size_t i = 0; i < positions.size(); ++i)
      {
        values.push_back(positions[i]);
        values.push_back(velocities[i]);
      }
    append_contacts(record);
    if (projects)
      values.push_back(energy_record.cumulative.projection);
    values.push_back(energy_record.cumulative.normal());
    values.push_back(energy_record.cumulative.friction);
    values.push_back(energy_record.cumulative.joints);
    values.push_back(static_cast<double>(record.iterations.n_halved_steps));
    values.insert(values.end(), own_values.begin(), own_values.end());
    return values;
  }

  void
  HistoryValues::append_contacts(const StepRecord &record)
  {
    contacts.evaluate(record);
    for (std::size_t i = 0; i < contacts.size(); ++i)
      {
        values.push_back(contacts.gap[i]);
        values.push_back(contacts.velocity[i]);
        values.push_back(contacts.impulse[i]);
        values.push_back(contacts.impulse[i] / record.time_step);
      }
    if (contacts.has_areas())
      for (std::size_t i = 0; i < contacts.size(); ++i)
        {
          values.push_back(contacts.area[i]);
          values.push_back(contacts.pressure[i]);
        }
  }
} // namespace percuss
