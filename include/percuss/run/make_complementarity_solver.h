// SPDX-License-Identifier: Apache-2.0

// All the solvers of  K* ∋ W p + b ⊥ p ∈ K  by name, those of PETSc included.

#ifndef percuss_run_make_complementarity_solver_h
#define percuss_run_make_complementarity_solver_h

#include <percuss/complementarity/make_solver.h>

#include <memory>
#include <span>
#include <string_view>

namespace percuss
{
  /** A solver of a program's own; its names differ from the others. */
  struct OwnSolver
  {
    std::string_view name, description; ///< one line
    std::unique_ptr<ComplementaritySolver> (
      *make)(unsigned int n_rows, const SolverParameters &parameters);
  };

  /** Those of solver_names(), and petsc-snes-vi; sorted. */
  std::span<const SolverDescription>
  complementarity_solver_names();

  /**
   * As make_solver(), with PETScVariationalInequality under the name
   * petsc-snes-vi, for which PETSc is loaded, and with @p own_solvers.
   *
   * @throws std::invalid_argument if there is no such name; the message lists
   *   those that exist.
   */
  std::unique_ptr<ComplementaritySolver>
  make_complementarity_solver(std::string_view           name,
                              unsigned int               n_rows,
                              const SolverParameters    &parameters  = {},
                              std::span<const OwnSolver> own_solvers = {});
} // namespace percuss

#endif
