// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_piecewise_linear_h
#define percuss_models_bar_piecewise_linear_h

#include <algorithm>
#include <cassert>
#include <iterator>
#include <vector>

namespace percuss
{
  /**
   * A piecewise linear function f of time, right-continuous, and a function F
   * with F' = f, both in long double. The last piece has no end.
   */
  class PiecewiseLinear
  {
  public:
    using Number = long double;

    struct Piece
    {
      Number start;    ///< t_k
      Number value;    ///< f(t_k)
      Number slope;    ///< f' in the piece
      Number integral; ///< F(t_k)

      Number
      value_at(const Number t) const
      {
        return value + slope * (t - start);
      }

      Number
      integral_at(const Number t) const
      {
        return integral + (value + 0.5L * slope * (t - start)) * (t - start);
      }
    };

    /** Begins a piece behind all others. */
    void
    append(const Piece &piece)
    {
      assert(pieces.empty() || piece.start > pieces.back().start);
      pieces.push_back(piece);
    }

    std::size_t
    size() const
    {
      return pieces.size();
    }

    const Piece &
    operator[](const std::size_t k) const
    {
      assert(k < size());
      return pieces[k];
    }

    const Piece &
    last() const
    {
      return pieces.back();
    }

    /** The index of the last piece that has begun at t, or 0: by bisection. */
    std::size_t
    index_at(const Number t) const
    {
      const auto next = std::upper_bound(std::next(pieces.begin()),
                                         pieces.end(),
                                         t,
                                         [](const Number s, const Piece &p) {
                                           return s < p.start;
                                         });
      return static_cast<std::size_t>(next - pieces.begin()) - 1;
    }

    const Piece &
    piece_at(const Number t) const
    {
      return pieces[index_at(t)];
    }

  private:
    std::vector<Piece> pieces;
  };
} // namespace percuss

#endif
