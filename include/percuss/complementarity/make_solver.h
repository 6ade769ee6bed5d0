// SPDX-License-Identifier: Apache-2.0

// The solvers of  K* ∋ W p + b ⊥ p ∈ K  by name.

#ifndef percuss_complementarity_make_solver_h
#define percuss_complementarity_make_solver_h

#include <percuss/complementarity/complementarity_solver.h>

#include <memory>
#include <span>
#include <string_view>

namespace percuss
{
  struct SolverDescription
  {
    std::string_view name;
    std::string_view description; // one line
  };

  /** What make_solver() knows. */
  std::span<const SolverDescription>
  solver_names();

  /**
   * The solver of the given name with work space for n_rows rows.
   *
   *   lemke              few rows, explicit W; never fails for a positive
   *                      semidefinite W, redundant contacts included
   *   semismooth-newton  many rows or the global form; warm-started
   *   automatic          AutomaticSolver: the second, then the first
   *
   * @throws std::invalid_argument if there is no such name; the message lists
   *   those that exist.
   */
  std::unique_ptr<ComplementaritySolver>
  make_solver(std::string_view        name,
              unsigned int            n_rows,
              const SolverParameters &parameters = {});
} // namespace percuss

#endif
