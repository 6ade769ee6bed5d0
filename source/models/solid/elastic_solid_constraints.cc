// SPDX-License-Identifier: Apache-2.0

// ElasticSolid: held components and hanging nodes.

#include <percuss/base/exceptions.h>
#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/instances.h>

#include <deal.II/dofs/dof_tools.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace percuss
{
  using namespace dealii;

  template <int dim, Algebra A>
  AffineConstraints<double>
  ElasticSolid<dim, A>::held_components(const IndexSet &relevant) const
  {
    AffineConstraints<double> result(relevant);
    for (const auto &[id, components] : description.fixed_displacements)
      if (std::ranges::count(components, true) > 0)
        {
          ComponentMask mask(dim, false);
          for (unsigned int i = 0; i < dim; ++i)
            mask.set(i, components[i]);
          DoFTools::make_zero_boundary_constraints(dof_handler,
                                                   id,
                                                   result,
                                                   mask);
        }
    return result;
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::make_constraints()
  {
    const IndexSet &owned = dof_handler.locally_owned_dofs();
    IndexSet        relevant;
    DoFTools::extract_locally_relevant_dofs(dof_handler, relevant);
    partitioner =
      std::make_shared<const Utilities::MPI::Partitioner>(owned,
                                                          relevant,
                                                          communicator);
    const AffineConstraints<double> of_boundaries = held_components(relevant);
    constraints.reinit(relevant);
    if (mesh.has_hanging_nodes)
      add_hanging_nodes(of_boundaries);
    else
      for (const auto &line : of_boundaries.get_lines())
        constraints.add_line(line.index);
    constraints.close();
    if (mesh.has_hanging_nodes)
      {
        check_hanging_nodes(of_boundaries);
        hanging = HangingNodes(dof_handler, constraints, *partitioner);
      }
    for (const auto &line : constraints.get_lines())
      if (owned.is_element(line.index) && line.entries.empty())
        held.push_back(partitioner->global_to_local(line.index));
  }

  // The masters of a rank's hanging nodes may be held by faces of cells that it
  // does not know; their owners know these.
  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::add_hanging_nodes(
    const AffineConstraints<double> &of_boundaries)
  {
    DoFTools::make_hanging_node_constraints(dof_handler, constraints);
    LocalVector is_held(partitioner);
    for (const auto &line : of_boundaries.get_lines())
      if (partitioner->in_local_range(line.index))
        is_held(line.index) = 1.;
    is_held.update_ghost_values();
    const unsigned int n_local =
      partitioner->locally_owned_size() + partitioner->n_ghost_indices();
    for (unsigned int i = 0; i < n_local; ++i)
      if (const auto dof = partitioner->local_to_global(i);
          is_held.local_element(i) != 0. && !constraints.is_constrained(dof))
        constraints.add_line(dof);
  }

  // In space a node may hang between held and free vertices.
  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::check_hanging_nodes(
    const AffineConstraints<double> &of_boundaries) const
  {
    bool is_wrong = false;
    for (const auto &line : of_boundaries.get_lines())
      is_wrong = is_wrong || (partitioner->in_local_range(line.index) &&
                              !is_held(constraints, line.index));
    if (Utilities::MPI::logical_or(is_wrong, communicator))
      throw InputError("Cells are divided up to a node at the rim of a "
                       "boundary with 'fixed displacements', between a vertex "
                       "that is held and one that is free. Take a larger "
                       "distance, so that all cells at the rim are divided.",
                       "refine near");
  }

  // Its mass would go there, and K_c have entries by way of it.
  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::check_massless() const
  {
    if (Utilities::MPI::logical_or(hanging.depend_on(boundary.is_massless),
                                   communicator))
      throw InputError("Where 'Contact/boundary mass' is not 'kept', all cells "
                       "at the contact boundaries and at their ends must be "
                       "divided equally, or none: a node hangs beside one of "
                       "them. Refine near the whole boundary, take a larger "
                       "distance, or a smaller contact boundary.",
                       "refine near");
  }

  // Of C^T K_e C of the cells, as the matrix has it.
  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::constrained_diagonal(Vector &d) const
  {
    FullMatrix<double>                   K(element.n_dofs_per_cell());
    std::vector<types::global_dof_index> dofs(K.m());
    std::map<types::global_dof_index,
             std::vector<std::pair<unsigned int, double>>>
      parts; // of a free component, those of the cell that follow from it
    unsigned int number = 0;
    LocalVector &sum    = zeros();
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          elements->stiffness(number++, K);
          cell->get_dof_indices(dofs);
          parts.clear();
          for (unsigned int i = 0; i < dofs.size(); ++i)
            for_each_free(constraints, dofs[i], [&](const auto j, double w) {
              parts[j].emplace_back(i, w);
            });
          for (const auto &[dof, of_cell] : parts)
            for (const auto &[i, w_i] : of_cell)
              for (const auto &[j, w_j] : of_cell)
                sum.local_element(partitioner->global_to_local(dof)) +=
                  w_i * w_j * K(i, j);
        }
    write(sum, d);
  }

  template <int dim, Algebra A>
  typename ElasticSolid<dim, A>::Vector
  ElasticSolid<dim, A>::with_hanging_nodes(const Vector &x) const
  {
    Vector result;
    reinit(result);
    result = x;
    if (mesh.has_hanging_nodes)
      constraints.distribute(result);
    return result;
  }

#define PERCUSS_INSTANTIATE(dim, A)                                         \
  template void ElasticSolid<dim, A>::make_constraints();                   \
  template void ElasticSolid<dim, A>::constrained_diagonal(                 \
    typename A::Vector &) const;                                            \
  template void               ElasticSolid<dim, A>::check_massless() const; \
  template typename A::Vector ElasticSolid<dim, A>::with_hanging_nodes(     \
    const typename A::Vector &) const;
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
