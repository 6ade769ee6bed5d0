// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/automatic_solver.h>
#include <percuss/complementarity/lemke.h>
#include <percuss/complementarity/make_solver.h>
#include <percuss/complementarity/primal_dual_active_set.h>

#include <array>
#include <stdexcept>
#include <string>

namespace percuss
{
  namespace
  {
    constexpr std::array<SolverDescription, 3> descriptions = {
      {{"automatic", "semismooth-newton, and lemke where that fails"},
       {"lemke", "complementary pivoting, direct, for few contacts"},
       {"semismooth-newton",
        "primal-dual active set, warm-started, for one contact to thousands"}}};
  }

  std::span<const SolverDescription>
  solver_names()
  {
    return descriptions;
  }

  std::unique_ptr<ComplementaritySolver>
  make_solver(const std::string_view  name,
              const unsigned int      n_rows,
              const SolverParameters &parameters)
  {
    if (name == "automatic")
      return std::make_unique<AutomaticSolver>(n_rows, parameters);
    if (name == "lemke")
      return std::make_unique<Lemke>(n_rows, parameters);
    if (name == "semismooth-newton")
      return std::make_unique<PrimalDualActiveSet>(n_rows, parameters);

    std::string message = "There is no complementarity solver named '";
    message.append(name).append("'. Choose one of:");
    for (const SolverDescription &solver : descriptions)
      message.append(" ").append(solver.name);
    throw std::invalid_argument(message);
  }
} // namespace percuss
