// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/csv.h>
#include <percuss/output/file_replacement.h>
#include <percuss/program/reference_file.h>

#include <algorithm>

namespace percuss
{
  void
  write_reference(const std::string      &file_name,
                  const Reference        &reference,
                  const Clock            &clock,
                  const unsigned long int n_steps,
                  const unsigned long int interval)
  {
    std::string text = "time";
    for (const ReferenceSignal &signal : reference.signals)
      text += ',' + csv_field(signal.name);
    text += csv_end_of_row;
    for (unsigned long int k = 0;; k = std::min(k + interval, n_steps))
      {
        const double t = clock.time(k) - clock.start_time;
        if (t > reference.valid_until)
          break;
        append_csv_number(text, clock.time(k));
        for (const ReferenceSignal &signal : reference.signals)
          {
            text += ',';
            append_csv_number(text, signal.value(t));
          }
        text += csv_end_of_row;
        if (k == n_steps)
          break;
      }
    replace_file(file_name, text);
  }
} // namespace percuss
