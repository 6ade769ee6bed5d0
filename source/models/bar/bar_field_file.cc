// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_field_file.h>
#include <percuss/parallel_algebra/petsc_algebra.h>
#include <percuss/parallel_algebra/trilinos_algebra.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/base/utilities.h>

#include <cmath>
#include <cstdint>
#include <sstream>

namespace percuss
{
  namespace
  {
    constexpr unsigned char vtk_line = 3;

    constexpr std::size_t n_elements_to_keep = 100000;

    /** Writes an array whose numbers @p numbers calls its argument with. */
    template <class Number, class Numbers>
    void
    write_array(std::ostream      &file,
                const std::string &name,
                const unsigned int n_components,
                const Numbers     &numbers)
    {
      LongVtuArray<Number> array(name, n_components);
      numbers([&array](const auto x) { array.add(static_cast<Number>(x)); });
      array.write(file);
    }
  } // namespace

  template <Algebra A>
  BarFieldFile<A>::BarFieldFile(const ElasticBar<A> &bars,
                                const Vector        &contact_side)
    : bars(bars)
    , degree(bars.element.degree)
    , n_elements(bars.mesh.n_own_elements())
    , n_points(n_elements * (degree + 1))
    , shapes(degree + 1, degree + 1)
    , slopes(degree + 1, degree + 1)
    , from_gauss(degree + 1, degree + 1)
    , arrays(fields().size())
    , constants(fields().size())
  {
    for (unsigned int k = 0; k <= degree; ++k)
      for (unsigned int i = 0; i <= degree; ++i)
        {
          const dealii::Point<1> x(share(k));
          shapes(i, k) = bars.element.shape_value(i, x);
          slopes(i, k) = bars.element.shape_grad(i, x)[0];
        }
    const dealii::QGauss<1> gauss(degree + 1);
    for (unsigned int k = 0; k <= degree; ++k)
      for (unsigned int g = 0; g <= degree; ++g)
        {
          from_gauss(g, k) = 1.;
          for (unsigned int other = 0; other <= degree; ++other)
            if (other != g)
              from_gauss(g, k) *= (share(k) - gauss.point(other)[0]) /
                                  (gauss.point(g)[0] - gauss.point(other)[0]);
        }
    Vector side(contact_side);
    side.scale(contact_side);
    is_contact = values_of(side);
    if (!is_kept())
      return;
    moduli.reserve(n_points);
    of_points(
      [&](const BarElement &cell, const double x) {
        return bars.description.bars[cell.bar].youngs_modulus(x, cell.material);
      },
      [this](const double E) { moduli.push_back(E); });
  }

  template <Algebra A>
  bool
  BarFieldFile<A>::is_kept() const
  {
    return n_elements <= n_elements_to_keep;
  }

  template <Algebra A>
  auto
  BarFieldFile<A>::values_of(const Vector &x) const -> OfNodes
  {
    const dealii::IndexSet     &relevant = bars.numbering.relevant;
    std::vector<BarDofs::Index> dofs;
    relevant.fill_index_vector(dofs);
    OfNodes    values(dofs.size());
    const auto extract = [&](const Vector &from) {
      from.extract_subvector_to(dofs.begin(), dofs.end(), values.begin());
    };
    if (dealii::Utilities::MPI::n_mpi_processes(bars.communicator) == 1)
      extract(x);
    else
      {
        Vector ghosted;
        ghosted.reinit(bars.numbering.owned, relevant, bars.communicator);
        ghosted = x;
        extract(ghosted);
      }
    return values;
  }

