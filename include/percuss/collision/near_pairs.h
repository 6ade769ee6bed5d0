// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_collision_near_pairs_h
#define percuss_collision_near_pairs_h

#include <Eigen/Core>

#include <algorithm>
#include <numeric>
#include <vector>

namespace percuss
{
  /**
   * Pairs of balls that overlap, by sweep and prune along x: n balls of about
   * the same size that fill a square or cube cost O(n^(3/2)) or O(n^(5/3)).
   * The order of the last call is kept, and sorted by insertion.
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
      : order(n)
    {
      std::iota(order.begin(), order.end(), 0U);
    }

    /** Calls visit(i, j), i < j, with the numbers of balls that overlap.
     * Allocates nothing. */
    template <class Visit>
    void
    for_each(const std::vector<Ball> &balls, const Visit &visit)
    {
      const auto begin = [&](const unsigned int i) {
        return balls[i].centre[0] - balls[i].radius;
      };
      for (std::size_t k = 1; k < order.size(); ++k)
        {
          const unsigned int i = order[k];
          std::size_t        l = k;
          for (; l > 0 && begin(order[l - 1]) > begin(i); --l)
            order[l] = order[l - 1];
          order[l] = i;
        }
      for (std::size_t k = 0; k < order.size(); ++k)
        {
          const Ball  &a   = balls[order[k]];
          const double end = a.centre[0] + a.radius;
          for (std::size_t l = k + 1;
               l < order.size() && begin(order[l]) <= end;
               ++l)
            {
              const Ball  &b = balls[order[l]];
              const double r = a.radius + b.radius;
              if ((a.centre - b.centre).squaredNorm() <= r * r)
                visit(std::min(order[k], order[l]),
                      std::max(order[k], order[l]));
            }
        }
    }

  private:
    std::vector<unsigned int> order;
  };
} // namespace percuss

#endif
