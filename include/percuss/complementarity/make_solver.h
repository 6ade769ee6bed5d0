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
   *   automatic               AutomaticSolver: what is best for the problem
   *   lemke                   few rows, explicit W, no friction; never fails
   *                           for a positive semidefinite W, redundant contacts
   *                           included
   *   mprgp                   many rows, symmetric W in both forms, no
   *                           friction; nothing is factorized
   *   projected-gauss-seidel  explicit W; friction, redundant contacts
   *   semismooth-newton       many rows or the global form; friction with an
   *                           explicit W, redundant or not; warm-started
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
