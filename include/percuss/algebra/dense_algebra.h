// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_dense_algebra_h
#define percuss_algebra_dense_algebra_h

#include <percuss/algebra/algebra.h>
#include <percuss/base/exceptions.h>

#include <Eigen/Core>
#include <Eigen/LU>

namespace percuss
{
  /**
   * Vector of a size known at run time with the names of VectorSpaceVector. One
   * without a size takes that of what is assigned to it; nothing else
   * allocates.
   */
  class DenseVector
  {
  public:
    using Entries = Eigen::VectorXd;

    DenseVector() = default;

    DenseVector(Entries entries)
      : entries(std::move(entries))
    {}

    DenseVector &
    operator=(const double a)
    {
      entries.setConstant(a);
      return *this;
    }

    double
    operator[](const Eigen::Index i) const
    {
      return entries[i];
    }

    double &
    operator[](const Eigen::Index i)
    {
      return entries[i];
    }

    Eigen::Index
    size() const
    {
      return entries.size();
    }

    double
    operator*(const DenseVector &y) const
    {
      return entries.dot(y.entries);
    }

    void
    equ(const double a, const DenseVector &y)
    {
      entries = a * y.entries;
    }

    void
    add(const double a, const DenseVector &y)
    {
      entries += a * y.entries;
    }

    void
    add(const double       a,
        const DenseVector &y,
        const double       b,
        const DenseVector &z)
    {
      entries += a * y.entries + b * z.entries;
    }

    void
    sadd(const double s, const double a, const DenseVector &y)
    {
      entries = s * entries + a * y.entries;
    }

    Entries entries;
  };

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
        matrix   = S;
        diagonal = S.isDiagonal(0.);
        factors.compute(S);
        const auto pivots = factors.matrixLU().diagonal().cwiseAbs();
        if (S.size() > 0 && !(pivots.minCoeff() > 0. && pivots.sum() < 1e300))
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
