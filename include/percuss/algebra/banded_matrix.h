// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_banded_matrix_h
#define percuss_algebra_banded_matrix_h

#include <percuss/algebra/band_layout.h>

#include <cmath>

namespace percuss
{
  /** A square matrix with entries where a BandLayout has room for them: n (2 b
   * + 1) numbers, b the bandwidth, column by column. */
  class BandedMatrix
  {
  public:
    using Index  = Eigen::Index;
    using Vector = Eigen::VectorXd;

    /** The diagonal block that begins with row and column @p first. */
    class Block
    {
    public:
      Block(BandedMatrix &matrix, const Index first)
        : matrix(&matrix)
        , first(first)
      {}

      double &
      operator()(const Index i, const Index j) const
      {
        return (*matrix)(first + i, first + j);
      }

      /** The same entries from (@p i, @p j) on += @p B. */
      template <class Dense>
      void
      add(const Index i, const Index j, const Dense &B) const
      {
        matrix->add(first + i, first + j, B);
      }

    private:
      BandedMatrix *matrix;
      Index         first;
    };

    /** All entries zero. Allocates only where the size is another one.
     * @pre @p layout outlives the use of the matrix. */
    void
    reinit(const BandLayout &layout)
    {
      order = &layout;
      entries.setZero(2 * layout.bandwidth() + 1, layout.size());
    }

    Index
    rows() const
    {
      return entries.cols();
    }

    Index
    cols() const
    {
      return entries.cols();
    }

    const BandLayout &
    layout() const
    {
      return *order;
    }

    /** In the order of the layout: entry (r, c) at (b + r - c, c). */
    const Eigen::MatrixXd &
    band() const
    {
      return entries;
    }

    bool
    has_room(const Index i, const Index j) const
    {
      return std::abs(order->position(i) - order->position(j)) <=
             order->bandwidth();
    }

    /** @pre has_room() */
    double &
    operator()(const Index i, const Index j)
    {
      assert(has_room(i, j));
      const Index c = order->position(j);
      return entries(order->bandwidth() + order->position(i) - c, c);
    }

    /** Zero where there is no room. */
    double
    operator()(const Index i, const Index j) const
    {
      const Index c = order->position(j);
      return has_room(i, j) ?
               entries(order->bandwidth() + order->position(i) - c, c) :
               0.;
    }

    /** The entries from (@p i, @p j) on += @p B. */
    template <class Dense>
    void
    add(const Index i, const Index j, const Dense &B)
    {
      for (Index b = 0; b < B.cols(); ++b)
        for (Index a = 0; a < B.rows(); ++a)
          (*this)(i + a, j + b) += B(a, b);
    }

    /** The columns @p j, j + 1, ... of a block times T from the right.
     * @pre these unknowns belong to one block of the layout */
    template <class Square>
    void
    multiply_columns(const Index j, const Square &T)
    {
      const Index b = order->bandwidth(), first = order->position(j);
      const Index size = T.cols(), last = first + size - 1;
      const Index end = std::min(last + b, rows() - 1);
      for (Index r = std::max(Index(0), first - b); r <= end; ++r)
        {
          auto row = Eigen::Matrix<double, 1, Square::ColsAtCompileTime>();
          for (Index k = 0; k < size; ++k)
            row[k] = std::abs(r - first - k) <= b ?
                       entries(b + r - first - k, first + k) :
                       0.;
          const auto product = (row * T).eval();
          for (Index k = 0; k < size; ++k)
            if (std::abs(r - first - k) <= b)
              entries(b + r - first - k, first + k) = product[k];
        }
    }

    /** y = S x. @pre @p y is not @p x */
    void
    vmult(Vector &y, const Vector &x) const
    {
      const Index b = order->bandwidth(), n = rows();
      y.setZero(n);
      for (Index c = 0; c < n; ++c)
        {
          const double factor = x[order->unknown(c)];
          const Index  end    = std::min(c + b, n - 1);
          for (Index r = std::max(Index(0), c - b); r <= end; ++r)
            y[order->unknown(r)] += entries(b + r - c, c) * factor;
        }
    }

    /** Whether nothing is off the diagonal. */
    bool
    is_diagonal() const
    {
      const Index b = order->bandwidth();
      return entries.topRows(b).isZero(0.) && entries.bottomRows(b).isZero(0.);
    }

    /** With its zeros, n^2 numbers. */
    Eigen::MatrixXd
    full() const
    {
      Eigen::MatrixXd S(rows(), cols());
      for (Index i = 0; i < rows(); ++i)
        for (Index j = 0; j < cols(); ++j)
          S(i, j) = (*this)(i, j);
      return S;
    }

  private:
    const BandLayout *order = nullptr;
    Eigen::MatrixXd   entries;
  };
} // namespace percuss

#endif
