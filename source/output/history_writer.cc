// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/file_replacement.h>
#include <percuss/output/history_rows.h>
#include <percuss/output/history_writer.h>

#include <algorithm>
#include <cerrno>

namespace percuss
{
  namespace
  {
    /** A number with its comma, as CsvRow writes it. */
    constexpr std::size_t bytes_per_number = 24;

    constexpr std::size_t most_bytes = 15000000, most_rows = 20000;

    /** Columns of a row, near enough. */
    std::size_t
    n_columns(const ContactTotals   &contacts,
              const MonitoredPoints &points,
              const HistoryColumns  &own)
    {
      constexpr std::size_t of_all_runs = 20;
      return of_all_runs + 2 * points.names.size() +
             (contacts.has_areas() ? 6 : 4) * contacts.size() +
             own.names.size();
    }
  } // namespace

  unsigned long int
  HistoryWriter::automatic_interval(const unsigned long int n_steps,
                                    const ContactTotals    &contacts,
                                    const MonitoredPoints  &points,
                                    const HistoryColumns   &own)
  {
    const std::size_t bytes_per_row =
      bytes_per_number * n_columns(contacts, points, own);
    const unsigned long int most =
      std::clamp<std::size_t>(most_bytes / bytes_per_row, 1, most_rows);
    for (unsigned long int power = 1;; power *= 10)
      for (const unsigned long int digit : {1, 2, 5})
        if (n_steps / (digit * power) <= most)
          return digit * power;
  }

  HistoryWriter::HistoryWriter(const std::string                &file_name,
                               const ContactTotals              &contacts,
                               const MonitoredPoints            &points,
                               const bool                        projects,
                               const unsigned long int           interval,
                               const HistoryColumns             &own,
                               const std::optional<EarlierRows> &earlier)
    : Observer(interval)
    , file_name(file_name)
    , projects(projects)
    , earlier(earlier)
    , contacts(contacts)
    , points(points)
    , own(own)
    , positions(points.names.size())
    , velocities(points.names.size())
    , own_values(own.names.size())
  {
    if (file_name.empty() || earlier)
      return;
    errno = 0;
    file.open(file_name, std::ios::binary);
    file << "step,time,energy_kinetic,energy_strain,energy_potential,"
            "energy_total,energy_algorithmic,work_external,work_damping,"
            "work_contact,dissipation_numerical,identity_residual,"
            "active_contacts,max_penetration,solver_iterations";
    for (const std::string &name : points.names)
      for (const char *quantity : {"position", "velocity"})
        file << ',' << csv_field(std::string(quantity) + '[' + name + ']');
    for (const std::string &name : contacts.names)
      for (const char *quantity :
           {"gap", "contact_velocity", "impulse", "force"})
        file << ',' << csv_field(std::string(quantity) + '[' + name + ']');
    if (contacts.has_areas())
      for (const std::string &name : contacts.names)
        for (const char *quantity : {"contact_area", "peak_pressure"})
          file << ',' << csv_field(std::string(quantity) + '[' + name + ']');
    if (projects)
      file << ",work_projection";
    file << ",work_normal,work_friction,work_joints,halved_steps";
    for (const std::string &name : own.names)
      file << ',' << csv_field(name);
    file << csv_end_of_row;
  }

  void
  HistoryWriter::observe(const StepRecord &record)
  {
    if (!points.names.empty())
      points.evaluate(positions, velocities); // collective
    if (!own.names.empty())
      own.evaluate(record, own_values); // as well
    if (file_name.empty())
      return;

    const EnergyRecord &energy_record = *record.energy_record;
    row.append(record.step);
    for (const double value : {record.time,
                               record.energy.kinetic,
                               record.energy.strain,
                               record.energy.potential,
                               record.energy.total(),
                               record.energy.algorithmic,
                               energy_record.cumulative.external,
                               energy_record.cumulative.damping,
                               energy_record.cumulative.contact,
                               energy_record.cumulative.dissipation,
                               energy_record.identity_residual})
      row.append(value);
    row.append(static_cast<unsigned long int>(record.active_contacts));
    row.append(record.max_penetration);
    row.append(static_cast<unsigned long int>(record.solver_iterations));
    for (std::size_t i = 0; i < positions.size(); ++i)
      {
        row.append(positions[i]);
        row.append(velocities[i]);
      }
    contacts.evaluate(record);
    for (std::size_t i = 0; i < contacts.size(); ++i)
      {
        row.append(contacts.gap[i]);
        row.append(contacts.velocity[i]);
        row.append(contacts.impulse[i]);
        row.append(contacts.impulse[i] / record.time_step);
      }
    if (contacts.has_areas())
      for (std::size_t i = 0; i < contacts.size(); ++i)
        {
          row.append(contacts.area[i]);
          row.append(contacts.pressure[i]);
        }
    if (projects)
      row.append(energy_record.cumulative.projection);
    row.append(energy_record.cumulative.normal());
    row.append(energy_record.cumulative.friction);
    row.append(energy_record.cumulative.joints);
    row.append(record.iterations.n_halved_steps);
    for (const double value : own_values)
      row.append(value);
    file << row.complete();
    flush_in_time();
    check();
  }

  void
  HistoryWriter::serialize(Archive &archive)
  {
    archive.section("history.csv");
    std::uint64_t size = 0;
    if (!archive.is_reading() && !file_name.empty())
      {
        file.flush();
        check();
        size = static_cast<std::uint64_t>(file.tellp());
        write_to_disk(file_name);
      }
    archive(size);
    if (!archive.is_reading() || file_name.empty())
      return;
    if (earlier && earlier->thinned)
      thin_history(file_name, interval, earlier->until);
    else
      cut_history(file_name, size);
    file.open(file_name, std::ios::binary | std::ios::app);
    check();
  }

  void
  HistoryWriter::flush_in_time()
  {
    // rows that follow each other at once fill the buffer at once
    const auto now = WallClock::now();
    if (now - last_row > std::chrono::milliseconds(1))
      file.flush();
    last_row = now;
  }

  void
  HistoryWriter::finish()
  {
    if (file_name.empty())
      return;
    errno = 0;
    file.close(); // here some file systems say that the disk is full
    check();
  }

  void
  HistoryWriter::check() const
  {
    if (!file)
      throw writing_failed(file_name);
  }
} // namespace percuss
