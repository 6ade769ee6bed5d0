// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/bar/bar_cell_mass.h>

#include <deal.II/base/mpi.h>
#include <deal.II/base/quadrature_lib.h>

#include <sstream>

namespace percuss
{
  using namespace dealii;

  namespace
  {
    const auto mass_flags =
      update_values | update_quadrature_points | update_JxW_values;
  } // namespace

  double
  positive(const BarProperty &property,
           const char        *name,
           const double       x,
           const unsigned int bar,
           const unsigned int material)
  {
    const double value = property(x, material);
    if (!(value > 0.) || !std::isfinite(value))
      {
        std::ostringstream message;
        message << "The " << name << " is " << value << " at x = " << x
                << " m of bar " << bar + 1
                << "; it must be a positive number along the whole bar.";
        throw InputError(message.str());
      }
    return value;
  }

  BarCellMass::BarCellMass(const BarRowDescription &description,
                           const BarMesh           &mesh)
    : description(description)
    , mesh(mesh)
    , element(description.degree)
    , gauss(element, QGauss<1>(description.degree + 1), mass_flags)
    , nodal(element, QGaussLobatto<1>(description.degree + 1), mass_flags)
    , m(description.degree + 1, description.degree + 1)
    , factors(description.bars.size(), 1.)
  {
    if (description.boundary_mass != BoundaryMass::weighted)
      return;
    std::vector<double> all(factors.size(), 0.), left = all;
    for (const auto &cell : mesh.triangulation.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          const unsigned int bar = mesh.bar(cell->active_cell_index());
          const auto         sum = [this] {
            double result = 0.;
            for (const double entry : m)
              result += entry;
            return result;
          };
          compute(cell);
          all[bar] += sum();
          (*this)(cell);
          left[bar] += sum();
        }
    const MPI_Comm communicator = mesh.triangulation.get_communicator();
    Utilities::MPI::sum(all, communicator, all);
    Utilities::MPI::sum(left, communicator, left);
    for (std::size_t bar = 0; bar < factors.size(); ++bar)
      factors[bar] = all[bar] / left[bar];
  }

  bool
  BarCellMass::is_massless(const Cell &cell, const unsigned int vertex) const
  {
    if (description.boundary_mass == BoundaryMass::kept ||
        !cell->at_boundary(vertex))
      return false;
    const unsigned int bar = mesh.bar(cell->active_cell_index());
    return vertex == 0 ?
             bar > 0 || description.left_obstacle :
             bar + 1 < description.bars.size() || description.right_obstacle;
  }

  bool
  BarCellMass::is_clamped(const Cell &cell, const unsigned int vertex) const
  {
    const unsigned int bar = mesh.bar(cell->active_cell_index());
    return cell->at_boundary(vertex) &&
           (vertex == 0 ?
              bar == 0 && description.clamped_left :
              bar + 1 == description.bars.size() && description.clamped_right);
  }

  void
  BarCellMass::add(const double factor, FEValues<1> &values, const Cell &cell)
  {
    values.reinit(cell);
    const unsigned int    bar      = mesh.bar(cell->active_cell_index());
    const BarDescription &data     = description.bars[bar];
    const unsigned int    material = cell->material_id();
    for (const unsigned int k : values.quadrature_point_indices())
      {
        const double x = mesh.inside(cell, values.quadrature_point(k)[0]);
        const double rho_A =
          positive(data.density, "density", x, bar, material) *
          positive(data.cross_section, "cross section", x, bar, material) *
          values.JxW(k);
        for (unsigned int i = 0; i < m.m(); ++i)
          for (unsigned int j = 0; j < m.n(); ++j)
            m(i, j) += factor * rho_A * values.shape_value(i, k) *
                       values.shape_value(j, k);
      }
  }

  void
  BarCellMass::compute(const Cell &cell)
  {
    m = 0.;
    if (description.lumping < 1.)
      add(1. - description.lumping, gauss, cell);
    if (description.lumping > 0.)
      add(description.lumping, nodal, cell);
  }

  void
  BarCellMass::remove(const unsigned int a)
  {
    if (description.boundary_mass == BoundaryMass::singular)
      for (unsigned int i = 0; i < m.m(); ++i)
        for (unsigned int j = 0; i != a && j < m.m(); ++j)
          if (j != a)
            m(i, j) -= m(i, a) * m(a, j) / m(a, a);
    for (unsigned int j = 0; j < m.m(); ++j)
      m(a, j) = m(j, a) = 0.;
  }

  const FullMatrix<double> &
  BarCellMass::operator()(const Cell &cell)
  {
    compute(cell);
    double       removed = 0., left = 0.;
    bool         moves  = false; // whether a node with mass does
    const double factor = factors[mesh.bar(cell->active_cell_index())];
    for (unsigned int i = 0; i < m.m(); ++i)
      {
        const bool is_removed = i < 2 && is_massless(cell, i);
        (is_removed ? removed : left) += m(i, i);
        moves = moves || !(is_removed || (i < 2 && is_clamped(cell, i)));
        if (is_removed)
          remove(i);
      }
    if (removed > 0. && !moves)
      throw InputError("A bar has one element whose ends touch something or "
                       "are clamped: without the masses of contacts it has "
                       "none. Use more elements.");
    if (description.boundary_mass == BoundaryMass::redistributed)
      m *= 1. + removed / left;
    else if (factor != 1.)
      m *= factor;
    return m;
  }
} // namespace percuss
