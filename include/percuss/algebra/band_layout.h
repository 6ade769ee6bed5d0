// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_band_layout_h
#define percuss_algebra_band_layout_h

#include <Eigen/Core>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * An order of the unknowns of a sparse matrix in which its entries are near
   * the diagonal: |position(i) - position(j)| <= bandwidth() wherever (i, j) or
   * (j, i) is an entry. Unknowns come in blocks of one size, whose entries are
   * all there; those of two blocks where the blocks are coupled.
   *
   * Order of Cuthill and McKee, reversed: E. Cuthill, J. McKee, Reducing the
   * bandwidth of sparse symmetric matrices, Proc. 24th ACM National Conf.,
   * 1969; from an end of each part of the graph: N. E. Gibbs, W. G. Poole, P.
   * K. Stockmeyer, SIAM J. Numer. Anal. 13, 1976. A chain keeps its neighbours.
   */
  class BandLayout
  {
  public:
    using Index = Eigen::Index;

    BandLayout() = default;

    /** @param couples pairs of blocks, in any order, with repetitions
     * @pre 0 <= blocks < n_blocks, block_size > 0 */
    BandLayout(const std::size_t n_blocks,
               const std::size_t block_size,
               const std::vector<std::pair<std::size_t, std::size_t>> &couples)
    {
      Graph graph(n_blocks);
      for (const auto &[a, b] : couples)
        if (a != b)
          {
            assert(a < n_blocks && b < n_blocks);
            graph[a].push_back(b);
            graph[b].push_back(a);
          }
      for (auto &neighbours : graph)
        {
          std::ranges::sort(neighbours);
          const auto rest = std::ranges::unique(neighbours);
          neighbours.erase(rest.begin(), rest.end());
        }

      const std::vector<std::size_t> order = reversed_order(graph);
      std::vector<std::size_t>       place(n_blocks);
      for (std::size_t k = 0; k < n_blocks; ++k)
        place[order[k]] = k;
      std::size_t distance = 0;
      for (std::size_t a = 0; a < n_blocks; ++a)
        for (const std::size_t b : graph[a])
          distance =
            std::max(distance, place[a] > place[b] ? place[a] - place[b] : 0);
      half_width = static_cast<Index>((distance + 1) * block_size) - 1;
      for (std::size_t i = 0; i < n_blocks * block_size; ++i)
        positions.push_back(static_cast<Index>(
          place[i / block_size] * block_size + i % block_size));
      unknowns.resize(positions.size());
      for (std::size_t i = 0; i < positions.size(); ++i)
        unknowns[static_cast<std::size_t>(positions[i])] =
          static_cast<Index>(i);
    }

    /** Number of unknowns. */
    Index
    size() const
    {
      return static_cast<Index>(positions.size());
    }

    Index
    bandwidth() const
    {
      return half_width;
    }

    Index
    position(const Index i) const
    {
      assert(i >= 0 && i < size());
      return positions[static_cast<std::size_t>(i)];
    }

    /** That at a position. */
    Index
    unknown(const Index position) const
    {
      assert(position >= 0 && position < size());
      return unknowns[static_cast<std::size_t>(position)];
    }

  private:
    using Graph = std::vector<std::vector<std::size_t>>;

    /** The blocks reached from @p first in the order in which they are found,
     * those of few neighbours first. */
    static void
    search(const Graph              &graph,
           const std::size_t         first,
           std::vector<char>        &is_found,
           std::vector<std::size_t> &order)
    {
      const std::size_t start = order.size();
      order.push_back(first);
      is_found[first] = 1;
      for (std::size_t k = start; k < order.size(); ++k)
        {
          const auto found = static_cast<std::ptrdiff_t>(order.size());
          for (const std::size_t next : graph[order[k]])
            if (!is_found[next])
              {
                is_found[next] = 1;
                order.push_back(next);
              }
          std::stable_sort(order.begin() + found,
                           order.end(),
                           [&graph](const std::size_t a, const std::size_t b) {
                             return graph[a].size() < graph[b].size();
                           });
        }
    }

    /** Of every part of the graph: two searches, each from where the one before
     * ends, lead to its ends; the third counts. */
    static std::vector<std::size_t>
    reversed_order(const Graph &graph)
    {
      std::vector<std::size_t> order;
      std::vector<char>        is_found(graph.size(), 0);
      for (std::size_t first = 0; first < graph.size(); ++first)
        if (!is_found[first])
          {
            const std::size_t begin = order.size();
            search(graph, first, is_found, order);
            for (unsigned int pass = 0; pass < 2; ++pass)
              {
                const std::size_t last = order.back();
                for (std::size_t k = begin; k < order.size(); ++k)
                  is_found[order[k]] = 0;
                order.resize(begin);
                search(graph, last, is_found, order);
              }
          }
      std::ranges::reverse(order);
      return order;
    }

    std::vector<Index> positions, unknowns;
    Index              half_width = 0;
  };
} // namespace percuss

#endif
