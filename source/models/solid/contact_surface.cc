// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/finite_element/entry_numbers.h>
#include <percuss/finite_element/message_of_first_rank.h>
#include <percuss/models/solid/contact_surface.h>
#include <percuss/models/solid/solid_cells.h>
#include <percuss/parallel_algebra/all_gather.h>

#include <deal.II/base/utilities.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/lac/affine_constraints.h>

#include <algorithm>
#include <array>
#include <limits>
#include <sstream>
#include <tuple>
#include <utility>

namespace percuss
{
  using namespace dealii;

  template <int dim>
  std::set<unsigned int>
  all_boundary_ids(const DoFHandler<dim> &dof_handler)
  {
    const auto &mesh = dof_handler.get_triangulation();
    const auto  here = mesh.get_boundary_ids();
    return Utilities::MPI::compute_set_union(
      std::set<unsigned int>(here.begin(), here.end()),
      dof_handler.get_communicator());
  }

  namespace
  {
    /** What one face knows of one of its nodes. */
    template <int dim>
    struct Share
    {
      types::global_dof_index first_dof;
      unsigned int            coarse_cell;
      std::array<double, dim> position;
      double                  area; // of the face's part
      double                  stiffness;
    };

    /** Index of the first of the dim consecutive dofs of a node of a cell. */
    template <int dim>
    types::global_dof_index
    first_dof(const FiniteElement<dim>                   &fe,
              const std::vector<types::global_dof_index> &dofs,
              const unsigned int                          node)
    {
      const auto dof = [&](const unsigned int component) {
        return dofs[fe.component_to_system_index(component, node)];
      };
      for (unsigned int d = 1; d < dim; ++d)
        AssertThrow(dof(d) == dof(0) + d,
                    ExcMessage("The degrees of freedom of a node must be "
                               "consecutive."));
      return dof(0);
    }

    template <int dim>
    std::vector<Share<dim>>
    shares_of_faces(const DoFHandler<dim>                       &dof_handler,
                    const Mapping<dim>                          &mapping,
                    const std::set<types::boundary_id>          &ids,
                    const typename ContactSurface<dim>::Weight  &weight,
                    const typename ContactSurface<dim>::Modulus &modulus)
    {
      const FiniteElement<dim> &fe = dof_handler.get_fe();
      Assert(fe.n_components() == dim, ExcInternalError());
      // curved faces and w are not polynomials: two points more than phi needs
      FEFaceValues<dim> values(mapping,
                               fe,
                               SolidCells::face_quadrature(fe, fe.degree + 2),
                               update_values | update_quadrature_points |
                                 update_JxW_values);

      std::vector<types::global_dof_index> dofs(fe.n_dofs_per_cell());
      std::vector<Share<dim>>              shares;
      for (const auto &cell : dof_handler.active_cell_iterators())
        if (cell->is_locally_owned())
          for (const unsigned int f : cell->face_indices())
            if (cell->face(f)->at_boundary() &&
                ids.count(cell->face(f)->boundary_id()) > 0)
              {
                values.reinit(cell, f);
                cell->get_dof_indices(dofs);
                for (unsigned int i = 0; i < dofs.size(); ++i)
                  {
                    const auto [component, node] =
                      fe.system_to_component_index(i);
                    if (component != 0 || !SolidCells::is_on_face(fe, i, f))
                      continue;
                    Share<dim>       share{first_dof(fe, dofs, node),
                                     coarse_cell_index<dim>(cell),
                                     {},
                                     0.,
                                     0.};
                    const Point<dim> X = mapping.transform_unit_to_real_cell(
                      cell, fe.unit_support_point(i));
                    for (unsigned int d = 0; d < dim; ++d)
                      share.position[d] = X[d];
                    for (const unsigned int k :
                         values.quadrature_point_indices())
                      share.area +=
                        values.shape_value(i, k) * values.JxW(k) *
                        (weight ? weight(values.quadrature_point(k)) : 1.);
                    if (modulus)
                      share.stiffness =
                        share.area * modulus(cell->material_id()) *
                        cell->face(f)->measure() / cell->measure();
                    shares.push_back(share);
                  }
              }
      return shares;
    }

    template <int dim>
    void
    check_ids(const DoFHandler<dim>              &dof_handler,
              const std::set<types::boundary_id> &ids)
    {
      const std::set<unsigned int> present = all_boundary_ids(dof_handler);

      for (const auto id : ids)
        if (present.count(id) == 0)
          {
            std::ostringstream message;
            message << "The contact surface has boundary id " << id
                    << ", but no face of the mesh's boundary has it. Those of "
                       "the mesh are:";
            for (const unsigned int other : present)
              message << ' ' << other;
            throw InputError(message.str() + ".", "contact boundaries");
          }
    }

    /** In space: of nodes that hang the contacts would be those of others. */
    template <int dim>
    void
    refuse_hanging_nodes(const DoFHandler<dim>         &dof_handler,
                         const std::vector<Share<dim>> &of_rank)
    {
      if (!dof_handler.get_triangulation().has_hanging_nodes())
        return;
      IndexSet relevant;
      DoFTools::extract_locally_relevant_dofs(dof_handler, relevant);
      AffineConstraints<double> hanging(relevant);
      DoFTools::make_hanging_node_constraints(dof_handler, hanging);
      std::ostringstream message;
      for (const Share<dim> &share : of_rank)
        if (hanging.is_constrained(share.first_dof))
          {
            message << "A contact boundary has a node in the middle of an edge "
                       "or face of a larger cell, at (";
            for (unsigned int d = 0; d < dim; ++d)
              message << (d == 0 ? "" : ", ") << share.position[d];
            message << ") m. Cells on contact boundaries in space must be "
                       "divided equally: refine near the whole boundary, "
                       "take a larger distance, or a smaller contact boundary, "
                       "by 'boundary markers'.";
            break;
          }
      const std::string first =
        message_of_first_rank(message.str(), dof_handler.get_communicator());
      if (!first.empty())
        throw InputError(first, "refine near");
    }

