// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/complementarity/make_solver.h>
#include <percuss/time_integration/scheme_parameters.h>

#include <algorithm>
#include <iomanip>
#include <iostream>

namespace percuss
{
  const char *const list_help =
    R"(usage: percuss list [models|schemes|solvers|references|cases]

Names that parameter files use, one a line with what it is; without a word all
of them.
)";

  namespace
  {
    void
    line(const std::string_view name, const std::string_view text)
    {
      std::cout << "  " << std::left << std::setw(26) << name << text << '\n';
    }

    void
    list_one(const std::string &what)
    {
      if (what == "models")
        line("elastic bar",
             "elastic bars in a row that strike each other and "
             "rigid obstacles (finite elements)");
      else if (what == "schemes")
        for (const SchemeInformation &scheme : schemes())
          line(scheme.name,
               scheme.equations + "; parameters: " + scheme.parameters);
      else if (what == "solvers")
        for (const auto &solver : solver_names())
          line(solver.name, solver.description);
      else if (what == "references")
        line("impacting bar",
             "exact motion of the contact of one free uniform "
             "bar; used wherever it applies");
      else
        {
          line("impacting_bar/acary.prm", "steel bar on a wall, [A12] 6.2");
          line("impacting_bar/doyen.prm", "bouncing bar, [C13] 5.3");
        }
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
