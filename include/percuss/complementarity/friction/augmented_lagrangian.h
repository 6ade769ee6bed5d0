// SPDX-License-Identifier: Apache-2.0

// The augmented Lagrangian method, with a proximal term, for contacts whose
// sliding speeds w are held,
//   min 1/2 P·W P + (b + mu w e_N)·P,   D P ∈ L,   D = diag(mu, 1, 1).

#ifndef percuss_complementarity_friction_augmented_lagrangian_h
#define percuss_complementarity_friction_augmented_lagrangian_h

#include <percuss/complementarity/friction/friction_linear_system.h>
#include <percuss/complementarity/friction/scaled_friction_problem.h>
#include <percuss/complementarity/progress.h>

#include <Eigen/Core>

namespace percuss
{
  /** Of AugmentedLagrangian. Scaled unknowns have no unit. */
  struct AugmentedLagrangianParameters
  {
    /** σ of the proximal term [-]. */
    double sigma = 1e-6;
    /** ρ grows from the first by the factor where a step of at most few_solves
     * leaves a defect above little_progress times the one before. */
    double       first_rho = 0.1, largest_rho = 1e4, growth = 10.;
    double       little_progress = 0.3;
    unsigned int few_solves      = 2;
    /** Newton's method of a step ends at |f| <= max(share_of_defect min(defect,
     * first_defect), rounding), or after max_solves. */
    double       share_of_defect = 1e-2, first_defect = 1e-6, rounding = 1e-13;
    unsigned int max_solves = 30;
    /** The method stalls where so many steps have not reduced the defect by the
     * factor. */
    double       progress    = 0.9;
    unsigned int max_in_vain = 5;
    /** A length is taken where |f·dP| <= sufficient_slope of what it is at none, the
     * first one where |f| <= sufficient_norm |f_0|, too; so many are tried. */
    double       sufficient_slope = 0.1, sufficient_norm = 0.5;
    unsigned int max_lengths = 20;
  };

  /**
   * The problem as in ScaledFrictionProblem, x = D P and L = {x_0 >= |x_T|}. Each
   * step finds the root P of
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
   * proj_L. Contacts with P = y = 0 and redundant ones do not matter. W need not
   * be symmetric, but then f is no slope and nothing of this is known.
   *
   * Source: R. T. Rockafellar, Math. Oper. Res. 1 (1976) 97-116; of Newton's
   * method within X. Li, D. Sun, K.-C. Toh, SIAM J. Optim. 28 (2018) 433-458.
   *
   * Equations: doc/theory/friction_methods.md (15e).
   */
  class AugmentedLagrangian
  {
  public:
    explicit AugmentedLagrangian(
      const AugmentedLagrangianParameters &parameters = {})
      : parameters(parameters)
    {}

    /** From @p P, scaled, and the y next to its U. @param w the sliding speeds
     *  that are held, scaled, in the first rows of contacts. */
    void
    start(ScaledFrictionProblem &problem,
          const Eigen::VectorXd &w,
          const Eigen::VectorXd &P);

    /** The next y_c; adds the linear solves to @p n_solves, which do not get
     *  beyond @p max_solves. False at its end: no more is gained, or the matrix
     *  is singular to rounding. */
    bool
    step(unsigned int max_solves, unsigned int &n_solves);

    /** D^-1 proj_L(D P), scaled. */
    const Eigen::VectorXd &
    impulse() const
    {
      return feasible;
    }

  private:
    void
    project_impulse();
    double
    evaluate(const Eigen::VectorXd &point);
    bool
    find_direction();
    void
    follow_direction();

    const AugmentedLagrangianParameters parameters;
    ScaledFrictionProblem              *problem = nullptr;

    bool            has_symmetric_matrix = false; // W
    Eigen::VectorXd q;                            // mu w e_N
    Eigen::VectorXd P, center, y_c, feasible;
    Eigen::VectorXd x_c, f, y; // at the point evaluated last, y = proj_L(x_c)
    Eigen::VectorXd dP, trial;
    double          rho = 1., norm = 0.; // largest |f_i|
    double          defect = 0.;
    Progress        progress; // of defect
    FrictionLinearSystem system;
  };
} // namespace percuss

#endif