    /** Numbers of the different values, in ascending order. */
    std::vector<unsigned int>
    ranks_of_values(const std::vector<double> &values, const double tolerance)
    {
      std::vector<unsigned int> order(values.size()), rank(values.size());
      for (unsigned int i = 0; i < order.size(); ++i)
        order[i] = i;
      std::sort(order.begin(), order.end(), [&](const auto i, const auto j) {
        return values[i] < values[j];
      });
      for (unsigned int i = 1; i < order.size(); ++i)
        rank[order[i]] =
          rank[order[i - 1]] +
          (values[order[i]] - values[order[i - 1]] > tolerance ? 1 : 0);
      return rank;
    }

    /**
     * Order of nodes by coordinates, then by coarse cells. Nodes that mapped
     * edges share are known with different rounding in the cells around them:
     * comparing with a tolerance makes the order that of exact arithmetic.
     */
    template <int dim>
    std::vector<unsigned int>
    lexicographic_order(const std::vector<Share<dim>> &nodes)
    {
      std::array<std::vector<double>, dim> coordinates;
      double                               extent = 0.;
      for (unsigned int d = 0; d < dim; ++d)
        {
          for (const Share<dim> &node : nodes)
            coordinates[d].push_back(node.position[d]);
          const auto [low, high] =
            std::minmax_element(coordinates[d].begin(), coordinates[d].end());
          if (low != coordinates[d].end())
            extent = std::max(extent, *high - *low);
        }

      using Key = std::tuple<std::array<unsigned int, dim>, unsigned int>;
      std::vector<Key> keys(nodes.size());
      for (unsigned int d = 0; d < dim; ++d)
        {
          const auto rank = ranks_of_values(coordinates[d], 1e-10 * extent);
          for (std::size_t i = 0; i < nodes.size(); ++i)
            std::get<0>(keys[i])[d] = rank[i];
        }
      std::vector<unsigned int> order(nodes.size());
      for (unsigned int i = 0; i < order.size(); ++i)
        {
          order[i]             = i;
          std::get<1>(keys[i]) = nodes[i].coarse_cell;
        }
      std::sort(order.begin(), order.end(), [&](const auto i, const auto j) {
        return keys[i] < keys[j];
      });
      return order;
    }

    /**
     * One node for all shares with the same dofs. Of several positions and
     * cells it takes the smallest and adds areas in ascending order: nothing
     * then depends on which rank knew what.
     */
    template <int dim>
    std::vector<Share<dim>>
    merge(std::vector<Share<dim>> shares)
    {
      std::sort(shares.begin(),
                shares.end(),
                [](const Share<dim> &a, const Share<dim> &b) {
                  return std::tie(a.first_dof, a.area) <
                         std::tie(b.first_dof, b.area);
                });
      std::vector<Share<dim>> nodes;
      for (const Share<dim> &share : shares)
        if (nodes.empty() || nodes.back().first_dof != share.first_dof)
          nodes.push_back(share);
        else
          {
            Share<dim> &node = nodes.back();
            node.area += share.area;
            node.stiffness += share.stiffness;
            node.position    = std::min(node.position, share.position);
            node.coarse_cell = std::min(node.coarse_cell, share.coarse_cell);
          }
      return nodes;
    }
  } // namespace

  template <int dim>
  ContactSurface<dim>::ContactSurface(
    const DoFHandler<dim>              &dof_handler,
    const Mapping<dim>                 &mapping,
    const std::set<types::boundary_id> &boundary_ids,
    const Weight                       &weight,
    const Modulus                      &modulus)
    : locally_owned_dofs(dof_handler.locally_owned_dofs())
    , communicator(dof_handler.get_communicator())
  {
    check_ids(dof_handler, boundary_ids);
    // a rank may own a node of a face that belongs to another rank's cell
    const std::vector<Share<dim>> here =
      shares_of_faces(dof_handler, mapping, boundary_ids, weight, modulus);
    if (dim == 3)
      refuse_hanging_nodes(dof_handler, here);
    std::vector<Share<dim>> shares;
    for (const auto &of_rank : all_gather(communicator, here))
      shares.insert(shares.end(), of_rank.begin(), of_rank.end());

    const std::vector<Share<dim>> merged = merge(std::move(shares));
    for (const unsigned int i : lexicographic_order(merged))
      {
        Node node;
        for (unsigned int d = 0; d < dim; ++d)
          node.position[d] = merged[i].position[d];
        node.area      = merged[i].area;
        node.stiffness = merged[i].stiffness;
        node.first_dof = merged[i].first_dof;
        if (locally_owned_dofs.is_element(node.first_dof))
          owned_nodes.push_back(static_cast<unsigned int>(all_nodes.size()));
        all_nodes.push_back(node);
      }
  }

  template std::set<unsigned int>
  all_boundary_ids(const DoFHandler<2> &);
  template std::set<unsigned int>
  all_boundary_ids(const DoFHandler<3> &);
  template class ContactSurface<2>;
  template class ContactSurface<3>;
} // namespace percuss
