// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/lanes_of_chain.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace percuss
{
  namespace
  {
    constexpr double epsilon = std::numeric_limits<double>::epsilon();

    /** The nodes where a column is not zero: from the first one to one behind
     * the last. */
    std::pair<std::size_t, std::size_t>
    support(const ChainColumn &column)
    {
      const std::size_t n     = column.w.size();
      std::size_t       first = n, end = 0;
      for (const auto *values : {&column.d, &column.w})
        for (std::size_t i = 0; i < n; ++i)
          if ((*values)[i] != 0.)
            {
              first = std::min(first, i);
              end   = std::max(end, i + 1);
            }
      return {first, end};
    }
  } // namespace

  void
  LanesOfChain::allocate(const bool is_alpha, const bool is_general)
  {
    // lines of different arrays are not to have the same place in the cache
    constexpr std::size_t line = AlignedArray::alignment / sizeof(double);
    std::size_t           size = (view.n_rows + 3) * n_lanes();
    size                       = (size + line - 1) / line * line + 5 * line;

    std::vector<double **> needed = {&view.q, &view.v, &view.y};
    if (is_alpha)
      needed.insert(needed.end(), {&view.a, &view.filter_q});
    if (is_alpha && is_general)
      needed.push_back(&view.filter_v);
    std::vector<const double **> constants = {&view.stiffness,
                                              &view.coupling,
                                              &view.lower,
                                              &view.mass,
                                              &view.inverse_pivot};
    if (is_general)
      constants.push_back(&view.load);
    arrays         = AlignedArray(size * (needed.size() + constants.size()));
    double *memory = arrays.data();
    for (double **const pointer : needed)
      {
        *pointer = memory;
        memory += size;
      }
    for (const double **const pointer : constants)
      {
        *pointer = memory;
        memory += size;
      }
  }

  void
  LanesOfChain::find_same_rows(
    const ChainMatrices                        &matrices,
    const std::span<const CondensedTridiagonal> factors)
  {
    const std::size_t n = view.n_rows, middle = n / 2 + 1;
    const auto numbers = [&](const std::size_t row, const std::size_t lane) {
      const std::size_t         i = node(row, lane);
      const TridiagonalFactors &f = factors[lane].inner;
      return std::array<double, 8>{matrices.stiffness[i],
                                   matrices.coupling[i],
                                   row < n ? f.lower[row] :
                                             factors[lane].last_lower,
                                   matrices.mass[i],
                                   matrices.load.empty() ? 0. :
                                                           matrices.load[i],
                                   f.inverse_pivot[row - 1],
                                   matrices.coupling[i - 1],
                                   row > 1 ? f.lower[row - 1] : 0.};
    };
    std::array<double, 8> same = numbers(middle, 0);
    same[6]                    = same[1]; // on the left what is on the right
    same[7]                    = same[2];
    const auto are_so          = [&](const auto row, const auto lane) {
      return std::ranges::equal(numbers(row, lane),
                                same,
                                [](const double x, const double y) {
                                  return std::abs(x - y) <=
                                         4. * epsilon * std::abs(y);
                                });
    };
    std::size_t begin = view.n_spike + 1, end = n + 1;
    for (std::size_t lane = 0; lane < n_lanes(); ++lane)
      {
        for (std::size_t row = middle; row >= begin; --row)
          if (!are_so(row, lane))
            begin = row + 1;
        for (std::size_t row = middle; row < end; ++row)
          if (!are_so(row, lane))
            end = row;
      }
    if (begin < end)
      view.same = {
        begin, end, same[0], same[1], same[2], same[3], same[4], same[5]};
    else
      view.same.begin = view.same.end = view.n_spike + 1;
  }

  void
  LanesOfChain::set_matrices(const ChainMatrices &matrices, const bool is_first)
  {
    const auto set = [this](const double *const array,
                            const std::size_t   row,
                            const std::size_t   lane,
                            const double        value) {
      const_cast<double *>(array)[at(row, lane)] = value;
    };
    for_each(
      [&](const std::size_t row, const std::size_t lane, const std::size_t i) {
        if (!is_read(row))
          return;
        // separators that are there twice count on the left
        if (row > 0 || (lane == 0 && is_first))
          {
            set(view.mass, row, lane, matrices.mass[i]);
            if (view.load && !matrices.load.empty())
              set(view.load, row, lane, matrices.load[i]);
          }
        if (row > 0)
          {
            set(view.stiffness, row, lane, matrices.stiffness[i - 1]);
            set(view.coupling, row, lane, matrices.coupling[i - 1]);
          }
      });
  }

  void
  LanesOfChain::set_factors(const std::span<const CondensedTridiagonal> factors)
  {
    const std::size_t n       = view.n_rows;
    auto *const       lower   = const_cast<double *>(view.lower);
    auto *const       inverse = const_cast<double *>(view.inverse_pivot);
    for (std::size_t lane = 0; n > 0 && lane < n_lanes(); ++lane)
      {
        const TridiagonalFactors &f = factors[lane].inner;
        for (std::size_t row = 1; row <= n; ++row)
          if (is_read(row))
            {
              inverse[at(row, lane)] = f.inverse_pivot[row - 1];
              lower[at(row, lane)]   = row > 1 ? f.lower[row - 1] : 0.;
            }
        lower[at(n + 1, lane)] = factors[lane].last_lower;
      }
  }

  void
  LanesOfChain::set_columns(const std::span<const ChainColumn> columns)
  {
    const std::size_t last_lane = n_lanes() - 1, end_row = last_row() + 1;
    const std::size_t end   = support(columns[0]).second;
    const std::size_t begin = support(columns[1]).first;
    // of the left end in lane 0 alone, of the right end in the last one
    std::size_t low  = end > first ? end - first : 0;
    std::size_t high = begin > node(0, last_lane) ?
                         std::min(begin - node(0, last_lane), end_row) :
                         0;
    if (low > last_row() || high < low)
      low = high = end_row;
    this->low  = ImpulseRows(0, low, n_lanes());
    this->high = ImpulseRows(high, end_row, n_lanes());
    for (ImpulseRows *const rows : {&this->low, &this->high})
      for_each([&](const std::size_t row,
                   const std::size_t lane,
                   const std::size_t i) {
        if (row < rows->first || at(row - rows->first, lane) >= rows->n_entries)
          return;
        for (const std::size_t end_of_bar : {0, 1})
          {
            const ChainColumn &column         = columns[end_of_bar];
            const std::size_t  place          = at(row - rows->first, lane);
            rows->d[end_of_bar].data()[place] = column.d[i];
            rows->w[end_of_bar].data()[place] = column.w[i];
          }
      });
  }

  ChainJump
  LanesOfChain::jump(const EndsOfChain &p)
  {
    const std::size_t end_row = last_row() + 1;
    if (p[0] == 0. && p[1] == 0.)
      return {0, end_row};
    low.combine(p);
    high.combine(p);
    return {low.n_entries / n_lanes(),
            high.first,
            low.d[2].data(),
            low.w[2].data(),
            high.d[2].data(),
            high.w[2].data()};
  }

  void
  LanesOfChain::set_spikes(const std::span<const CondensedTridiagonal> factors)
  {
    const std::size_t n       = view.n_rows;
    double            largest = 0.;
    for (const CondensedTridiagonal &of_lane : factors)
      for (const double entry : of_lane.spike)
        largest = std::max(largest, std::abs(entry));
    view.n_spike = 0;
    for (const CondensedTridiagonal &of_lane : factors)
      for (std::size_t i = view.n_spike; i < n; ++i)
        if (std::abs(of_lane.spike[i]) > negligible_share * largest)
          view.n_spike = i + 1;
    spike = AlignedArray((view.n_spike + 1) * n_lanes());
    for (std::size_t lane = 0; lane < n_lanes(); ++lane)
      for (std::size_t row = 1; row <= view.n_spike; ++row)
        spike.data()[at(row, lane)] = factors[lane].spike[row - 1];
    view.spike = spike.data();
  }

  double
  LanesOfChain::jump_velocity(const std::size_t  row,
                              const std::size_t  lane,
                              const EndsOfChain &p) const
  {
    double w = 0.;
    for (const ImpulseRows *const rows : {&low, &high})
      if (row >= rows->first && at(row - rows->first, lane) < rows->n_entries)
        for (const std::size_t end : {0, 1})
          w += p[end] * rows->w[end].data()[at(row - rows->first, lane)];
    return w;
  }
} // namespace percuss
