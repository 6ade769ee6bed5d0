// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/tangents.h>
#include <percuss/models/solid/pair_contacts.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <utility>

namespace percuss
{
  namespace
  {
    constexpr double rounding_of_gaps = 1e-10; // of a face

    /** The entries of d^T [P, -1] of displacements that are not held. */
    template <Algebra A>
    typename SparseRows<A>::Row
    entries_along(const Eigen::Vector2d &d,
                  const MortarRow<2>    &row,
                  const ContactPair     &pair)
    {
      typename SparseRows<A>::Row result;
      const auto                  append = [&](const ContactSide &side,
                              const unsigned int node,
                              const double       weight) {
        for (unsigned int i = 0; i < 2; ++i)
          if (side.is_free(node, i) && d[i] != 0.)
            result.emplace_back(side.first_dof(node) + i, weight * d[i]);
      };
      append(pair.slave, row.node, -1.);
      for (const auto &[b, weight] : row.masters)
        append(pair.master, b, weight);
      return result;
    }

    template <class Row>
    double
    norm(const Row &row)
    {
      double squares = 0.;
      for (const auto &[index, value] : row)
        squares += value * value;
      return std::sqrt(squares);
    }

    Eigen::Vector2d
    opposite(const MortarRow<2> &row, const ContactCurve &master)
    {
      Eigen::Vector2d x = Eigen::Vector2d::Zero();
      for (const auto &[b, weight] : row.masters)
        x += weight * master.nodes[b];
      return x;
    }

    void
    check_nodes(const ContactPair &pair)
    {
      std::set<dealii::types::global_dof_index> of_slave;
      for (std::size_t i = 0; i < pair.slave.undeformed().nodes.size(); ++i)
        of_slave.insert(pair.slave.first_dof(i));
      for (std::size_t i = 0; i < pair.master.undeformed().nodes.size(); ++i)
        if (of_slave.contains(pair.master.first_dof(i)))
          {
            const auto        &X = pair.master.undeformed().nodes[i];
            std::ostringstream message;
            message << "The two boundaries of " << pair.name
                    << " share the node at " << X[0] << ' ' << X[1]
                    << ". They must be apart: contact of a boundary with "
                       "itself or with its neighbour is not available.";
            throw InputError(message.str());
          }
    }
  } // namespace

  template <Algebra A>
  PairContacts<A>::PairContacts(std::vector<ContactPair>    pairs,
                                const Vector               &q_0,
                                const ContactCoefficients  &coefficients,
                                const std::optional<double> thickness,
                                const dealii::IndexSet     &owned,
                                const MPI_Comm              communicator)
    : all_pairs(std::move(pairs))
    , normal_law(ContactLaw::normal(coefficients, 1u))
    , tangential_law(ContactLaw::tangential(coefficients))
    , n_rows_per_node(1 + normal_law.n_tangential)
  {
    Rows of_all;
    for (std::size_t pair = 0; pair < all_pairs.size(); ++pair)
      {
        check_nodes(all_pairs[pair]);
        add_rows(pair, q_0, thickness, of_all);
      }
    Rows normal_rows, tangent_rows;
    for (std::size_t i = 0; i < of_all.size(); i += 2)
      {
        normal_rows.push_back(of_all[i]);
        if (n_rows_per_node > 1)
          normal_rows.push_back(of_all[i + 1]);
        tangent_rows.push_back(of_all[i + 1]);
      }
    rows     = SparseRows<A>(normal_rows, owned, communicator);
    tangents = SparseRows<A>(tangent_rows, owned, communicator);
    slide_at_start.resize(contacts.size());
    tangents.vmult(q_0, slide_at_start);

    std::vector<double> g(n_constraints());
    gap(q_0, 0., g);
    for (std::size_t row = 0; row < g.size(); row += n_rows_per_node)
      if (std::abs(g[row]) <
          rounding_of_gaps * all_pairs[pair(row)].slave.shortest_face())
        contacts[row / n_rows_per_node].gap -= g[row];
    check_overlap(g);
  }

