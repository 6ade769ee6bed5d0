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
#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/sparsity_tools.h>

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
    , communicator(shared_mesh->communicator)
    , shared_mesh(shared_mesh)
    , mesh(*shared_mesh)
    , element(description.degree)
    , numbering(mesh, description.degree)
  {
    make_constraints();
    assemble_loads();
    if (description.yields())
      plastic = std::make_unique<BarPlasticity<A>>(this->description,
                                                   numbering,
                                                   constraints);

    const unsigned int last =
      static_cast<unsigned int>(mesh.extents.size()) - 1;
    // a clamped end carries the force on it
    end_values = SparseRows<A>(
      {description.clamped_left ? Row() : point_value(0, 0.),
       description.clamped_right ? Row() : point_value(last, length(last))},
      numbering.owned,
      communicator);
  }

  template <Algebra A>
  void
  ElasticBar<A>::make_constraints()
  {
    const IndexSet &relevant = numbering.relevant;
    constraints.reinit(relevant);
    const auto clamp = [&](const BarDofs::Index dof) {
      if (relevant.is_element(dof))
        constraints.add_line(dof);
    };
    if (description.clamped_left)
      clamp(numbering.end(0, false));
    if (description.clamped_right)
      clamp(numbering.end(mesh.extents.size() - 1, true));
    constraints.close();
  }

  template <Algebra A>
  void
  ElasticBar<A>::visit_cells(const VisitCell &visit) const
  {
    const ShapesAtPoints at(element, QGauss<1>(description.degree + 1));
    BarCellMass          mass_of(description, mesh);

    const unsigned int n = element.n_dofs_per_cell();
    FullMatrix<double> K(n, n);
    Dofs               dofs(n);
    for (const BarElement &cell : mesh.own_elements())
      {
        const unsigned int        bar = cell.bar, material = cell.material;
        const BarDescription     &data = description.bars[bar];
        const FullMatrix<double> &M    = mass_of(cell);
        K                              = 0.;
        for (unsigned int k = 0; k < at.n_points(); ++k)
          {
            const double x = mesh.inside(cell, cell.point(at.points[k]));
            const double E_A =
              positive(
                data.youngs_modulus, "Young's modulus", x, bar, material) *
              positive(data.cross_section, "cross section", x, bar, material) *
              (at.weights[k] / cell.length);
            for (unsigned int i = 0; i < n; ++i)
              for (unsigned int j = 0; j < n; ++j)
                K(i, j) += E_A * at.slopes(i, k) * at.slopes(j, k);
          }
        numbering.of_element(cell, dofs);
        visit(cell, dofs, M, K);
      }
  }

  template <Algebra A>
  void
  ElasticBar<A>::assemble_loads()
  {
    const IndexSet &owned = numbering.owned;
    reinit(gravity_load);
    const BarCellMass                 mass_of(description, mesh);
    const unsigned int                n = element.n_dofs_per_cell();
    dealii::Vector<double>            cell_load(n);
    std::set<types::global_dof_index> ends;
    visit_cells([&](const BarElement         &cell,
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
    const IndexSet        &owned    = numbering.owned;
    const IndexSet        &relevant = numbering.relevant;
    DynamicSparsityPattern pattern(relevant);
    Dofs                   dofs(element.n_dofs_per_cell());
    for (const BarElement &cell : mesh.own_elements())
      {
        numbering.of_element(cell, dofs);
        constraints.add_entries_local_to_global(dofs, pattern, false);
      }
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
    visit_cells([&](const BarElement         &cell,
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
    const IndexSet &owned = numbering.owned;
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
    Dofs            dofs(element.n_dofs_per_cell());
    const IndexSet &owned = numbering.owned;
    for (const BarElement &cell : mesh.own_elements())
      {
        const double left = mesh.extents[cell.bar].left;
        numbering.of_element(cell, dofs);
        for (unsigned int i = 0; i < dofs.size(); ++i)
          {
            const double x =
              cell.left - left + cell.length * element.unit_support_point(i)[0];
            if (owned.is_element(dofs[i]) &&
                !constraints.is_constrained(dofs[i]))
              result(dofs[i]) =
                (description.bars[cell.bar].*property)(x, cell.material);
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
    for (const BarElement &cell : mesh.elements_of_bar(bar))
      if (cell.left <= X + tolerance && X <= cell.right + tolerance)
        {
          const Point<1> unit((X - cell.left) / cell.length);
          Dofs           dofs(element.n_dofs_per_cell());
          numbering.of_element(cell, dofs);
          for (unsigned int i = 0; i < dofs.size(); ++i)
            {
              const double value = element.shape_value(i, unit);
              row.emplace_back(dofs[i], std::abs(value) < 1e-9 ? 0. : value);
            }
          return row;
        }
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
    const BarDescription &data = description.bars[bar];
    const BarElement      cell = mesh.element(
      is_right ? mesh.first_element(bar + 1) - 1 : mesh.first_element(bar));
    const double x = mesh.inside(cell, is_right ? cell.right : cell.left);

    EndForce result;
    result.area = data.cross_section(x, cell.material);
    result.stiffness =
      data.youngs_modulus(x, cell.material) * result.area / cell.length;
    Dofs dofs(element.n_dofs_per_cell());
    numbering.of_element(cell, dofs);
    const bool is_clamped[] = {cell.is_at_end[0] && bar == 0 &&
                                 description.clamped_left,
                               cell.is_at_end[1] &&
                                 bar + 1 == description.bars.size() &&
                                 description.clamped_right};
    for (unsigned int i = 0; i < dofs.size(); ++i)
      if (i > 1 || !is_clamped[i])
        result.row.emplace_back(
          dofs[i],
          result.stiffness *
            element.shape_grad(i, Point<1>(is_right ? 1. : 0.))[0]);
    return result;
  }

  template class ElasticBar<PETScAlgebra>;
  template class ElasticBar<TrilinosAlgebra>;
} // namespace percuss
