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
      for (std::size_t row = 0; row < rows.size(); ++row)
        for (const auto &[index, value] : rows[row])
          if (owned.is_element(index))
            entries.push_back({row, owned.index_within_set(index), value});
    }

    /** Number m of rows. */
    std::size_t
    n_rows() const
    {
      return n;
    }

    /** Appends (i, j, G_ij) of the entries of this rank, j counted within it:
     * those of row @p rows[i] here have the number first + i. @pre rows are in
     * ascending order */
    void
    append_entries(const std::span<const std::size_t>   rows,
                   const std::size_t                    first,
                   std::vector<Eigen::Triplet<double>> &list) const
    {
      for (std::size_t i = 0; const Entry &entry : entries)
        {
          while (i < rows.size() && rows[i] < entry.row)
            ++i;
          if (i < rows.size() && rows[i] == entry.row)
            list.emplace_back(static_cast<int>(first + i),
                              static_cast<int>(entry.column),
                              entry.value);
        }
    }

    /** Number of degrees of freedom of this rank. */
    std::size_t
    n_local_columns() const
    {
      return n_owned;
    }

    /** u = G x. */
    void
    vmult(const typename A::Vector &x, const std::span<double> u) const
    {
      std::fill(u.begin(), u.end(), 0.);
      A::read_local(x, [&](const double *local) {
        for (const Entry &entry : entries)
          u[entry.row] += entry.value * local[entry.column];
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
        for (const Entry &entry : entries)
          local[entry.column] += entry.value * p[entry.row];
      });
    }

  private:
    struct Entry
    {
      std::size_t row, column; // the column counts within this rank
      double      value;
    };

    std::size_t        n            = 0;
    MPI_Comm           communicator = MPI_COMM_SELF;
    unsigned int       n_ranks      = 1;
    std::size_t        n_owned      = 0;
    std::vector<Entry> entries;
  };
} // namespace percuss

#endif
