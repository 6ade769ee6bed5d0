// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_small_algebra_h
#define percuss_algebra_small_algebra_h

#include <percuss/algebra/eigen_vector.h>

#include <Eigen/LU>

namespace percuss
{
  /** Vector of n numbers on the stack. */
  template <int n>
  using SmallVector = EigenVector<n>;

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
