// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_mortar_mortar_matrices_h
#define percuss_mortar_mortar_matrices_h

#include <percuss/mortar/mortar_rows.h>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace percuss
{
  /** Sums of the nodes of a master, in the order of their numbers; of a few
   * nodes without memory of their own. */
  class MasterSums
  {
  public:
    /** That of a node, at first 0. */
    double &
    operator[](const unsigned int node)
    {
      auto at = std::ranges::lower_bound(
        sums, node, {}, &std::pair<unsigned int, double>::first);
      if (at == sums.end() || at->first != node)
        at = sums.insert(at, {node, 0.});
      return at->second;
    }

    auto
    begin() const
    {
      return sums.begin();
    }

    auto
    end() const
    {
      return sums.end();
    }

    std::size_t
    size() const
    {
      return sums.size();
    }

  private:
    boost::container::small_vector<std::pair<unsigned int, double>, 16> sums;
  };

  /** Sums over the faces of a slave, for its rows. */
  template <int dim>
  struct MortarMatrices
  {
    using Vector = Eigen::Matrix<double, dim, 1>;

    /** Nodes of which a smaller part of int N_j is covered have no row. */
    static constexpr double least_cover = 1e-3;

    /** Of a smaller part of int N_j, a quadratic function of a node of a straight
     * face, faces have other dual functions. */
    static constexpr double least_weight = 0.25;

    explicit MortarMatrices(const std::size_t n_nodes)
      : D(n_nodes)
      , whole(n_nodes)
      , M(n_nodes)
      , normal(n_nodes, Vector::Zero())
      , opposite_normal(n_nodes, Vector::Zero())
      , least_gap(n_nodes, std::numeric_limits<double>::infinity())
    {}

    std::vector<double>     D;               ///< int N_j over what is covered
    std::vector<double>     whole;           ///< int N_j over the faces
    std::vector<MasterSums> M;               ///< int psi_j N_b(chi)
    std::vector<Vector>     normal;          ///< sum_f n_fj int N_j, covered
    std::vector<Vector>     opposite_normal; ///< int psi_j n_f, or zeros
    std::vector<double>     least_gap;       ///< of what is covered

    /** The sums as numbers, for another process. */
    std::vector<double>
    numbers() const
    {
      std::vector<double> result;
      for (std::size_t j = 0; j < D.size(); ++j)
        {
          if (whole[j] == 0.)
            continue;
          result.insert(result.end(),
                        {static_cast<double>(j),
                         static_cast<double>(M[j].size()),
                         D[j],
                         whole[j],
                         least_gap[j]});
          for (const Vector *const n : {&normal[j], &opposite_normal[j]})
            result.insert(result.end(), n->data(), n->data() + dim);
          for (const auto &[b, M_jb] : M[j])
            result.insert(result.end(), {static_cast<double>(b), M_jb});
        }
      return result;
    }

    /** Adds numbers() of other faces. */
    void
    add(const std::span<const double> numbers)
    {
      for (auto at = numbers.begin(); at != numbers.end();)
        {
          const auto j      = static_cast<std::size_t>(*at++);
          const auto n_of_M = static_cast<std::size_t>(*at++);
          D[j] += *at++;
          whole[j] += *at++;
          least_gap[j] = std::min(least_gap[j], *at++);
          for (Vector *const n : {&normal[j], &opposite_normal[j]})
            for (int d = 0; d < dim; ++d)
              (*n)[d] += *at++;
          for (std::size_t i = 0; i < n_of_M; ++i)
            {
              const auto b = static_cast<unsigned int>(*at++);
              M[j][b] += *at++;
            }
        }
    }

    /** The rows of nodes that are covered, j ascending. A node on a tip so sharp
     * that its normals turn back has none. */
    std::vector<MortarRow<dim>>
    rows() const
    {
      std::vector<MortarRow<dim>> result;
      result.reserve(D.size());
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
          row.masters.reserve(M[j].size());
          for (const auto &[b, M_jb] : M[j])
            row.masters.emplace_back(b, M_jb / sum);
          result.push_back(std::move(row));
        }
      return result;
    }
  };

  /** One of several shares of the faces of a slave, with some from each part of
   * it. */
  struct ShareOfFaces
  {
    unsigned int number = 0, n_shares = 1;

    bool
    has(const std::size_t face) const
    {
      return face / 16 % n_shares == number;
    }
  };

  /** The sums that mortar_rows() of surfaces makes rows of, those over the faces
   * of a share. */
  MortarMatrices<3>
  mortar_matrices(const ContactFacets &slave,
                  const ContactFacets &master,
                  const MortarSearch  &search,
                  const ShareOfFaces  &share = {});
} // namespace percuss

#endif
