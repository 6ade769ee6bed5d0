// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_run_start_figures_h
#define percuss_run_start_figures_h

#include <percuss/run/case.h>

#include <string>
#include <vector>

namespace percuss
{
  struct StartFigure
  {
    std::string name;
    double      value;
    std::string unit; ///< empty: a pure number
  };

  /** The sizes, lengths and times of a run, as they are known at its start. */
  struct StartFigures
  {
    std::vector<StartFigure> quantities;
    std::string              first_contact; ///< which one is to close first
    std::string              never_close;   ///< "'A', 'B'": those that never do
    std::vector<std::string> warnings;
    double                   step_seconds = 0.; ///< of a processor; 0: unknown
  };

  /**
   * The figures of a model that has been started: degrees of freedom, contacts,
   * times of waves, critical time step, number of steps, contacts that are
   * closed or overlap, memory of the process up to here, and
   *
   *     first contact   the smallest t > 0 with g + g' t + g'' t^2/2 = 0 over the
   *                     open contacts, g'' from the first two steps: exact in
   *                     free flight, else as the motion of the start goes on
   *     time of a step  on a processor of its own, by some steps
   *
   * Of bodies in free flight, contacts that never close are those without such
   * a t: they part, or turn back before; another impact may still close them.
   *
   * The last two take a few steps in memory, after which the model is in no
   * state to be run; of large models, whose steps may take long, they are left
   * out. A warning says where bodies in free flight do not touch before the end
   * time. Collective.
   */
  StartFigures
  start_figures(Model &model, const RunParameters &parameters);
} // namespace percuss

#endif
