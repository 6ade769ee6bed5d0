// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_plausibility_h
#define percuss_run_plausibility_h

#include <percuss/run/model.h>

#include <map>
#include <string>
#include <vector>

namespace percuss
{
  /**
   * What shows a wrong unit, sign or time step of a run, before its first step.
   * The user chooses the units: nothing here is compared with a number of its
   * own.
   */
  struct ScalesAtStart
  {
    Scales model;
    double time_step     = 0.; ///< h [s]
    double crossing_time = 0.; ///< the smallest of an element, or 0 [s]

    // of the contact that closes first with the velocities of the start, else
    // of the nearest one; none: no name
    std::string contact;
    double      gap           = 0.; ///< [m]
    double      closing_speed = 0.; ///< [m/s]

    /** c h/l, or 0 where there are no elements. */
    double
    courant_number() const
    {
      return crossing_time > 0. ? time_step / crossing_time : 0.;
    }

    /** Sentences for the header of a run. */
    std::vector<std::string>
    lines() const;

    /** What is known of them, for summary.json. */
    std::map<std::string, double>
    values() const;
  };

  /** Of a model that has been started and has made no step. Collective. */
  ScalesAtStart
  scales_at_start(Model &model, const RunParameters &parameters);

  /**
   * In which respect a time step is too long to resolve what it should; a
   * sentence each:
   *
   * - waves cross more than 20 elements in it,
   * - it is longer than a quarter of the first natural period, or than the time
   *   in which a wave runs through the body and back.
   *
   * Nothing of explicit schemes, see check_critical_step(), and of
   * schatzman-paoli with theta >= 1/2, which is there for long steps.
   */
  std::vector<std::string>
  step_warnings(const ScalesAtStart &scales, const RunParameters &parameters);

  /**
   * In which respect the contacts of a run that has come to its end make no
   * sense; a sentence each:
   *
   * - one has penetrated by more than any had been open before,
   * - one has pushed though it was as far open as ever at the start of the step
   *   and more than half of that at its end,
   * - none has ever closed.
   */
  std::vector<std::string>
  contact_warnings(Model &model, const RunParameters &parameters);
} // namespace percuss

#endif
