// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_pair_functional_h
#define percuss_models_solid_pair_functional_h

#include <percuss/models/solid/contact_pairs.h>
#include <percuss/models/solid/pair_contacts.h>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <vector>

namespace percuss
{
  /** The gap of a row of a pair of boundaries along d, d^T [P, -1] (X + q), as a
   * function of the displacements that are not held and a constant: what the
   * held ones and the undeformed places contribute. */
  template <Algebra A>
  struct PairFunctional
  {
    typename SparseRows<A>::Row entries;
    double                      constant = 0.; // [m]

    bool
    is_empty() const
    {
      double squares = 0.;
      for (const auto &[index, value] : entries)
        squares += value * value;
      return squares < 1e-24;
    }
  };

  /** The nodes of both boundaries that a row has, in the order of their degrees
   * of freedom, and their weights: sum_a w_a x_a is the point of the master less
   * that of the slave. Refers to the boundaries. */
  template <int dim>
  class PairNodes
  {
  public:
    using Direction = Eigen::Matrix<double, dim, 1>;

    PairNodes(const MortarRow<dim>                   &row,
              const ContactPair<dim>                 &pair,
              const typename PlacedPairs<dim>::Sides &at)
    {
      add(row.node, -1., pair.slave, at.slave);
      for (const auto &[b, weight] : row.masters)
        add(b, weight, pair.master, at.master);
      sort();
    }

    PairNodes(const CornerRow<dim>    &row,
              const ContactSide<dim>  &own,
              const ContactFaces<dim> &own_at,
              const ContactSide<dim>  &other,
              const ContactFaces<dim> &other_at)
    {
      for (const auto &[a, weight] : row.own)
        add(a, -weight, own, own_at);
      for (const auto &[b, weight] : row.masters)
        add(b, weight, other, other_at);
      sort();
    }

    /** d . sum_a w_a (X_a + q_a), q of what is held that of the places. */
    template <Algebra A>
    PairFunctional<A>
    along(const Direction &d) const
    {
      PairFunctional<A> result;
      result.entries.reserve(dim * nodes.size());
      for (const Node &node : nodes)
        for (unsigned int i = 0; i < dim; ++i)
          {
            const double factor = node.weight * d[i];
            if (!node.side->is_free(node.number, i))
              result.constant += factor * (*node.at)[i];
            else
              {
                result.constant +=
                  factor * node.side->undeformed().nodes[node.number][i];
                if (factor != 0.)
                  result.entries.emplace_back(node.first_dof + i, factor);
              }
          }
      return result;
    }

  private:
    struct Node
    {
      dealii::types::global_dof_index first_dof;
      double                          weight;
      unsigned int                    number; // of the side
      const ContactSide<dim>         *side;
      const Direction                *at;
    };

    void
    add(const unsigned int       node,
        const double             weight,
        const ContactSide<dim>  &side,
        const ContactFaces<dim> &at)
    {
      nodes.push_back(
        {side.first_dof(node), weight, node, &side, &at.nodes[node]});
    }

    void
    sort()
    {
      std::ranges::sort(nodes, {}, &Node::first_dof);
    }

    boost::container::small_vector<Node, 24> nodes;
  };

  /** - d . sum_a w_a x_a + d . sum_b w_b x_b with vectors x of both sides. */
  template <int dim>
  double
  difference(const CornerRow<dim>                             &row,
             const std::vector<Eigen::Matrix<double, dim, 1>> &own,
             const std::vector<Eigen::Matrix<double, dim, 1>> &other)
  {
    double result = 0.;
    for (const auto &[a, weight] : row.own)
      result -= weight * row.normal.dot(own[a]);
    for (const auto &[b, weight] : row.masters)
      result += weight * row.normal.dot(other[b]);
    return result;
  }

  /** What the gap along @p n of a row lacks to the least distance of what is
   * covered [m]: as far as it is extrapolated. */
  template <int dim>
  double
  lift_of(const MortarRow<dim>                   &row,
          const Eigen::Matrix<double, dim, 1>    &n,
          const typename PlacedPairs<dim>::Sides &at)
  {
    double gap = -n.dot(at.slave.nodes[row.node]);
    for (const auto &[b, weight] : row.masters)
      gap += weight * n.dot(at.master.nodes[b]);
    return std::max(0., row.least_gap - gap);
  }
} // namespace percuss

#endif
