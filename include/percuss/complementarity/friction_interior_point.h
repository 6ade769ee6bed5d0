// SPDX-License-Identifier: Apache-2.0

// A primal-dual interior point method for contact with Coulomb friction,
//   U = W P + b + (mu |U_T|, 0, 0),   P ∈ K,  U ∈ K*,   P ∘ U = τ,   τ -> 0.

#ifndef percuss_complementarity_friction_interior_point_h
#define percuss_complementarity_friction_interior_point_h

#include <percuss/complementarity/friction_linear_system.h>

#include <Eigen/Core>

namespace percuss
{
  /**
   * Scaled data as in FrictionNewton. A contact has x = (mu P_N, P_T) and y =
   * (U_N / mu, U_T), both in the cone L = {x_0 >= |x_T|}, x·y = P·U; a
   * unilateral row, and a contact without friction, x = P and y = U. With D the
   * diagonal matrix of the mu, x = D P, and the equation of P linearized at a
   * point in the interior,
   *
   *   (W + D Θ D + ε) dP = D (τ x^-1) - (W P + b + s),     s_N = mu |y_T|,
   *   dy = τ x^-1 - y - Θ dx,        x^-1 = (x_0, -x_T) / (x_0^2 - |x_T|^2),
   *
   * with the scaling Θ x = y of Nesterov and Todd, and ε = 1e-10, which keeps
   * the system regular where contacts are redundant. s is that of the point,
   * as the operator of Coulomb's law is not monotone; with s fixed the problem
   * is convex. τ is the mean of x·y times (1 - a)^3, a the step to the boundary
   * for τ = 0, but at least a thousandth of the defect in the equation of U, so
   * that P does not come to the boundary before s has settled.
   *
   * Needs neither a guess nor that contacts are independent, and comes near a
   * solution, of redundant contacts near the centre of all of them, in some
   * twenty iterations; the last digits it leaves to Newton's method. No proof
   * of convergence is known for non-associated friction.
   *
   * Source: Yu. Nesterov, M. J. Todd, SIAM J. Optim. 8 (1998) 324-364; of
   * friction V. Acary, P. Armand, H. M. Nguyen, M. Shpakovych, Optim. Methods
   * Softw., 2024.
   *
   * Equations: doc/theory/complementarity.md (15).
   */
  class FrictionInteriorPoint
  {
  public:
    using Problem = ConeComplementarityProblem;

    /** Makes the work space; start() does where it has not been done. */
    void
    reserve(unsigned int n_rows);

    /** At x = y = (1, 0, 0). @param s scales, @param b_scaled b in their
     *  units. */
    void
    start(const Problem         &problem,
          const Eigen::VectorXd &s,
          const Eigen::VectorXd &b_scaled);

    /** One iteration, one factorization. False at its end: τ is at rounding,
     *  or there is no step. */
    bool
    step(const Problem         &problem,
         const Eigen::VectorXd &s,
         FrictionLinearSystem  &system);

    /** P, scaled. */
    const Eigen::VectorXd &
    impulse() const
    {
      return P;
    }

  private:
    void
    evaluate(const Problem &problem, const Eigen::VectorXd &s);
    void
    scale(const Problem &problem, FrictionLinearSystem &system);
    double
    direction(const Problem              &problem,
              const FrictionLinearSystem &system,
              double                      target);

    Eigen::VectorXd     b, P, x, y;
    Eigen::VectorXd     dP, dx, dy, inverse, velocity, rhs; // inverse: x^-1
    double              gap = 1., defect = 0.; // mean x·y; see above
    std::vector<double> impulse_of_data, velocity_of_data;
    std::vector<Eigen::Matrix3d> theta;
  };
} // namespace percuss

#endif
