// SPDX-License-Identifier: Apache-2.0

// Coulomb's law as equations for Newton's method, in scaled unknowns:
//   F_N = min(P_N, U_N),   F_T = P_T - proj_{|x| <= mu max(P_N - U_N, 0)}(x),
//   x = P_T - rho U_T,     U = W P + b.

#ifndef percuss_complementarity_friction_scaled_friction_problem_h
#define percuss_complementarity_friction_scaled_friction_problem_h

#include <percuss/complementarity/friction/friction_linear_system.h>
#include <percuss/complementarity/scaled_product.h>

#include <Eigen/Core>

#include <optional>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * A contact problem in the unknowns P = s p / scale and U = u / (s scale),
   * scale = data_scale(), with s = s_N in all the rows of a second-order cone
   * and s_i in the others; rho is W_NN over the mean diagonal entry of W_TT.
   * Scalar rows have F = min(P, U), U or P.
   *
   * Source: P. Alart, A. Curnier, Comput. Methods Appl. Mech. Engrg. 92 (1991)
   * 353-375.
   *
   * Equations: doc/theory/friction_methods.md (14).
   */
  class ScaledFrictionProblem
  {
  public:
    void
    reserve(unsigned int n_rows);

    /** Takes the data of a problem, which must outlive the next use of this one.
     * Allocates for the first one of a size only. @pre W is explicit */
    void
    load(const ConeComplementarityProblem &problem);

    /** The problem. @pre one was loaded */
    const ConeComplementarityProblem &
    unscaled() const
    {
      return *problem;
    }

    Eigen::Index
    size() const
    {
      return s.size();
    }

    /** P of an impulse p; 0 where p is not finite. */
    void
    scale_impulse(std::span<const double> p, Eigen::VectorXd &P) const;

    /** p of P, with p = 0 in inactive rows. */
    void
    unscale_impulse(const Eigen::VectorXd &P, std::span<double> p) const;

    /** U = W P + b. */
    void
    set_velocity(const Eigen::VectorXd &P, Eigen::VectorXd &U)
    {
      product.apply(problem->W, s, P, U);
      U += b;
    }

    /** natural_map_residual() of the impulse of P, which impulse() then is. */
    double
    residual(const Eigen::VectorXd &P);

    std::span<const double>
    impulse() const
    {
      return unscaled_impulse;
    }

    /** F at the point (P, U). */
    void
    evaluate(std::span<const Cone>  cones,
             const Eigen::VectorXd &P,
             const Eigen::VectorXd &U,
             Eigen::VectorXd       &F) const;

    enum class Mode : unsigned char
    {
      open,
      closed, ///< without sliding
      sliding
    };

    /** Of a block of for_each_block(), by which its derivative is taken. */
    Mode
    mode(const Cone            &cone,
         const Eigen::VectorXd &P,
         const Eigen::VectorXd &U) const;

    /** An element of the generalized derivative of a block of for_each_block(),
     * dF = A dP + B dU, into zeros. */
    void
    add_derivative(const Cone                  &cone,
                   const Eigen::VectorXd       &P,
                   const Eigen::VectorXd       &U,
                   FrictionLinearSystem::Block &d) const;

    double          scale = 1.;
    Eigen::VectorXd s, b, rho;

  private:
    std::optional<ConeComplementarityProblem> problem;

    ScaledProduct       product;
    std::vector<double> unscaled_impulse, unscaled_velocity;
  };
} // namespace percuss

#endif
