// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/automatic_solver.h>
#include <percuss/complementarity/lemke.h>
#include <percuss/complementarity/make_solver.h>
#include <percuss/complementarity/mprgp.h>
#include <percuss/complementarity/primal_dual_active_set.h>
#include <percuss/complementarity/projected_gauss_seidel.h>

#include <array>
#include <stdexcept>
#include <string>

namespace percuss
{
  namespace
  {
    constexpr std::array<SolverDescription, 5> descriptions = {
      {{"automatic", "what suits the problem; safeguarded semismooth-newton"},
       {"lemke", "complementary pivoting, direct, for few contacts"},
       {"mprgp",
        "conjugate gradients between faces of the cone, for thousands of "
        "contacts, symmetric W"},
       {"projected-gauss-seidel",
        "contact by contact, with friction; slow, and it may fail where bodies "
        "wedge"},
       {"semismooth-newton",
        "active sets, warm-started, for one contact to thousands, friction too"}}};
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
    if (name == "mprgp")
      return std::make_unique<MPRGP>(n_rows, parameters);
    if (name == "projected-gauss-seidel")
      return std::make_unique<ProjectedGaussSeidel>(n_rows, parameters);
    if (name == "semismooth-newton")
      return std::make_unique<PrimalDualActiveSet>(n_rows, parameters);

    std::string message = "There is no complementarity solver named '";
    message.append(name).append("'. Choose one of:");
    for (const SolverDescription &solver : descriptions)
      message.append(" ").append(solver.name);
    throw std::invalid_argument(message);
  }
} // namespace percuss
