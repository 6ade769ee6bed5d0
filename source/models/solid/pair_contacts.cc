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
    template <Algebra A, int dim>
    typename SparseRows<A>::Row
    entries_along(const Eigen::Matrix<double, dim, 1> &d,
                  const MortarRow<dim>                &row,
                  const ContactPair<dim>              &pair)
    {
      typename SparseRows<A>::Row result;
      const auto                  append = [&](const ContactSide<dim> &side,
                              const unsigned int      node,
                              const double            weight) {
        for (unsigned int i = 0; i < dim; ++i)
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

    template <int dim>
    Eigen::Matrix<double, dim, 1>
    opposite(const MortarRow<dim> &row, const ContactFaces<dim> &master)
    {
      Eigen::Matrix<double, dim, 1> x = Eigen::Matrix<double, dim, 1>::Zero();
      for (const auto &[b, weight] : row.masters)
        x += weight * master.nodes[b];
      return x;
    }

    std::vector<MortarRow<2>>
    rows_of(const ContactCurve &slave,
            const ContactCurve &master,
            const bool          is_axisymmetric)
    {
      return mortar_rows(slave, master, is_axisymmetric);
    }

    std::vector<MortarRow<3>>
    rows_of(const ContactFacets &slave, const ContactFacets &master, bool)
    {
      return mortar_rows(slave, master);
    }

    template <int dim>
    void
    check_nodes(const ContactPair<dim> &pair)
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
                    << " share the node at " << X.transpose()
                    << ". They must be apart: contact of a boundary with "
                       "itself or with its neighbour is not available.";
            throw InputError(message.str());
          }
    }
  } // namespace

  template <int dim, Algebra A>
  PairContacts<dim, A>::PairContacts(std::vector<ContactPair<dim>> pairs,
                                     const Vector                 &q_0,
                                     const ContactCoefficients    &coefficients,
                                     const std::optional<double>   thickness,
                                     const dealii::IndexSet       &owned,
                                     const MPI_Comm                communicator)
    : all_pairs(std::move(pairs))
    , normal_law(ContactLaw::normal(coefficients, dim - 1u))
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
    for (std::size_t i = 0; i < of_all.size(); ++i)
      {
        if (i % dim < n_rows_per_node)
          normal_rows.push_back(of_all[i]);
        if (i % dim > 0)
          tangent_rows.push_back(of_all[i]);
      }
    rows     = SparseRows<A>(normal_rows, owned, communicator);
    tangents = SparseRows<A>(tangent_rows, owned, communicator);
    slide_at_start.resize(tangent_rows.size());
    tangents.vmult(q_0, slide_at_start);

    std::vector<double> g(n_constraints());
    gap(q_0, 0., g);
    for (std::size_t row = 0; row < g.size(); row += n_rows_per_node)
      if (std::abs(g[row]) <
          rounding_of_gaps * all_pairs[pair(row)].slave.shortest_face())
        contacts[row / n_rows_per_node].gap -= g[row];
    check_overlap(g);
  }

  // Of each contact the normal row, then the tangential ones.
  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::add_rows(const std::size_t           pair,
                                 const Vector               &q_0,
                                 const std::optional<double> thickness,
                                 Rows                       &rows)
  {
    const ContactPair<dim> &of      = all_pairs[pair];
    const std::size_t       n_known = contacts.size();
    for (const MortarRow<dim> &row :
         rows_of(of.slave.template displaced<A>(q_0),
                 of.master.template displaced<A>(q_0),
                 !thickness))
      {
        const auto normal = entries_along<A, dim>(row.normal, row, of);
        if (norm(normal) < 1e-12)
          continue;
        const Direction g = opposite<dim>(row, of.master.undeformed()) -
                            of.slave.undeformed().nodes[row.node];
        contacts.push_back({pair,
                            row.node,
                            row.normal,
                            row.area * thickness.value_or(2. * M_PI),
                            row.normal.dot(g)});
        rows.push_back(normal);
        for (const Direction &t : percuss::tangents<dim>(row.normal))
          rows.push_back(entries_along<A, dim>(t, row, of));
        const std::string name =
          of.name + ", node " + std::to_string(row.node + 1);
        names.push_back(name);
        for (unsigned int k = 1; k < n_rows_per_node; ++k)
          names.push_back(name + " tangential" +
                          (dim == 3 ? ' ' + std::to_string(k) : ""));
      }
    if (contacts.size() == n_known)
      throw InputError("No node of the slave of " + of.name +
                       " that can move sees a face of its master along its "
                       "normal at the start. Contacts are those of the "
                       "start: the boundaries must face each other there.");
  }

  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::check_overlap(const std::span<const double> g) const
  {
    for (std::size_t row = 0; row < g.size(); row += n_rows_per_node)
      {
        const ContactPair<dim> &of = all_pairs[pair(row)];
        if (-g[row] <= largest_overlap * of.slave.shortest_face())
          continue;
        const auto        &X = of.slave.undeformed().nodes[node(row)];
        std::ostringstream message;
        message << "At the start, the node of the slave of " << of.name
                << " at " << X.transpose() << " is " << -g[row]
                << " m behind its master. Move the bodies apart, or leave "
                   "boundaries out that face away from each other.";
        throw InputError(message.str());
      }
  }

  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::gap(const Vector &q,
                            double,
                            const std::span<double> g) const
  {
    rows.vmult(q, g);
    for (std::size_t row = 0; row < g.size(); ++row)
      if (row % n_rows_per_node == 0)
        g[row] += contacts[row / n_rows_per_node].gap;
      else
        g[row] = 0.;
  }

  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::velocity(const Vector &,
                                 double,
                                 const Vector           &v,
                                 const std::span<double> u) const
  {
    rows.vmult(v, u);
  }

  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::add_impulse(const Vector &,
                                    double,
                                    const std::span<const double> p,
                                    Vector                       &r) const
  {
    rows.Tvmult_add(p, r);
  }

  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::slide(const Vector           &q,
                              const std::span<double> distance) const
  {
    std::vector<double> now(slide_at_start.size());
    tangents.vmult(q, now);
    for (std::size_t i = 0; i < now.size(); ++i)
      now[i] -= slide_at_start[i];
    std::ranges::fill(distance, 0.);
    for (std::size_t i = 0; i < contacts.size(); ++i)
      if constexpr (dim == 2)
        distance[i * n_rows_per_node] = now[i];
      else
        distance[i * n_rows_per_node] = std::hypot(now[2 * i], now[2 * i + 1]);
  }

  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::resultants(const std::span<const double> p,
                                   const std::span<double>       R) const
  {
    std::ranges::fill(R, 0.);
    for (std::size_t row = 0; row < p.size(); ++row)
      {
        const Direction  &n = normal(row);
        const std::size_t k = row % n_rows_per_node;
        const Direction   d = k == 0 ? n : percuss::tangents<dim>(n)[k - 1];
        for (unsigned int i = 0; i < dim; ++i)
          R[dim * pair(row) + i] -= p[row] * d[i];
      }
  }

  template class PairContacts<2, PETScAlgebra>;
  template class PairContacts<3, PETScAlgebra>;
  template class PairContacts<2, TrilinosAlgebra>;
  template class PairContacts<3, TrilinosAlgebra>;
} // namespace percuss
