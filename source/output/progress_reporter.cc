// SPDX-License-Identifier: Apache-2.0
#include <percuss/output/progress_reporter.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace percuss
{
  namespace
  {
    /** Steps between looks at the clock: no share of even a short step. */
    unsigned long int
    steps_between_looks(const unsigned long int n_steps)
    {
      return std::clamp<unsigned long int>(n_steps / 1000, 1, 1000);
    }

    std::string
    duration(const double seconds)
    {
      const auto s = static_cast<unsigned long int>(seconds + 0.5);
      char       text[64];
      if (s < 60)
        std::snprintf(text, sizeof(text), "%lu s", s);
      else if (s < 3600)
        std::snprintf(text, sizeof(text), "%lu:%02lu min", s / 60, s % 60);
      else
        std::snprintf(text, sizeof(text), "%lu:%02lu h", s / 3600, s / 60 % 60);
      return text;
    }
  } // namespace

  ProgressReporter::ProgressReporter(std::ostream           &out,
                                     const bool              terminal,
                                     const unsigned long int n_steps,
                                     const unsigned long int first_step)
    : Observer(steps_between_looks(n_steps))
    , out(out)
    , terminal(terminal)
    , n_steps(n_steps)
    , first_step(first_step)
    , start(Clock::now())
    , last(start)
  {}

  void
  ProgressReporter::observe(const StepRecord &record)
  {
    const auto   now     = Clock::now();
    const bool   is_last = record.step == n_steps;
    const double pause   = std::chrono::duration<double>(now - last).count();
    if (record.step == first_step)
      out.flush(); // what has been said of the run is seen at once
    if (record.step == first_step ||
        (!is_last && pause < (terminal ? 0.2 : 5.)))
      return;
    last = now;

    const double done =
      static_cast<double>(record.step) / static_cast<double>(n_steps);
    const double left = std::chrono::duration<double>(now - start).count() *
                        static_cast<double>(n_steps - record.step) /
                        static_cast<double>(record.step - first_step);

    if (terminal)
      {
        constexpr int width  = 24;
        const int     filled = static_cast<int>(done * width);
        out << "\r  [" << std::string(filled, '#')
            << std::string(width - filled, '.') << "] ";
      }
    else
      out << "  ";
    char text[160];
    std::snprintf(text,
                  sizeof(text),
                  "step %lu/%lu  t = %.6g s  energy %.6g J  contacts %u  "
                  "left %s",
                  record.step,
                  n_steps,
                  record.time,
                  record.energy.total(),
                  record.active_contacts,
                  duration(left).c_str());
    out << text;
    if (terminal)
      out << "   " << (is_last ? "\n" : "") << std::flush;
    else
      out << std::endl;
    is_open = terminal && !is_last;
  }

  void
  ProgressReporter::finish()
  {
    if (is_open)
      out << std::endl;
  }
} // namespace percuss
