// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_complementarity_friction_friction_solver_h
#define percuss_complementarity_friction_friction_solver_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/friction/alart_curnier_newton.h>
#include <percuss/complementarity/friction/convex_relaxation.h>
#include <percuss/complementarity/friction/friction_parameters.h>
#include <percuss/complementarity/friction/proximal_point.h>
#include <percuss/complementarity/friction/scaled_friction_problem.h>
#include <percuss/complementarity/friction/sliding_speed_flow.h>

#include <Eigen/Core>

#include <span>

namespace percuss
{
  /**
   * The methods for contacts with friction, one after the other, until one leads
   * to a solution:
   *
   *   AlartCurnierNewton   from the guess, at most 30 linear solves
   *   ProximalPoint        from the guess, σ = 1
   *   SlidingSpeedFlow     from the best point of all
   *   ProximalPoint        from the best point of the flow, σ = 1e-4
   *
   * and the last two in turn, until SolverParameters::max_iterations linear
   * solves. Where SolverParameters::relaxation_gap_velocity asks for it,
   * ConvexRelaxation comes after Newton's method.
   *
   * The best point of all is kept, and improved where it is a solution. Explicit W
   * only. SolverReport::iterations counts linear solves, SolverReport::stages has
   * those of each method; solved_by names the last one. The status is converged,
   * too, where a method ends with what rounding makes of W p, at most a hundred
   * tolerances, see rounding_of_velocity(); singular where no method gains more.
   * Newton's method alone allocates nothing but for the first problem of a size,
   * where its matrix is dense.
   *
   * Equations: doc/theory/friction_methods.md (14), (15a), (15c), (15d).
   */
  class FrictionSolver
  {
  public:
    using Problem = ConeComplementarityProblem;

    explicit FrictionSolver(const SolverParameters           &parameters = {},
                            const FrictionStrategyParameters &strategy   = {});

    /** As ComplementaritySolver::solve(), of which it is a part: the data have
     *  been checked. */
    SolverReport
    solve(const Problem &problem, std::span<double> p);

    /** As ComplementaritySolver::begin_step(). */
    void
    begin_step()
    {
      relaxation.begin_step();
    }

  private:
    bool
    solve_in_order(std::span<double> p);
    bool
    run(FrictionMethod &method, unsigned int max_solves);
    bool
    relax(std::span<double> p, bool with_last_speeds);
    bool
    take(const Eigen::VectorXd &P, bool is_end);
    void
    improve();

    const SolverParameters           parameters;
    const FrictionStrategyParameters strategy;

    ScaledFrictionProblem problem;
    AlartCurnierNewton    newton;
    ProximalPoint         proximal_point;
    SlidingSpeedFlow      flow;
    ConvexRelaxation      relaxation;
    FrictionMethod       *last_method = nullptr;
    StageRecord          *last_record = nullptr;
    Eigen::VectorXd       guess, best, nearest; // of all, of a method
    double                least_residual = 0.;  // of nearest
    SolverReport          report{};
  };
} // namespace percuss

#endif
