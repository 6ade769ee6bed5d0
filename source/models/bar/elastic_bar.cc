// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/bar/bar_cell_mass.h>
#include <percuss/models/bar/bar_contact_rows.h>
#include <percuss/models/bar/elastic_bar.h>
#include <percuss/parallel_algebra/all_gather.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/selected_entries.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/sparsity_tools.h>

#include <malloc.h>

#include <array>
#include <sstream>

namespace percuss
{
  using namespace dealii;

  template <Algebra A>
  ElasticBar<A>::ElasticBar(const BarRowDescription &description,
                            const MPI_Comm           communicator)
    : ElasticBar(description,
                 std::make_shared<const BarMesh>(description, communicator))
  {}

  template <Algebra A>
  ElasticBar<A>::ElasticBar(const BarRowDescription              &description,
                            const std::shared_ptr<const BarMesh> &shared_mesh)
    : description(description)
    , communicator(shared_mesh->triangulation.get_communicator())
    , shared_mesh(shared_mesh)
    , mesh(*shared_mesh)
    , element(description.degree)
    , dof_handler(mesh.triangulation)
  {
    dof_handler.distribute_dofs(element);
    make_constraints();
    assemble_loads();
    if (description.yields())
      plastic = std::make_unique<BarPlasticity<A>>(this->description,
                                                   mesh,
                                                   dof_handler,
                                                   constraints);

    const unsigned int last =
      static_cast<unsigned int>(mesh.extents.size()) - 1;
    // a clamped end carries the force on it
    end_values = SparseRows<A>(
      {description.clamped_left ? Row() : point_value(0, 0.),
       description.clamped_right ? Row() : point_value(last, length(last))},
      dof_handler.locally_owned_dofs(),
      communicator);
    constexpr std::size_t n_many = 100000;
    if (n_dofs() > n_many)
      malloc_trim(0); // what was made on the way goes back to the system
  }

  template <Algebra A>
  void
  ElasticBar<A>::make_constraints()
  {
    IndexSet relevant;
    DoFTools::extract_locally_relevant_dofs(dof_handler, relevant);
    constraints.reinit(relevant);
    const auto clamp = [&](const unsigned int bar, const double x) {
      for (const auto &[dof, value] : point_value(bar, x))
        if (value != 0. && relevant.is_element(dof))
          constraints.add_line(dof);
    };
    const unsigned int last =
      static_cast<unsigned int>(mesh.extents.size()) - 1;
    if (description.clamped_left)
      clamp(0, 0.);
    if (description.clamped_right)
      clamp(last, length(last));
    constraints.close();
  }

