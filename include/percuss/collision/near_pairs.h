// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_collision_near_pairs_h
#define percuss_collision_near_pairs_h

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace percuss
{
  /**
   * Pairs of balls that overlap, by a grid of cells, found by their hash, no
   * smaller than the balls: n balls of about the same size cost O(n + pairs),
   * wherever they are. The few that are several times as large as the mean are
   * looked at with all others.
   */
  template <int dim>
  class NearPairs
  {
  public:
    using Vector = Eigen::Vector<double, dim>;

    struct Ball
    {
      Vector centre;
      double radius;
    };

    explicit NearPairs(const std::size_t n)
      : cells(n)
      , members(n)
      , first_of_bucket(std::bit_ceil(2 * n + 1) + 1)
    {
      large.reserve(n);
    }

    /** Calls visit(i, j), i < j, once for all balls that overlap, in no order.
     * Allocates nothing. */
    template <class Visit>
    void
    for_each(const std::vector<Ball> &balls, const Visit &visit)
    {
      const auto n          = static_cast<unsigned int>(balls.size());
      const auto visit_near = [&](const unsigned int i, const unsigned int j) {
        const double r = balls[i].radius + balls[j].radius;
        if ((balls[i].centre - balls[j].centre).squaredNorm() <= r * r)
          visit(std::min(i, j), std::max(i, j));
      };
      fill_cells(balls);
      for (const unsigned int i : large)
        for (unsigned int j = 0; j < n; ++j)
          if (!is_large(balls[j]) || i < j)
            visit_near(i, j);
      for (unsigned int i = 0; i < n; ++i)
        if (!is_large(balls[i]))
          for (const Cell &offset : half_of_neighbours())
            {
              Cell near = cells[i];
              for (int k = 0; k < dim; ++k)
                near[k] += offset[k];
              const std::size_t bucket = bucket_of(near);
              for (auto m = first_of_bucket[bucket];
                   m < first_of_bucket[bucket + 1];
                   ++m)
                if (const unsigned int j = members[m];
                    cells[j] == near && (near != cells[i] || i < j))
                  visit_near(i, j);
            }
    }

  private:
    using Cell = std::array<std::int64_t, dim>;

    static constexpr int n_half = dim == 2 ? 5 : 14;

    /** A cell and one of each two that are opposite of its neighbours. */
    static const std::array<Cell, n_half> &
    half_of_neighbours()
    {
      static const auto offsets = [] {
        std::array<Cell, n_half> result{};
        int                      n = 0;
        for (int code = n_half - 1; code < 2 * n_half - 1; ++code, ++n)
          for (int k = 0, rest = code; k < dim; ++k, rest /= 3)
            result[n][k] = rest % 3 - 1;
        return result;
      }();
      return offsets;
    }

    bool
    is_large(const Ball &ball) const
    {
      return ball.radius > largest;
    }

    /** Sorts the balls that are not large by the buckets of their cells. */
    void
    fill_cells(const std::vector<Ball> &balls)
    {
      double mean = 0., edge = 0.;
      for (const Ball &ball : balls)
        mean += ball.radius / static_cast<double>(balls.size());
      largest = 4. * mean;
      large.clear();
      for (unsigned int i = 0; i < balls.size(); ++i)
        if (is_large(balls[i]))
          large.push_back(i);
        else
          edge = std::max(edge, 2.000001 * balls[i].radius); // with rounding
      // farther out all are in the last cell
      constexpr double limit = 1e15;
      for (std::size_t i = 0; i < balls.size(); ++i)
        for (int k = 0; k < dim; ++k)
          {
            const double x = std::floor(balls[i].centre[k] / edge);
            cells[i][k]    = x > -limit && x < limit ?
                               static_cast<std::int64_t>(x) :
                               static_cast<std::int64_t>(x > 0. ? limit : -limit);
          }
      std::ranges::fill(first_of_bucket, 0U);
      const auto for_small = [&](const auto &visit) {
        for (unsigned int i = 0; i < balls.size(); ++i)
          if (!is_large(balls[i]))
            visit(i, bucket_of(cells[i]));
      };
      for_small([&](unsigned int, const std::size_t bucket) {
        ++first_of_bucket[bucket];
      });
      for (std::size_t k = 1; k < first_of_bucket.size(); ++k)
        first_of_bucket[k] += first_of_bucket[k - 1];
      for_small([&](const unsigned int i, const std::size_t bucket) {
        members[--first_of_bucket[bucket]] = i;
      });
    }

    std::size_t
    bucket_of(const Cell &cell) const
    {
      std::uint64_t hash = 0;
      for (const std::int64_t x : cell)
        {
          hash = (hash ^ static_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15U;
          hash ^= hash >> 32;
        }
      return hash & (first_of_bucket.size() - 2);
    }

    std::vector<Cell>         cells;
    std::vector<unsigned int> members; // of the buckets
    std::vector<unsigned int> first_of_bucket;
    std::vector<unsigned int> large;
    double                    largest = 0.; // radius that is not large
  };
} // namespace percuss

#endif
