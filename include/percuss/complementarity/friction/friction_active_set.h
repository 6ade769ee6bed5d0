// SPDX-License-Identifier: Apache-2.0

// Newton's method for contact with Coulomb friction where W is not formed: in
// each iteration a contact is open, sticks, or slips in a direction d,
//   p = 0   |   u = 0   |   u_N = 0,  p_T = mu p_N d - kappa (1 - d d^T) u_T,
// and DelassusOperator::solve_contacts() solves that.

#ifndef percuss_complementarity_friction_active_set_h
#define percuss_complementarity_friction_active_set_h

#include <percuss/complementarity/complementarity_solver.h>

#include <span>
#include <vector>

namespace percuss
{
  /**
   * With rho = 0.3/s_N^2 and x = p - rho u of the iterate before, a contact is
   *
   *   open    where x_N <= 0,
   *   sticks  where |x_T| <= mu x_N,
   *   slips   else, d = x_T/|x_T|, kappa = rho tau/(1 - tau), tau = mu x_N/|x_T|,
   *
   * which is Newton's method for the equations of Alart and Curnier, written for
   * the values at its end: u_N = 0 and p_T in the cone's boundary are met exactly,
   * and mu p_N is that of the solution, not of the iterate before. Scalar rows
   * are those of PrimalDualActiveSet. Without friction it is that method.
   *
   * The first iterate is that of the guess p: where it has no impulse, u = b;
   * else contacts on the boundary of their cone slip against p_T.
   *
   * Linear systems are solved as accurately as the residual before asks for,
   * the last one to 1e-11. Each is one of S with as many unknowns as it has, not
   * one of W: the cost does not depend on the number of contacts.
   *
   * Where rho is larger than the inverse of the compliance W_TT of a contact, as it
   * may be at the edge of a body, where masses are less, contacts that should stick
   * slip to and fro. So it is 0.3 of the mean, and 0.3 of that again after three
   * systems that have not halved the residual.
   *
   * Convergence is local; for contacts of single nodes of a solid, where W is
   * not singular, a few iterations from any guess. A residual that has not fallen
   * by a half in fifteen iterations ends the method as singular, p the best one
   * met: then W of the active rows can be assembled, see AutomaticSolver. So can
   * W of an operator without solve_contacts() of its own: unsupported, p as it
   * was.
   *
   * Source: S. Hüeber, G. Stadler, B. I. Wohlmuth, SIAM J. Sci. Comput. 30 (2008)
   * 572-596; P. Alart, A. Curnier, Comput. Methods Appl. Mech. Engrg. 92 (1991)
   * 353-375.
   *
   * Equations: doc/theory/friction_methods.md (17).
   */
  class FrictionActiveSet
  {
  public:
    explicit FrictionActiveSet(const SolverParameters &parameters = {});

    /** As ComplementaritySolver::solve(), of which it is a part.
     * SolverReport::iterations counts the linear systems. */
    SolverReport
    solve(const ConeComplementarityProblem &problem, std::span<double> p);

  private:
    using Problem = ConeComplementarityProblem;

    void
    reserve(std::size_t n_rows);
    /** Whether no row is active. */
    bool
    is_open() const;
    /** Whether their directions are unknowns: in space. */
    bool
    slips_turn() const;
    /** Sets active and slips from (p, u), or from p alone. */
    void
    choose_modes(const Problem &problem, bool knows_u);
    void
    choose_mode(const Cone &cone, double weight, bool knows_u);

    SolverParameters           parameters;
    double                     rho = 1.; // times s_N^2
    std::vector<unsigned char> active;   // not zero: u_i = 0
    std::vector<Slip>          slips;
    std::vector<double>        impulse, velocity, best;
  };
} // namespace percuss

#endif
