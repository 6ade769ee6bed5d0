// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_pair_functional_h
#define percuss_models_solid_pair_functional_h

#include <percuss/models/solid/contact_pairs.h>
#include <percuss/models/solid/pair_contacts.h>

#include <algorithm>
#include <vector>

namespace percuss
{
  /** The gap of a row of a pair of boundaries along d, d^T [P, -1] (X + q), as a
   * function of the displacements that are not held and a constant: what the
   * held ones and the undeformed places contribute. */
  template <int dim, Algebra A>
  struct PairFunctional
  {
    using Direction = Eigen::Matrix<double, dim, 1>;

    typename SparseRows<A>::Row entries;
    double                      constant = 0.; // [m]

    PairFunctional(const Direction                        &d,
                   const MortarRow<dim>                   &row,
                   const ContactPair<dim>                 &pair,
                   const typename PlacedPairs<dim>::Sides &at)
    {
      add(d, -1., row.node, pair.slave, at.slave);
      for (const auto &[b, weight] : row.masters)
        add(d, weight, b, pair.master, at.master);
    }

    PairFunctional(const Direction         &d,
                   const CornerRow<dim>    &row,
                   const ContactSide<dim>  &own,
                   const ContactFaces<dim> &own_at,
                   const ContactSide<dim>  &other,
                   const ContactFaces<dim> &other_at)
    {
      for (const auto &[a, weight] : row.own)
        add(d, -weight, a, own, own_at);
      for (const auto &[b, weight] : row.masters)
        add(d, weight, b, other, other_at);
    }

    /** d . weight (X + q), q of what is held that of @p at. */
    void
    add(const Direction         &d,
        const double             weight,
        const unsigned int       node,
        const ContactSide<dim>  &side,
        const ContactFaces<dim> &at)
    {
      for (unsigned int i = 0; i < dim; ++i)
        if (!side.is_free(node, i))
          constant += weight * d[i] * at.nodes[node][i];
        else
          {
            constant += weight * d[i] * side.undeformed().nodes[node][i];
            if (d[i] != 0.)
              entries.emplace_back(side.first_dof(node) + i, weight * d[i]);
          }
    }

    bool
    is_empty() const
    {
      double squares = 0.;
      for (const auto &[index, value] : entries)
        squares += value * value;
      return squares < 1e-24;
    }
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
