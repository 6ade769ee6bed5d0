// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_complementarity_automatic_solver_h
#define percuss_complementarity_automatic_solver_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/coupled_contacts_solver.h>
#include <percuss/complementarity/island_solver.h>
#include <percuss/complementarity/near_contacts.h>

#include <memory>
#include <span>
#include <string_view>

namespace percuss
{
  /**
   * The solver that takes what suits a problem: of many contacts those that are
   * near (NearContacts), of these island after island (IslandSolver), and for an
   * island what CoupledContactsSolver chooses.
   *
   * Equations: doc/theory/friction_methods.md (16a).
   */
  class AutomaticSolver final : public ComplementaritySolver
  {
  public:
    explicit AutomaticSolver(unsigned int            n_rows     = 0,
                             const SolverParameters &parameters = {});

    std::string_view
    name() const override
    {
      return "automatic";
    }

    std::unique_ptr<ComplementaritySolver>
    make_another(unsigned int n_rows) const override;

    bool
    takes_active_sets() const override
    {
      return true;
    }

    void
    begin_step() override;

    void
    serialize(Archive &archive) override;

  private:
    SolverReport
    do_solve(const ConeComplementarityProblem &problem,
             std::span<double>                 p) override;

    const SolverParameters of_islands; // each has its LeastImpulse
    NearContacts           near_contacts;
    IslandSolver           islands;
    CoupledContactsSolver  coupled;
  };
} // namespace percuss

#endif
