// SPDX-License-Identifier: Apache-2.0
#include <percuss/complementarity/contact_islands.h>
#include <percuss/complementarity/friction/friction_linear_system.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace percuss
{
  namespace
  {
    constexpr unsigned int no_node = std::numeric_limits<unsigned int>::max();
  } // namespace

  void
  IslandProblem::serialize(Archive &archive)
  {
    auto                n = matrix.rows();
    std::vector<int>    beginnings, columns;
    std::vector<double> values;
    if (!archive.is_reading())
      {
        beginnings.assign(matrix.outerIndexPtr(),
                          matrix.outerIndexPtr() + n + 1);
        columns.assign(matrix.innerIndexPtr(),
                       matrix.innerIndexPtr() + matrix.nonZeros());
        values.assign(matrix.valuePtr(), matrix.valuePtr() + matrix.nonZeros());
      }
    archive(n, beginnings, columns, values);
    if (archive.is_reading())
      {
        matrix =
          Eigen::Map<const DelassusOperator::Matrix>(n,
                                                     n,
                                                     static_cast<Eigen::Index>(
                                                       values.size()),
                                                     beginnings.data(),
                                                     columns.data(),
                                                     values.data());
        W.emplace(matrix);
      }
    W->serialize(archive);
  }

  void
  ContactIslands::find(const DelassusOperator::Matrix &W,
                       const std::span<const Cone>     cones)
  {
    nodes.clear();
    node_of_row.assign(static_cast<std::size_t>(W.rows()), no_node);
    for_each_block(cones, [this](const Cone &cone) {
      if (cone.kind == Cone::Kind::inactive)
        return;
      std::fill_n(node_of_row.begin() + cone.first_row,
                  cone.n_rows,
                  static_cast<unsigned int>(nodes.size()));
      nodes.push_back(cone);
    });
    if (connect_nodes(W) == 1)
      first_row.assign({0, 0});
    else
      number_islands();
  }

  unsigned int
  ContactIslands::root(unsigned int node)
  {
    while (parent[node] != node)
      node = parent[node] = parent[parent[node]];
    return node;
  }

  // The root of an island is its first node. Returns the number of islands.
  std::size_t
  ContactIslands::connect_nodes(const DelassusOperator::Matrix &W)
  {
    parent.resize(nodes.size());
    std::iota(parent.begin(), parent.end(), 0U);
    std::size_t n_trees = nodes.size();
    for (Eigen::Index i = 0; i < W.rows() && n_trees > 1; ++i)
      if (const unsigned int a = node_of_row[static_cast<std::size_t>(i)];
          a != no_node)
        for (DelassusOperator::Matrix::InnerIterator w(W, i); w; ++w)
          if (const unsigned int b =
                node_of_row[static_cast<std::size_t>(w.col())];
              b != no_node && b != a && w.value() != 0.)
            if (const auto [first, second] = std::minmax({root(a), root(b)});
                first != second)
              {
                parent[second] = first;
                --n_trees;
              }
    return n_trees;
  }

  void
  ContactIslands::number_islands()
  {
    island_of_node.resize(nodes.size());
    first_node.assign(1, 0);
    first_row.assign(1, 0);
    const auto n_nodes = static_cast<unsigned int>(nodes.size());
    for (unsigned int k = 0; k < n_nodes; ++k)
      {
        if (const unsigned int first = root(k); first != k)
          island_of_node[k] = island_of_node[first];
        else
          {
            island_of_node[k] = static_cast<unsigned int>(size());
            first_node.push_back(0);
            first_row.push_back(0);
          }
        ++first_node[island_of_node[k] + 1];
        first_row[island_of_node[k] + 1] += nodes[k].n_rows;
      }
    std::partial_sum(first_node.begin(), first_node.end(), first_node.begin());
    std::partial_sum(first_row.begin(), first_row.end(), first_row.begin());

    // filled in from the ends of the islands, which become their beginnings
    node_list.resize(first_node.back());
    row_list.resize(first_row.back());
    number_of_row.assign(node_of_row.size(), IslandProblem::no_row);
    for (unsigned int k = n_nodes; k-- > 0;)
      node_list[--first_node[island_of_node[k] + 1]] = k;
    for (unsigned int k = n_nodes; k-- > 0;)
      for (unsigned int l = nodes[k].n_rows; l-- > 0;)
        row_list[--first_row[island_of_node[k] + 1]] = nodes[k].first_row + l;
    std::rotate(first_node.begin(), first_node.begin() + 1, first_node.end());
    std::rotate(first_row.begin(), first_row.begin() + 1, first_row.end());
    first_node.back() = n_nodes;
    first_row.back()  = static_cast<unsigned int>(row_list.size());
    for (std::size_t island = 0; island < size(); ++island)
      for (unsigned int i = 0; const unsigned int of_all : rows(island))
        number_of_row[of_all] = i++;
  }

  void
  IslandProblem::take_rows(const ConeComplementarityProblem   &problem,
                           const std::span<const unsigned int> rows,
                           const std::span<const unsigned int> number_of_row,
                           const std::span<const double>       p_of_all)
  {
    const auto &W_of_all = *problem.W.explicit_matrix();
    const auto  n        = static_cast<Eigen::Index>(rows.size());
    b.clear();
    p.clear();
    matrix.resize(n, n);
    for (Eigen::Index i = 0; const unsigned int row : rows)
      {
        b.push_back(problem.b[row]);
        p.push_back(p_of_all[row]);
        matrix.startVec(i);
        for (DelassusOperator::Matrix::InnerIterator w(W_of_all, row); w; ++w)
          if (const unsigned int j = number_of_row[w.col()];
              j != no_row && w.value() != 0.)
            matrix.insertBack(i, j) = w.value();
        ++i;
      }
    matrix.finalize();
    if (!W)
      W.emplace(matrix);
    else if (!W->holds(matrix))
      W->set_values(matrix);
  }

  void
  ContactIslands::take(const ConeComplementarityProblem &problem,
                       const std::size_t                 island,
                       const std::span<const double>     p,
                       IslandProblem                    &part)
  {
    const auto selected = rows(island);
    part.cones.clear();
    for (unsigned int k = first_node[island]; k < first_node[island + 1]; ++k)
      {
        Cone cone      = nodes[node_list[k]];
        cone.first_row = number_of_row[cone.first_row];
        part.cones.push_back(cone);
      }
    part.take_rows(problem, selected, number_of_row, p);
    if (const auto *const factors = problem.W.factors())
      take_factors(*factors, selected, part);
  }

  // The rows of an island, and the degrees of freedom that they have.
  void
  ContactIslands::take_factors(const DelassusOperator::Factors    &factors,
                               const std::span<const unsigned int> selected,
                               IslandProblem                      &part)
  {
    number_of_dof.assign(static_cast<std::size_t>(factors.G.cols()), no_node);
    unsigned int n = 0;
    for (const unsigned int row : selected)
      for (const auto *const whole : {&factors.G, &factors.H})
        for (DelassusOperator::Matrix::InnerIterator g(*whole, row); g; ++g)
          if (auto &number = number_of_dof[static_cast<std::size_t>(g.col())];
              number == no_node)
            number = n++;
    const auto take_rows = [&](const DelassusOperator::Matrix &whole,
                               DelassusOperator::Matrix       &rows) {
      rows.resize(static_cast<Eigen::Index>(selected.size()), n);
      for (Eigen::Index i = 0; const unsigned int row : selected)
        {
          rows.startVec(i);
          for (DelassusOperator::Matrix::InnerIterator g(whole, row); g; ++g)
            rows.insertBackByOuterInnerUnordered(
              i, number_of_dof[static_cast<std::size_t>(g.col())]) = g.value();
          ++i;
        }
      rows.finalize();
    };
    take_rows(factors.G, part.factors.G);
    take_rows(factors.H, part.factors.H);
    part.W->set_factors(part.factors.G, part.factors.H);
  }
} // namespace percuss
