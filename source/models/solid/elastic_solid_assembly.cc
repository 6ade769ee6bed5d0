// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/boundary_mass.h>
#include <percuss/models/solid/cell_mass.h>
#include <percuss/models/solid/elastic_solid.h>
#include <percuss/models/solid/instances.h>
#include <percuss/parallel_algebra/all_gather.h>

#include <deal.II/dofs/dof_tools.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/sparsity_tools.h>

#include <algorithm>
#include <set>

// What elastic_solid.cc leaves out: matrices, constant loads.

namespace percuss
{
  using namespace dealii;

  template <int dim, Algebra A>
  template <class CellMatrix>
  void
  ElasticSolid<dim, A>::add_cells(const CellMatrix &cell_matrix,
                                  Matrix           &B) const
  {
    FullMatrix<double>                   b(element.n_dofs_per_cell());
    std::vector<types::global_dof_index> dofs(b.m());
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          cell_matrix(cell, b);
          cell->get_dof_indices(dofs);
          constraints.distribute_local_to_global(b, dofs, B);
        }
    B.compress(VectorOperation::add);
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::add_rows(Matrix &B) const
  {
    const IndexSet &owned = dof_handler.locally_owned_dofs();
    for (std::size_t k = 0; k < added.rows.size(); ++k)
      for (const auto &[i, value] : added.rows[k])
        if (owned.is_element(i))
          for (const auto &[j, other] : added.rows[k])
            B.add(i, j, added.factors[k] * value * other);
    B.compress(VectorOperation::add);
  }

