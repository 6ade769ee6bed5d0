// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_parallel_algebra_sparse_rows_h
#define percuss_parallel_algebra_sparse_rows_h

#include <percuss/algebra/algebra.h>

#include <deal.II/base/index_set.h>
#include <deal.II/base/mpi.h>

#include <Eigen/SparseCore>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace percuss
{
  /**
   * A few sparse linear functionals of a distributed vector, the rows of G:
   *
   *     u = G x  (m numbers, the same on all ranks),    x += G^T p.
   *
   * Each rank stores the entries of its own degrees of freedom; one reduction
   * gives all m values. Nothing is allocated after the rows are set.
   */
  template <Algebra A>
  class SparseRows
  {
  public:
    using Row = std::vector<std::pair<dealii::types::global_dof_index, double>>;

    SparseRows() = default;

    /**
     * @param rows global indices and values, the same on all ranks
     * @param owned contiguous range of indices of this rank
     */
    SparseRows(const std::vector<Row> &rows,
               const dealii::IndexSet &owned,
               const MPI_Comm          communicator)
      : n(rows.size())
      , communicator(communicator)
      , n_ranks(dealii::Utilities::MPI::n_mpi_processes(communicator))
      , n_owned(owned.n_elements())
    {
      const auto  begin     = n_owned > 0 ? owned.nth_index_in_set(0) :
                                            dealii::types::global_dof_index();
      std::size_t n_entries = 0;
      for (const Row &row : rows)
        n_entries += row.size();
      entries.reserve(n_entries);
      first.reserve(n + 1);
      for (const Row &row : rows)
        {
          first.push_back(entries.size());
          for (const auto &[index, value] : row)
            if (index >= begin && index - begin < n_owned)
              entries.push_back({index - begin, value});
          merge_from(first.back());
        }
      first.push_back(entries.size());
    }

    /** Number m of rows. */
    std::size_t
    n_rows() const
    {
      return n;
    }

    /** Sets @p G to some rows, with the columns of this rank, counted within
     * it. */
    template <class Matrix>
    void
    set_matrix(const std::span<const std::size_t> some, Matrix &G) const
    {
      G.resize(static_cast<Eigen::Index>(some.size()),
               static_cast<Eigen::Index>(n_owned));
      std::size_t n_entries = 0;
      for (const std::size_t row : some)
        n_entries += first[row + 1] - first[row];
      G.reserve(static_cast<Eigen::Index>(n_entries));
      for (Eigen::Index i = 0; const std::size_t row : some)
        {
          G.startVec(i);
          for (const Entry &entry : of_row(row))
            G.insertBack(i, static_cast<Eigen::Index>(entry.column)) =
              entry.value;
          ++i;
        }
      G.finalize();
    }

    /** u = G x. */
    void
    vmult(const typename A::Vector &x, const std::span<double> u) const
    {
      std::fill(u.begin(), u.end(), 0.);
      A::read_local(x, [&](const double *local) {
        for (std::size_t row = 0; row < n; ++row)
          for (const Entry &entry : of_row(row))
            u[row] += entry.value * local[entry.column];
      });
      if (n_ranks > 1 && n > 0)
        MPI_Allreduce(MPI_IN_PLACE,
                      u.data(),
                      static_cast<int>(n),
                      MPI_DOUBLE,
                      MPI_SUM,
                      communicator);
    }

    /** x += G^T p. */
    void
    Tvmult_add(const std::span<const double> p, typename A::Vector &x) const
    {
      A::write_local(x, [&](double *local) {
        for (std::size_t row = 0; row < n; ++row)
          for (const Entry &entry : of_row(row))
            local[entry.column] += entry.value * p[row];
      });
    }

  private:
    struct Entry
    {
      std::size_t column; // within this rank
      double      value;
    };

    std::span<const Entry>
    of_row(const std::size_t row) const
    {
      return {entries.data() + first[row], first[row + 1] - first[row]};
    }

    // Entries ascend then, one for each column.
    void
    merge_from(const std::size_t begin)
    {
      const std::span<Entry> row(entries.data() + begin,
                                 entries.size() - begin);
      if (!std::ranges::is_sorted(row, {}, &Entry::column))
        std::ranges::stable_sort(row, {}, &Entry::column);
      std::size_t end = begin;
      for (std::size_t i = begin; i < entries.size(); ++i)
        if (end > begin && entries[end - 1].column == entries[i].column)
          entries[end - 1].value += entries[i].value;
        else
          entries[end++] = entries[i];
      entries.resize(end);
    }

    std::size_t              n            = 0;
    MPI_Comm                 communicator = MPI_COMM_SELF;
    unsigned int             n_ranks      = 1;
    std::size_t              n_owned      = 0;
    std::vector<Entry>       entries;
    std::vector<std::size_t> first; // entry of each row, and the end
  };
} // namespace percuss

#endif
