// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/complementarity/make_solver.h>
#include <percuss/configuration/run_parameters.h>
#include <percuss/time_integration/scheme_parameters.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <utility>

namespace percuss
{
  const char *const list_help =
    R"(usage: percuss list [models|schemes|solvers|references|cases]

Names that parameter files use, one a line with what it is; without a word all
of them.
)";

  namespace
  {
    using Lines = std::vector<std::pair<const char *, const char *>>;

    // exact solutions, with which summary.json compares wherever they apply
    const Lines references{
      {"impacting bar",
       "contact of one free uniform bar that strikes an obstacle as a whole"},
      {"bouncing ball", "its parabolas and impacts, until it rests and after"},
      {"linear oscillator", "between impacts in closed form, constant load"},
      {"two-mass oscillator", "between impacts in closed form"}};

    const Lines cases{
      {"impacting_bar/acary.prm", "steel bar on a wall, [A12] 6.2"},
      {"impacting_bar/doyen.prm", "bouncing bar, [C13] 5.3"},
      {"bar_scaling/scaling.prm", "time per step of long bars"},
      {"small_systems/bouncing_ball_c13.prm", "bouncing ball, [C13] 5.1"},
      {"small_systems/bouncing_ball_a12.prm",
       "bouncing ball with projections, [A12] Figs. 4-7"},
      {"small_systems/linear_oscillator.prm",
       "damped oscillator against an obstacle"},
      {"small_systems/two_mass_oscillator.prm",
       "two balls joined by a spring, [C13] 5.2"},
      {"small_systems/van_der_pol.prm",
       "self-excited oscillator against an obstacle, [D19]"},
      {"small_systems/rotating_spring.prm",
       "rotating spring against an obstacle, [D19]"},
      {"small_systems/rotating_spring_friction.prm", "the same with friction"},
      {"small_systems/discrete_arch.prm", "flexible arch on an obstacle"}};

    void
    line(const std::string_view name, const std::string_view text)
    {
      std::cout << "  " << std::left << std::setw(24) << name << "  " << text
                << '\n';
    }

    void
    list_one(const std::string &what)
    {
      if (what == "models")
        for (const ModelInformation &model : models())
          line(model.name, model.description);
      else if (what == "schemes")
        for (const SchemeInformation &scheme : schemes())
          line(scheme.name,
               (scheme.is_consistent ?
                  "" :
                  "INCONSISTENT, kept only for comparison: ") +
                 scheme.equations + "; parameters: " + scheme.parameters);
      else if (what == "solvers")
        for (const auto &solver : solver_names())
          line(solver.name, solver.description);
      else
        for (const auto &[name, text] :
             what == "references" ? references : cases)
          line(name, text);
    }
  } // namespace

  int
  list_command(const Arguments &arguments)
  {
    const std::vector<std::string> all{
      "models", "schemes", "solvers", "references", "cases"};
    if (arguments.size() > 1)
      throw InputError("percuss list takes one word. See percuss list --help.");
    if (arguments.empty())
      {
        for (const std::string &what : all)
          {
            std::cout << what << ":\n";
            list_one(what);
          }
        return 0;
      }
    if (std::find(all.begin(), all.end(), arguments[0]) == all.end())
      {
        const std::string meant = nearest(arguments[0], all);
        throw InputError("percuss list knows no '" + arguments[0] + "'. " +
                         (meant.empty() ? "See percuss list --help." :
                                          "Did you mean '" + meant + "'?"));
      }
    list_one(arguments[0]);
    return 0;
  }
} // namespace percuss
