// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/base/tangents.h>
#include <percuss/models/solid/mortar_nodal_rows.h>
#include <percuss/models/solid/pair_contacts.h>
#include <percuss/models/solid/pair_functional.h>
#include <percuss/mortar/mortar_matrices.h>
#include <percuss/parallel_algebra/all_gather.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

namespace percuss
{
  namespace
  {
    constexpr double rounding_of_gaps = 1e-10; // of a face

    // Rows of corners and edges are in use that close within so many steps.
    constexpr double steps_ahead = 1.5;

    double
    longest_face(const ContactCurve &curve)
    {
      double longest = 0.;
      for (std::size_t f = 0; f < curve.faces.size(); ++f)
        longest = std::max(longest, curve.edge(f).norm());
      return longest;
    }

    double
    longest_face(const ContactFacets &facets)
    {
      double longest = 0.;
      for (std::size_t f = 0; f < facets.faces.size(); ++f)
        for (unsigned int i = 0; i < facets.faces[f].n_nodes; ++i)
          longest =
            std::max(longest,
                     (facets.corner(f, i) -
                      facets.corner(f, (i + 1) % facets.faces[f].n_nodes))
                       .norm());
      return longest;
    }

    /** int N_j dA of the nodes of a slave, of curves per thickness. */
    std::vector<double>
    nodal_areas_of(const ContactCurve &curve, const bool is_axisymmetric)
    {
      return nodal_lengths(curve, is_axisymmetric);
    }

    std::vector<double>
    nodal_areas_of(const ContactFacets &facets, bool)
    {
      return nodal_areas(facets);
    }

    template <int dim, Algebra A>
    PlacedPairs<dim>
    placed(const std::vector<ContactPair<dim>> &pairs,
           const typename A::Vector            &q,
           const bool                           is_search_local)
    {
      PlacedPairs<dim> result;
      for (const ContactPair<dim> &pair : pairs)
        {
          result.sides.push_back({pair.slave.template displaced<A>(q),
                                  pair.master.template displaced<A>(q),
                                  std::numeric_limits<double>::infinity(),
                                  {},
                                  {}});
          if (is_search_local)
            result.sides.back().reach = 2. * result.sides.back().slave.degree *
                                        longest_face(result.sides.back().slave);
        }
      return result;
    }

    /** Moves a boundary by @p a times the steps h v that it makes by the
     * velocities of @p moved, X + v; returns the steps. */
    template <class Faces>
    auto
    move(Faces       &faces,
         const double a,
         const double h,
         const Faces &moved,
         const Faces &undeformed)
    {
      auto steps = moved.nodes;
      for (std::size_t i = 0; i < steps.size(); ++i)
        {
          steps[i] = h * (moved.nodes[i] - undeformed.nodes[i]);
          faces.nodes[i] += a * steps[i];
        }
      return steps;
    }

    template <class Vectors>
    double
    longest(const Vectors &vectors)
    {
      double result = 0.;
      for (const auto &v : vectors)
        result = std::max(result, v.norm());
      return result;
    }

    // In space each rank has a share of the slave's faces. Sums of the shares go
    // by the ranks, so that all of them have the same rows.
    std::vector<MortarRow<3>>
    shared_rows(const ContactFacets &slave,
                const ContactFacets &master,
                const MortarSearch  &search,
                const MPI_Comm       communicator)
    {
      using namespace dealii::Utilities::MPI;
      const ShareOfFaces      share{this_mpi_process(communicator),
                               n_mpi_processes(communicator)};
      const MortarMatrices<3> of_share =
        mortar_matrices(slave, master, search, share);
      if (share.n_shares == 1)
        return of_share.rows();
      MortarMatrices<3> sums(slave.nodes.size());
      for (const std::vector<double> &numbers :
           all_gather(communicator, of_share.numbers()))
        sums.add(numbers);
      return sums.rows();
    }

