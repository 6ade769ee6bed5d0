// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_mortar_matrices_h
#define percuss_mortar_mortar_matrices_h

#include <percuss/mortar/mortar_rows.h>

#include <limits>
#include <map>
#include <vector>

namespace percuss
{
  /** Sums over the faces of a slave, for its rows. */
  template <int dim>
  struct MortarMatrices
  {
    using Vector = Eigen::Matrix<double, dim, 1>;

    /** Nodes of which a smaller part of int N_j is covered have no row. */
    static constexpr double least_cover = 1e-3;

    explicit MortarMatrices(const std::size_t n_nodes)
      : D(n_nodes)
      , whole(n_nodes)
      , M(n_nodes)
      , normal(n_nodes, Vector::Zero())
      , opposite_normal(n_nodes, Vector::Zero())
      , least_gap(n_nodes, std::numeric_limits<double>::infinity())
    {}

    std::vector<double> D;     ///< int N_j over what is covered
    std::vector<double> whole; ///< int N_j over the faces
    std::vector<std::map<unsigned int, double>> M; ///< int psi_j N_b(chi)
    std::vector<Vector> normal;          ///< sum_f n_fj int N_j, covered
    std::vector<Vector> opposite_normal; ///< int psi_j n_f, or zeros
    std::vector<double> least_gap;       ///< of what is covered

    /** The rows of nodes that are covered, j ascending. A node on a tip so sharp
     * that its normals turn back has none. */
    std::vector<MortarRow<dim>>
    rows() const
    {
      std::vector<MortarRow<dim>> result;
      for (unsigned int j = 0; j < D.size(); ++j)
        {
          if (!(D[j] > least_cover * whole[j]) ||
              !(normal[j].norm() > 1e-6 * D[j]))
            continue;
          const Vector   n = normal[j].normalized();
          MortarRow<dim> row{j, n, D[j], D[j] / whole[j], {}, n, least_gap[j]};
          if (const double size = opposite_normal[j].norm(); size > 1e-3 * D[j])
            row.opposite_normal = -opposite_normal[j] / size;
          double sum = 0.; // D_j but for rounding
          for (const auto &[b, M_jb] : M[j])
            sum += M_jb;
          for (const auto &[b, M_jb] : M[j])
            row.masters.emplace_back(b, M_jb / sum);
          result.push_back(row);
        }
      return result;
    }
  };
} // namespace percuss

#endif
