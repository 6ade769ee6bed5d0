// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_complementarity_near_contacts_h
#define percuss_complementarity_near_contacts_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/contact_islands.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * Where few of many contacts with friction have b_N < 0 or an impulse in the
   * guess, their rows are a problem by themselves, with those that its solution
   * would close, until there are none: a dense W with all contacts that might
   * touch is not factorized.
   */
  class NearContacts
  {
  public:
    using MakeSolver = std::function<std::unique_ptr<ComplementaritySolver>()>;

    /** @param make makes the solver of the near contacts, when it is needed */
    explicit NearContacts(MakeSolver make);

    /** The report, with the solution p of the whole problem; nothing, p as it was,
     * where W is not explicit or has factors, of less than 64 rows, where more than
     * a quarter of the rows are near, or where their problem is not solved. */
    std::optional<SolverReport>
    solve(const ConeComplementarityProblem &problem, std::span<double> p);

    /** As ComplementaritySolver::begin_step(). */
    void
    begin_step();

    /** What the solver knows of the near contacts. */
    void
    serialize(Archive &archive);

  private:
    /** Sets near to the problem of the rows. */
    void
    take(const ConeComplementarityProblem &problem, std::span<const double> p);
    /** Adds the contacts that near.p would close; whether there are any. */
    bool
    add_closed(const ConeComplementarityProblem &problem);

    const MakeSolver                       make;
    std::unique_ptr<ComplementaritySolver> solver;
    IslandProblem                          near;
    std::vector<unsigned int>              rows;
    std::vector<unsigned int> number_of_row; // among these, or no_row
    std::vector<Cone>         closed;        // by the solution of these
    std::vector<double>       velocity;
  };
} // namespace percuss

#endif
