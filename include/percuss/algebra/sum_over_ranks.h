// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_sum_over_ranks_h
#define percuss_algebra_sum_over_ranks_h

#include <percuss/algebra/algebra.h>

#include <Eigen/SparseCore>

#include <vector>

namespace percuss
{
  /** Whether ranks share the vectors of a class, each with its part. */
  template <class V>
  inline constexpr bool ranks_share = requires(V &x, std::vector<double> &list)
  {
    LocalEntries<V>::append_over_ranks(x, list);
  };

  /** The sum over the ranks that share @p x of their parts of a small matrix, on
   * all of them; the entries of each may be at other places. Collective. */
  template <class V>
  void
  sum_over_ranks(Eigen::SparseMatrix<double, Eigen::RowMajor> &matrix, V &x)
  {
    static_assert(ranks_share<V>);
    if (LocalEntries<V>::n_ranks(x) == 1)
      return;
    using Entry = Eigen::SparseMatrix<double, Eigen::RowMajor>::InnerIterator;
    std::vector<double> list; // i, j, value
    for (Eigen::Index i = 0; i < matrix.outerSize(); ++i)
      for (Entry entry(matrix, i); entry; ++entry)
        list.insert(list.end(),
                    {static_cast<double>(i),
                     static_cast<double>(entry.col()),
                     entry.value()});
    LocalEntries<V>::append_over_ranks(x, list);
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t k = 0; k < list.size(); k += 3)
      entries.emplace_back(static_cast<int>(list[k]),
                           static_cast<int>(list[k + 1]),
                           list[k + 2]);
    matrix.setFromTriplets(entries.begin(), entries.end());
  }
} // namespace percuss

#endif
