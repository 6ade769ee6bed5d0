// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/finite_element/cell_frequency.h>
#include <percuss/finite_element/cell_mass.h>
#include <percuss/finite_element/elastic_solid.h>
#include <percuss/finite_element/first_message.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/sparsity_tools.h>

#include <algorithm>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    const SolidDescription<dim> &
    checked(const SolidDescription<dim> &description)
    {
      check(description);
      return description;
    }
  } // namespace

  template <int dim, Algebra A>
  ElasticSolid<dim, A>::ElasticSolid(const SolidDescription<dim> &description,
                                     const MPI_Comm               communicator)
    : description(checked(description))
    , communicator(communicator)
    , mesh(this->description, communicator)
    , mapping(description.degree)
    , element(FE_Q<dim>(description.degree), dim)
    , dof_handler(mesh.triangulation)
  {
    dof_handler.distribute_dofs(element);
    make_constraints();
    const bool is_finite = !is_linear();
    for (LocalVector *const scratch : {&local_s, &local_q, &local_y})
      if (scratch == &local_s || is_finite)
        scratch->reinit(partitioner);

    elements = std::make_unique<const SolidElements<dim>>(this->description,
                                                          mapping,
                                                          dof_handler,
                                                          *partitioner);
    assemble_stiffness();
    assemble_mass();
    if (is_damped())
      iteration_matrix({description.mass_damping,
                        0.,
                        description.stiffness_damping},
                       {},
                       damping);
    if (!is_finite)
      elements.reset(); // their work is done
    varying_load = std::make_unique<const SurfaceLoad<dim>>(
      this->description, mapping, dof_handler, *partitioner, true);
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::make_constraints()
  {
    const IndexSet &owned = dof_handler.locally_owned_dofs();
    IndexSet        relevant;
    DoFTools::extract_locally_relevant_dofs(dof_handler, relevant);
    constraints.reinit(relevant);
    for (const auto &[boundary, components] : description.held)
      if (std::ranges::count(components, true) > 0)
        {
          ComponentMask mask(dim, false);
          for (unsigned int i = 0; i < dim; ++i)
            mask.set(i, components[i]);
          DoFTools::make_zero_boundary_constraints(dof_handler,
                                                   boundary,
                                                   constraints,
                                                   mask);
        }
    constraints.close();
    partitioner =
      std::make_shared<const Utilities::MPI::Partitioner>(owned,
                                                          relevant,
                                                          communicator);
    for (const auto &line : constraints.get_lines())
      if (owned.is_element(line.index))
        held.push_back(partitioner->global_to_local(line.index));
  }

  // ------------------------------------------------------------- matrices

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
  ElasticSolid<dim, A>::assemble_stiffness()
  {
    const IndexSet        &owned    = dof_handler.locally_owned_dofs();
    const IndexSet        &relevant = constraints.get_local_lines();
    DynamicSparsityPattern pattern(relevant);
    DoFTools::make_sparsity_pattern(dof_handler, pattern, constraints, false);
    SparsityTools::distribute_sparsity_pattern(pattern,
                                               owned,
                                               communicator,
                                               relevant);
    stiffness.reinit(owned, owned, pattern, communicator);
    unsigned int number = 0;
    add_cells([&](const auto &,
                  FullMatrix<double> &K) { elements->stiffness(number++, K); },
              stiffness);
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::assemble_mass()
  {
    const IndexSet &owned = dof_handler.locally_owned_dofs();
    CellMass<dim>   cell_mass(description, mapping, element);
    LocalVector     diagonal(partitioner);
    if (!description.lumped_mass)
      {
        mass.reinit(stiffness);
        mass = 0.;
      }

    local_s = 0.; // the constant loads
    FullMatrix<double>                   M(element.n_dofs_per_cell());
    std::vector<types::global_dof_index> dofs(M.m());
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          const FullMatrix<double> &m = cell_mass(cell);
          cell->get_dof_indices(dofs);
          M = 0.;
          for (unsigned int a = 0; a < m.m(); ++a)
            {
              double of_node = 0.;
              for (unsigned int b = 0; b < m.m(); ++b)
                of_node += m(a, b);
              total_mass_ += of_node;
              for (unsigned int i = 0; i < dim; ++i)
                {
                  const auto row = element.component_to_system_index(i, a);
                  for (unsigned int b = 0; b < m.m(); ++b)
                    M(row, element.component_to_system_index(i, b)) = m(a, b);
                  const auto local = partitioner->global_to_local(dofs[row]);
                  diagonal.local_element(local) += m(a, a);
                  local_s.local_element(local) +=
                    of_node * description.gravity[i];
                }
            }
          if (!description.lumped_mass)
            constraints.distribute_local_to_global(M, dofs, mass);
        }
    total_mass_ = Utilities::MPI::sum(total_mass_, communicator);

    if (description.lumped_mass)
      {
        diagonal.compress(VectorOperation::add);
        DynamicSparsityPattern pattern(owned.size(), owned.size(), owned);
        for (const auto dof : owned)
          pattern.add(dof, dof);
        mass.reinit(owned, owned, pattern, communicator);
        for (const auto dof : owned)
          mass.set(dof, dof, diagonal(dof));
      }
    mass.compress(description.lumped_mass ? VectorOperation::insert :
                                            VectorOperation::add);

    SurfaceLoad<dim>(description, mapping, dof_handler, *partitioner, false)
      .add(0., local_s);
    reinit(constant_load);
    write(local_s, constant_load);
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::iteration_matrix(const Weights  &weights,
                                         const State<A> &x,
                                         Matrix         &S) const
  {
    // C = c_M M + c_K K
    const double mass_weight =
      weights.mass + weights.damping * description.mass_damping;
    const double stiffness_weight =
      weights.stiffness + weights.damping * description.stiffness_damping;
    if (stiffness_weight == 0.)
      {
        S.reinit(mass);
        S.copy_from(mass);
        S *= mass_weight;
        return;
      }
    S.reinit(stiffness);
    if (is_linear())
      S.copy_from(stiffness);
    else
      {
        S = 0.;
        read(x.q, local_q);
        unsigned int number = 0;
        add_cells(
          [&](const auto &, FullMatrix<double> &K) {
            elements->tangent(number++, local_q, K);
          },
          S);
      }
    S *= stiffness_weight;
    if (mass_weight != 0.)
      S.add(mass_weight, mass);
  }

  // --------------------------------------------------------------- forces

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::read(const Vector &x, LocalVector &local) const
  {
    A::read_local(x, [&](const double *const entries) {
      std::copy_n(entries, local.locally_owned_size(), local.begin());
    });
    local.update_ghost_values();
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::write(LocalVector &local, Vector &x) const
  {
    local.compress(VectorOperation::add);
    for (const unsigned int index : held)
      local.local_element(index) = 0.;
    A::write_local(x, [&](double *const entries) {
      std::copy_n(local.begin(), local.locally_owned_size(), entries);
    });
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::load(const double t, Vector &F) const
  {
    if (has_varying_load())
      {
        local_s = 0.;
        varying_load->add(t, local_s);
        write(local_s, F);
        F.add(1., constant_load);
      }
    else
      F.equ(1., constant_load);
  }

  template <int dim, Algebra A>
  bool
  ElasticSolid<dim, A>::has_varying_load() const
  {
    return std::ranges::any_of(description.tractions, [](const auto &entry) {
      return entry.second.varies;
    });
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::elastic_force(const Vector &q, Vector &s) const
  {
    if (is_linear())
      {
        A::vmult(stiffness, s, q);
        return;
      }
    read(q, local_q);
    local_s         = 0.;
    const auto  bad = elements->add_force(local_q, local_s);
    std::string where;
    if (bad)
      {
        std::ostringstream text;
        text << *bad;
        where = text.str();
      }
    where = first_message(where, communicator);
    if (!where.empty())
      throw ElementInversionError(
        "The deformation gradient has no positive determinant at X = (" +
          where +
          ") m of the undeformed solid: an element is turned inside out",
        0.,
        "Reduce the time step; if it happens at any step, refine the mesh "
        "there, or take the neo-Hookean law, which resists compression.");
    write(local_s, s);
  }

  template <int dim, Algebra A>
  void
  ElasticSolid<dim, A>::stiffness_product(const State<A> &x,
                                          const Vector   &y,
                                          Vector         &z) const
  {
    if (is_linear())
      {
        A::vmult(stiffness, z, y);
        return;
      }
    read(x.q, local_q);
    read(y, local_y);
    local_s = 0.;
    elements->add_product(local_q, local_y, local_s);
    write(local_s, z);
  }

  template <int dim, Algebra A>
  double
  ElasticSolid<dim, A>::strain_energy(const Vector &q, const Vector &s) const
  {
    if (is_linear())
      return 0.5 * (q * s);
    read(q, local_q);
    return Utilities::MPI::sum(elements->strain_energy(local_q), communicator);
  }

  // --------------------------------------------------------------- fields

  template <int dim, Algebra A>
  typename ElasticSolid<dim, A>::Vector
  ElasticSolid<dim, A>::interpolate(const Field &field) const
  {
    const FiniteElement<dim> &scalar = element.base_element(0);
    FEValues<dim>             nodes(mapping,
                        scalar,
                        Quadrature<dim>(scalar.get_unit_support_points()),
                        update_quadrature_points);
    LocalVector               values(partitioner);
    std::vector<unsigned int> material_at(values.locally_owned_size(),
                                          numbers::invalid_unsigned_int);
    std::vector<types::global_dof_index> dofs(element.n_dofs_per_cell());
    // the cells of other ranks, too: they may have the smallest material id
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (field && !cell->is_artificial())
        {
          nodes.reinit(
            static_cast<typename Triangulation<dim>::active_cell_iterator>(
              cell));
          cell->get_dof_indices(dofs);
          for (unsigned int a = 0; a < scalar.n_dofs_per_cell(); ++a)
            {
              const auto first = dofs[element.component_to_system_index(0, a)];
              if (!partitioner->in_local_range(first))
                continue;
              unsigned int &material =
                material_at[partitioner->global_to_local(first)];
              if (material <= cell->material_id())
                continue;
              material = cell->material_id();
              const Tensor<1, dim> value =
                field(nodes.quadrature_point(a), material);
              for (unsigned int i = 0; i < dim; ++i)
                values(dofs[element.component_to_system_index(i, a)]) =
                  value[i];
            }
        }
    Vector x;
    reinit(x);
    write(values, x);
    return x;
  }

  template <int dim, Algebra A>
  std::vector<typename ElasticSolid<dim, A>::Vector>
  ElasticSolid<dim, A>::rigid_body_modes() const
  {
    Tensor<1, dim> sum;
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        sum += cell->center();
    const Point<dim> center(Utilities::MPI::sum(sum, communicator) /
                            double(mesh.triangulation.n_global_active_cells()));

    std::vector<Vector> modes;
    const bool          is_axisymmetric =
      description.kinematics == Kinematics::axisymmetric;
    for (unsigned int i = is_axisymmetric ? 1 : 0; i < dim; ++i)
      modes.push_back(interpolate([i](const Point<dim> &, unsigned int) {
        return Point<dim>::unit_vector(i);
      }));
    if (!is_axisymmetric) // e_k x (X - center), in 2-D for k = z
      for (unsigned int k = dim == 2 ? 2 : 0; k < 3; ++k)
        modes.push_back(interpolate([&](const Point<dim> &X, unsigned int) {
          const unsigned int i = (k + 1) % 3, j = (k + 2) % 3;
          Tensor<1, dim>     u;
          u[i] = -(X[j] - center[j]);
          u[j] = X[i] - center[i];
          return u;
        }));
    return modes;
  }

  template <int dim, Algebra A>
  typename ElasticSolid<dim, A>::Row
  ElasticSolid<dim, A>::point_value(const Point<dim>  &X,
                                    const unsigned int component) const
  {
    constexpr double tolerance = 1e-8; // of the size of a cell
    Assert(component < dim, ExcIndexRange(component, 0, dim));
    const FiniteElement<dim>            &scalar = element.base_element(0);
    std::vector<types::global_dof_index> dofs(element.n_dofs_per_cell());

    std::pair<bool, Row> found{false, {}};
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (!found.first && cell->is_locally_owned() &&
          cell->center().distance(X) <= cell->diameter()) // of curved ones, too
        {
          Point<dim> unit;
          try
            {
              unit = mapping.transform_real_to_unit_cell(cell, X);
            }
          catch (const typename Mapping<dim>::ExcTransformationFailed &)
            {
              continue;
            }
          if (!GeometryInfo<dim>::is_inside_unit_cell(unit, tolerance))
            continue;
          unit = GeometryInfo<dim>::project_to_unit_cell(unit);
          for (const Point<dim> &node : scalar.get_unit_support_points())
            if (node.distance(unit) <= tolerance)
              unit = node;
          found.first = true;
          cell->get_dof_indices(dofs);
          for (unsigned int a = 0; a < scalar.n_dofs_per_cell(); ++a)
            {
              const auto dof =
                dofs[element.component_to_system_index(component, a)];
              const double value = scalar.shape_value(a, unit);
              if (std::abs(value) > 1e-14 && !constraints.is_constrained(dof))
                found.second.emplace_back(dof, value);
            }
        }
    for (const auto &other : Utilities::MPI::all_gather(communicator, found))
      if (other.first)
        return other.second;
    std::ostringstream message;
    message << "The point X = (" << X
            << ") m is outside of the undeformed solid. Give a point of its "
               "mesh.";
    throw InputError(message.str());
  }

  template <int dim, Algebra A>
  double
  ElasticSolid<dim, A>::wave_speed() const
  {
    double c_squared = 0.;
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          const SolidMaterial &material =
            material_of(description, cell->material_id());
          const LameConstants lame(material, description.kinematics);
          c_squared = std::max(c_squared,
                               (lame.lambda + 2. * lame.mu) / material.density);
        }
    return std::sqrt(Utilities::MPI::max(c_squared, communicator));
  }

  template <int dim, Algebra A>
  double
  ElasticSolid<dim, A>::frequency_bound() const
  {
    const auto bound = [&](const SolidElements<dim> &cells) {
      return largest_cell_frequency(description, mapping, dof_handler, cells);
    };
    return Utilities::MPI::max(
      elements ? bound(*elements) :
                 bound({description, mapping, dof_handler, *partitioner}),
      communicator);
  }

  template class ElasticSolid<2, PETScAlgebra>;
  template class ElasticSolid<3, PETScAlgebra>;
  template class ElasticSolid<2, TrilinosAlgebra>;
  template class ElasticSolid<3, TrilinosAlgebra>;
} // namespace percuss