    template <int dim>
    std::vector<std::vector<MortarRow<dim>>>
    rows_of_pairs(const std::vector<ContactPair<dim>> &pairs,
                  const PlacedPairs<dim>              &at,
                  const bool                           is_axisymmetric,
                  const MPI_Comm                       communicator)
    {
      std::vector<std::vector<MortarRow<dim>>> result;
      for (std::size_t i = 0; i < pairs.size(); ++i)
        {
          const auto  &slave     = at.sides[i].slave;
          const auto  &master    = at.sides[i].master;
          const auto  &of_itself = pairs[i].of_itself;
          MortarSearch search{.reach        = at.sides[i].reach,
                              .is_of_itself = !!of_itself};
          if (of_itself)
            search.depths = pairs[i].slave.half_heights();
          if constexpr (dim == 2)
            result.push_back(
              mortar_rows(slave, master, is_axisymmetric, search));
          else
            result.push_back(shared_rows(slave, master, search, communicator));
          if (of_itself)
            of_itself->keep_slaves(result.back());
        }
      return result;
    }

    /** The diagonal of the box around all undeformed boundaries [m]. */
    template <int dim>
    double
    extent_of(const std::vector<ContactPair<dim>> &pairs)
    {
      using Point = Eigen::Matrix<double, dim, 1>;
      Point lower = pairs.front().slave.undeformed().nodes.front();
      Point upper = lower;
      for (const ContactPair<dim> &pair : pairs)
        for (const ContactSide<dim> *side : {&pair.slave, &pair.master})
          for (const Point &X : side->undeformed().nodes)
            {
              lower = lower.cwiseMin(X);
              upper = upper.cwiseMax(X);
            }
      return (upper - lower).norm();
    }

    /** The coordinates of a point, with a blank between them. */
    template <class Vector>
    std::string
    place(const Vector &X)
    {
      std::ostringstream text;
      for (Eigen::Index d = 0; d < X.size(); ++d)
        text << (d > 0 ? " " : "") << X[d];
      return text.str();
    }

