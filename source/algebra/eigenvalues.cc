// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/eigenvalues.h>

#include <Eigen/Eigenvalues>

namespace percuss
{
  Eigen::VectorXcd
  eigenvalues(const Eigen::MatrixXd &A)
  {
    return A.eigenvalues();
  }

  Eigen::VectorXcd
  generalized_eigenvalues(const Eigen::MatrixXd &A, const Eigen::MatrixXd &M)
  {
    return eigenvalues(M.llt().solve(A));
  }

  bool
  is_positive_definite(const Eigen::MatrixXd &A)
  {
    return A.llt().info() == Eigen::Success;
  }

  Eigen::VectorXd
  symmetric_eigenvalues(const Eigen::MatrixXd &A)
  {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(
             A, Eigen::EigenvaluesOnly)
      .eigenvalues();
  }

  double
  largest_eigenvalue(const Eigen::MatrixXd &A)
  {
    return symmetric_eigenvalues(A).maxCoeff();
  }

  double
  largest_tridiagonal_eigenvalue(const Eigen::VectorXd &diagonal,
                                 const Eigen::VectorXd &beside)
  {
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
    solver.computeFromTridiagonal(diagonal, beside, Eigen::EigenvaluesOnly);
    return solver.eigenvalues().maxCoeff();
  }

  Eigen::VectorXd
  symmetric_generalized_eigenvalues(const Eigen::MatrixXd &K,
                                    const Eigen::MatrixXd &M)
  {
    return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(
             K, M, Eigen::EigenvaluesOnly)
      .eigenvalues();
  }

  double
  largest_generalized_eigenvalue(const Eigen::MatrixXd &K,
                                 const Eigen::MatrixXd &M)
  {
    return symmetric_generalized_eigenvalues(K, M).maxCoeff();
  }

  LargestMode
  largest_mode(const Eigen::MatrixXd &K, const Eigen::MatrixXd &M)
  {
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(K, M);
    return {modes.eigenvalues().maxCoeff(), modes.eigenvectors().rightCols(1)};
  }
} // namespace percuss
