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
   * 2 n (3 b + 1) for a solution.
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
      for (Index j = 0; j < n; ++j)
        {
          std::swap(sorted[j], sorted[rows[j]]);
          const Index n_below = std::min(b, n - 1 - j);
          sorted.segment(j + 1, n_below) -=
            sorted[j] * factors.col(j).segment(2 * b + 1, n_below);
        }
      for (Index j = n - 1; j >= 0; --j)
        {
          sorted[j] /= factors(2 * b, j);
          const Index n_above = std::min(2 * b, j);
          sorted.segment(j - n_above, n_above) -=
            sorted[j] * factors.col(j).segment(2 * b - n_above, n_above);
        }
      x.resize(n);
      for (Index i = 0; i < n; ++i)
        x[layout->unknown(i)] = sorted[i];
    }

  private:
    // entry (r, c) at (2 b + r - c, c)
    double &
    entry(const Index r, const Index c)
    {
      return factors(2 * b + r - c, c);
    }

    const BandLayout                       *layout = nullptr;
    Index                                   b = 0, n = 0;
    Eigen::MatrixXd                         factors;
    Eigen::Matrix<Index, Eigen::Dynamic, 1> rows; // exchanged with each row
    mutable Vector                          sorted;
  };
} // namespace percuss

#endif