  template <Algebra A>
  template <class Add>
  void
  BarFieldFile<A>::at_points(const OfNodes                    &x,
                             const dealii::FullMatrix<double> &functions,
                             const Add                        &add) const
  {
    const dealii::IndexSet     &relevant = bars.numbering.relevant;
    std::vector<BarDofs::Index> dofs(degree + 1);
    std::vector<double>         nodal(degree + 1);
    for (const BarElement &cell : bars.mesh.own_elements())
      {
        bars.numbering.of_element(cell, dofs);
        for (unsigned int i = 0; i <= degree; ++i)
          nodal[i] = x[relevant.index_within_set(dofs[i])];
        for (unsigned int k = 0; k <= degree; ++k)
          {
            double value = 0.;
            for (unsigned int i = 0; i <= degree; ++i)
              value += functions(i, k) * nodal[i];
            add(value, cell, k);
          }
      }
  }

  template <Algebra A>
  double
  BarFieldFile<A>::remembered(
    double BarPlasticity<A>::PointState::*const member,
    const std::size_t                           cell,
    const unsigned int                          point) const
  {
    double value = 0.;
    if (bars.plasticity())
      for (unsigned int g = 0; g <= degree; ++g)
        value += from_gauss(g, point) *
                 bars.plasticity()->states()[cell * (degree + 1) + g].*member;
    return value;
  }

  template <Algebra A>
  template <class Add>
  void
  BarFieldFile<A>::stresses(const OfNodes &stressed, const Add &add) const
  {
    std::size_t point = 0;
    at_points(
      stressed,
      slopes,
      [&](const double slope, const BarElement &cell, const unsigned int k) {
        const BarProperty &modulus =
          bars.description.bars[cell.bar].youngs_modulus;
        const double E       = is_kept() ?
                                 moduli[point] :
                                 modulus(bars.mesh.inside(cell, cell.point(share(k))),
                                   cell.material);
        const double plastic = remembered(&BarPlasticity<A>::PointState::strain,
                                          point / (degree + 1),
                                          k);
        add(E * (slope / cell.length - plastic));
        ++point;
      });
  }

  template <Algebra A>
  template <class Function, class Add>
  void
  BarFieldFile<A>::of_points(const Function &f, const Add &add) const
  {
    for (const BarElement &cell : bars.mesh.own_elements())
      for (unsigned int k = 0; k <= degree; ++k)
        add(f(cell, bars.mesh.inside(cell, cell.point(share(k)))));
  }

  template <Algebra A>
  template <class Add>
  void
  BarFieldFile<A>::numbers(const std::size_t number,
                           const Values     &x,
                           const Add        &add) const
  {
    const auto interpolate = [&](const OfNodes &nodal) {
      at_points(nodal,
                shapes,
                [&add](const double value, const BarElement &, unsigned int) {
                  add(value);
                });
    };
    switch (number)
      {
        case displacement:
          return interpolate(x.displacement);
        case velocity:
          return interpolate(x.velocity);
        case contact_impulse:
          return interpolate(x.impulse);
        case gap:
          return interpolate(x.gap);
        case contact_boundary:
          return interpolate(is_contact);
        case stress:
          return stresses(x.stressed.empty() ? x.displacement : x.stressed,
                          add);
        case radius:
          return of_points(
            [this](const BarElement &cell, const double at) {
              const BarProperty &area =
                bars.description.bars[cell.bar].cross_section;
              return std::sqrt(area(at, cell.material) / dealii::numbers::PI);
            },
            add);
        case bar:
          return of_points([](const BarElement &cell,
                              double) { return cell.bar + 1; },
                           add);
        case material:
          return of_points([](const BarElement &cell,
                              double) { return cell.material; },
                           add);
        case equivalent_plastic_strain:
          for (std::size_t cell = 0; cell < n_elements; ++cell)
            for (unsigned int k = 0; k <= degree; ++k)
              add(
                remembered(&BarPlasticity<A>::PointState::equivalent, cell, k));
          return;
        default:
          const unsigned int own_rank =
            dealii::Utilities::MPI::this_mpi_process(bars.communicator);
          return of_points([own_rank](const BarElement &,
                                      double) { return own_rank; },
                           add);
      }
  }