    template <int dim>
    void
    check_nodes(const ContactPair<dim> &pair)
    {
      if (pair.of_itself)
        return;
      std::set<dealii::types::global_dof_index> of_slave;
      for (std::size_t i = 0; i < pair.slave.undeformed().nodes.size(); ++i)
        of_slave.insert(pair.slave.first_dof(i));
      for (std::size_t i = 0; i < pair.master.undeformed().nodes.size(); ++i)
        if (of_slave.contains(pair.master.first_dof(i)))
          {
            const auto        &X = pair.master.undeformed().nodes[i];
            std::ostringstream message;
            message
              << "The two boundaries of " << pair.name << " share the node at "
              << place(X)
              << ". They must be apart. Contact of a boundary with itself "
                 "and its neighbours is 'a, b : self'.";
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
                                     const MPI_Comm                communicator,
                                     const std::optional<double> place_of_rows)
    : all_pairs(std::move(pairs))
    , normal_law(ContactLaw::normal(coefficients, dim - 1u))
    , tangential_law(ContactLaw::tangential(coefficients))
    , n_rows_per_node(1 + normal_law.n_tangential)
    , settings{thickness, owned, communicator, place_of_rows}
    , extent(extent_of(all_pairs))
  {
    std::ranges::for_each(all_pairs, check_nodes<dim>);
    const Placed at = placed<dim, A>(all_pairs, q_0, slides());
    const auto   of_pairs =
      rows_of_pairs(all_pairs, at, !thickness, communicator);
    for (std::size_t pair = 0; pair < all_pairs.size(); ++pair)
      add_contacts(pair, of_pairs[pair], at.sides[pair]);
    n_of_nodes = contacts.size();
    for (std::size_t pair = 0; slides() && pair < all_pairs.size(); ++pair)
      for (const bool are_of_master : {false, true})
        add_corners(pair, are_of_master);
    set_rows(at, of_pairs);

    std::vector<double> g(n_constraints());
    gap(q_0, 0., g);
    check_overlap(g);
    if (slides())
      return;
    slide_at_start.resize((dim - 1) * contacts.size());
    tangents.vmult(q_0, slide_at_start);
    for (std::size_t row = 0; row < g.size(); row += n_rows_per_node)
      if (std::abs(g[row]) <
          rounding_of_gaps * all_pairs[pair(row)].slave.shortest_face())
        contacts[row / n_rows_per_node].gap -= g[row];
  }

  // Of small sliding, one for each of the rows; else for each node.
  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::add_contacts(const std::size_t                     pair,
                                     const std::span<const MortarRow<dim>> rows,
                                     const typename Placed::Sides         &at)
  {
    const ContactPair<dim> &of      = all_pairs[pair];
    const double            factor  = settings.thickness.value_or(2. * M_PI);
    const std::size_t       n_known = contacts.size();
    const auto append_node = [&](const unsigned int node, const double area) {
      append({pair, node, area * factor},
             of.name + ", node " + std::to_string(node + 1));
    };
    if (!slides())
      {
        for (const MortarRow<dim> &row : rows)
          if (!PairNodes<dim>(row, of, at)
                 .template along<A>(row.normal)
                 .is_empty())
            append_node(row.node, row.area);
      }
    else
      for (unsigned int node = 0;
           const double size :
           nodal_areas_of(of.slave.undeformed(), !settings.thickness))
        append_node(node++, size);
    if (contacts.size() == n_known)
      throw InputError("No node of the slave of " + of.name +
                       " that can move sees a face of its master along its "
                       "normal at the start. Contacts are those of the "
                       "start: the boundaries must face each other there.");
  }

  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::append(const Contact &contact, const std::string &name)
  {
    contacts.push_back(contact);
    names.push_back(name);
    for (unsigned int k = 1; k < n_rows_per_node; ++k)
      names.push_back(name + " tangential" +
                      (dim == 3 ? ' ' + std::to_string(k) : ""));
  }

  // A boundary with itself has each of them once, as one of the slave.
  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::add_corners(const std::size_t pair,
                                    const bool        are_of_master)
  {
    const ContactPair<dim>  &of = all_pairs[pair];
    const ContactFaces<dim>  none;
    const ContactFaces<dim> &boundary = !are_of_master ? of.slave.undeformed() :
                                        of.of_itself   ? none :
                                                         of.master.undeformed();
    Sharp        result{Corners<dim>(boundary), {}, contacts.size()};
    const double factor     = settings.thickness.value_or(2. * M_PI);
    const auto   sizes      = nodal_areas_of(boundary, !settings.thickness);
    const auto   append_one = [&](const unsigned int node,
                                const std::string &name) {
      append({pair, node, sizes[node] * factor, are_of_master},
             of.name + ", " + name + (are_of_master ? " of the master" : ""));
    };
    for (const unsigned int node : result.corners.nodes())
      append_one(node, "corner " + std::to_string(node + 1));
    if constexpr (dim == 3)
      for (unsigned int       number = 0;
           const Edges::Edge &edge : result.edges.emplace(boundary).edges())
        append_one(edge.nodes[0], "edge " + std::to_string(++number));
    sharp.push_back(std::move(result));
  }

  // In use are those whose gap, 0 at delta behind the face, may close in this
  // step or the next half of one.
  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::set_row(const std::size_t     number,
                                const CornerRow<dim> &row,
                                const Placed         &at,
                                NewRows              &result) const
  {
    Contact    &contact      = contacts[number];
    const auto &pair         = all_pairs[contact.pair];
    const auto &sides        = at.sides[contact.pair];
    const auto  slave_steps  = std::tie(sides.of_slave, sides.of_master);
    const auto  master_steps = std::tie(sides.of_master, sides.of_slave);
    const auto &[own_steps, other_steps] =
      contact.is_of_master ? master_steps : slave_steps;
    const double step =
      own_steps.empty() ? 0. : difference<dim>(row, own_steps, other_steps);
    if (row.distance + row.delta + steps_ahead * std::min(step, 0.) > 0.)
      return;
    const PairNodes<dim> nodes =
      contact.is_of_master ?
        PairNodes<dim>(
          row, pair.master, sides.master, pair.slave, sides.slave) :
        PairNodes<dim>(row, pair.slave, sides.slave, pair.master, sides.master);
    auto normal = nodes.template along<A>(row.normal);
    if (normal.is_empty())
      return;
    contact.is_covered = true;
    contact.normal     = row.normal;
    contact.gap        = normal.constant + row.delta;
    std::size_t i      = number * n_rows_per_node;
    result[i]          = std::move(normal.entries);
    if (n_rows_per_node > 1)
      for (const Direction &t : percuss::tangents<dim>(row.normal))
        result[++i] = nodes.template along<A>(t).entries;
  }

  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::set_corners(const std::size_t i,
                                    const Placed     &at,
                                    NewRows          &result) const
  {
    const auto             &sides = at.sides[i];
    const ContactPair<dim> &pair  = all_pairs[i];
    const auto              set   = [&](const Sharp             &of,
                         const ContactFaces<dim> &own,
                         const ContactFaces<dim> &other,
                         const ContactSide<dim>  &other_side) {
      for (const CornerRow<dim> &row :
           of.corners.rows(own,
                           other,
                           other_side.half_heights(),
                           steps_ahead * sides.approach,
                           !!pair.of_itself))
        set_row(of.first + row.place, row, at, result);
    };
    set(sharp[2 * i], sides.slave, sides.master, pair.master);
    set(sharp[2 * i + 1], sides.master, sides.slave, pair.slave);
  }

  // An edge has one contact: where it crosses several, those are of the other
  // edges as long as they have none.
  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::set_edges(const std::size_t i,
                                  const Placed     &at,
                                  NewRows          &result) const
  {
    if constexpr (dim == 3)
      {
        const auto  &sides        = at.sides[i];
        const auto  &pair         = all_pairs[i];
        const bool   is_of_itself = !!pair.of_itself;
        const Sharp &of_slave     = sharp[2 * i];
        const Sharp &of_other     = sharp[2 * i + (is_of_itself ? 0 : 1)];
        const auto   contact = [](const Sharp &of, const std::size_t place) {
          return of.first + of.corners.nodes().size() + place;
        };
        for (EdgeRow &edge : Edges::rows(
               {*of_slave.edges, sides.slave, pair.slave.half_heights()},
               {*of_other.edges, sides.master, pair.master.half_heights()},
               steps_ahead * sides.approach,
               is_of_itself))
          {
            const std::size_t first = contact(of_slave, edge.row.place);
            const std::size_t other = contact(of_other, edge.other);
            if (!contacts[first].is_covered)
              set_row(first, edge.row, at, result);
            else if (!contacts[other].is_covered)
              {
                std::swap(edge.row.own, edge.row.masters);
                edge.row.normal *= -1.;
                set_row(other, edge.row, at, result);
              }
          }
      }
  }

  // Of each contact the normal row, then the tangential ones. Contacts are in the
  // order of pairs and nodes, as the rows are.
  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::set_rows(
    const Placed                                      &at,
    const std::span<const std::vector<MortarRow<dim>>> of_pairs) const
  {
    NewRows                  of_all, along;
    std::vector<std::size_t> next(of_pairs.size(), 0);
    for (Contact &contact : std::span(contacts).first(n_of_nodes))
      {
        const auto  &of_pair = of_pairs[contact.pair];
        std::size_t &i       = next[contact.pair];
        while (i < of_pair.size() && of_pair[i].node < contact.node)
          ++i;
        std::array<typename SparseRows<A>::Row, dim> entries;
        contact.is_covered = false;
        if (i < of_pair.size() && of_pair[i].node == contact.node)
          {
            const MortarRow<dim> &row  = of_pair[i];
            const auto           &pair = all_pairs[contact.pair];
            const auto           &here = at.sides[contact.pair];
            const Direction n = slides() ? row.opposite_normal : row.normal;
            const PairNodes<dim> nodes(row, pair, here);
            auto                 normal = nodes.template along<A>(n);
            contact.is_covered          = !normal.is_empty();
            contact.normal              = n;
            contact.gap = normal.constant + lift_of(row, n, here);
            if (slides())
              contact.area = row.area * settings.thickness.value_or(2. * M_PI);
            if (contact.is_covered)
              {
                entries[0] = std::move(normal.entries);
                if (n_rows_per_node > 1 || !slides())
                  for (std::size_t      k = 1;
                       const Direction &t : percuss::tangents<dim>(n))
                    entries[k++] = nodes.template along<A>(t).entries;
              }
          }
        for (unsigned int k = 0; k < dim; ++k)
          {
            if (k > 0 && !slides())
              along.push_back(entries[k]);
            if (k < n_rows_per_node)
              of_all.push_back(std::move(entries[k]));
          }
      }
    for (Contact &contact : std::span(contacts).subspan(n_of_nodes))
      contact.is_covered = false;
    of_all.resize(n_constraints());
    for (std::size_t pair = 0; 2 * pair < sharp.size(); ++pair)
      {
        set_corners(pair, at, of_all);
        set_edges(pair, at, of_all);
      }
    rows     = SparseRows<A>(of_all, settings.owned, settings.communicator);
    tangents = SparseRows<A>(along, settings.owned, settings.communicator);
  }

  template <int dim, Algebra A>
  bool
  PairContacts<dim, A>::renew_rows(const Vector &q,
                                   const Vector &v,
                                   const double  h) const
  {
    if (!slides())
      return false;
    Placed at = placed<dim, A>(all_pairs, q, true);
    for (std::size_t i = 0; i < all_pairs.size(); ++i)
      {
        auto      &sides = at.sides[i];
        const auto steps = [&](const ContactSide<dim> &side,
                               ContactFaces<dim>      &faces) {
          return move(faces,
                      *settings.place,
                      h,
                      side.template displaced<A>(v),
                      side.undeformed());
        };
        sides.of_slave  = steps(all_pairs[i].slave, sides.slave);
        sides.of_master = steps(all_pairs[i].master, sides.master);
        sides.approach  = longest(sides.of_slave) + longest(sides.of_master);
        sides.reach += 2. * sides.approach;
      }
    find_fast_approach(at);
    set_rows(
      at,
      rows_of_pairs(all_pairs, at, !settings.thickness, settings.communicator));
    return true;
  }

  template <int dim, Algebra A>
  void
  PairContacts<dim, A>::find_fast_approach(const Placed &at) const
  {
    fastest.reset();
    for (std::size_t i = 0; i < all_pairs.size(); ++i)
      {
        const auto  depths = all_pairs[i].slave.half_heights();
        const auto &steps  = at.sides[i].of_slave;
        if (!all_pairs[i].of_itself ||
            !moves_more_than(std::ranges::min(depths), steps))
          continue;
        ContactFaces<dim> before = at.sides[i].slave, after = before;
        for (std::size_t node = 0; node < steps.size(); ++node)
          {
            before.nodes[node] -= *settings.place * steps[node];
            after.nodes[node] += (1. - *settings.place) * steps[node];
          }
        const auto approach = fast_approach(before, after, depths);
        if (approach && (!fastest || approach->depths > fastest->depths))
          fastest = approach;
      }
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
        const auto        &X = side(row).undeformed().nodes[node(row)];
        std::ostringstream message;
        message << "At the start, the "
                << (is_corner(row) ? "corner or edge of " :
                                     "node of the slave of ")
                << of.name << " at " << place(X) << " is " << -g[row]
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
      if (row % n_rows_per_node != 0)
        g[row] = 0.;
      else if (!is_in_use(row))
        g[row] = far_gap();
      else
        {
          g[row] += contacts[row / n_rows_per_node].gap;
          if (slides() &&
              std::abs(g[row]) <
                rounding_of_gaps * all_pairs[pair(row)].slave.shortest_face())
            g[row] = 0.;
        }
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
  bool
  PairContacts<dim, A>::jacobian_rows(const Vector &,
                                      double,
                                      const std::span<const std::size_t> some,
                                      SparseJacobian &G) const
  {
    rows.set_matrix(some, G);
    return true;
  }

  template <int dim, Algebra A>
  std::unique_ptr<NodalRows<A>>
  PairContacts<dim, A>::nodal_rows() const
  {
    if (!MortarNodalRows<dim, A>::can_own_nodes(all_pairs))
      return nullptr;
    return std::make_unique<MortarNodalRows<dim, A>>(*this, settings.owned);
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
        if (!is_in_use(row))
          continue;
        const Direction  &n = normal(row);
        const std::size_t k = row % n_rows_per_node;
        const Direction   d = k == 0 ? n : percuss::tangents<dim>(n)[k - 1];
        for (unsigned int i = 0; i < dim; ++i)
          R[dim * pair(row) + i] -=
            (contacts[row / n_rows_per_node].is_of_master ? -1. : 1.) * p[row] *
            d[i];
      }
  }

  template class PairContacts<2, PETScAlgebra>;
  template class PairContacts<3, PETScAlgebra>;
  template class PairContacts<2, TrilinosAlgebra>;
  template class PairContacts<3, TrilinosAlgebra>;
} // namespace percuss
