// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>
#include <percuss/program/run_messages.h>
#include <percuss/run/loaded_library.h>
#include <percuss/run/run_warnings.h>

#include <unistd.h>

#include <iostream>

namespace percuss
{
  void
  print_header(const Summary                   &summary,
               const ScalesAtStart             &scales,
               const Clock                     &clock,
               const std::optional<Checkpoint> &from)
  {
    std::cout << "percuss: " << summary.case_name << ", " << summary.model
              << ", " << summary.scheme << ", " << summary.dofs
              << (summary.dofs == 1 ? " degree" : " degrees") << " of freedom, "
              << summary.contacts << " contact(s), "
              << (summary.contact_rows == summary.contacts ?
                    "" :
                    std::to_string(summary.contact_rows) + " rows, ")
              << summary.ranks << " rank(s), " << summary.linear_algebra
              << '\n';
    for (const std::string &line : scales.lines())
      std::cout << "  " << line << '\n';
    if (const std::string note = end_time_note(clock); !note.empty())
      std::cout << "  " << note << '\n';
    if (from)
      std::cout << "  goes on after time step " << from->step
                << ", t = " << short_text(from->time) << " s\n";
  }

  void
  print_thinning(const unsigned long int interval)
  {
    if (interval > 1)
      std::cout << "  history.csv has a row every " << interval
                << " steps ('Output/history interval' = automatic; 1 is "
                   "every step)\n";
  }

  bool
  is_terminal()
  {
    return isatty(STDOUT_FILENO) == 1 && !is_launched();
  }

  std::string
  place_of(const StepRecord &record)
  {
    return "after time step " + std::to_string(record.step) +
           ", t = " + short_text(record.time) + " s";
  }
} // namespace percuss
