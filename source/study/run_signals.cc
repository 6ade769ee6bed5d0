// SPDX-License-Identifier: Apache-2.0
#include <percuss/study/run_signals.h>

#include <map>

namespace percuss
{
  std::string
  bracketed(const std::vector<std::string> &names, const std::size_t i)
  {
    return names.size() == 1 ? "" : '[' + names[i] + ']';
  }

  std::string
  base_name(const std::string &signal)
  {
    return signal.substr(0, signal.find('['));
  }

  std::string
  unit_of(const std::string &signal)
  {
    static const std::map<std::string, std::string> units{
      {"gap", "m"},
      {"contact_velocity", "m s^-1"},
      {"contact_force", "N"},
      {"contact_impulse", "N s"},
      {"position", "m"},
      {"velocity", "m s^-1"},
      {"energy_total", "J"},
      {"displacement_field", "m^3/2"}, // of BarFieldErrors
      {"strain_field", "m^1/2"},
      {"velocity_field", "m^3/2 s^-1"}};
    const auto unit = units.find(base_name(signal));
    return unit == units.end() ? "" : unit->second;
  }

  RunSignals::RunSignals(const ContactTotals   &contacts,
                         const MonitoredPoints &points)
    : contacts(contacts)
    , points(points)
  {
    for (const char *name :
         {"gap", "contact_velocity", "contact_force", "contact_impulse"})
      for (std::size_t i = 0; i < contacts.size(); ++i)
        signal_names.push_back(name + bracketed(contacts.names, i));
    for (const char *name : {"position", "velocity"})
      for (std::size_t i = 0; i < points.names.size(); ++i)
        signal_names.push_back(name + bracketed(points.names, i));
    signal_names.push_back("energy_total");
    values.assign(signal_names.size(), 0.);
  }

  const std::vector<double> &
  RunSignals::evaluate(const StepRecord &record)
  {
    const std::size_t m = contacts.size(), n = points.names.size();
    contacts.evaluate(record);
    for (std::size_t i = 0; i < m; ++i)
      {
        const double impulse = record.step == 0 ? 0. : contacts.impulse[i];
        values[i]            = contacts.gap[i];
        values[m + i]        = contacts.velocity[i];
        values[2 * m + i]    = impulse / record.time_step;
        values[3 * m + i] += impulse;
      }
    const std::span<double> all(values);
    if (n > 0)
      points.evaluate(all.subspan(4 * m, n), all.subspan(4 * m + n, n));
    values.back() = record.energy.total();
    return values;
  }
} // namespace percuss
