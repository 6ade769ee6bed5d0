// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_eigenvalues_h
#define percuss_algebra_eigenvalues_h

#include <Eigen/Core>

namespace percuss
{
  // Eigen's solvers, compiled once: each takes seconds to compile.

  /** Those of a square matrix, in no order. */
  Eigen::VectorXcd
  eigenvalues(const Eigen::MatrixXd &A);

  /** Those of M^{-1} A, in no order. @pre M is symmetric, positive definite */
  Eigen::VectorXcd
  generalized_eigenvalues(const Eigen::MatrixXd &A, const Eigen::MatrixXd &M);

  /** Whether all those of a symmetric matrix are positive. */
  bool
  is_positive_definite(const Eigen::MatrixXd &A);

  /** Those of a symmetric matrix, ascending. */
  Eigen::VectorXd
  symmetric_eigenvalues(const Eigen::MatrixXd &A);

  /** The largest one of a symmetric matrix. */
  double
  largest_eigenvalue(const Eigen::MatrixXd &A);

  /** The same of a tridiagonal one. @param beside the diagonal (n - 1) */
  double
  largest_tridiagonal_eigenvalue(const Eigen::VectorXd &diagonal,
                                 const Eigen::VectorXd &beside);

  /** The w of K phi = w M phi, ascending. @pre both are symmetric, M positive
   * definite */
  Eigen::VectorXd
  symmetric_generalized_eigenvalues(const Eigen::MatrixXd &K,
                                    const Eigen::MatrixXd &M);

  /** The largest one. */
  double
  largest_generalized_eigenvalue(const Eigen::MatrixXd &K,
                                 const Eigen::MatrixXd &M);

  /** The same with its phi, phi^T M phi = 1. */
  struct LargestMode
  {
    double          eigenvalue;
    Eigen::VectorXd vector;
  };

  LargestMode
  largest_mode(const Eigen::MatrixXd &K, const Eigen::MatrixXd &M);
} // namespace percuss

#endif
