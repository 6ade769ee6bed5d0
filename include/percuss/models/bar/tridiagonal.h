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

  /** A symmetric matrix of the left and the right end of a row of unknowns. */
  struct MatrixOfEnds
  {
    double left = 0., both = 0., right = 0.; ///< S_00, S_01, S_11
  };

  /**
   * S x = r of a tridiagonal S condensed to its first and last unknown, c: with
   * S_ii = L D L^T of the unknowns i between them,
   *
   *     (S_cc - S_ci S_ii^{-1} S_ic) x_c = r_c - S_ci S_ii^{-1} r_i,
   *     x_i = L^{-T} (D^{-1} L^{-1} r_i - D^{-1} L^{-1} S_ic x_c).
   *
   * Equations: doc/theory/elastic_bar.md (3).
   */
  class CondensedTridiagonal
  {
  public:
    CondensedTridiagonal() = default;

    /** @param diagonal S_ii, n >= 2 numbers
     * @param beside   S_i(i+1), n - 1 numbers
     * Throws LinearSolverError where S_ii is not positive definite. */
    CondensedTridiagonal(const std::span<const double> diagonal,
                         const std::span<const double> beside)
      : n(diagonal.size() - 2)
      , spike(n)
    {
      assert(diagonal.size() >= 2);
      if (n == 0)
        {
          change.both = beside[0];
          return;
        }
      inner =
        TridiagonalFactors(diagonal.subspan(1, n), beside.subspan(1, n - 1));
      double of_lower = beside[0]; // L^{-1} S_ic of the left end
      for (std::size_t i = 0; i < n; ++i)
        {
          if (i > 0)
            of_lower *= -inner.lower[i];
          spike[i] = of_lower * inner.inverse_pivot[i];
          change.left -= of_lower * spike[i];
        }
      last_lower   = beside[n] * inner.inverse_pivot[n - 1];
      change.right = -last_lower * beside[n];
      change.both  = -last_lower * of_lower;
    }

    /** Of @p x = r: r_i to L^{-1} r_i, r_c to the right-hand side of x_c. */
    void
    forward(const std::span<double> x) const
    {
      assert(x.size() == n + 2);
      double last = 0., product = 0.;
      for (std::size_t i = 0; i < n; ++i)
        {
          x[i + 1] = last = x[i + 1] - inner.lower[i] * last;
          product += spike[i] * last;
        }
      x.front() -= product;
      x.back() -= last_lower * last;
    }

    /** After forward(): @p x from L^{-1} r_i and x_c. */
    void
    backward(const std::span<double> x) const
    {
      double last = x.back(), lower = last_lower;
      for (std::size_t i = n; i-- > 0; lower = inner.lower[i])
        x[i + 1] = last = x[i + 1] * inner.inverse_pivot[i] -
                          spike[i] * x.front() - lower * last;
    }

    std::size_t         n = 0; ///< unknowns between the ends
    TridiagonalFactors  inner;
    std::vector<double> spike;           ///< D^{-1} L^{-1} S_ic, left end
    double              last_lower = 0.; ///< L of the right end
    MatrixOfEnds        change; ///< S_01 if n = 0, and -S_ci S_ii^{-1} S_ic
  };
} // namespace percuss

#endif
