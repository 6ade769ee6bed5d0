// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_dense_algebra_h
#define percuss_algebra_dense_algebra_h

#include <percuss/algebra/eigen_vector.h>
#include <percuss/base/exceptions.h>

#include <Eigen/LU>

namespace percuss
{
  /** Vector of a size known at run time. One without a size takes that of what
   * is assigned to it; nothing else allocates. */
  using DenseVector = EigenVector<Eigen::Dynamic>;

  /** Vectors and full matrices of a size known at run time, on one rank: a few
   * hundred unknowns, as mechanisms have. */
  struct DenseAlgebra
  {
    static constexpr bool        is_small = false;
    static constexpr const char *name     = "dense";

    using Vector = DenseVector;
    using Matrix = Eigen::MatrixXd;

    /** S x = b by LU with partial pivoting; S need not be symmetric. */
    class LinearSolver
    {
    public:
      /** Throws LinearSolverError if S is singular. */
      void
      factorize(const Matrix &S)
      {
        factorize_assembled([&S](Matrix &own) { own = S; });
      }

      /** The same of what @p assemble writes into a matrix, which is that of
       * the last time: no size, no allocation. */
      template <class Assemble>
      void
      factorize_assembled(const Assemble &assemble)
      {
        assemble(matrix);
        diagonal = matrix.isDiagonal(0.);
        factors.compute(matrix);
        const auto pivots = factors.matrixLU().diagonal().cwiseAbs();
        if (matrix.size() > 0 &&
            !(pivots.minCoeff() > 0. && pivots.sum() < 1e300))
          throw LinearSolverError("The iteration matrix is singular.",
                                  pivots.minCoeff());
      }

      /** The same; there is nothing to choose. */
      template <class Settings>
      void
      factorize(const Matrix &S, const Settings &)
      {
        factorize(S);
      }

      /** @pre @p x is not @p b */
      void
      solve(Vector &x, const Vector &b) const
      {
        x.entries = factors.solve(b.entries);
      }

      /** y = S x. @pre @p y is not @p x */
      void
      vmult(Vector &y, const Vector &x) const
      {
        y.entries.noalias() = matrix * x.entries;
      }

      /** y = S^{-1} r. @pre @p y is not @p r */
      void
      precondition(Vector &y, const Vector &r) const
      {
        solve(y, r);
      }

      /** Whether S is diagonal. */
      bool
      is_diagonal() const
      {
        return diagonal;
      }

    private:
      Matrix                      matrix;
      Eigen::PartialPivLU<Matrix> factors;
      bool                        diagonal = false;
    };

    /** y = B x. @pre @p y is not @p x */
    static void
    vmult(const Matrix &B, Vector &y, const Vector &x)
    {
      y.entries.noalias() = B * x.entries;
    }
  };

  static_assert(Algebra<DenseAlgebra>);
} // namespace percuss

#endif
