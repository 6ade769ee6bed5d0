// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/self_contact.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace percuss
{
  namespace
  {
    constexpr double equal_sizes  = 1e-6;
    constexpr double least_weight = 1e-14; // rounding

    /** A piece of the surface: nodes that are neighbours of each other. */
    struct PieceOfSurface
    {
      unsigned int first; // its smallest node
      double       size = 0.;
      unsigned int rank = 0;
    };
  } // namespace

  void
  SlaveSelection::set_order(const std::vector<double> &sizes)
  {
    const auto                  n = static_cast<unsigned int>(sizes.size());
    std::vector<unsigned int>   piece_of(n, n);
    std::vector<PieceOfSurface> pieces;
    std::vector<unsigned int>   waiting;
    for (unsigned int first = 0; first < n; ++first)
      {
        if (piece_of[first] < n)
          continue;
        const auto   piece = static_cast<unsigned int>(pieces.size());
        unsigned int count = 0;
        pieces.push_back({first});
        piece_of[first] = piece;
        waiting         = {first};
        for (; !waiting.empty(); ++count)
          {
            const unsigned int node = waiting.back();
            waiting.pop_back();
            pieces.back().size += sizes[node];
            for (const unsigned int other : neighbours[node])
              if (piece_of[other] == n)
                {
                  piece_of[other] = piece;
                  waiting.push_back(other);
                }
          }
        pieces.back().size /= count;
      }

    // sizes that differ by rounding are equal
    std::vector<unsigned int> by_size(pieces.size());
    for (unsigned int i = 0; i < by_size.size(); ++i)
      by_size[i] = i;
    std::ranges::sort(by_size, {}, [&](const unsigned int i) {
      return std::tuple(pieces[i].size, i);
    });
    for (std::size_t i = 1; i < by_size.size(); ++i)
      {
        const PieceOfSurface &before = pieces[by_size[i - 1]];
        PieceOfSurface       &piece  = pieces[by_size[i]];
        piece.rank =
          before.rank + (piece.size > (1. + equal_sizes) * before.size);
      }

    for (unsigned int node = 0; node < n; ++node)
      order.push_back(node);
    std::ranges::sort(order, {}, [&](const unsigned int node) {
      const PieceOfSurface &piece = pieces[piece_of[node]];
      return std::tuple(piece.rank, piece.first, node);
    });
  }

  template <int dim>
  void
  SlaveSelection::keep_slaves(std::vector<MortarRow<dim>> &rows) const
  {
    std::vector<const MortarRow<dim> *> row_of(order.size(), nullptr);
    for (const MortarRow<dim> &row : rows)
      row_of[row.node] = &row;

    std::vector<unsigned char> is_slave(order.size(), 0), is_master(is_slave);
    const auto                 may_be_slave = [&](const unsigned int node) {
      return row_of[node] && !is_slave[node] && !is_master[node] &&
             std::ranges::none_of(row_of[node]->masters, [&](const auto &part) {
               return std::abs(part.second) > least_weight &&
                      is_slave[part.first];
             });
    };
    std::vector<unsigned int> waiting;
    for (const unsigned int first : order)
      {
        waiting = {first};
        for (std::size_t i = 0; i < waiting.size(); ++i) // it grows
          {
            const unsigned int node = waiting[i];
            if (!may_be_slave(node))
              continue;
            is_slave[node] = 1;
            for (const auto &[b, weight] : row_of[node]->masters)
              if (std::abs(weight) > least_weight)
                is_master[b] = 1;
            waiting.insert(waiting.end(),
                           neighbours[node].begin(),
                           neighbours[node].end());
          }
      }
    std::erase_if(rows, [&](const MortarRow<dim> &row) {
      return !is_slave[row.node];
    });
  }

  template void
  SlaveSelection::keep_slaves(std::vector<MortarRow<2>> &) const;
  template void
  SlaveSelection::keep_slaves(std::vector<MortarRow<3>> &) const;
} // namespace percuss
