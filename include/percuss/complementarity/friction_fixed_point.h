// SPDX-License-Identifier: Apache-2.0

// Friction as a sequence of convex problems:
//   min ½ p·W p + (b + s)·p,  p ∈ K,   s <- (μ|u_T|, 0, 0),  u = W p + b.

#ifndef percuss_complementarity_friction_fixed_point_h
#define percuss_complementarity_friction_fixed_point_h

#include <percuss/complementarity/complementarity_solver.h>
#include <percuss/complementarity/friction_newton.h>

#include <Eigen/Core>
#include <Eigen/LU>

#include <span>
#include <vector>

namespace percuss
{
  /**
   * With a given s the law is the optimality condition of a convex problem, a
   * conic quadratic program, that an interior-point method solves whatever the
   * contacts are, redundant or wedged; its s is what the solution of the one
   * before has. Where Coulomb's law has a solution of which one may be sure
   * that it exists, s <- μ|u_T| has a fixed point.
   *
   * Each program has W + αD, D = diag(s_i²), and b - αD p of the one before, a
   * proximal point iteration: it then has a solution, and one only, also where
   * many impulses have the same effect. α falls from 1e-6 to 1e-12 as long as
   * the residual does not: contacts that wedge may be solved far away.
   *
   * Interior points lose half of the digits; FrictionNewton, begun with each
   * of them, finds the others. p is the point of least residual met.
   *
   * Dense and explicit W; a few hundred factorizations of n x n, n the number
   * of rows that are not inactive: where faster methods fail.
   *
   * Source: V. Acary, F. Cadoux, C. Lemaréchal, J. Malick, Z. Angew. Math.
   * Mech. 91 (2011) 155-175; of the interior-point method L. Vandenberghe, The
   * CVXOPT linear and quadratic cone program solvers, 2010.
   */
  class FrictionFixedPoint
  {
  public:
    explicit FrictionFixedPoint(const SolverParameters &parameters = {});

    /** As ComplementaritySolver::solve(), of which it is a part: the data have
     *  been checked. Allocates. */
    SolverReport
    solve(const ConeComplementarityProblem &problem, std::span<double> p);

  private:
    using Problem = ConeComplementarityProblem;

    /** Rows [first, first + n) of the program, a cone {|x_T| <= x_0}, from
     *  those of the problem that begin with row; its scaling matrix. */
    struct Block
    {
      Eigen::Index    first, n;
      unsigned int    row;
      double          friction; // 0: a unilateral row
      Eigen::Matrix3d scaling = Eigen::Matrix3d::Identity();
      Eigen::Matrix3d inverse = Eigen::Matrix3d::Identity();
    };

    void
    load(const Problem &problem);
    bool
    solve_program();
    void
    scale_blocks();
    void
    add_complementarity(double mu);
    bool
    find_direction();
    double
    largest_step(const Eigen::VectorXd &point,
                 const Eigen::VectorXd &direction) const;

    SolverParameters parameters;
    FrictionNewton   newton;

    std::vector<unsigned int> rows; // of the problem: bilateral ones first
    std::vector<Block>        blocks;
    Eigen::Index              n_equations = 0;
    Eigen::VectorXd           scale;     // of rows: x = scale p
    Eigen::MatrixXd           A, system; // scaled, with α
    Eigen::VectorXd           b, q;      // scaled; of the program
    Eigen::VectorXd           x, z, dx, dz, defect, target, best;
    Eigen::PartialPivLU<Eigen::MatrixXd> factorization;
  };
} // namespace percuss

#endif
