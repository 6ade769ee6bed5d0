// SPDX-License-Identifier: Apache-2.0

// The semismooth Newton method, and what is slower but surer where it fails.

#ifndef percuss_complementarity_automatic_solver_h
#define percuss_complementarity_automatic_solver_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/friction_newton.h>
#include <percuss/complementarity/island_solver.h>
#include <percuss/complementarity/least_impulse.h>
#include <percuss/complementarity/lemke.h>
#include <percuss/complementarity/mprgp.h>
#include <percuss/complementarity/primal_dual_active_set.h>
#include <percuss/complementarity/projected_gauss_seidel.h>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace percuss
{
  /**
   * In a time loop the active set rarely changes, and then PrimalDualActiveSet
   * needs one solution with an existing factorization, for one row as for
   * thousands, in both forms of W. A problem that it leaves without solution
   * is handed over, until one of these solves it or proves it infeasible:
   *
   *   semismooth-newton        both forms of W; at most 200 sets
   *   lemke                    explicit W, at most 1024 rows: its work space
   *                            is two dense m x m matrices, made when needed
   *   mprgp                    symmetric W, both forms
   *   projected-gauss-seidel   explicit W
   *
   * Islands of an explicit W are problems by themselves (IslandSolver). Where
   * few of many contacts with friction have b_N < 0 or an impulse in the guess,
   * their rows are a problem by themselves, too, with those that its solution
   * would close, until there are none: a dense W with all contacts that might
   * touch is not factorized.
   *
   * With friction: a single contact, everything else being inactive, is solved
   * by solve_one_contact(), in both forms of W; others by FrictionNewton, the
   * method of semismooth-newton there, W explicit: a few steps of Newton's
   * method; where they are not enough, sweeps of ProjectedGaussSeidel for as
   * much work as twenty more, as long as these are on the way to a solution, at
   * least fifty where there are many rows, and Newton's method again; then what
   * is slower but surer; at the end ProjectedGaussSeidel alone. Where Newton's
   * method has no solution and the problem without friction is infeasible, this
   * one is, W symmetric: no motion satisfies u_N >= 0. In the global form
   * FrictionActiveSet is tried first, and W of up to 3000 live rows assembled
   * where that fails.
   *
   * A problem that nobody solves, W explicit, not symmetric and at most 512
   * rows, is infeasible if another problem of this kind, of twice the size and
   * always solvable, finds a certificate.
   *
   * The report is that of the solver that had the last word, named in
   * SolverReport::solved_by, with the iterations of all added; fell_back says
   * that it was not the first.
   *
   * Equations: doc/theory/complementarity.md (16), (16a).
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

    void
    begin_step() override
    {
      friction_newton.begin_step();
      islands.begin_step();
      if (near_solver)
        near_solver->begin_step();
    }

    void
    serialize(Archive &archive) override;

  private:
    SolverReport
    do_solve(const ConeComplementarityProblem &problem,
             std::span<double>                 p) override;

    /** Of the contacts that are near, or nothing, p as it was, where they are
     * many, or their problem is not solved. */
    std::optional<SolverReport>
    solve_near(const ConeComplementarityProblem &problem, std::span<double> p);
    /** Sets near to the problem of near_rows. */
    void
    take_near(const ConeComplementarityProblem &problem,
              std::span<const double>           p);
    /** Adds the contacts that near.p would close; whether there are any. */
    bool
    add_closed(const ConeComplementarityProblem &problem);

    SolverReport
    solve_without_friction(const ConeComplementarityProblem &problem,
                           std::span<double>                 p);
    SolverReport
    solve_with_friction(const ConeComplementarityProblem &problem,
                        std::span<double>                 p);
    SolverReport
    solve_in_global_form(const ConeComplementarityProblem &problem,
                         std::span<double>                 p);
    SolverReport
    solve_coupled_contacts(const ConeComplementarityProblem &problem,
                           std::span<double>                 p);
    bool
    has_no_motion(const ConeComplementarityProblem &problem);
    bool
    proves_infeasibility(const ConeComplementarityProblem &problem);
    bool
    solve_single_contact(const ConeComplementarityProblem &problem,
                         const Cone                       &contact,
                         std::span<double>                 p);

    const bool           takes_least_impulse; // of each island
    LeastImpulse         least_impulse;
    PrimalDualActiveSet  active_set;
    FrictionNewton       friction_newton;
    Lemke                lemke;
    MPRGP                mprgp;
    ProjectedGaussSeidel gauss_seidel;
    std::vector<Cone>    normal_cones;
    std::vector<double>  impulse;
    std::vector<double>  swept;
    std::vector<double>  column; // of W, and the velocity

    std::vector<unsigned int>        near_rows;
    std::vector<unsigned int>        number_of_row; // among these, or no_row
    std::vector<Cone>                closed;        // by the solution of these
    IslandProblem                    near;
    std::unique_ptr<AutomaticSolver> near_solver; // made when it is needed

    IslandSolver islands;
    bool         is_of_island = false; // which has no islands
  };
} // namespace percuss

#endif
