// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_row_products_h
#define percuss_algebra_row_products_h

#include <Eigen/SparseCore>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace percuss
{
  /**
   * W = G D G^T of a few sparse rows G (m x n) with a diagonal D: entries of the
   * few columns that rows have in common. The time does not depend on n, but
   * for the first call. Memory is kept from call to call.
   */
  class RowProducts
  {
  public:
    using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

    /** @param D function of a column, its entry @pre G is compressed */
    template <class Diagonal>
    void
    set(const Matrix &G, const Diagonal &D, Matrix &W)
    {
      number_columns(G);
      sort_by_columns(G);
      const Eigen::Index m = G.rows();
      sums.assign(static_cast<std::size_t>(m), 0.);
      is_in_row.assign(static_cast<std::size_t>(m), 0);
      upper.clear();
      n_in_row.assign(static_cast<std::size_t>(m) + 1, 0);
      const int *const starts = G.outerIndexPtr();
      for (int i = 0; i < m; ++i)
        {
          row.clear();
          for (int k = starts[i]; k < starts[i + 1]; ++k)
            add_column(G.valuePtr()[k] * D(G.innerIndexPtr()[k]),
                       static_cast<std::size_t>(
                         number_of[static_cast<std::size_t>(k)]));
          std::ranges::sort(row);
          for (const int j : row)
            {
              const auto at = static_cast<std::size_t>(j);
              upper.push_back({j, sums[at]});
              ++n_in_row[static_cast<std::size_t>(i)];
              if (j > i)
                ++n_in_row[at];
              sums[at]      = 0.;
              is_in_row[at] = 0;
            }
        }
      mirror(m, W);
    }

  private:
    struct Entry
    {
      int    row;
      double value;
    };

    // Of those that have entries, as these come.
    void
    number_columns(const Matrix &G)
    {
      const auto n = static_cast<std::size_t>(G.cols());
      if (number.size() != n)
        number.assign(n, -1);
      const auto n_entries = static_cast<std::size_t>(G.nonZeros());
      number_of.resize(n_entries);
      n_columns = 0;
      for (std::size_t k = 0; k < n_entries; ++k)
        {
          int &of_column =
            number[static_cast<std::size_t>(G.innerIndexPtr()[k])];
          if (of_column < 0)
            of_column = n_columns++;
          number_of[k] = of_column;
        }
      for (std::size_t k = 0; k < n_entries; ++k)
        number[static_cast<std::size_t>(G.innerIndexPtr()[k])] = -1;
    }

    void
    sort_by_columns(const Matrix &G)
    {
      first.assign(static_cast<std::size_t>(n_columns) + 1, 0);
      for (const int column : number_of)
        ++first[static_cast<std::size_t>(column) + 1];
      for (std::size_t column = 1; column < first.size(); ++column)
        first[column] += first[column - 1];
      next.assign(first.begin(), first.end());
      entries.resize(number_of.size());
      for (int i = 0; i < G.rows(); ++i)
        for (int k = G.outerIndexPtr()[i]; k < G.outerIndexPtr()[i + 1]; ++k)
          entries[next[static_cast<std::size_t>(
            number_of[static_cast<std::size_t>(k)])]++] = {i, G.valuePtr()[k]};
      next.assign(first.begin(), first.end());
    }

    // Rows come one after the other: next is the entry of this one.
    void
    add_column(const double factor, const std::size_t column)
    {
      for (std::size_t k = next[column]++; k < first[column + 1]; ++k)
        {
          const auto j = static_cast<std::size_t>(entries[k].row);
          if (is_in_row[j] == 0)
            {
              is_in_row[j] = 1;
              row.push_back(entries[k].row);
            }
          sums[j] += factor * entries[k].value;
        }
    }

    // W of its entries (i, j), j >= i, by rows.
    void
    mirror(const Eigen::Index m, Matrix &W)
    {
      W.resize(m, m);
      int *const starts = W.outerIndexPtr();
      for (Eigen::Index i = 0; i < m; ++i)
        starts[i + 1] = starts[i] + n_in_row[static_cast<std::size_t>(i)];
      W.resizeNonZeros(starts[m]);
      const auto append = [&](const int i, const int j, const double value) {
        const int at = starts[i + 1] - n_in_row[static_cast<std::size_t>(i)]--;
        W.innerIndexPtr()[at] = j;
        W.valuePtr()[at]      = value;
      };
      auto entry = upper.begin();
      for (int i = 0; i < m; ++i)
        for (int rest = n_in_row[static_cast<std::size_t>(i)]; rest > 0; --rest)
          {
            append(i, entry->row, entry->value);
            if (entry->row > i)
              append(entry->row, i, entry->value);
            ++entry;
          }
    }

    std::vector<int>           number, number_of; // of columns, of entries
    int                        n_columns = 0;
    std::vector<std::size_t>   first, next;    // entries of columns
    std::vector<Entry>         entries, upper; // of G by columns, of W
    std::vector<int>           n_in_row;       // of W, still to come
    std::vector<int>           row; // columns of a row of W, from i on
    std::vector<double>        sums;
    std::vector<unsigned char> is_in_row;
  };
} // namespace percuss

#endif
