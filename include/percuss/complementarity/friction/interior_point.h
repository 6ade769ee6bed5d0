// SPDX-License-Identifier: Apache-2.0

// A primal-dual interior point method for contacts whose sliding speeds w are
// held,
//   U = W P + b + mu w e_N,   P ∈ K,  U ∈ K*,   P ∘ U = τ,   τ -> 0.

#ifndef percuss_complementarity_friction_interior_point_h
#define percuss_complementarity_friction_interior_point_h

#include <percuss/complementarity/friction/friction_linear_system.h>
#include <percuss/complementarity/friction/friction_parameters.h>
#include <percuss/complementarity/friction/scaled_friction_problem.h>

#include <Eigen/Core>

#include <vector>

namespace percuss
{
  /**
   * Scaled data as in ScaledFrictionProblem. A contact has x = (mu P_N, P_T) and
   * y = (U_N / mu, U_T), both in the cone L = {x_0 >= |x_T|}, x·y = P·U; a
   * unilateral row, and a contact without friction, x = P and y = U. With D =
   * diag(mu, 1, 1) and x = D P, in each iteration,
   *
   *   (W + D Θ D + ε) dP = D r - (W P + b + mu w e_N),
   *   dx = D dP,   dy = r - y - Θ dx,
   *
   * with the scaling Θ x = y of Nesterov and Todd. Twice, with the same factors
   * (Mehrotra): with r = 0, the step to τ = 0, and with
   *
   *   r = Θ^1/2 (λ^-1 ∘ (τ e - Θ^1/2 dx ∘ Θ^-1/2 dy)),   λ = Θ^1/2 x,
   *
   * of that step. τ is the mean of x·y times (1 - a)^3, a the first step to the
   * boundary, but at least a share of the defect in the equation of U, so that P
   * does not come to the boundary before it holds.
   *
   * The problem is convex. Neither a guess is needed nor that contacts are
   * independent, and ten to thirty iterations come to a residual of the root of
   * the mean x·y, 1e-7 to 1e-10, where contacts have x = y = 0. Where there is no
   * solution P grows without bound, and the method ends.
   *
   * Source: Yu. Nesterov, M. J. Todd, SIAM J. Optim. 8 (1998) 324-364; of
   * friction V. Acary, P. Armand, H. M. Nguyen, M. Shpakovych, Optim. Methods
   * Softw., 2024; of the correction S. Mehrotra, SIAM J. Optim. 2 (1992)
   * 575-601.
   *
   * Equations: doc/theory/friction_methods.md (15).
   */
  class FrictionInteriorPoint
  {
  public:
    explicit FrictionInteriorPoint(
      const InteriorPointParameters &parameters = {})
      : parameters(parameters)
    {}

    /** At x = y = (1, 0, 0). @param w sliding speeds, scaled, in the first rows of
     * contacts. The problem and w must outlive the calls of step(). */
    void
    start(ScaledFrictionProblem &problem, const Eigen::VectorXd &w);

    /** One iteration, one linear solve. False at its end: τ is at rounding, or
     * there is no step. */
    bool
    step();

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

    /** The blocks of W + D Θ D at the point before the last step. */
    FrictionLinearSystem &
    linear_system()
    {
      return system;
    }

    /** ε of its matrix. */
    double
    matrix_shift() const
    {
      return parameters.matrix_shift;
    }

  private:
    void
    evaluate();
    void
    scale();
    void
    correct(double target);
    double
    direction();

    const InteriorPointParameters parameters;
    ScaledFrictionProblem        *problem              = nullptr;
    const Eigen::VectorXd        *w                    = nullptr;
    bool                          has_symmetric_matrix = false; // W
    FrictionLinearSystem          system;
    Eigen::VectorXd               P, x, y;
    Eigen::VectorXd               dP, dx, dy, r, velocity, rhs;
    double                        gap = 1., defect = 0.; // mean x·y; see above
    std::vector<ConeMatrix>       theta, root;           // Θ, Θ^1/2
  };
} // namespace percuss

#endif
