// SPDX-License-Identifier: Apache-2.0

// A primal-dual interior point method for contact with Coulomb friction,
//   U = W P + b + (mu |U_T|, 0, 0),   P ∈ K,  U ∈ K*,   P ∘ U = τ,   τ -> 0.

#ifndef percuss_complementarity_friction_interior_point_h
#define percuss_complementarity_friction_interior_point_h

#include <percuss/complementarity/friction/friction_linear_system.h>
#include <percuss/complementarity/scaled_product.h>

#include <Eigen/Core>

namespace percuss
{
  /**
   * Scaled data as in ScaledFrictionProblem. A contact has x = (mu P_N, P_T) and y =
   * (U_N / mu, U_T), both in the cone L = {x_0 >= |x_T|}, x·y = P·U; a
   * unilateral row, and a contact without friction, x = P and y = U. With D =
   * diag(mu, 1, 1), x = D P, t = y_T / |y_T|, and the equation of P linearized
   * at a point in the interior,
   *
   *   (W + (D - mu e_N t^T) Θ D + ε) dP = (D - mu e_N t^T) r - (W P + b),
   *   dx = D dP,   dy = r - y - Θ dx,
   *
   * with the scaling Θ x = y of Nesterov and Todd, and ε = 1e-13, which keeps
   * the system regular where contacts are redundant. The slip mu |y_T| is
   * linearized with the rest, so that the matrix is not symmetric. Twice, with
   * the same factors (Mehrotra): with r = 0, the step to τ = 0, and with
   *
   *   r = Θ^1/2 (λ^-1 ∘ (τ e - Θ^1/2 dx ∘ Θ^-1/2 dy)),   λ = Θ^1/2 x,
   *
   * of that step. τ is the mean of x·y times (1 - a)^3, a the first step to the
   * boundary, but at least a millionth of the defect in the equation of U, so
   * that P does not come to the boundary before it holds.
   *
   * Needs neither a guess nor that contacts are independent, and comes near a
   * solution, of redundant contacts near the centre of all of them, in ten to
   * forty iterations, to a residual of the root of the mean x·y, 1e-7 to 1e-10,
   * where contacts have x = y = 0. Where there is no solution P grows without
   * bound, and the way ends at 1e7 in scaled units. No proof of convergence is
   * known for non-associated friction: often it stays far from a solution, and
   * another start helps.
   *
   * Source: Yu. Nesterov, M. J. Todd, SIAM J. Optim. 8 (1998) 324-364; of
   * friction V. Acary, P. Armand, H. M. Nguyen, M. Shpakovych, Optim. Methods
   * Softw., 2024; of the correction S. Mehrotra, SIAM J. Optim. 2 (1992)
   * 575-601.
   *
   * Equations: doc/theory/complementarity.md (15).
   */
  class FrictionInteriorPoint
  {
  public:
    using Problem = ConeComplementarityProblem;

    static constexpr double regularization = 1e-13; // ε

    /** Makes the work space; start() does where it has not been done. */
    void
    reserve(unsigned int n_rows);

    /** At x = (x_0, 0, 0) and y = (y_0, 0, 0). @param s scales, @param b_scaled b
     *  in their units. @pre x_0, y_0 > 0. */
    void
    start(const Problem         &problem,
          const Eigen::VectorXd &s,
          const Eigen::VectorXd &b_scaled,
          double                 x_0,
          double                 y_0);

    /** From here on the slips |y_T| of contacts are those of @p slips, in their
     *  first rows, and the problem is convex; nullptr: they are its own again.
     *  @pre *slips outlives that. */
    void
    hold_slips(const Problem         &problem,
               const Eigen::VectorXd &s,
               const Eigen::VectorXd *slips);

    /** One iteration, one factorization, two solutions. False at its end: τ is at rounding,
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

    /** W P + b, scaled. */
    const Eigen::VectorXd &
    gap_velocity() const
    {
      return velocity;
    }

    /** Mean x·y of the contacts. */
    double
    mean_gap() const
    {
      return gap;
    }

    /** The largest defect in the equation of U. */
    double
    largest_defect() const
    {
      return defect;
    }

  private:
    void
    evaluate(const Problem &problem, const Eigen::VectorXd &s);
    void
    scale(const Problem &problem, FrictionLinearSystem &system);
    void
    correct(const Problem &problem, double target);
    double
    direction(const Problem &problem, const FrictionLinearSystem &system);

    const Eigen::VectorXd  *held_slips           = nullptr;
    bool                    has_symmetric_matrix = false; // W
    Eigen::VectorXd         b, P, x, y;
    Eigen::VectorXd         dP, dx, dy, r, velocity, rhs;
    double                  gap = 1., defect = 0.; // mean x·y; see above
    ScaledProduct           product;
    std::vector<ConeMatrix> theta, root; // Θ, Θ^1/2
  };
} // namespace percuss

#endif
