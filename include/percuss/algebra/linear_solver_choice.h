// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_linear_solver_choice_h
#define percuss_algebra_linear_solver_choice_h

namespace percuss
{
  /** How the linear systems of a large model are solved, see
   * LinearSolverSettings. */
  struct LinearSolverChoice
  {
    enum class Method
    {
      automatic, ///< direct where a factorization is small
      direct,
      conjugate_gradients
    };

    enum class Preconditioner
    {
      automatic, ///< multigrid where waves cross many cells in a step
      jacobi,
      incomplete_factors,
      multigrid
    };

    Method         method         = Method::automatic;
    Preconditioner preconditioner = Preconditioner::automatic;
    double         tolerance      = 1e-12; ///< of the conjugate gradients
  };
} // namespace percuss

#endif
