// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/bar/bar_cell_mass.h>
#include <percuss/models/bar/bar_frequency.h>
#include <percuss/models/bar/bar_mesh.h>
#include <percuss/run/critical_step.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_q.h>

#include <Eigen/Core>

#include <algorithm>
#include <vector>

namespace percuss
{
  using namespace dealii;

  double
  bar_frequency_bound(const BarRowDescription &description, const BarMesh &mesh)
  {
    const unsigned int  degree = description.degree;
    const FE_Q<1>       element(degree);
    const Quadrature<1> gauss = QGauss<1>(degree + 1);
    BarCellMass         mass_of(description, mesh);

    const auto      n = static_cast<Eigen::Index>(element.n_dofs_per_cell());
    Eigen::MatrixXd slopes(n, n); // at the points (columns)
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index k = 0; k < n; ++k)
        slopes(i, k) =
          element.shape_grad(static_cast<unsigned int>(i),
                             gauss.point(static_cast<unsigned int>(k)))[0];

    Eigen::MatrixXd M(n, n), K, old_M, old_K;
    Eigen::VectorXd stiffness(n);
    double          largest = 0.;
    for (const BarElement &cell : mesh.elements())
      {
        const BarDescription &data     = description.bars[cell.bar];
        const unsigned int    material = cell.material;
        for (Eigen::Index k = 0; k < n; ++k)
          {
            const auto   point = static_cast<unsigned int>(k);
            const double x =
              mesh.inside(cell, cell.point(gauss.point(point)[0]));
            stiffness[k] = data.youngs_modulus(x, material) *
                           data.cross_section(x, material) *
                           gauss.weight(point) / cell.length;
          }
        K = slopes * stiffness.asDiagonal() * slopes.transpose();

        const FullMatrix<double> &m = mass_of(cell);
        std::vector<Eigen::Index> with_mass;
        for (Eigen::Index i = 0; i < n; ++i)
          {
            const auto node = static_cast<unsigned int>(i);
            if (node > 1 || !mass_of.is_massless(cell, node))
              with_mass.push_back(i);
            for (Eigen::Index j = 0; j < n; ++j)
              M(i, j) = m(node, static_cast<unsigned int>(j));
          }
        // most elements are like their neighbours
        const bool is_known = old_M.size() == M.size() &&
                              M.isApprox(old_M, 1e-13) &&
                              K.isApprox(old_K, 1e-13);
        if (is_known)
          continue;
        old_M              = M;
        old_K              = K;
        const auto n_moved = static_cast<Eigen::Index>(with_mass.size());
        largest =
          std::max(largest,
                   fastest_mode(Eigen::MatrixXd(M(with_mass, with_mass)),
                                Eigen::MatrixXd::Zero(n_moved, n_moved),
                                Eigen::MatrixXd(K(with_mass, with_mass)))
                     .frequency);
      }
    return largest;
  }
} // namespace percuss
