// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_field_file.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/base/utilities.h>
#include <deal.II/dofs/dof_tools.h>

#include <cmath>
#include <cstdint>

namespace percuss
{
  namespace
  {
    constexpr unsigned char vtk_line = 3;

    constexpr std::size_t n_elements_to_keep = 100000;

    std::string
    constant_array(const char *name, const std::vector<float> &values)
    {
      return vtu_array<float>(name, 1, values);
    }
  } // namespace

  template <Algebra A>
  bool
  BarFieldFile<A>::is_kept() const
  {
    return lengths.size() <= n_elements_to_keep;
  }

  template <Algebra A>
  BarFieldFile<A>::BarFieldFile(const ElasticBar<A> &bars,
                                const Vector        &contact_side)
    : bars(bars)
    , degree(bars.element.degree)
  {
    for (unsigned int k = 0; k <= degree; ++k)
      {
        const dealii::Point<1> x(static_cast<double>(k) / degree);
        shapes.emplace_back();
        gradients.emplace_back();
        for (unsigned int i = 0; i <= degree; ++i)
          {
            shapes.back().push_back(bars.element.shape_value(i, x));
            gradients.back().push_back(bars.element.shape_grad(i, x)[0]);
          }
      }
    const dealii::QGauss<1> gauss(degree + 1);
    for (unsigned int k = 0; k <= degree; ++k)
      {
        const double x = static_cast<double>(k) / degree;
        from_gauss.emplace_back();
        for (unsigned int g = 0; g < gauss.size(); ++g)
          {
            double value = 1.;
            for (unsigned int other = 0; other < gauss.size(); ++other)
              if (other != g)
                value *= (x - gauss.point(other)[0]) /
                         (gauss.point(g)[0] - gauss.point(other)[0]);
            from_gauss.back().push_back(value);
          }
      }
    find_elements();
    write_constant_parts(contact_side);
  }

  template <Algebra A>
  void
  BarFieldFile<A>::find_elements()
  {
    dealii::DoFTools::extract_locally_relevant_dofs(bars.dof_handler, relevant);
    relevant.compress();
    relevant.fill_index_vector(dofs);
    std::vector<dealii::types::global_dof_index> of_cell(degree + 1);
    for (const auto &cell : bars.dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          cell->get_dof_indices(of_cell);
          for (const auto dof : of_cell)
            places.push_back(
              static_cast<unsigned int>(relevant.index_within_set(dof)));
          lengths.push_back(cell->vertex(1)[0] - cell->vertex(0)[0]);
        }
  }

  template <Algebra A>
  void
  BarFieldFile<A>::write_constant_parts(const Vector &contact_side)
  {
    const unsigned int rank =
      dealii::Utilities::MPI::this_mpi_process(bars.communicator);
    const std::size_t  n_points = lengths.size() * (degree + 1);
    std::vector<float> points, radius, bar, material,
      ranks(n_points, static_cast<float>(rank));
    moduli.reserve(n_points);
    for (const auto &cell : bars.mesh.triangulation.active_cell_iterators())
      if (cell->is_locally_owned())
        for (unsigned int k = 0; k <= degree; ++k)
          {
            const unsigned int number =
              bars.mesh.bar(cell->active_cell_index());
            const BarDescription &data  = bars.description.bars[number];
            const double          share = static_cast<double>(k) / degree;
            const double          x =
              (1. - share) * cell->vertex(0)[0] + share * cell->vertex(1)[0];
            const double inside = bars.mesh.inside(cell, x);
            const auto   id     = cell->material_id();
            points.insert(points.end(), {static_cast<float>(x), 0.f, 0.f});
            moduli.push_back(data.youngs_modulus(inside, id));
            radius.push_back(static_cast<float>(
              std::sqrt(data.cross_section(inside, id) / dealii::numbers::PI)));
            bar.push_back(static_cast<float>(number + 1));
            material.push_back(static_cast<float>(id));
          }

    std::vector<std::int32_t> connectivity, offsets;
    for (std::size_t cell = 0; cell < lengths.size(); ++cell)
      for (unsigned int k = 0; k < degree; ++k)
        {
          const auto first = static_cast<std::int32_t>(cell * (degree + 1) + k);
          connectivity.insert(connectivity.end(), {first, first + 1});
          offsets.push_back(static_cast<std::int32_t>(connectivity.size()));
        }
    const std::vector<unsigned char> types(offsets.size(), vtk_line);
    mesh = "<Piece NumberOfPoints=\"" + std::to_string(n_points) +
           "\" NumberOfCells=\"" + std::to_string(types.size()) +
           "\">\n  <Points>\n" + vtu_array<float>("", 3, points) +
           "  </Points>\n  <Cells>\n" +
           vtu_array<std::int32_t>("connectivity", 1, connectivity) +
           vtu_array<std::int32_t>("offsets", 1, offsets) +
           vtu_array<unsigned char>("types", 1, types) +
           "  </Cells>\n  <PointData>\n";
    Vector is_contact(contact_side);
    is_contact.scale(contact_side);
    boundary =
      constant_array("contact_boundary", at_points(values_of(is_contact), 1));
    constant_fields =
      constant_array("radius", radius) + constant_array("bar", bar) +
      constant_array("material", material) + constant_array("rank", ranks);
  }

