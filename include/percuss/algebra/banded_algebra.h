// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_banded_algebra_h
#define percuss_algebra_banded_algebra_h

#include <percuss/algebra/banded_lu.h>
#include <percuss/algebra/eigen_vector.h>
#include <percuss/base/exceptions.h>

namespace percuss
{
  /** Vector of a size known at run time. One without a size takes that of what
   * is assigned to it; nothing else allocates. */
  using DenseVector = EigenVector<Eigen::Dynamic>;

  /** Vectors of a size known at run time and banded matrices, on one rank:
   * mechanisms of bodies and beams, whose nodes are coupled with their
   * neighbours, so that a step costs O(n). */
  struct BandedAlgebra
  {
    static constexpr bool        is_small = false;
    static constexpr const char *name     = "banded";

    using Vector = DenseVector;
    using Matrix = BandedMatrix;

    /** S x = b by LU with partial pivoting; S need not be symmetric. */
    class LinearSolver
    {
    public:
      /** Throws LinearSolverError if S is singular. @pre the layout of @p S
       * outlives the solver. */
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
        diagonal = matrix.is_diagonal();
        factors.compute(matrix);
        const auto pivots = factors.pivots().cwiseAbs();
        if (matrix.rows() > 0 &&
            !(pivots.minCoeff() > 0. && pivots.sum() < 1e300))
          throw LinearSolverError("The iteration matrix is singular",
                                  pivots.minCoeff());
      }

      /** The same; there is nothing to choose. */
      template <class Settings>
      void
      factorize(const Matrix &S, const Settings &)
      {
        factorize(S);
      }

      /** S x = b. */
      void
      solve(Vector &x, const Vector &b) const
      {
        factors.solve(x.entries, b.entries);
      }

      /** y = S x. @pre @p y is not @p x */
      void
      vmult(Vector &y, const Vector &x) const
      {
        matrix.vmult(y.entries, x.entries);
      }

      /** y = S^{-1} r. */
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

      /** Solutions are those of factors. */
      bool
      iterates() const
      {
        return false;
      }

    private:
      Matrix   matrix;
      BandedLU factors;
      bool     diagonal = false;
    };

    /** y = B x. @pre @p y is not @p x */
    static void
    vmult(const Matrix &B, Vector &y, const Vector &x)
    {
      B.vmult(y.entries, x.entries);
    }
  };

  static_assert(Algebra<BandedAlgebra>);
} // namespace percuss

#endif
