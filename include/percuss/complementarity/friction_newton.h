// SPDX-License-Identifier: Apache-2.0

// Newton's method for contact with Coulomb friction, on the equations
//   F_N = min(P_N, U_N),   F_T = P_T - proj_{|x| <= mu max(P_N - U_N, 0)}(x),
//   x = P_T - rho U_T.

#ifndef percuss_complementarity_friction_newton_h
#define percuss_complementarity_friction_newton_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/projected_gauss_seidel.h>

#include <Eigen/Core>
#include <Eigen/LU>

#include <span>
#include <string_view>
#include <vector>

namespace percuss
{
  /**
   * Unknowns P = s p / scale and U = u / (s scale), scale = data_scale(), with
   * s = s_N in all the rows of a second-order cone and s_i in the others. F = 0
   * is Coulomb's law, the function of Alart and Curnier; rho is W_NN over the
   * mean diagonal entry of W_TT. Scalar rows have F = min(P, U), U or P.
   *
   * Each iteration takes an element A + B (W + ε) of the generalized Jacobian,
   * A, B block diagonal and ε = 1e-12, which makes the system regular where
   * contacts are redundant, and halves the step until |F| decreases; it begins
   * with the impulses that it is given. Dense and explicit W only: n^3 / 3
   * operations an iteration.
   *
   * Convergence is local: quadratic near a solution with a regular Jacobian, as
   * in a time loop where modes rarely change. If no step reduces |F|, Gauss-
   * Seidel sweeps (ProjectedGaussSeidel) bring p nearer to a solution and
   * Newton's method begins anew, at most ten times; then the status is
   * singular, and p the last iterate.
   *
   * SolverReport::iterations counts linear systems and sweeps.
   *
   * Source: P. Alart, A. Curnier, Comput. Methods Appl. Mech. Engrg. 92 (1991)
   * 353-375; V. Acary, B. Brogliato, 2008, 13.5.
   */
  class FrictionNewton
  {
  public:
    /** @param n_rows size of the problems that the work space is made for. */
    explicit FrictionNewton(unsigned int            n_rows     = 0,
                            const SolverParameters &parameters = {});

    /** As ComplementaritySolver::solve(), of which it is a part: the data have
     *  been checked. */
    SolverReport
    solve(const ConeComplementarityProblem &problem, std::span<double> p);

  private:
    using Problem = ConeComplementarityProblem;

    void
    reserve(unsigned int n_rows);
    void
    load(const Problem &problem);
    void
    start_from(const Problem &problem, std::span<const double> p);
    double
    evaluate(const Problem &problem, const Eigen::VectorXd &impulse);
    void
    assemble_jacobian(const Problem &problem);
    bool
    step(const Problem &problem, double &norm);
    double
    residual_of_iterate(const Problem &problem, std::span<double> p);

    SolverParameters     parameters;
    ProjectedGaussSeidel smoother;

    double                               scale = 1.;
    Eigen::VectorXd                      s;   // row scales
    Eigen::VectorXd                      rho; // of the tangential rows
    Eigen::MatrixXd                      W;   // scaled
    Eigen::VectorXd                      b;   // scaled
    Eigen::MatrixXd                      jacobian;
    Eigen::PartialPivLU<Eigen::MatrixXd> factorization;
    Eigen::VectorXd                      P, U, F, trial, correction;
    std::vector<double>                  velocity; // unscaled, for the residual
  };
} // namespace percuss

#endif
