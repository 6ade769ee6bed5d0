// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/orthogonal_factors.h>

#include <cmath>

namespace percuss
{
  Eigen::VectorXd
  least_norm_solution(const Eigen::MatrixXd &A, const Eigen::VectorXd &b)
  {
    return A.completeOrthogonalDecomposition().solve(b);
  }

  void
  PivotedQR::compute(const Eigen::MatrixXd &A)
  {
    factors.compute(A);
    workspace.resize(A.cols());
  }

  Eigen::VectorXd
  PivotedQR::relative_pivots() const
  {
    return factors.matrixQR().diagonal().cwiseAbs() / factors.maxPivot();
  }

  Eigen::MatrixXd
  PivotedQR::combinations(const Eigen::Index rank) const
  {
    const auto &R = factors.matrixQR();
    return R.topLeftCorner(rank, rank)
      .triangularView<Eigen::Upper>()
      .solve(R.topRightCorner(rank, R.cols() - rank));
  }

  Eigen::Index
  PivotedQR::rank(const double smallest_pivot) const
  {
    const double limit = smallest_pivot * factors.maxPivot();
    Eigen::Index n     = 0;
    for (Eigen::Index i = 0; i < factors.nonzeroPivots(); ++i)
      n += std::abs(factors.matrixQR()(i, i)) > limit;
    return n;
  }

  void
  PivotedQR::solve(const Eigen::Index rank,
                   Eigen::VectorXd   &b,
                   Eigen::VectorXd   &x)
  {
    for (Eigen::Index k = 0; k < rank; ++k) // Q^T, reflection by reflection
      b.tail(b.size() - k)
        .applyHouseholderOnTheLeft(factors.matrixQR().col(k).tail(b.size() - k -
                                                                  1),
                                   factors.hCoeffs()[k],
                                   workspace.data());
    factors.matrixR()
      .topLeftCorner(rank, rank)
      .triangularView<Eigen::Upper>()
      .solveInPlace(b.head(rank));
    for (Eigen::Index k = 0; k < b.size(); ++k)
      x[order()[k]] = k < rank ? b[k] : 0.;
  }
} // namespace percuss
