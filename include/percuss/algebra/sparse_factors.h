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
   * A = L U up to permutations and scales, by minimum degree; the pivot is the
   * diagonal unless another entry of its row is larger by the inverse of the pivot
   * tolerance: the smaller that is, the less fill and the larger errors, which a
   * second solution for the rest removes. The order stays as long as the pattern of
   * A does.
   *
   * By KLU [1], whose block triangular form costs nothing for an unknown with a row
   * of its own, and which scales columns; from 5e6 operations on, as KLU's order
   * foresees them, by UMFPACK [2], whose fronts are dense matrices. It takes A as
   * it is: that should have units in which its diagonal entries are good pivots.
   *
   * Sources: [1] T. A. Davis, E. Palamadai Natarajan, ACM Trans. Math. Softw. 37
   * (2010) 36; [2] T. A. Davis, ACM Trans. Math. Softw. 30 (2004) 196-199.
   */
  class SparseFactors
  {
  public:
    using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

    static constexpr double default_many_operations = 5e6;

    /** @param many_operations of a factorization, from which on UMFPACK makes it
     */
    explicit SparseFactors(double pivot_tolerance = 1e-3,
                           double many_operations = default_many_operations);
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

    /** Whether a pivot is zero, or not a number. */
    bool
    is_singular() const;

  private:
    struct Factors;
    std::unique_ptr<Factors> factors;
  };
} // namespace percuss

#endif