  template <int dim, Algebra A>
  const typename ElasticSolid<dim, A>::Matrix &
  ElasticSolid<dim, A>::stiffness_matrix() const
  {
    if (lazy_stiffness.is_assembled)
      return lazy_stiffness.matrix;
    const IndexSet        &owned    = dof_handler.locally_owned_dofs();
    const IndexSet        &relevant = constraints.get_local_lines();
    DynamicSparsityPattern pattern(relevant);
    DoFTools::make_sparsity_pattern(dof_handler, pattern, constraints, false);
    for (const Row &row : added.rows)
      for (const auto &[i, value] : row)
        if (relevant.is_element(i))
          for (const auto &[j, other] : row)
            pattern.add(i, j);
    SparsityTools::distribute_sparsity_pattern(pattern,
                                               owned,
                                               communicator,
                                               relevant);
    lazy_stiffness.matrix.reinit(owned, owned, pattern, communicator);
    unsigned int number = 0;
    add_cells([&](const auto &,
                  FullMatrix<double> &K) { elements->stiffness(number++, K); },
              lazy_stiffness.matrix);
    add_rows(lazy_stiffness.matrix);
    lazy_stiffness.is_assembled = true;
    return lazy_stiffness.matrix;
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::add_to_stiffness(const std::vector<Row>    &rows,
                                         const std::vector<double> &factors)
  {
    added.rows                  = rows;
    added.factors               = factors;
    lazy_stiffness.is_assembled = false;
    lazy_stiffness.diagonal.clear();
    reinit(added.force);
    const IndexSet        &locally_owned = dof_handler.locally_owned_dofs();
    DynamicSparsityPattern pattern(locally_owned.size(),
                                   locally_owned.size(),
                                   locally_owned);
    for (const Row &row : rows)
      for (const auto &[i, value] : row)
        if (locally_owned.is_element(i))
          for (const auto &[j, other] : row)
            pattern.add(i, j);
    added.stiffness.reinit(locally_owned, locally_owned, pattern, communicator);
    add_rows(added.stiffness);
    if (!has_massless_boundary())
      return;
    // of nodes without mass, which other ranks may own
    const IndexSet                   &owned = dof_handler.locally_owned_dofs();
    std::set<types::global_dof_index> all;
    std::vector<types::global_dof_index> here;
    for (const unsigned int i : boundary.dofs)
      here.push_back(partitioner->local_to_global(i));
    for (const auto &of_rank : all_gather(communicator, here))
      all.insert(of_rank.begin(), of_rank.end());
    for (std::size_t k = 0; k < rows.size(); ++k)
      for (const auto &[i, value] : rows[k])
        if (owned.is_element(i) && all.contains(i))
          for (const auto &[j, other] : rows[k])
            if (all.contains(j))
              {
                boundary.pattern.add(i, j);
                boundary.added_stiffness.emplace_back(
                  i, j, factors[k] * value * other);
              }
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::assemble_mass()
  {
    const IndexSet &owned = dof_handler.locally_owned_dofs();
    CellMass<dim>   cell_mass(description, mapping, element);
    const bool      is_lumped = description.lumped_mass;
    LocalVector     diagonal(partitioner), constant(partitioner); // loads
    if (!is_lumped)
      {
        mass.matrix.reinit(stiffness_matrix());
        mass.matrix = 0.;
      }

    FullMatrix<double>                   M(element.n_dofs_per_cell());
    std::vector<types::global_dof_index> dofs(M.m());
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          const FullMatrix<double> &m = cell_mass(cell);
          cell->get_dof_indices(dofs);
          for (unsigned int a = 0; a < m.m(); ++a)
            {
              double of_node = 0.;
              for (unsigned int b = 0; b < m.m(); ++b)
                of_node += m(a, b);
              mass.total += of_node;
              for (unsigned int i = 0; i < dim; ++i)
                {
                  const auto row = element.component_to_system_index(i, a);
                  for (unsigned int b = 0; b < m.m() && !is_lumped; ++b)
                    M(row, element.component_to_system_index(i, b)) = m(a, b);
                  const auto local = partitioner->global_to_local(dofs[row]);
                  diagonal.local_element(local) += m(a, a);
                  if (!is_lumped)
                    constant.local_element(local) +=
                      of_node * description.gravity[i];
                  else if (local < owned.n_elements()) // times M, below
                    constant.local_element(local) = description.gravity[i];
                }
            }
          if (!is_lumped)
            constraints.distribute_local_to_global(M, dofs, mass.matrix);
        }
    mass.total = Utilities::MPI::sum(mass.total, communicator);

    if (is_lumped)
      {
        diagonal.compress(VectorOperation::add);
        if (has_massless_boundary())
          {
            boundary.mass_factors.reinit(partitioner);
            boundary.mass_factors = diagonal;
            remove_boundary_mass(description, mapping, dof_handler, diagonal);
            for (unsigned int i = 0; i < diagonal.locally_owned_size(); ++i)
              boundary.mass_factors.local_element(i) =
                diagonal.local_element(i) /
                boundary.mass_factors.local_element(i);
            boundary.mass_factors.update_ghost_values();
            find_massless();
            check_massless();
          }
        for (unsigned int i = 0; i < diagonal.locally_owned_size(); ++i)
          constant.local_element(i) *= diagonal.local_element(i);
        if (mesh.has_hanging_nodes)
          {
            hanging.add_masses(diagonal.begin(), owned.n_elements());
            diagonal.compress(VectorOperation::add);
          }
        reinit(mass.diagonal);
        A::write_local(mass.diagonal, [&](double *const entries) {
          std::copy_n(diagonal.begin(), owned.n_elements(), entries);
        });
      }
    else
      mass.matrix.compress(VectorOperation::add);

    add_load(
      SurfaceLoad<dim>(description, mapping, dof_handler, *partitioner, false),
      0.,
      constant);
    reinit(loads.constant);
    constant.compress(VectorOperation::add);
    loads.has_constant = constant.linfty_norm() > 0.;
    if (!loads.has_constant)
      return; // zeros that nobody writes take no memory
    write(constant, loads.constant);
    loads.has_constant = loads.constant.linfty_norm() > 0.;
  }

  template <int dim, Algebra A>
  const typename ElasticSolid<dim, A>::Matrix &
  ElasticSolid<dim, A>::mass_matrix() const
  {
    if (!description.lumped_mass || mass.matrix.m() > 0)
      return mass.matrix;
    const IndexSet        &owned = dof_handler.locally_owned_dofs();
    DynamicSparsityPattern pattern(owned.size(), owned.size(), owned);
    for (const auto dof : owned)
      pattern.add(dof, dof);
    mass.matrix.reinit(owned, owned, pattern, communicator);
    for (const auto dof : owned)
      mass.matrix.set(dof, dof, mass.diagonal(dof));
    mass.matrix.compress(VectorOperation::insert);
    return mass.matrix;
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::find_massless()
  {
    const unsigned int n_owned = partitioner->locally_owned_size();
    boundary.is_massless.resize(n_owned + partitioner->n_ghost_indices());
    for (unsigned int i = 0; i < boundary.is_massless.size(); ++i)
      {
        boundary.is_massless[i] = boundary.mass_factors.local_element(i) == 0.;
        if (boundary.is_massless[i] && i < n_owned)
          boundary.dofs.push_back(i);
      }

    const IndexSet &owned    = dof_handler.locally_owned_dofs();
    const IndexSet &relevant = constraints.get_local_lines();
    boundary.pattern.reinit(owned.size(), owned.size(), relevant);
    for (const auto dof : owned)
      boundary.pattern.add(dof, dof);
    std::vector<types::global_dof_index> dofs(element.n_dofs_per_cell());
    unsigned int                         number = 0;
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          cell->get_dof_indices(dofs);
          bool has_some = false;
          for (const auto i : dofs)
            for (const auto j : dofs)
              if (boundary.is_massless[partitioner->global_to_local(i)] &&
                  boundary.is_massless[partitioner->global_to_local(j)])
                {
                  boundary.pattern.add(i, j);
                  has_some = true;
                }
          if (has_some)
            {
              boundary.cells.emplace_back(cell, number);
              if (is_linear())
                {
                  boundary.stiffness.emplace_back(element.n_dofs_per_cell());
                  elements->stiffness(number, boundary.stiffness.back());
                }
            }
          ++number;
        }
    SparsityTools::distribute_sparsity_pattern(boundary.pattern,
                                               owned,
                                               communicator,
                                               relevant);
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::assemble_boundary(const Weights  &weights,
                                          const State<A> &x,
                                          Matrix         &S) const
  {
    const IndexSet &owned = dof_handler.locally_owned_dofs();
    S.reinit(owned, owned, boundary.pattern, communicator);
    if (!is_linear())
      read(x.q, ghosted.q);
    FullMatrix<double>                   K(element.n_dofs_per_cell());
    std::vector<types::global_dof_index> dofs(K.m());
    for (std::size_t k = 0; k < boundary.cells.size(); ++k)
      {
        const auto &[cell, number] = boundary.cells[k];
        if (!is_linear())
          elements->tangent(number, ghosted.q.begin(), K);
        const FullMatrix<double> &tangent =
          is_linear() ? boundary.stiffness[k] : K;
        cell->get_dof_indices(dofs);
        for (unsigned int i = 0; i < dofs.size(); ++i)
          for (unsigned int j = 0; j < dofs.size(); ++j)
            if (boundary.is_massless[partitioner->global_to_local(dofs[i])] &&
                boundary.is_massless[partitioner->global_to_local(dofs[j])] &&
                (i == j || (!constraints.is_constrained(dofs[i]) &&
                            !constraints.is_constrained(dofs[j]))))
              S.add(dofs[i], dofs[j], weights.boundary * tangent(i, j));
      }
    for (const auto &[i, j, value] : boundary.added_stiffness)
      S.add(i, j, weights.boundary * value);
    const double mass_weight = factors_of(weights).first; // without K here
    for (const auto dof : owned)
      S.add(dof, dof, mass_weight * mass.diagonal(dof));
    S.compress(VectorOperation::add);
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::iteration_matrix(const Weights  &weights,
                                         const State<A> &x,
                                         Matrix         &S) const
  {
    if (weights.boundary != 0.)
      {
        assemble_boundary(weights, x, S);
        return;
      }
    const auto [mass_weight, stiffness_weight] = factors_of(weights);
    if (stiffness_weight == 0.)
      {
        S.reinit(mass_matrix());
        S.copy_from(mass_matrix());
        S *= mass_weight;
        return;
      }
    const bool is_lumped = description.lumped_mass;
    S.reinit(stiffness_matrix());
    if (is_linear())
      {
        S.copy_from(stiffness_matrix());
        S *= stiffness_weight;
        if (!is_lumped && mass_weight != 0.)
          S.add(mass_weight, mass.matrix);
      }
    else
      {
        if (is_lumped)
          S = 0.;
        else
          {
            S.copy_from(mass.matrix);
            S *= mass_weight;
          }
        read(x.q, ghosted.q);
        unsigned int number = 0;
        add_cells(
          [&, factor = stiffness_weight](const auto &, FullMatrix<double> &K) {
            elements->tangent(number++, ghosted.q.begin(), K);
            K *= factor;
          },
          S);
      }
    if (is_lumped && mass_weight != 0.)
      { // PETSc's sum of matrices of different patterns takes much longer
        for (const auto dof : dof_handler.locally_owned_dofs())
          S.add(dof, dof, mass_weight * mass.diagonal(dof));
        S.compress(VectorOperation::add);
      }
  }

#define PERCUSS_INSTANTIATE(dim, A)                                       \
  template const typename ElasticSolid<dim, A>::Matrix               &                  \
  ElasticSolid<dim, A>::stiffness_matrix() const;           \
  template void ElasticSolid<dim, A>::add_to_stiffness(                   \
    const std::vector<Row> &, const std::vector<double> &);               \
  template void ElasticSolid<dim, A>::assemble_mass();                    \
  template const typename ElasticSolid<dim, A>::Matrix               &                  \
  ElasticSolid<dim, A>::mass_matrix() const;                \
  template void ElasticSolid<dim, A>::find_massless();                    \
  template void ElasticSolid<dim, A>::assemble_boundary(const Weights &,  \
                                                        const State<A> &, \
                                                        Matrix &) const;  \
  template void ElasticSolid<dim, A>::iteration_matrix(const Weights &,   \
                                                       const State<A> &,  \
                                                       Matrix &) const;
  PERCUSS_FOR_ALL_SOLIDS(PERCUSS_INSTANTIATE)
#undef PERCUSS_INSTANTIATE
} // namespace percuss
