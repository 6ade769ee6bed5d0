// SPDX-License-Identifier: Apache-2.0

// The semismooth Newton method, and what is slower but surer where it fails.

#ifndef percuss_complementarity_automatic_solver_h
#define percuss_complementarity_automatic_solver_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/lemke.h>
#include <percuss/complementarity/primal_dual_active_set.h>
#include <percuss/complementarity/projected_gauss_seidel.h>

#include <string_view>
#include <vector>

namespace percuss
{
  /**
   * In a time loop the active set rarely changes, and then PrimalDualActiveSet
   * needs one solution with an existing factorization, for one row as for
   * thousands, in both forms of W. What it cannot do (status singular or
   * iteration_limit) Lemke tries, whose guarantees are wider, provided that W
   * is explicit and has at most 1024 rows: its work space is two dense m x m
   * matrices, made at the first failure.
   *
   * With friction: a single contact, everything else being inactive, is solved
   * by solve_one_contact(), in both forms of W; several by PrimalDualActiveSet,
   * that is FrictionNewton, and where this fails or has more than 1024 rows by
   * ProjectedGaussSeidel, explicit W only.
   *
   * The report is that of the solver that had the last word, with the
   * iterations of both added.
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

  private:
    SolverReport
    do_solve(const ConeComplementarityProblem &problem,
             std::span<double>                 p) override;

    SolverReport
    solve_with_friction(const ConeComplementarityProblem &problem,
                        std::span<double>                 p);
    bool
    solve_single_contact(const ConeComplementarityProblem &problem,
                         const Cone                       &contact,
                         std::span<double>                 p);

    SolverParameters     parameters;
    PrimalDualActiveSet  active_set;
    Lemke                lemke;
    ProjectedGaussSeidel gauss_seidel;
    std::vector<double>  impulse;
    std::vector<double>  column; // of W, and the velocity
  };
} // namespace percuss

#endif
