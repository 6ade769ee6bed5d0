// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_program_named_solver_h
#define percuss_program_named_solver_h

#include <percuss/complementarity/cone_complementarity_problem.h>
#include <percuss/run/make_complementarity_solver.h>

#include <memory>
#include <span>
#include <string>

namespace percuss
{
  /** The name of a solver, and where a user has written it. */
  struct SolverName
  {
    std::string name, place; ///< "automatic", "--solver"
  };

  /** As make_complementarity_solver(); throws InputError with the place and the
   * nearest name if there is no such solver. */
  std::unique_ptr<ComplementaritySolver>
  make_named_solver(const SolverName          &solver,
                    unsigned int               n_rows,
                    double                     tolerance,
                    std::span<const OwnSolver> own_solvers = {});

  /** Why a solver has found no solution, and what may help; of a problem with
   * an explicit W. */
  std::string
  reason_of_failure(const ConeComplementarityProblem &problem,
                    const SolverReport               &report,
                    double                            tolerance);
} // namespace percuss

#endif
