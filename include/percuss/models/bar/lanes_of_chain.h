// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_bar_lanes_of_chain_h
#define percuss_models_bar_lanes_of_chain_h

#include <percuss/models/bar/aligned_array.h>
#include <percuss/models/bar/chain_kernels.h>
#include <percuss/models/bar/chain_matrices.h>
#include <percuss/models/bar/tridiagonal.h>

#include <array>
#include <cstddef>
#include <span>

namespace percuss
{
  /** What is kept of nodes. */
  enum class ChainField
  {
    q,
    v,
    a,
    filter_q,
    filter_v
  };

  /** Rows first, ..., end - 1 of the columns of impulses. */
  struct ImpulseRows
  {
    ImpulseRows() = default;
    ImpulseRows(const std::size_t first,
                const std::size_t end,
                const std::size_t n_lanes)
      : first(first)
      , n_entries((end - first) * n_lanes)
    {
      for (auto *arrays : {&d, &w})
        for (AlignedArray &array : *arrays)
          array = AlignedArray(n_entries);
    }

    /** The last ones of d and w <- p_0 times the first + p_1 times the second
     */
    void
    combine(const EndsOfChain &p)
    {
      for (auto *arrays : {&d, &w})
        {
          const double *const left = (*arrays)[0].data(), *const right =
                                                            (*arrays)[1].data();
          double *const sum = (*arrays)[2].data();
          for (std::size_t i = 0; i < n_entries; ++i)
            sum[i] = p[0] * left[i] + p[1] * right[i];
        }
    }

    std::size_t                 first = 0, n_entries = 0;
    std::array<AlignedArray, 3> d, w; // of both ends, and for a step
  };

  /** Nodes that share a kernel. */
  struct LanesOfChain
  {
    ChainKernels kernels;
    std::size_t  first;     ///< node that is separator 0
    std::size_t  separator; ///< its number
    ChainPart    view{};
    AlignedArray arrays, spike;
    ImpulseRows  low, high;

    std::size_t
    n_lanes() const
    {
      return kernels.n_lanes;
    }

    /** The node of a row of a lane. */
    std::size_t
    node(const std::size_t row, const std::size_t lane) const
    {
      return first + lane * (view.n_rows + 1) + row;
    }

    std::size_t
    last_row() const
    {
      return view.n_rows + 1;
    }

    std::size_t
    at(const std::size_t row, const std::size_t lane) const
    {
      return row * n_lanes() + lane;
    }

    /** Whether a row of coefficients is read. */
    bool
    is_read(const std::size_t row) const
    {
      return row <= view.same.begin || row >= view.same.end;
    }

    double *
    field(const ChainField field) const
    {
      return field == ChainField::q        ? view.q :
             field == ChainField::v        ? view.v :
             field == ChainField::a        ? view.a :
             field == ChainField::filter_q ? view.filter_q :
                                             view.filter_v;
    }

    /** Calls f(row, lane, node) for all rows, separators included. */
    template <class Function>
    void
    for_each(const Function &f) const
    {
      for (std::size_t lane = 0; lane < n_lanes(); ++lane)
        for (std::size_t row = 0; row <= last_row(); ++row)
          f(row, lane, node(row, lane));
    }

    void
    allocate(bool is_alpha, bool is_general);
    /** Finds the rows whose coefficients are the same, after set_spikes().
     * @param factors of S in each lane, with its separators */
    void
    find_same_rows(const ChainMatrices                  &matrices,
                   std::span<const CondensedTridiagonal> factors);
    void
    set_matrices(const ChainMatrices &matrices, bool is_first);
    void
    set_factors(std::span<const CondensedTridiagonal> factors);
    void
    set_columns(std::span<const ChainColumn> columns);
    void
    set_spikes(std::span<const CondensedTridiagonal> factors);

    /** What impulses @p p at the ends do in a step, and w of a row then. */
    ChainJump
    jump(const EndsOfChain &p);
    double
    jump_velocity(std::size_t        row,
                  std::size_t        lane,
                  const EndsOfChain &p) const;
  };
} // namespace percuss

#endif
