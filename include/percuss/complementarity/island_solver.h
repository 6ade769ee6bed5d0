// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_complementarity_island_solver_h
#define percuss_complementarity_island_solver_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/contact_islands.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace percuss
{
  /**
   * Solves the islands of a problem (ContactIslands), one after the other, each
   * with its part of the guess, by a solver for each size of island. An island
   * whose data are below 1e-3 tolerances of those of the whole problem has no
   * impulse.
   *
   * The report is that of the island with the most iterations, or of one without
   * solution; its residual that of the whole problem, whose tolerance is enough;
   * fell_back if that of any island says so; solved_by "contact by contact"
   * where each island was a single one in closed form.
   *
   * Nothing is allocated as long as the sizes of islands have been there in the
   * problem before, or are of at most 60 rows and have ever been there.
   */
  class IslandSolver
  {
  public:
    using MakeSolver = std::function<std::unique_ptr<ComplementaritySolver>(
      unsigned int n_rows)>;

    /** @param make makes the solver of the islands of a size */
    IslandSolver(double tolerance, MakeSolver make);

    /** Nothing, p as it was, where W is not explicit or there are not two
     * islands. @pre the problem is one that ComplementaritySolver::do_solve()
     * gets. */
    std::optional<SolverReport>
    solve(const ConeComplementarityProblem &problem, std::span<double> p);

    /** As ComplementaritySolver::begin_step(). */
    void
    begin_step();

    /** What solvers know of the islands. */
    void
    serialize(Archive &archive);

  private:
    struct OfSize
    {
      IslandProblem                          island;
      std::unique_ptr<ComplementaritySolver> solver;
      bool                                   is_in_use = false;
    };

    OfSize &
    with_size(std::size_t n_rows);

    const double                  tolerance;
    const MakeSolver              make;
    ContactIslands                islands;
    std::map<std::size_t, OfSize> sizes;
    std::vector<double>           velocity;
  };
} // namespace percuss

#endif
