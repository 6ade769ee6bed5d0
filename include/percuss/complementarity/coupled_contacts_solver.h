// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_complementarity_coupled_contacts_solver_h
#define percuss_complementarity_coupled_contacts_solver_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/friction/friction_solver.h>
#include <percuss/complementarity/lemke.h>
#include <percuss/complementarity/mprgp.h>
#include <percuss/complementarity/primal_dual_active_set.h>
#include <percuss/complementarity/projected_gauss_seidel.h>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace percuss
{
  /**
   * What AutomaticSolver does with one island. In a time loop the active set
   * rarely changes, and then PrimalDualActiveSet needs one solution with an existing
   * factorization, for one row as for thousands, in both forms of W. A problem
   * that it leaves without solution is handed over, until one of these solves it or
   * proves it infeasible:
   *
   *   semismooth-newton        both forms of W; at most 200 sets
   *   lemke                    explicit W, at most 1024 rows: its work space
   *                            is two dense m x m matrices, made when needed
   *   mprgp                    symmetric W, both forms
   *   projected-gauss-seidel   explicit W
   *
   * With friction: a single contact, everything else being inactive, is solved
   * by solve_one_contact(), in both forms of W; others by FrictionSolver, W
   * explicit. What FrictionSolver has not
   * solved is infeasible if the problem without friction is, W symmetric. In
   * the global form FrictionActiveSet is tried first, and W of up to 3000 live rows
   * assembled where that fails.
   *
   * A problem that nobody solves, W explicit, not symmetric and at most 512
   * rows, is infeasible if proves_infeasibility() says so.
   *
   * The report is that of the solver that had the last word, named in
   * SolverReport::solved_by, with the iterations of all added; fell_back says
   * that it was not the first.
   */
  class CoupledContactsSolver final : public ComplementaritySolver
  {
  public:
    explicit CoupledContactsSolver(unsigned int            n_rows     = 0,
                                   const SolverParameters &parameters = {});

    std::string_view
    name() const override
    {
      return "automatic";
    }

    std::unique_ptr<ComplementaritySolver>
    make_another(unsigned int n_rows) const override;

    void
    begin_step() override
    {
      friction.begin_step();
    }

    void
    serialize(Archive &archive) override;

  private:
    SolverReport
    do_solve(const ConeComplementarityProblem &problem,
             std::span<double>                 p) override;

    SolverReport
    solve_without_friction(const ConeComplementarityProblem &problem,
                           std::span<double>                 p);
    SolverReport
    solve_with_friction(const ConeComplementarityProblem &problem,
                        std::span<double>                 p);
    SolverReport
    solve_in_global_form(const ConeComplementarityProblem &problem,
                         std::span<double>                 p);
    bool
    solve_single_contact(const ConeComplementarityProblem &problem,
                         const Cone                       &contact,
                         std::span<double>                 p);

    PrimalDualActiveSet  active_set;
    FrictionSolver       friction;
    Lemke                lemke;
    MPRGP                mprgp;
    ProjectedGaussSeidel gauss_seidel;
    std::vector<double>  impulse;
    std::vector<double>  column; // of W, and the velocity
  };
} // namespace percuss

#endif
