// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/archive.h>
#include <percuss/base/joined.h>
#include <percuss/run/relaxation_watch.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  RelaxationWatch::RelaxationWatch()
    : Observer(1)
  {}

  void
  RelaxationWatch::observe(const StepRecord &record)
  {
    for (const double u : record.contact_velocity)
      largest_speed = std::max(largest_speed, std::abs(u));
    time_step    = record.time_step;
    gap_velocity = record.contacts->max_relaxation_gap_velocity;
  }

  void
  RelaxationWatch::serialize(Archive &archive)
  {
    archive.section("relaxations");
    archive(largest_speed, gap_velocity, time_step);
  }

  std::vector<std::string>
  RelaxationWatch::warnings() const
  {
    if (!(gap_velocity > warned_part * largest_speed))
      return {};
    return {joined("convex relaxations of friction have opened or closed "
                   "contacts with up to ",
                   gap_velocity,
                   " m/s, and nothing at contacts was faster than ",
                   largest_speed,
                   " m/s: that can be seen. Set 'Contact/relaxation gap "
                   "velocity' to half of what a fall gains in a time step, ",
                   0.5 * 9.81 * time_step,
                   " m/s with the gravity of the Earth.")};
  }
} // namespace percuss