  template <Algebra A>
  auto
  BarFieldFile<A>::values_of(const Vector &x) const -> Values
  {
    Values     values(dofs.size());
    const auto extract = [&](const Vector &from) {
      from.extract_subvector_to(dofs.begin(), dofs.end(), values.begin());
    };
    if (dealii::Utilities::MPI::n_mpi_processes(bars.communicator) == 1)
      extract(x);
    else
      {
        Vector ghosted;
        ghosted.reinit(bars.dof_handler.locally_owned_dofs(),
                       relevant,
                       bars.communicator);
        ghosted = x;
        extract(ghosted);
      }
    return values;
  }

  template <Algebra A>
  std::vector<float>
  BarFieldFile<A>::at_points(const Values      &nodal,
                             const unsigned int n_components) const
  {
    const unsigned int n = degree + 1;
    std::vector<float> values(places.size() * n_components);
    for (std::size_t first = 0; first < places.size(); first += n)
      for (unsigned int k = 0; k < n; ++k)
        {
          double value = 0.;
          for (unsigned int i = 0; i < n; ++i)
            value += shapes[k][i] * nodal[places[first + i]];
          values[(first + k) * n_components] = static_cast<float>(value);
        }
    return values;
  }

  template <Algebra A>
  std::vector<float>
  BarFieldFile<A>::at_points(
    double BarPlasticity<A>::PointState::*const member) const
  {
    const unsigned int n = degree + 1;
    std::vector<float> values(places.size());
    if (bars.plasticity())
      for (std::size_t first = 0; first < values.size(); first += n)
        for (unsigned int k = 0; k < n; ++k)
          {
            double value = 0.;
            for (unsigned int g = 0; g < n; ++g)
              value += from_gauss[k][g] *
                       bars.plasticity()->states()[first + g].*member;
            values[first + k] = static_cast<float>(value);
          }
    return values;
  }

  template <Algebra A>
  std::vector<float>
  BarFieldFile<A>::stress(const Values &stressed) const
  {
    const unsigned int n = degree + 1;
    std::vector<float> values =
      at_points(&BarPlasticity<A>::PointState::strain);
    for (std::size_t cell = 0; cell < lengths.size(); ++cell)
      for (unsigned int k = 0; k < n; ++k)
        {
          double slope = 0.;
          for (unsigned int i = 0; i < n; ++i)
            slope += gradients[k][i] * stressed[places[cell * n + i]];
          values[cell * n + k] =
            static_cast<float>(moduli[cell * n + k] *
                               (slope / lengths[cell] - values[cell * n + k]));
        }
    return values;
  }

  template <Algebra A>
  std::string
  BarFieldFile<A>::text(const StepRecord &record, const NodalFields &x)
  {
    const Values displacement = values_of(x.displacement);
    std::string  text         = vtu_begin(record.time, record.step) + mesh;
    const auto   add          = [&](const std::size_t  number,
                         const char        *name,
                         const unsigned int n_components,
                         std::vector<float> values) {
      text += is_kept() ? arrays[number].text(name, n_components, values) :
                                     vtu_array<float>(name, n_components, values);
    };
    add(0, "displacement", 3, at_points(displacement, 3));
    add(1, "velocity", 3, at_points(values_of(x.velocity), 3));
    add(2, "contact_impulse", 3, at_points(values_of(x.impulse), 3));
    add(3, "gap", 1, at_points(values_of(x.gap), 1));
    text += boundary;
    add(4, "stress", 1, stress(values_of(bars.stressed(x.displacement))));
    if (bars.plasticity())
      add(5,
          "equivalent_plastic_strain",
          1,
          at_points(&BarPlasticity<A>::PointState::equivalent));
    text += constant_fields;
    text += "  </PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
    return text;
  }

  template <Algebra A>
  std::vector<VtuField>
  BarFieldFile<A>::fields() const
  {
    std::vector<VtuField> result{{"displacement", 3},
                                 {"velocity", 3},
                                 {"contact_impulse", 3},
                                 {"gap", 1},
                                 {"contact_boundary", 1},
                                 {"stress", 1}};
    if (bars.plasticity())
      result.push_back({"equivalent_plastic_strain", 1});
    for (const char *const name : {"radius", "bar", "material", "rank"})
      result.push_back({name, 1});
    return result;
  }

  template class BarFieldFile<PETScAlgebra>;
  template class BarFieldFile<TrilinosAlgebra>;
} // namespace percuss