  // Of each contact the normal row, then the tangential one.
  template <Algebra A>
  void
  PairContacts<A>::add_rows(const std::size_t           pair,
                            const Vector               &q_0,
                            const std::optional<double> thickness,
                            Rows                       &rows)
  {
    const ContactPair &of      = all_pairs[pair];
    const std::size_t  n_known = contacts.size();
    for (const MortarRow<2> &row :
         mortar_rows(of.slave.template displaced<A>(q_0),
                     of.master.template displaced<A>(q_0),
                     !thickness))
      {
        const auto normal = entries_along<A>(row.normal, row, of);
        if (norm(normal) < 1e-12)
          continue;
        const Eigen::Vector2d g = opposite(row, of.master.undeformed()) -
                                  of.slave.undeformed().nodes[row.node];
        contacts.push_back({pair,
                            row.node,
                            row.normal,
                            row.area * thickness.value_or(2. * M_PI),
                            row.normal.dot(g)});
        rows.push_back(normal);
        rows.push_back(
          entries_along<A>(percuss::tangents<2>(row.normal)[0], row, of));
        names.push_back(of.name + ", node " + std::to_string(row.node + 1));
        if (n_rows_per_node > 1)
          names.push_back(names.back() + " tangential");
      }
    if (contacts.size() == n_known)
      throw InputError("No node of the slave of " + of.name +
                       " that can move sees a face of its master along its "
                       "normal at the start. Contacts are those of the "
                       "start: the boundaries must face each other there.");
  }

  template <Algebra A>
  void
  PairContacts<A>::check_overlap(const std::span<const double> g) const
  {
    for (std::size_t row = 0; row < g.size(); row += n_rows_per_node)
      {
        const ContactPair &of = all_pairs[pair(row)];
        if (-g[row] <= largest_overlap * of.slave.shortest_face())
          continue;
        const auto        &X = of.slave.undeformed().nodes[node(row)];
        std::ostringstream message;
        message << "At the start, the node of the slave of " << of.name
                << " at " << X[0] << ' ' << X[1] << " is " << -g[row]
                << " m behind its master. Move the bodies apart, or leave "
                   "boundaries out that face away from each other.";
        throw InputError(message.str());
      }
  }

  template <Algebra A>
  void
  PairContacts<A>::gap(const Vector &q, double, const std::span<double> g) const
  {
    rows.vmult(q, g);
    for (std::size_t row = 0; row < g.size(); ++row)
      if (row % n_rows_per_node == 0)
        g[row] += contacts[row / n_rows_per_node].gap;
      else
        g[row] = 0.;
  }

  template <Algebra A>
  void
  PairContacts<A>::velocity(const Vector &,
                            double,
                            const Vector           &v,
                            const std::span<double> u) const
  {
    rows.vmult(v, u);
  }

  template <Algebra A>
  void
  PairContacts<A>::add_impulse(const Vector &,
                               double,
                               const std::span<const double> p,
                               Vector                       &r) const
  {
    rows.Tvmult_add(p, r);
  }

  template <Algebra A>
  void
  PairContacts<A>::slide(const Vector           &q,
                         const std::span<double> distance) const
  {
    std::vector<double> now(contacts.size());
    tangents.vmult(q, now);
    std::ranges::fill(distance, 0.);
    for (std::size_t i = 0; i < now.size(); ++i)
      distance[i * n_rows_per_node] = now[i] - slide_at_start[i];
  }

  template <Algebra A>
  void
  PairContacts<A>::resultants(const std::span<const double> p,
                              const std::span<double>       R) const
  {
    std::ranges::fill(R, 0.);
    for (std::size_t row = 0; row < p.size(); ++row)
      {
        const Eigen::Vector2d n = normal(row);
        const Eigen::Vector2d d =
          row % n_rows_per_node == 0 ? n : percuss::tangents<2>(n)[0];
        for (unsigned int i = 0; i < 2; ++i)
          R[2 * pair(row) + i] -= p[row] * d[i];
      }
  }

  template class PairContacts<PETScAlgebra>;
  template class PairContacts<TrilinosAlgebra>;
} // namespace percuss
