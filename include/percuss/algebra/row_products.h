// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_algebra_row_products_h
#define percuss_algebra_row_products_h

#include <Eigen/SparseCore>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace percuss
{
  /**
   * W = G D G^T of a few sparse rows G (m x n) with a diagonal D: entries of the
   * few columns that rows have in common. Columns that follow each other and
   * have entries in the same rows, as those of a node, are taken together. The
   * time does not depend on n, but for the first call. Memory is kept from call
   * to call.
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
      find_nodes();
      take_entries(G, D);
      const auto m = static_cast<std::size_t>(G.rows());
      sums.assign(m, 0.);
      last_row.assign(m, -1);
      n_before.assign(m, 0);
      n_behind.assign(m, 0);
      upper.clear();
      const int *const starts = G.outerIndexPtr();
      for (int i = 0; i < G.rows(); ++i)
        {
          row.clear();
          for (int k = starts[i]; k < starts[i + 1]; ++k)
            if (const auto column = static_cast<std::size_t>(number_of[k]);
                place[column] == 0)
              add_node(i, static_cast<std::size_t>(node_of[column]));
          n_behind[i] = static_cast<int>(row.size());
          for (const int j : row)
            {
              upper.push_back({j, sums[j]});
              n_before[j] += j > i ? 1 : 0;
              sums[j] = 0.;
            }
        }
      mirror(G.rows(), W);
    }

  private:
    static constexpr std::size_t n_per_node = 3; // columns, at most

    struct Entry
    {
      int    row;
      double value;
    };

    /** Of a row, in the columns of a node. */
    struct NodeEntries
    {
      std::array<double, n_per_node> g, D_g;
      int                            row;
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

    // The rows of each column.
    void
    sort_by_columns(const Matrix &G)
    {
      first.assign(static_cast<std::size_t>(n_columns) + 1, 0);
      for (const int column : number_of)
        ++first[static_cast<std::size_t>(column) + 1];
      for (std::size_t column = 1; column < first.size(); ++column)
        first[column] += first[column - 1];
      next.assign(first.begin(), first.end());
      rows.resize(number_of.size());
      for (int i = 0; i < G.rows(); ++i)
        for (int k = G.outerIndexPtr()[i]; k < G.outerIndexPtr()[i + 1]; ++k)
          rows[next[number_of[k]]++] = i;
    }

    void
    find_nodes()
    {
      node_of.resize(n_columns);
      place.resize(n_columns);
      first_of_node.assign(1, 0);
      std::size_t n = n_per_node; // columns of the last node
      for (std::size_t column = 0; column < node_of.size(); ++column)
        {
          const auto rows_of = [this](const std::size_t of) {
            return std::span(rows).subspan(first[of],
                                           first[of + 1] - first[of]);
          };
          if (n < n_per_node &&
              std::ranges::equal(rows_of(column - 1), rows_of(column)))
            ++n;
          else
            {
              n = 1;
              first_of_node.push_back(first_of_node.back() +
                                      rows_of(column).size());
            }
          node_of[column] = static_cast<int>(first_of_node.size()) - 2;
          place[column]   = static_cast<int>(n) - 1;
        }
    }

    template <class Diagonal>
    void
    take_entries(const Matrix &G, const Diagonal &D)
    {
      entries.assign(first_of_node.back(), {});
      next.assign(first_of_node.begin(), first_of_node.end());
      const int *const starts = G.outerIndexPtr();
      for (int i = 0; i < G.rows(); ++i)
        {
          // the columns of a node need not follow each other in a row
          for (int k = starts[i]; k < starts[i + 1]; ++k)
            {
              const int    column   = number_of[k];
              NodeEntries &of       = entries[next[node_of[column]]];
              const double g        = G.valuePtr()[k];
              of.row                = i;
              of.g[place[column]]   = g;
              of.D_g[place[column]] = D(G.innerIndexPtr()[k]) * g;
            }
          for (int k = starts[i]; k < starts[i + 1]; ++k)
            if (place[number_of[k]] == 0)
              ++next[node_of[number_of[k]]];
        }
      next.assign(first_of_node.begin(), first_of_node.end());
    }

    // Row i, and what follows. Rows come one after the other: next is the entry
    // of this one.
    void
    add_node(const int i, const std::size_t node)
    {
      const auto D_g = entries[next[node]].D_g;
      for (std::size_t k = next[node]++; k < first_of_node[node + 1]; ++k)
        {
          const NodeEntries &of = entries[k];
          if (last_row[of.row] != i)
            {
              last_row[of.row] = i;
              row.push_back(of.row);
            }
          double product = 0.;
          for (std::size_t c = 0; c < n_per_node; ++c)
            product += D_g[c] * of.g[c];
          sums[of.row] += product;
        }
    }

    // W of its entries (i, j), j >= i, of one row i after the other: those of a
    // row come in order where they are dealt to it by the rows of their columns.
    void
    mirror(const Eigen::Index m, Matrix &W)
    {
      W.resize(m, m);
      int *const starts = W.outerIndexPtr();
      for (Eigen::Index i = 0; i < m; ++i)
        starts[i + 1] = starts[i] + n_before[i] + n_behind[i];
      W.resizeNonZeros(starts[m]);
      const auto set_entry = [&](const int at, const int j, const double w) {
        W.innerIndexPtr()[at] = j;
        W.valuePtr()[at]      = w;
      };
      place.assign(starts, starts + m); // of the next entry of a row
      auto entry = upper.begin();
      for (int i = 0; i < m; ++i)
        for (int k = n_behind[i]; k > 0; --k, ++entry)
          if (entry->row > i)
            set_entry(place[entry->row]++, i, entry->value);
          else
            set_entry(starts[i] + n_before[i], i, entry->value);
      for (int i = 0; i < m; ++i)
        place[i] = starts[i + 1] - n_behind[i] + (n_behind[i] > 0 ? 1 : 0);
      for (int j = 0; j < m; ++j)
        for (int k = starts[j]; k < starts[j] + n_before[j]; ++k)
          set_entry(place[W.innerIndexPtr()[k]]++, j, W.valuePtr()[k]);
    }

    std::vector<int> number, number_of; // of columns, of entries
    int              n_columns = 0;

    std::vector<std::size_t> first; // rows of columns
    std::vector<int>         rows;

    std::vector<int>         node_of, place; // of columns
    std::vector<std::size_t> first_of_node, next;
    std::vector<NodeEntries> entries;

    std::vector<Entry>  upper;              // of W, by rows
    std::vector<int>    n_before, n_behind; // entries of rows of W
    std::vector<int>    row, last_row;      // columns of a row of W, from i on
    std::vector<double> sums;
  };
} // namespace percuss

#endif
