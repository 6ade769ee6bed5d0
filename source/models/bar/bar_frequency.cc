// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_frequency.h>
#include <percuss/models/bar/bar_mesh.h>
#include <percuss/run/critical_step.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_q.h>

#include <Eigen/Core>

#include <algorithm>

namespace percuss
{
  using namespace dealii;

  double
  bar_frequency_bound(const BarRowDescription &description, const BarMesh &mesh)
  {
    const unsigned int  degree = description.degree;
    const FE_Q<1>       element(degree);
    const Quadrature<1> gauss = QGauss<1>(degree + 1);
    const Quadrature<1> nodes = description.lumped_mass ?
                                  Quadrature<1>(QGaussLobatto<1>(degree + 1)) :
                                  gauss;

    const auto      n = static_cast<Eigen::Index>(element.n_dofs_per_cell());
    Eigen::MatrixXd values(n, n), slopes(n, n); // at the points (columns)
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index k = 0; k < n; ++k)
        {
          const auto shape = static_cast<unsigned int>(i),
                     point = static_cast<unsigned int>(k);
          values(i, k)     = element.shape_value(shape, nodes.point(point));
          slopes(i, k)     = element.shape_grad(shape, gauss.point(point))[0];
        }

    Eigen::VectorXd mass(n), stiffness(n), old_mass, old_stiffness;
    double          largest = 0.;
    for (const auto &cell : mesh.triangulation.active_cell_iterators())
      {
        const unsigned int    bar      = mesh.bar(cell->active_cell_index());
        const BarDescription &data     = description.bars[bar];
        const unsigned int    material = cell->material_id();
        const double          length   = cell->measure();
        const double          left =
          cell->center()[0] - 0.5 * length - mesh.extents[bar].left;
        // seen from inside the cell, as ElasticBar does
        const auto x_at = [&](const Point<1> &unit) {
          return left + length * (unit[0] + 1e-10 * (0.5 - unit[0]));
        };
        for (Eigen::Index k = 0; k < n; ++k)
          {
            const auto   point  = static_cast<unsigned int>(k);
            const double x_mass = x_at(nodes.point(point)),
                         x      = x_at(gauss.point(point));
            mass[k]             = data.density(x_mass, material) *
                      data.cross_section(x_mass, material) *
                      nodes.weight(point) * length;
            stiffness[k] = data.youngs_modulus(x, material) *
                           data.cross_section(x, material) *
                           gauss.weight(point) / length;
          }
        // most elements are like their neighbours
        const bool is_known = old_mass.size() == n &&
                              mass.isApprox(old_mass, 1e-13) &&
                              stiffness.isApprox(old_stiffness, 1e-13);
        if (is_known)
          continue;
        old_mass      = mass;
        old_stiffness = stiffness;
        largest =
          std::max(largest,
                   fastest_mode(values * mass.asDiagonal() * values.transpose(),
                                Eigen::MatrixXd::Zero(n, n),
                                slopes * stiffness.asDiagonal() *
                                  slopes.transpose())
                     .frequency);
      }
    return largest;
  }
} // namespace percuss
