// SPDX-License-Identifier: Apache-2.0

// The convex relaxation of Coulomb friction, with sliding speeds w that are held,
//   K ∋ P ⊥ U + mu w e_N ∈ K*,   |mu (w - |U_T|)| <= the speed that is asked for.

#ifndef percuss_complementarity_friction_convex_relaxation_h
#define percuss_complementarity_friction_convex_relaxation_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/friction/augmented_lagrangian.h>
#include <percuss/complementarity/friction/interior_point.h>
#include <percuss/complementarity/friction/scaled_friction_problem.h>

#include <Eigen/Core>

#include <span>
#include <vector>

namespace percuss
{
  /** Of ConvexRelaxation. */
  struct ConvexRelaxationParameters
  {
    /** w := |U_T| is taken so often, and from the second time on half of the way,
     * which ends cycles. */
    unsigned int max_fixed_points  = 20;
    unsigned int full_fixed_points = 4;
    /** Interior points end at mean x·y + defect <= interior_accuracy [-], or after
     * so many linear solves. */
    double       interior_accuracy   = 1e-9;
    unsigned int max_interior_points = 60;
    /** A fixed point counts where residual <= largest_residual tolerance. */
    double largest_residual = 100.;
    /** A contact has an impulse where P_N > least_impulse tolerance. */
    double least_impulse = 10.;
  };

  /**
   * With any w >= 0 the relaxed problem is convex and has a solution if the
   * problem without friction has an interior; P is in Coulomb's cone, friction
   * acts against the sliding, P·U = -Σ mu w P_N <= 0, and contacts with an impulse
   * open or close with U_N = mu (|U_T| - w). The limit w = |U_T| is Coulomb's law.
   *
   * w begins with the sliding speeds of the guess, or zero where mu w is below the
   * speed that is asked for: with w > 0 what is at rest would close, step after
   * step. A fixed point iteration w := |U_T| follows, each problem solved by
   * FrictionInteriorPoint and, to the last digits, AugmentedLagrangian, until the
   * gap velocities are as small as asked. Problems of one time step have the same
   * w, if that is small enough still: with others the iterates of a step would
   * have no common limit.
   *
   * Source: M. Anitescu, Math. Program. 105 (2006) 113-143, of w = 0; V. Acary, F.
   * Cadoux, C. Lemaréchal, J. Malick, ZAMM 91 (2011) 155-175, of the fixed point.
   *
   * Equations: doc/theory/friction_methods.md (15d).
   */
  class ConvexRelaxation
  {
  public:
    explicit ConvexRelaxation(const SolverParameters           &solver     = {},
                              const ConvexRelaxationParameters &parameters = {})
      : solver(solver)
      , parameters(parameters)
    {}

    /** A time step begins: no w of the problems before. */
    void
    begin_step()
    {
      last_speeds.clear();
    }

    /** From the impulse p, with at most so many linear solves, added to the
     * report. Whether the relaxed problem is solved with gap velocities as small
     * as SolverParameters::relaxation_gap_velocity; then p, status, residual and
     * dilation_speed are those of the solution, else as they were. */
    bool
    solve(ScaledFrictionProblem &problem,
          unsigned int           max_solves,
          std::span<double>      p,
          SolverReport          &report);

    /** The same with the w of the last solution of this time step alone; false
     * where there is none of this size. */
    bool
    solve_with_last_speeds(ScaledFrictionProblem &problem,
                           unsigned int           max_solves,
                           std::span<double>      p,
                           SolverReport          &report);

  private:
    void
    find_interior_point(ScaledFrictionProblem &problem,
                        unsigned int           last,
                        unsigned int          &n_solves);
    double
    solve_held(ScaledFrictionProblem &problem,
               double                 accuracy,
               unsigned int           last,
               unsigned int          &n_solves);
    bool
    accept(ScaledFrictionProblem &problem,
           double                 residual,
           std::span<double>      p,
           SolverReport          &report);
    double
    residual_of(ScaledFrictionProblem &problem, const Eigen::VectorXd &point);
    double
    normal_speed(const ScaledFrictionProblem &problem) const;
    void
    set_speeds(const ScaledFrictionProblem &problem, double share);
    void
    drop_small_speeds(const ScaledFrictionProblem &problem);

    const SolverParameters           solver;
    const ConvexRelaxationParameters parameters;
    FrictionInteriorPoint            interior_point;
    AugmentedLagrangian              lagrangian;
    Eigen::VectorXd                  P, U, w;
    std::vector<double>              impulse, velocity;
    std::vector<double>              last_speeds; // not scaled; or empty
  };
} // namespace percuss

#endif
