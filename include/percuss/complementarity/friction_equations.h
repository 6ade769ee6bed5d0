// SPDX-License-Identifier: Apache-2.0

// Coulomb's law as equations for Newton's method, in scaled unknowns:
//   F_N = min(P_N, U_N),   F_T = P_T - proj_{|x| <= mu max(P_N - U_N, 0)}(x),
//   x = P_T - rho U_T.

#ifndef percuss_complementarity_friction_equations_h
#define percuss_complementarity_friction_equations_h

#include <percuss/complementarity/friction_linear_system.h>

#include <Eigen/Core>

#include <span>

namespace percuss
{
  /**
   * The unknowns P = s p / scale and U = u / (s scale), scale = data_scale(),
   * with s = s_N in all the rows of a second-order cone and s_i in the others;
   * rho is W_NN over the mean diagonal entry of W_TT. Scalar rows have F =
   * min(P, U), U or P.
   *
   * Source: P. Alart, A. Curnier, Comput. Methods Appl. Mech. Engrg. 92 (1991)
   * 353-375.
   *
   * Equations: doc/theory/complementarity.md (14).
   */
  struct FrictionEquations
  {
    void
    reserve(unsigned int n_rows);

    /** Takes the data of a problem. Allocates for the first one of a size only.
     * @pre W is explicit */
    void
    load(const ConeComplementarityProblem &problem);

    /** F at the point (P, U). */
    void
    evaluate(std::span<const Cone>  cones,
             const Eigen::VectorXd &P,
             const Eigen::VectorXd &U,
             Eigen::VectorXd       &F) const;

    enum class Mode : unsigned char
    {
      open,
      closed, ///< without slip
      slipping
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
  };
} // namespace percuss

#endif
