// SPDX-License-Identifier: Apache-2.0

// A curve from the solution of a problem that is known to one of contact with
// Coulomb friction,
//   H(P, τ) = x - σ_τ(x - y) = 0   (x ∘ y = τ e),   τ = 1 -> 0,
//   x = D P,   D y = W P + b + τ r + (1 - τ) mu |U_T| e_N.

#ifndef percuss_complementarity_friction_homotopy_h
#define percuss_complementarity_friction_homotopy_h

#include <percuss/complementarity/friction_linear_system.h>
#include <percuss/complementarity/scaled_product.h>

#include <Eigen/Core>

namespace percuss
{
  /**
   * Scaled data as in FrictionNewton; x, y, D and the cones L of a contact as
   * in ConeRows, e = (1, 0, 0). σ_τ(w) = (w + (w² + 4 τ e)^(1/2)) / 2 in
   * Jordan's algebra of L, that is with the eigenvalues w_0 ± |w_T|, smooths
   * the projection onto L [Chen, Mangasarian; Fukushima, Luo, Tseng], and
   * H = 0 is x ∘ y = τ e with x and y inside L. |U_T| is (|U_T|² + τ)^(1/2), U =
   * W P + b + τ r. Unilateral rows are contacts without tangential rows,
   * bilateral ones U = 0.
   *
   * r makes x = y = e the solution for τ = 1, the only one, as there H is that
   * of a monotone problem. If the problem is strictly feasible, U of some P
   * inside K*, the problems of all τ are, and their solutions bounded: then the
   * curve H = 0 that begins there, smooth for almost all r, cannot end, nor come
   * back to τ = 1, and leads to τ = 0. On its way τ may rise again: Coulomb's
   * law is not monotone, and these turns are where methods fail that only
   * let τ fall. Hence the curve is followed by its length, unknowns (P, ln τ),
   * each step along the tangent and back to the curve by Newton's method on
   * the plane normal to it.
   *
   * Its length is measured in P over the square root of τ, the size of what is
   * smoothed. Which way is forward the sign of det dH/dP says, not the step
   * before: a sharp turn that was stepped over does not lead back to the start.
   *
   * Two or more linear systems a step, 100 to 300 for a curve without turns,
   * some thousands for one with twenty. Where there is no solution P grows
   * without bound, and the curve ends at 1e7 in scaled units. @pre W is explicit.
   *
   * Source: of the smoothing X. Chen, O. L. Mangasarian, Comput. Optim. Appl.
   * 5 (1996) 97-138; M. Fukushima, Z.-Q. Luo, P. Tseng, SIAM J. Optim. 12 (2001)
   * 436-460; of curves that lead to solutions S. N. Chow, J. Mallet-Paret, J.
   * A. Yorke, Math. Comp. 32 (1978) 887-899; of following them E. L. Allgower,
   * K. Georg, Numerical Continuation Methods, Springer, 1990.
   *
   * Equations: doc/theory/complementarity.md (15b).
   */
  class FrictionHomotopy
  {
  public:
    using Problem = ConeComplementarityProblem;

    /** At τ = 1.
     *  @param s             scales
     *  @param b_scaled      b in their units
     *  @param largest_error of |F| / τ^(1/2) at points of the curve, > 0 */
    void
    start(const Problem         &problem,
          const Eigen::VectorXd &s,
          const Eigen::VectorXd &b_scaled,
          double                 largest_error);

    /** One step along the curve; adds its linear systems to @p n_systems, which
     *  stays at most @p max_systems. False at its end: τ is at rounding, the curve
     *  is lost, or there are that many systems. */
    bool
    step(const Problem         &problem,
         const Eigen::VectorXd &s,
         FrictionLinearSystem  &system,
         unsigned int           max_systems,
         unsigned int          &n_systems);

    /** P, scaled. */
    const Eigen::VectorXd &
    impulse() const
    {
      return P;
    }

    /** ln τ. */
    double
    logarithm_of_tau() const
    {
      return lambda;
    }

    /** dP / d ln τ along the curve. */
    const Eigen::VectorXd &
    slope() const
    {
      return slope_of_P;
    }

  private:
    double
    evaluate(const Problem         &problem,
             const Eigen::VectorXd &s,
             const Eigen::VectorXd &point,
             double                 log_tau);
    void
    linearize(const Problem         &problem,
              const Eigen::VectorXd &s,
              FrictionLinearSystem  &system);
    void
    find_tangent(const Problem         &problem,
                 const Eigen::VectorXd &s,
                 FrictionLinearSystem  &system);
    unsigned int
    correct(const Problem         &problem,
            const Eigen::VectorXd &s,
            FrictionLinearSystem  &system,
            unsigned int           max_systems,
            unsigned int          &n_systems);

    Eigen::VectorXd b, r, P;
    double          lambda = 0.; // ln τ
    Eigen::VectorXd slope_of_P, last_slope, tangent_P;
    double          tangent_lambda = 0.;
    double          accuracy       = 0.; // of F / τ^(1/2)
    double          length         = 0.; // of the next step
    double          weight         = 1.; // of |P|² beside λ²
    double          n_contacts     = 1.;
    int             first_sign     = 0; // of the determinant
    bool            is_at_start    = true;

    // of the point evaluated last
    Eigen::VectorXd trial, U, F, F_lambda;
    double          trial_lambda = 0.;

    // J a = F, J c = dF/dλ
    Eigen::VectorXd a, c;
    ScaledProduct   product;
  };
} // namespace percuss

#endif
