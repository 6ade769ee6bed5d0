// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_reference.h>
#include <percuss/study/run_signals.h>

namespace percuss
{
  Reference
  exact_reference(const std::shared_ptr<const ExactBars> &exact,
                  const std::vector<std::string>         &contacts,
                  const std::span<const MonitoredPoint>   points,
                  const std::vector<double>              &left)
  {
    Reference reference;
    reference.valid_until = exact->end_time();
    for (std::size_t row = 0; row < contacts.size(); ++row)
      {
        const auto add = [&](const char *name,
                             double (ExactBars::*value)(std::size_t, double)
                               const) {
          const std::span<const double> jumps = exact->jump_times(row);
          reference.signals.push_back({name + bracketed(contacts, row),
                                       [exact, value, row](const double t) {
                                         return (*exact.*value)(row, t);
                                       },
                                       {jumps.begin(), jumps.end()}});
        };
        add("gap", &ExactBars::gap);
        add("contact_velocity", &ExactBars::contact_velocity);
        add("contact_force", &ExactBars::contact_force);
        add("contact_impulse", &ExactBars::contact_impulse);
      }
    std::vector<std::string> names;
    for (const MonitoredPoint &point : points)
      names.push_back(point.name);
    for (std::size_t i = 0; i < points.size(); ++i)
      {
        const std::size_t bar = points[i].bar;
        const double      x = points[i].x, origin = left[bar] + x;
        reference.signals.push_back({"position" + bracketed(names, i),
                                     [exact, bar, x, origin](const double t) {
                                       return origin +
                                              exact->displacement(bar, x, t);
                                     },
                                     {}});
        reference.signals.push_back({"velocity" + bracketed(names, i),
                                     [exact, bar, x](const double t) {
                                       return exact->velocity(bar, x, t);
                                     },
                                     {}});
      }
    reference.signals.push_back(
      {"energy_total",
       [energy = exact->energy(0.)](double) { return energy; },
       {}});
    return reference;
  }
} // namespace percuss
