// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/models/bar/bar_cell_mass.h>

#include <deal.II/base/mpi.h>
#include <deal.II/base/quadrature_lib.h>

#include <sstream>

namespace percuss
{
  using namespace dealii;

  ShapesAtPoints::ShapesAtPoints(const FE_Q<1>       &element,
                                 const Quadrature<1> &quadrature)
    : weights(quadrature.get_weights())
    , values(element.n_dofs_per_cell(), quadrature.size())
    , slopes(element.n_dofs_per_cell(), quadrature.size())
  {
    for (unsigned int k = 0; k < quadrature.size(); ++k)
      {
        const Point<1> &point = quadrature.point(k);
        points.push_back(point[0]);
        for (unsigned int i = 0; i < element.n_dofs_per_cell(); ++i)
          {
            values(i, k) = element.shape_value(i, point);
            slopes(i, k) = element.shape_grad(i, point)[0];
          }
      }
  }

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
    , gauss(FE_Q<1>(description.degree), QGauss<1>(description.degree + 1))
    , nodal(FE_Q<1>(description.degree),
            QGaussLobatto<1>(description.degree + 1))
    , m(description.degree + 1, description.degree + 1)
    , factors(description.bars.size(), 1.)
  {
    if (description.boundary_mass != BoundaryMass::weighted)
      return;
    std::vector<double> all(factors.size(), 0.), left = all;
    for (const BarElement &cell : mesh.own_elements())
      {
        const auto sum = [this] {
          double result = 0.;
          for (const double entry : m)
            result += entry;
          return result;
        };
        compute(cell);
        all[cell.bar] += sum();
        (*this)(cell);
        left[cell.bar] += sum();
      }
    Utilities::MPI::sum(all, mesh.communicator, all);
    Utilities::MPI::sum(left, mesh.communicator, left);
    for (std::size_t bar = 0; bar < factors.size(); ++bar)
      factors[bar] = all[bar] / left[bar];
  }

  bool
  BarCellMass::is_massless(const BarElement  &cell,
                           const unsigned int vertex) const
  {
    if (description.boundary_mass == BoundaryMass::kept ||
        !cell.is_at_end[vertex])
      return false;
    const unsigned int bar = cell.bar;
    return vertex == 0 ?
             bar > 0 || description.left_obstacle :
             bar + 1 < description.bars.size() || description.right_obstacle;
  }

  bool
  BarCellMass::is_clamped(const BarElement  &cell,
                          const unsigned int vertex) const
  {
    return cell.is_at_end[vertex] &&
           (vertex == 0 ? cell.bar == 0 && description.clamped_left :
                          cell.bar + 1 == description.bars.size() &&
                            description.clamped_right);
  }

  void
  BarCellMass::add(const double          factor,
                   const ShapesAtPoints &at,
                   const BarElement     &cell)
  {
    const unsigned int    bar = cell.bar, material = cell.material;
    const BarDescription &data = description.bars[bar];
    for (unsigned int k = 0; k < at.n_points(); ++k)
      {
        const double x = mesh.inside(cell, cell.point(at.points[k]));
        const double rho_A =
          positive(data.density, "density", x, bar, material) *
          positive(data.cross_section, "cross section", x, bar, material) *
          (at.weights[k] * cell.length);
        for (unsigned int i = 0; i < m.m(); ++i)
          for (unsigned int j = 0; j < m.n(); ++j)
            m(i, j) += factor * rho_A * at.values(i, k) * at.values(j, k);
      }
  }

  void
  BarCellMass::compute(const BarElement &cell)
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
  BarCellMass::operator()(const BarElement &cell)
  {
    compute(cell);
    double       removed = 0., left = 0.;
    bool         moves  = false; // whether a node with mass does
    const double factor = factors[cell.bar];
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
