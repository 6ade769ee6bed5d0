// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/memory.h>
#include <percuss/base/text.h>
#include <percuss/run/set_time_step.h>

#include <cmath>

namespace percuss
{
  void
  check_time_step(const RunParameters &p, const CaseFile &case_file)
  {
    if (!(p.time.time_step > 0.))
      throw case_file.error("Time integration/time step",
                            "It must be positive.");
    const double n_steps =
      (p.time.end_time - p.time.start_time) / p.time.time_step;
    if (!(n_steps < 1e15))
      throw case_file.error("Time integration/time step",
                            "The end time would be reached after " +
                              short_text(n_steps) +
                              " steps; at most 1e15 are allowed.");
    if (p.output.record_signals) // three at least, until the run ends
      if (const std::string problem = problem_of_memory(3. * 8. * n_steps);
          !problem.empty())
        throw case_file.error("Output/record signals",
                              problem + ", for the signals of " +
                                short_text(n_steps) +
                                " steps. Set it to false, or take fewer.");
  }

  namespace
  {
    /** The time step of Courant number 1 [s]. Where the critical one is the
     * crossing time, as of equal linear elements with lumped masses, exactly
     * that. */
    double
    unit_step(const double         crossing_time,
              const Model         &model,
              const RunParameters &p)
    {
      constexpr double rounding = 1e-7; // and margins of bounds
      if (!is_explicit(p))
        return crossing_time;
      const double critical =
        p.scheme_information()
          .critical_step(p.scheme, model.frequency().largest())
          .step;
      const bool is_crossing =
        !std::isfinite(critical) ||
        std::abs(critical - crossing_time) <= rounding * crossing_time;
      return is_crossing ? crossing_time : critical;
    }

    /** Throws InputError where a time step is given beside the Courant number,
     * and is not the one that this asks for, as in used_parameters.prm. A
     * Courant number of the command line overrides the step of the file. */
    void
    check_single_step(const double         given,
                      const RunParameters &p,
                      const CaseFile      &case_file)
    {
      const char *const step   = "Time integration/time step";
      const char *const number = "Time integration/Courant number";
      if (!case_file.is_set(step) || given == 0. ||
          std::abs(given - p.time.time_step) <= 1e-9 * given ||
          case_file.is_followed(step, number))
        return;
      throw case_file.error(step,
                            "The Courant number is given, too, " +
                              short_text(p.time.courant_number) +
                              ", and asks for a time step of " +
                              short_text(p.time.time_step) +
                              " s: remove one of them, or set it to 0.");
    }
  } // namespace

  void
  set_time_step(const Model &model, RunParameters &p, const CaseFile &case_file)
  {
    if (const double C = p.time.courant_number; C > 0.)
      {
        const double crossing_time = model.crossing_time();
        if (std::isinf(crossing_time))
          throw case_file.error("Time integration/Courant number",
                                "The model has no elements: give the time "
                                "step instead, and set this to 0.");
        const double given = p.time.time_step;
        p.time.time_step   = C * unit_step(crossing_time, model, p);
        check_single_step(given, p, case_file);
      }
    check_time_step(p, case_file);
  }
} // namespace percuss
