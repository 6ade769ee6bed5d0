// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_small_algebra_h
#define percuss_algebra_small_algebra_h

#include <percuss/algebra/algebra.h>

#include <Eigen/Core>
#include <Eigen/LU>

namespace percuss
{
  /** Vector of n numbers on the stack with the names of VectorSpaceVector. */
  template <int n>
  class SmallVector
  {
  public:
    using Entries = Eigen::Matrix<double, n, 1>;

    SmallVector()
      : entries(Entries::Zero())
    {}

    SmallVector(const Entries &entries)
      : entries(entries)
    {}

    SmallVector &
    operator=(const double a)
    {
      entries.setConstant(a);
      return *this;
    }

    double
    operator[](const int i) const
    {
      return entries[i];
    }

    double &
    operator[](const int i)
    {
      return entries[i];
    }

    double
    operator*(const SmallVector &y) const
    {
      return entries.dot(y.entries);
    }

    void
    equ(const double a, const SmallVector &y)
    {
      entries = a * y.entries;
    }

    void
    add(const double a, const SmallVector &y)
    {
      entries += a * y.entries;
    }

    void
    add(const double       a,
        const SmallVector &y,
        const double       b,
        const SmallVector &z)
    {
      entries += a * y.entries + b * z.entries;
    }

    void
    sadd(const double s, const double a, const SmallVector &y)
    {
      entries = s * entries + a * y.entries;
    }

    Entries entries;
  };

  /** Vectors and matrices of a fixed small size: no allocation anywhere. */
  template <int n>
  struct SmallAlgebra
  {
    static constexpr bool is_small = true;

    using Vector = SmallVector<n>;
    using Matrix = Eigen::Matrix<double, n, n>;

    /** S x = b by LU with partial pivoting (in closed form for n = 1). */
    class LinearSolver
    {
    public:
      void
      factorize(const Matrix &S)
      {
        if constexpr (n == 1)
          factors = S.inverse();
        else
          factors.compute(S);
      }

      void
      solve(Vector &x, const Vector &b) const
      {
        if constexpr (n == 1)
          x.entries = factors * b.entries;
        else
          x.entries = factors.solve(b.entries);
      }

    private:
      std::conditional_t<n == 1, Matrix, Eigen::PartialPivLU<Matrix>> factors;
    };
  };

  static_assert(Algebra<SmallAlgebra<1>> && Algebra<SmallAlgebra<6>>);
} // namespace percuss

#endif