  template <Algebra A>
  void
  ElasticBar<A>::visit_cells(const VisitCell &visit) const
  {
    const QGauss<1> gauss(description.degree + 1);
    FEValues<1>     strain_values(element,
                              gauss,
                              update_gradients | update_quadrature_points |
                                update_JxW_values);
    BarCellMass     mass_of(description, mesh);

    const unsigned int n = element.n_dofs_per_cell();
    FullMatrix<double> K(n, n);
    Dofs               dofs(n);
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          const unsigned int        bar  = mesh.bar(cell->active_cell_index());
          const BarDescription     &data = description.bars[bar];
          const unsigned int        material = cell->material_id();
          const FullMatrix<double> &M        = mass_of(cell);
          K                                  = 0.;
          strain_values.reinit(cell);
          for (const unsigned int k : strain_values.quadrature_point_indices())
            {
              const double x =
                mesh.inside(cell, strain_values.quadrature_point(k)[0]);
              const double E_A =
                positive(
                  data.youngs_modulus, "Young's modulus", x, bar, material) *
                positive(
                  data.cross_section, "cross section", x, bar, material) *
                strain_values.JxW(k);
              for (unsigned int i = 0; i < n; ++i)
                for (unsigned int j = 0; j < n; ++j)
                  K(i, j) += E_A * strain_values.shape_grad(i, k)[0] *
                             strain_values.shape_grad(j, k)[0];
            }
          cell->get_dof_indices(dofs);
          visit(cell, dofs, M, K);
        }
  }

  template <Algebra A>
  void
  ElasticBar<A>::assemble_loads()
  {
    const IndexSet &owned = dof_handler.locally_owned_dofs();
    reinit(gravity_load);
    const BarCellMass                 mass_of(description, mesh);
    const unsigned int                n = element.n_dofs_per_cell();
    dealii::Vector<double>            cell_load(n);
    std::set<types::global_dof_index> ends;
    visit_cells([&](const Cell               &cell,
                    const Dofs               &dofs,
                    const FullMatrix<double> &M,
                    const FullMatrix<double> &) {
      if (description.gravity != 0.)
        {
          cell_load = 0.;
          for (unsigned int i = 0; i < n; ++i)
            for (unsigned int j = 0; j < n; ++j)
              cell_load(i) += M(i, j) * description.gravity;
          constraints.distribute_local_to_global(cell_load, dofs, gravity_load);
        }
      if (has_massless_boundary())
        for (unsigned int i = 0; i < 2; ++i)
          if (mass_of.is_massless(cell, i))
            ends.insert(dofs[i]);
    });
    gravity_load.compress(VectorOperation::add);
    // every rank owns the ends of its own
    for (const auto &of_rank :
         all_gather(communicator,
                    std::vector<types::global_dof_index>(ends.begin(),
                                                         ends.end())))
      for (const auto dof : of_rank)
        {
          massless_ends.insert(dof);
          if (owned.is_element(dof))
            massless.push_back(
              static_cast<unsigned int>(owned.index_within_set(dof)));
        }
  }

  template <Algebra A>
  void
  ElasticBar<A>::reinit_matrices() const
  {
    const IndexSet &owned = dof_handler.locally_owned_dofs();
    IndexSet        relevant;
    DoFTools::extract_locally_relevant_dofs(dof_handler, relevant);
    DynamicSparsityPattern pattern(relevant);
    DoFTools::make_sparsity_pattern(dof_handler, pattern, constraints, false);
    if (contact_changes_stiffness())
      for (const auto &contact : bar_contact_rows(*this))
        for (const auto &[i, value] : contact.force)
          for (const auto &[j, other] : contact.force)
            if (relevant.is_element(i))
              pattern.add(i, j);
    SparsityTools::distribute_sparsity_pattern(pattern,
                                               owned,
                                               communicator,
                                               relevant);
    auto &[mass, stiffness, damping, boundary] = lazy_matrices;
    mass.reinit(owned, owned, pattern, communicator);
    stiffness.reinit(owned, owned, pattern, communicator);
    if (has_massless_boundary())
      boundary.reinit(owned, owned, pattern, communicator);
  }

  template <Algebra A>
  auto
  ElasticBar<A>::matrices() const -> const Matrices &
  {
    if (has_matrices)
      return lazy_matrices;
    reinit_matrices();
    auto &[mass, stiffness, damping, boundary] = lazy_matrices;
    const BarCellMass  mass_of(description, mesh);
    FullMatrix<double> of_ends;
    visit_cells([&](const Cell               &cell,
                    const Dofs               &dofs,
                    const FullMatrix<double> &M,
                    const FullMatrix<double> &K) {
      constraints.distribute_local_to_global(M, dofs, mass);
      constraints.distribute_local_to_global(K, dofs, stiffness);
      if (!has_massless_boundary())
        return;
      const auto is_massless = [&](const unsigned int i) {
        return i < 2 && mass_of.is_massless(cell, i);
      };
      of_ends = K;
      for (unsigned int i = 0; i < K.m(); ++i)
        for (unsigned int j = 0; j < K.m(); ++j)
          if (!is_massless(i) || !is_massless(j))
            of_ends(i, j) = 0.;
      constraints.distribute_local_to_global(of_ends, dofs, boundary);
    });
    mass.compress(VectorOperation::add);
    if (has_massless_boundary())
      boundary.compress(VectorOperation::add);
    stiffness.compress(VectorOperation::add);
    if (contact_changes_stiffness())
      {
        add_contact_stiffness([](const auto) { return true; }, stiffness);
        if (has_massless_boundary())
          add_contact_stiffness(
            [&](const auto dof) { return massless_ends.contains(dof); },
            boundary);
      }
    has_matrices = true;
    if (is_damped())
      iteration_matrix(
        {description.mass_damping, 0., description.stiffness_damping}, damping);
    return lazy_matrices;
  }

  template <Algebra A>
  template <class Takes>
  void
  ElasticBar<A>::add_contact_stiffness(const Takes &takes, Matrix &K) const
  {
    const IndexSet &owned = dof_handler.locally_owned_dofs();
    for (const auto &contact : bar_contact_rows(*this))
      for (const auto &[i, value] : contact.force)
        for (const auto &[j, other] : contact.force)
          if (owned.is_element(i) && takes(i) && takes(j))
            K.add(i,
                  j,
                  -description.contact.theta() * contact.compliance * value *
                    other);
    K.compress(VectorOperation::add);
  }

  template <Algebra A>
  void
  ElasticBar<A>::iteration_matrix(const Weights &weights,
                                  const State<A> &,
                                  Matrix &S) const
  {
    iteration_matrix(weights, S);
  }

  template <Algebra A>
  void
  ElasticBar<A>::iteration_matrix(const Weights &weights, Matrix &S) const
  {
    // C = c_M M + c_K K
    const double mass_weight =
      weights.mass + weights.damping * description.mass_damping;
    const double stiffness_weight =
      weights.stiffness * (memory ? memory->tangent() : 1.) +
      weights.damping * description.stiffness_damping;
    const auto &[mass, stiffness, damping, boundary_stiffness] = matrices();
    S.reinit(mass);
    S.copy_from(mass);
    S *= mass_weight;
    if (stiffness_weight != 0.)
      S.add(stiffness_weight, stiffness);
    if (weights.boundary != 0.)
      S.add(weights.boundary, boundary_stiffness);
  }

  template <Algebra A>
  void
  ElasticBar<A>::massless_part(const Vector &x, Vector &x_c) const
  {
    select_entries<A>(massless, x, x_c);
  }

  template <Algebra A>
  void
  ElasticBar<A>::load(const double t, Vector &F) const
  {
    F.equ(1., gravity_load);
    if (!has_varying_load())
      return;
    const std::array<double, 2> forces{
      description.left_force ? description.left_force(t) : 0.,
      description.right_force ? description.right_force(t) : 0.};
    end_values.Tvmult_add(forces, F);
  }

  template <Algebra A>
  typename ElasticBar<A>::Vector
  ElasticBar<A>::interpolate(BarProperty BarDescription::*property) const
  {
    Vector result;
    reinit(result);
    std::vector<types::global_dof_index> dofs(element.n_dofs_per_cell());
    const IndexSet &owned = dof_handler.locally_owned_dofs();
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          const unsigned int bar  = mesh.bar(cell->active_cell_index());
          const double       left = mesh.extents[bar].left;
          cell->get_dof_indices(dofs);
          for (unsigned int i = 0; i < dofs.size(); ++i)
            {
              const double x =
                cell->vertex(0)[0] - left +
                cell->measure() * element.unit_support_point(i)[0];
              if (owned.is_element(dofs[i]) &&
                  !constraints.is_constrained(dofs[i]))
                result(dofs[i]) =
                  (description.bars[bar].*property)(x, cell->material_id());
            }
        }
    result.compress(VectorOperation::insert);
    return result;
  }

  template <Algebra A>
  typename ElasticBar<A>::Vector
  ElasticBar<A>::initial_displacement() const
  {
    return interpolate(&BarDescription::initial_displacement);
  }

  template <Algebra A>
  typename ElasticBar<A>::Vector
  ElasticBar<A>::initial_velocity() const
  {
    return interpolate(&BarDescription::initial_velocity);
  }

  template <Algebra A>
  typename ElasticBar<A>::Row
  ElasticBar<A>::point_value(const unsigned int bar, const double x) const
  {
    const double tolerance = 1e-10 * length(bar);
    const double X         = coordinate(bar, x);
    Row          row;
    // the rank that owns the cell knows the functional; all need it
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned() &&
          mesh.bar(cell->active_cell_index()) == bar &&
          cell->vertex(0)[0] <= X + tolerance &&
          X <= cell->vertex(1)[0] + tolerance)
        {
          const double unit = (X - cell->vertex(0)[0]) / cell->measure();
          std::vector<types::global_dof_index> dofs(element.n_dofs_per_cell());
          cell->get_dof_indices(dofs);
          for (unsigned int i = 0; i < dofs.size(); ++i)
            {
              const double value = element.shape_value(i, Point<1>(unit));
              row.emplace_back(dofs[i], std::abs(value) < 1e-9 ? 0. : value);
            }
          break;
        }
    for (const Row &other : all_gather(communicator, row))
      if (!other.empty())
        return other;
    std::ostringstream message;
    message << "There is no point at x = " << x << " m of bar " << bar + 1
            << ", which is " << length(bar) << " m long.";
    throw InputError(message.str());
  }

  template <Algebra A>
  auto
  ElasticBar<A>::end_force(const unsigned int bar, const bool is_right) const
    -> EndForce
  {
    const BarDescription &data   = description.bars[bar];
    const double          length = this->length(bar);
    const double          X      = coordinate(bar, is_right ? length : 0.);
    const unsigned int    end    = is_right ? 1 : 0;
    EndForce              result;
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned() &&
          mesh.bar(cell->active_cell_index()) == bar &&
          std::abs(cell->vertex(end)[0] - X) <= 1e-10 * length)
        {
          const unsigned int material = cell->material_id();
          const double       x        = mesh.inside(cell, X);
          result.area                 = data.cross_section(x, material);
          result.stiffness =
            data.youngs_modulus(x, material) * result.area / cell->measure();
          std::vector<types::global_dof_index> dofs(element.n_dofs_per_cell());
          cell->get_dof_indices(dofs);
          for (unsigned int i = 0; i < dofs.size(); ++i)
            if (!constraints.is_constrained(dofs[i]))
              result.row.emplace_back(
                dofs[i],
                result.stiffness *
                  element.shape_grad(i, Point<1>(is_right ? 1. : 0.))[0]);
          break;
        }
    const auto rows = all_gather(communicator, result.row);
    const auto numbers =
      all_gather(communicator,
                 std::vector<double>{result.stiffness, result.area});
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
      if (numbers[rank][0] > 0.)
        result = {rows[rank], numbers[rank][0], numbers[rank][1]};
    return result;
  }

  template class ElasticBar<PETScAlgebra>;
  template class ElasticBar<TrilinosAlgebra>;
} // namespace percuss
