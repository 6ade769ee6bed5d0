// SPDX-License-Identifier: Apache-2.0

// The proximal method of multipliers for contacts whose slips w are held,
//   min 1/2 P·W P + (b + mu w e_N)·P,   D P ∈ L,   D = diag(mu, 1, 1).

#ifndef percuss_complementarity_friction_multipliers_h
#define percuss_complementarity_friction_multipliers_h

#include <percuss/complementarity/friction_linear_system.h>
#include <percuss/complementarity/progress.h>
#include <percuss/complementarity/scaled_product.h>

#include <Eigen/Core>

namespace percuss
{
  /**
   * Scaled data as in FrictionNewton, x = D P and L = {x_0 >= |x_T|} as in
   * FrictionInteriorPoint. Each step finds the root P of
   *
   *   f(P) = W P + b + mu w e_N + σ (P - P_c) - D y(P),
   *   y(P) = proj_L(y_c - ρ D P),
   *
   * the slope of a convex function, and takes it and y(P) for the next P_c and
   * y_c; then
   *
   *   proj_L(D P) ∈ L,   y ∈ L,   proj_L(D P)·y = |y_c - y| |y| / ρ at most,
   *
   * so that the end is a solution. Newton's method to the root,
   *
   *   (W + ρ D V D + σ) dP = -f,   V an element of ∂proj_L(y_c - ρ D P),
   *
   * has a symmetric positive definite matrix and a step length at which f·dP
   * has almost vanished, so that the function falls each time. The steps come to
   * a solution where there is one (Rockafellar). ρ grows where a step does not
   * bring much, from a value with which few contacts change their branch of
   * proj_L.
   *
   * Contacts with P = y = 0 and redundant ones, where interior points end at
   * the root of their x·y, do not matter: from such a point 4 to 25 systems
   * lead to rounding. From far it is slow. W need not be symmetric, but then
   * f is no slope and nothing of this is known.
   *
   * Source: R. T. Rockafellar, Math. Oper. Res. 1 (1976) 97-116; of Newton's
   * method within X. Li, D. Sun, K.-C. Toh, SIAM J. Optim. 28 (2018) 433-458.
   *
   * Equations: doc/theory/complementarity.md (15e).
   */
  class FrictionMultipliers
  {
  public:
    using Problem = ConeComplementarityProblem;

    /** From @p impulse, scaled, and the y next to its U. @param s scales, @param
     *  b_scaled b in their units, @param slips w in the first rows of contacts. */
    void
    start(const Problem         &problem,
          const Eigen::VectorXd &s,
          const Eigen::VectorXd &b_scaled,
          const Eigen::VectorXd &slips,
          const Eigen::VectorXd &impulse);

    /** The next y_c; adds the systems to @p n_systems, which do not get beyond
     *  @p max_systems. False at its end: no more is gained, or the matrix is
     *  singular to rounding. */
    bool
    step(const Problem         &problem,
         const Eigen::VectorXd &s,
         unsigned int           max_systems,
         unsigned int          &n_systems);

    /** D^-1 proj_L(D P), scaled. */
    const Eigen::VectorXd &
    impulse() const
    {
      return feasible;
    }

  private:
    void
    project_impulse(const Problem &problem);
    double
    evaluate(const Problem         &problem,
             const Eigen::VectorXd &s,
             const Eigen::VectorXd &point);
    bool
    find_direction(const Problem &problem, const Eigen::VectorXd &s);
    void
    follow_direction(const Problem &problem, const Eigen::VectorXd &s);

    bool            has_symmetric_matrix = false; // W
    Eigen::VectorXd q;                            // b + mu w e_N
    Eigen::VectorXd P, center, y_c, feasible;
    Eigen::VectorXd x_c, f, y; // at the point evaluated last, y = proj_L(x_c)
    Eigen::VectorXd dP, trial, U;
    double          rho = 1., norm = 0.; // largest |f_i|
    double          defect = 0.;
    Progress        progress; // of defect
    FrictionLinearSystem system;
    ScaledProduct        product;
  };
} // namespace percuss

#endif