  template <Algebra A>
  std::vector<float>
  BarFieldFile<A>::field(const std::size_t number, const Values &x) const
  {
    std::vector<float> values;
    values.reserve(n_points);
    numbers(number, x, [&](const auto value) {
      values.push_back(static_cast<float>(value));
    });
    return values;
  }

  template <Algebra A>
  void
  BarFieldFile<A>::write_mesh(std::ostream &file) const
  {
    file << "<Piece NumberOfPoints=\"" << n_points << "\" NumberOfCells=\""
         << n_elements * degree << "\">\n  <Points>\n";
    write_array<float>(file, "", 3, [this](const auto &add) {
      for (const BarElement &cell : bars.mesh.own_elements())
        for (unsigned int k = 0; k <= degree; ++k)
          {
            add(cell.point(share(k)));
            add(0.);
            add(0.);
          }
    });
    const auto of_lines = [this](const auto &f) { // of their first point
      for (std::size_t cell = 0; cell < n_elements; ++cell)
        for (unsigned int k = 0; k < degree; ++k)
          f(cell * (degree + 1) + k, cell * degree + k);
    };
    file << "  </Points>\n  <Cells>\n";
    write_array<std::int32_t>(file, "connectivity", 1, [&](const auto &add) {
      of_lines([&](const std::size_t first, std::size_t) {
        add(first);
        add(first + 1);
      });
    });
    write_array<std::int32_t>(file, "offsets", 1, [&](const auto &add) {
      of_lines(
        [&](std::size_t, const std::size_t line) { add(2 * (line + 1)); });
    });
    write_array<unsigned char>(file, "types", 1, [&](const auto &add) {
      of_lines([&](std::size_t, std::size_t) { add(vtk_line); });
    });
    file << "  </Cells>\n  <PointData>\n";
  }

  template <Algebra A>
  void
  BarFieldFile<A>::write_constant(std::ostream     &file,
                                  const std::size_t number) const
  {
    write_array<float>(file, fields()[number].name, 1, [&](const auto &add) {
      numbers(number, {}, add);
    });
  }

  template <Algebra A>
  void
  BarFieldFile<A>::write_changing(std::ostream     &file,
                                  const std::size_t number,
                                  const Values     &x)
  {
    const auto [name, n_components] = fields()[number];
    const auto all                  = [&](const auto &add) {
      numbers(number, x, [&](const double value) {
        add(value);
        for (unsigned int i = 1; i < n_components; ++i)
          add(0.);
      });
    };
    if (!is_kept())
      return write_array<float>(file, name, n_components, all);
    std::vector<float> values;
    values.reserve(n_points * n_components);
    all(
      [&](const double value) { values.push_back(static_cast<float>(value)); });
    file << arrays[number].text(name, n_components, values);
  }

  template <Algebra A>
  void
  BarFieldFile<A>::write(std::ostream     &file,
                         const StepRecord &record,
                         const Values     &x)
  {
    const auto constant = [&](std::string &text, const auto &write) {
      if (!is_kept())
        return write(file);
      if (text.empty())
        {
          std::ostringstream stream;
          write(stream);
          text = stream.str();
        }
      file << text;
    };
    file << vtu_begin(record.time, record.step);
    constant(mesh, [this](std::ostream &stream) { write_mesh(stream); });
    for (std::size_t number = 0; number < fields().size(); ++number)
      if (number <= gap || number == stress ||
          number == equivalent_plastic_strain)
        write_changing(file, number, x);
      else
        constant(constants[number],
                 [&](std::ostream &stream) { write_constant(stream, number); });
    file << "  </PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
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
                                 {"stress", 1},
                                 {"radius", 1},
                                 {"bar", 1},
                                 {"material", 1},
                                 {"rank", 1}};
    if (bars.plasticity())
      result.push_back({"equivalent_plastic_strain", 1});
    return result;
  }

  template class BarFieldFile<PETScAlgebra>;
  template class BarFieldFile<TrilinosAlgebra>;
} // namespace percuss
