// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_tridiagonal_h
#define percuss_models_bar_tridiagonal_h

#include <percuss/base/exceptions.h>

#include <cassert>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace percuss
{
  /** S x = r of a symmetric, positive definite, tridiagonal S = L D L^T. */
  class TridiagonalFactors
  {
  public:
    TridiagonalFactors() = default;

    /** @param diagonal S_ii, n numbers
     * @param beside   S_i(i+1), n - 1 numbers or more
     * Throws LinearSolverError where S is not positive definite. */
    TridiagonalFactors(const std::span<const double> diagonal,
                       const std::span<const double> beside)
      : inverse_pivot(diagonal.size())
      , lower(diagonal.size(), 0.)
    {
      double pivot = 0.;
      for (std::size_t i = 0; i < diagonal.size(); ++i)
        {
          if (i > 0)
            lower[i] = beside[i - 1] * inverse_pivot[i - 1];
          pivot = diagonal[i] - (i > 0 ? lower[i] * beside[i - 1] : 0.);
          if (!(pivot > 0.) || !std::isfinite(pivot))
            throw LinearSolverError("The iteration matrix is singular", pivot);
          inverse_pivot[i] = 1. / pivot;
        }
    }

    /** @p x = S^{-1} x */
    void
    solve(const std::span<double> x) const
    {
      const std::size_t n = inverse_pivot.size();
      assert(x.size() == n);
      // the last entry stays in a register
      double last = 0.;
      for (std::size_t i = 0; i < n; ++i)
        x[i] = last = x[i] - lower[i] * last;
      last *= inverse_pivot[n - 1];
      x[n - 1] = last;
      for (std::size_t i = n - 1; i-- > 0;)
        x[i] = last = x[i] * inverse_pivot[i] - lower[i + 1] * last;
    }

    std::vector<double> inverse_pivot; ///< 1/D_ii
    std::vector<double> lower;         ///< L_i(i-1), i > 0
  };
} // namespace percuss

#endif
