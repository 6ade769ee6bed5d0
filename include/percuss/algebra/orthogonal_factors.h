// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_orthogonal_factors_h
#define percuss_algebra_orthogonal_factors_h

#include <Eigen/Core>
#include <Eigen/QR>

namespace percuss
{
  // Eigen's orthogonal factorizations, compiled once: each takes seconds.

  /** The x of least norm that minimizes |A x - b|. */
  Eigen::VectorXd
  least_norm_solution(const Eigen::MatrixXd &A, const Eigen::VectorXd &b);

  /** A P = Q R with column pivoting: |R_00| >= |R_11| >= ... Functions allocate
   * for the first matrix of a size only, where nothing else is said. */
  class PivotedQR
  {
  public:
    void
    compute(const Eigen::MatrixXd &A);

    /** |R_ii| / max |R_jj|; allocates. */
    Eigen::VectorXd
    relative_pivots() const;

    /** P: column i of A P is column order()[i] of A. */
    const Eigen::VectorXi &
    order() const
    {
      return factors.colsPermutation().indices();
    }

    /** R_11^{-1} R_12: what of the first @p rank columns of A P adds up to each
     * of the others; allocates. */
    Eigen::MatrixXd
    combinations(Eigen::Index rank) const;

    /** The number of pivots greater than @p smallest_pivot, relative to the
     * largest one. */
    Eigen::Index
    rank(double smallest_pivot) const;

    /** Sets @p x to the solution of A x = b with x = 0 where columns of A P
     * follow the first @p rank; @p b is overwritten. @pre A is square */
    void
    solve(Eigen::Index rank, Eigen::VectorXd &b, Eigen::VectorXd &x);

  private:
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors;
    Eigen::VectorXd                             workspace;
  };
} // namespace percuss

#endif
