// SPDX-License-Identifier: Apache-2.0

// Newton's method for Coulomb friction, on the equations of Alart and Curnier
//   F(P, r U) = 0,   U = W P + b + σ (P - P_c).

#ifndef percuss_complementarity_friction_alart_curnier_newton_h
#define percuss_complementarity_friction_alart_curnier_newton_h

#include <percuss/complementarity/friction/friction_linear_system.h>
#include <percuss/complementarity/friction/friction_method.h>
#include <percuss/complementarity/friction/friction_parameters.h>

#include <Eigen/Core>

#include <string_view>

namespace percuss
{
  /** A proximal term, W + σ and b - σ P_c instead of W and b, scaled, and the
   * weight r of velocities. The roots of F do not depend on r > 0; which contacts
   * slide according to P - r ρ U does, where velocities are small beside P. */
  struct Regularization
  {
    double                 sigma  = 0.;
    const Eigen::VectorXd *center = nullptr; ///< P_c, needed where σ > 0
    double                 weight = 1.;      ///< r
  };

  /**
   * F as in ScaledFrictionProblem. Each iteration solves with an element of the
   * generalized Jacobian,
   *
   *   (A + r B (W + σ + ε)) dP = F,   A, B block diagonal,   P := P - l dP,
   *
   * with the first l of 1, 1/2, 1/4 ... that reduces |F|. Convergence is local:
   * quadratic near a solution with a regular Jacobian, as in a time loop where
   * modes rarely change.
   *
   * Explicit W only. Nothing is allocated but for the first problem of a size,
   * where the Jacobian is dense (FrictionLinearSystem).
   *
   * Source: P. Alart, A. Curnier, Comput. Methods Appl. Mech. Engrg. 92 (1991)
   * 353-375.
   *
   * Equations: doc/theory/friction_methods.md (14), (14a).
   */
  class AlartCurnierNewton final : public FrictionMethod
  {
  public:
    explicit AlartCurnierNewton(const NewtonParameters &parameters = {})
      : parameters(parameters)
    {}

    void
    reserve(unsigned int n_rows);

    std::string_view
    name() const override
    {
      return "semismooth-newton";
    }

    void
    start(ScaledFrictionProblem &problem, const Eigen::VectorXd &P) override
    {
      start(problem, P, {});
    }

    void
    start(ScaledFrictionProblem &problem,
          const Eigen::VectorXd &P,
          const Regularization  &regularization);

    /** A step with the first length that reduces |F|; stalled where none does,
     * or the Jacobian is singular. P is then as it was. */
    Outcome
    advance(unsigned int max_solves, unsigned int &n_solves) override;

    /** A step with l = 1, whatever becomes of |F|. */
    Outcome
    take_full_step(unsigned int &n_solves);

    /** Goes back to a point. */
    void
    go_to(const Eigen::VectorXd &P);

    const Eigen::VectorXd &
    impulse() const override
    {
      return P;
    }

    /** |F| at impulse(). */
    double
    norm() const
    {
      return norm_of_F;
    }

  private:
    void
    evaluate_here();
    double
    evaluate(const Eigen::VectorXd &point);
    void
    weigh(const Cone &cone, FrictionLinearSystem::Block &block);
    bool
    find_correction(unsigned int &n_solves);

    const NewtonParameters parameters;
    ScaledFrictionProblem *problem = nullptr;
    Regularization         regularization;
    FrictionLinearSystem   system; // dF = A dP + B dU
    Eigen::VectorXd        P, U, F, rhs, trial, correction;
    double                 norm_of_F    = 0.;
    bool                   is_evaluated = false; // U and F are those of P
  };
} // namespace percuss

#endif
