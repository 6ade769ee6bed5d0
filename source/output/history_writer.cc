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
    , earlier(earlier)
    , values(contacts, points, projects, own)
  {
    if (file_name.empty() || earlier)
      return;
    errno = 0;
    file.open(file_name, std::ios::binary);
    for (const HistoryValues::Column &column : values.columns())
      file << (&column == &values.columns().front() ? "" : ",")
           << csv_field(column.name);
    file << csv_end_of_row;
  }

  void
  HistoryWriter::observe(const StepRecord &record)
  {
    const std::span<const double> numbers = values.evaluate(record);
    if (file_name.empty())
      return;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (values.columns()[i].is_whole)
        row.append(static_cast<unsigned long int>(numbers[i]));
      else
        row.append(numbers[i]);
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
