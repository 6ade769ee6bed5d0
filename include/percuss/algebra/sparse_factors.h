// SPDX-License-Identifier: Apache-2.0

// LU factors of a sparse matrix without symmetry.

#ifndef percuss_algebra_sparse_factors_h
#define percuss_algebra_sparse_factors_h

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <memory>

namespace percuss
{
  /**
   * A = L U up to permutations and scales of the rows, by KLU: block triangular
   * form first, so that an unknown with a row of its own costs nothing, then
   * minimum degree; the pivot is the diagonal unless another entry of its column
   * is larger by the inverse of the pivot tolerance: the smaller that is, the less
   * fill and the larger errors, which a second solution for the rest removes. The
   * order stays as long as the pattern of A does.
   *
   * Source: T. A. Davis, E. Palamadai Natarajan, ACM Trans. Math. Softw. 37
   * (2010) 36.
   */
  class SparseFactors
  {
  public:
    using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

    explicit SparseFactors(double pivot_tolerance = 1e-3);
    ~SparseFactors();
    SparseFactors(SparseFactors &&) noexcept;
    SparseFactors &
    operator=(SparseFactors &&) noexcept;

    /** @pre A is square, compressed and not empty. The columns of a row may come
     *  in any order. */
    void
    compute(const Matrix &A);

    /** x of A x = f; not finite where A is singular. @pre compute() came first;
     *  x is not f. */
    void
    solve(const Eigen::VectorXd &f, Eigen::VectorXd &x) const;

    /** 1 or -1; 0 where A is singular. */
    int
    sign_of_determinant() const;

  private:
    struct Factors;
    std::unique_ptr<Factors> factors;
  };
} // namespace percuss

#endif
