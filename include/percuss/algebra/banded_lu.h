// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_banded_lu_h
#define percuss_algebra_banded_lu_h

#include <percuss/algebra/banded_matrix.h>

namespace percuss
{
  /**
   * P S = L U of a banded matrix, which need not be symmetric, by rows with the
   * largest pivots: U has up to 2 b entries right of the diagonal, b the
   * bandwidth (LAPACK's dgbtf2; G. H. Golub, C. F. Van Loan, Matrix
   * Computations, 4th ed., 2013, 4.3.3). 2 n b (2 b + 1) operations at most and
   * 2 n (3 b + 1) for a solution; 2 n b and 2 n (2 b + 1) where no rows are
   * exchanged, and less where y begins with zeros.
   */
  class BandedLU
  {
  public:
    using Index  = Eigen::Index;
    using Vector = Eigen::VectorXd;

    /** Allocates only where the size is another one. */
    void
    compute(const BandedMatrix &S)
    {
      layout = &S.layout();
      b      = layout->bandwidth();
      n      = S.rows();
      factors.resize(3 * b + 1, n);
      factors.topRows(b).setZero();
      factors.bottomRows(2 * b + 1) = S.band();
      rows.resize(n);
      height.resize(n);
      sorted.resize(n);

      Index last = 0; // column with entries in the rows so far
      for (Index j = 0; j < n; ++j)
        {
          const Index n_below = std::min(b, n - 1 - j);
          auto        lower   = factors.col(j).segment(2 * b, n_below + 1);
          Index       pivot   = 0;
          lower.cwiseAbs().maxCoeff(&pivot);
          rows[j] = j + pivot;
          last    = std::max(last, std::min(j + b + pivot, n - 1));
          if (pivot != 0)
            for (Index c = j; c <= last; ++c)
              std::swap(entry(j, c), entry(j + pivot, c));
          if (n_below == 0)
            continue;
          lower.tail(n_below) /= lower[0];
          for (Index c = j + 1; c <= last; ++c)
            if (const double factor = entry(j, c); factor != 0.)
              factors.col(c).segment(2 * b + j + 1 - c, n_below) -=
                factor * lower.tail(n_below);
        }
      set_heights();
    }

    /** The pivots. */
    auto
    pivots() const
    {
      return factors.row(2 * b);
    }

    /** S x = y. @p x may be @p y. */
    void
    solve(Vector &x, const Vector &y) const
    {
      for (Index i = 0; i < n; ++i)
        sorted[i] = y[layout->unknown(i)];
      double *const x_0 = sorted.data();
      for (Index j = 0; j < n; ++j)
        {
          std::swap(x_0[j], x_0[rows[j]]);
          if (x_0[j] != 0.)
            subtract(x_0[j],
                     diagonal(j) + 1,
                     std::min(b, n - 1 - j),
                     x_0 + j + 1);
        }
      for (Index j = n - 1; j >= 0; --j)
        {
          x_0[j] /= factors(2 * b, j);
          subtract(x_0[j],
                   diagonal(j) - height[j],
                   height[j],
                   x_0 + j - height[j]);
        }
      x.resize(n);
      for (Index i = 0; i < n; ++i)
        x[layout->unknown(i)] = sorted[i];
    }

  private:
    /** x_i -= factor y_i: a loop, for the few entries of a band. */
    static void
    subtract(const double factor,
             const double *__restrict__ y,
             const Index size,
             double *__restrict__ x)
    {
      for (Index i = 0; i < size; ++i)
        x[i] -= factor * y[i];
    }

    const double *
    diagonal(const Index j) const
    {
      return factors.data() + j * factors.rows() + 2 * b;
    }

    void
    set_heights()
    {
      for (Index j = 0; j < n; ++j)
        {
          height[j] = std::min(2 * b, j);
          while (height[j] > 0 && factors(2 * b - height[j], j) == 0.)
            --height[j];
        }
    }

    // entry (r, c) at (2 b + r - c, c)
    double &
    entry(const Index r, const Index c)
    {
      return factors(2 * b + r - c, c);
    }

    const BandLayout                       *layout = nullptr;
    Index                                   b = 0, n = 0;
    Eigen::MatrixXd                         factors;
    Eigen::Matrix<Index, Eigen::Dynamic, 1> rows;   // exchanged with each row
    Eigen::Matrix<Index, Eigen::Dynamic, 1> height; // of U above its diagonal
    mutable Vector                          sorted;
  };
} // namespace percuss

#endif
