// SPDX-License-Identifier: Apache-2.0

#include <percuss/complementarity/automatic_solver.h>

namespace percuss
{
  namespace
  {
    SolverParameters
    of_whole(SolverParameters parameters)
    {
      parameters.takes_least_impulse = false;
      return parameters;
    }
  } // namespace

  AutomaticSolver::AutomaticSolver(const unsigned int      n_rows,
                                   const SolverParameters &parameters)
    : ComplementaritySolver(of_whole(parameters))
    , of_islands(parameters)
    , near_contacts([parameters] {
      return std::make_unique<AutomaticSolver>(0, parameters);
    })
    , islands(parameters.tolerance,
              [parameters](const unsigned int n) {
                return std::make_unique<CoupledContactsSolver>(n, parameters);
              })
    , coupled(n_rows, parameters)
  {}

  std::unique_ptr<ComplementaritySolver>
  AutomaticSolver::make_another(const unsigned int n_rows) const
  {
    return std::make_unique<AutomaticSolver>(n_rows, of_islands);
  }

  void
  AutomaticSolver::begin_step()
  {
    near_contacts.begin_step();
    islands.begin_step();
    coupled.begin_step();
  }

  void
  AutomaticSolver::serialize(Archive &archive)
  {
    coupled.serialize(archive);
    islands.serialize(archive);
    near_contacts.serialize(archive);
  }

  SolverReport
  AutomaticSolver::do_solve(const ConeComplementarityProblem &problem,
                            const std::span<double>           p)
  {
    if (const auto report = near_contacts.solve(problem, p))
      return *report;
    if (const auto report = islands.solve(problem, p))
      return *report;
    return coupled.solve(problem, p);
  }
} // namespace percuss
