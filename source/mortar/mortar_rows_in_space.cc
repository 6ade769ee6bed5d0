// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/quadrature.h>
#include <percuss/mortar/face_normals.h>
#include <percuss/mortar/facet_samples.h>

#include <algorithm>

namespace percuss
{
  namespace
  {
    using Eigen::AlignedBox3d;
    using Eigen::Vector2d;
    using Eigen::Vector3d;

    constexpr unsigned int n_gauss = 2; // of nodal areas: exact in a plane

    AlignedBox3d
    box_of(const ContactFacets &facets, const std::size_t f)
    {
      AlignedBox3d box;
      for (unsigned int i = 0; i < facets.faces[f].n_nodes; ++i)
        box.extend(facets.corner(f, i));
      return box;
    }

    /** int N_j dA over a face. */
    void
    add_areas(const ContactFacets &facets,
              const std::size_t    f,
              std::vector<double> &areas)
    {
      static const LineQuadrature gauss = gauss_quadrature(n_gauss);
      const unsigned int          n     = facets.faces[f].n_nodes;
      for (unsigned int k = 0; k < n_gauss; ++k)
        for (unsigned int l = 0; l < n_gauss; ++l)
          {
            const double   s = gauss.points[k], t = gauss.points[l];
            const Vector2d xi =
              n == 3 ? Vector2d(s * (1. - t), s * t) : Vector2d(s, t);
            const double w = gauss.weights[k] * gauss.weights[l] *
                             (n == 3 ? s : 1.) *
                             area_vector(facets, f, xi).norm();
            const FacetValues N = facet_values(n, xi);
            for (unsigned int j = 0; j < n; ++j)
              areas[facets.faces[f].nodes[j]] += w * N[j];
          }
    }

    AlignedBox3d
    extended(const AlignedBox3d &box, const double by)
    {
      if (box.isEmpty())
        return box;
      const Vector3d d = Vector3d::Constant(by);
      return AlignedBox3d(box.min() - d, box.max() + d);
    }
  } // namespace

  std::vector<double>
  nodal_areas(const ContactFacets &facets)
  {
    std::vector<double> areas(facets.nodes.size(), 0.);
    for (std::size_t f = 0; f < facets.faces.size(); ++f)
      add_areas(facets, f, areas);
    return areas;
  }

  std::vector<MortarRow<3>>
  mortar_rows(const ContactFacets &slave,
              const ContactFacets &master,
              const MortarSearch  &search)
  {
    return mortar_matrices(slave, master, search).rows();
  }

  MortarMatrices<3>
  mortar_matrices(const ContactFacets &slave,
                  const ContactFacets &master,
                  const MortarSearch  &search,
                  const ShareOfFaces  &share)
  {
    const auto   normals = face_normals(slave);
    AlignedBox3d all;
    double       longest = 0.; // diagonal of a box
    for (std::size_t f = 0; f < slave.faces.size(); ++f)
      {
        const AlignedBox3d box = box_of(slave, f);
        all.extend(box);
        longest = std::max(longest, box.diagonal().norm());
      }
    const double far = search.reach + 2. * longest; // more than prisms reach
    FacetPieces  cutter(master, search, extended(all, far));
    const AlignedBox3d seen = extended(cutter.extent(), far);
    FacetSamples       samples;
    MortarMatrices<3>  matrices(slave.nodes.size());
    for (std::size_t f = 0; f < slave.faces.size(); ++f)
      {
        if (!share.has(f))
          continue;
        add_areas(slave, f, matrices.whole);
        if (!seen.intersects(box_of(slave, f)))
          continue;
        const SlaveFacet facet(slave,
                               {normals[f].data(), normals[f].size()},
                               f);
        const auto       pieces = cutter.cut(facet);
        if (pieces.empty())
          continue;
        samples.set(facet, pieces);
        samples.add(facet, master, cutter, pieces, matrices);
        const double gap = cutter.least_gap(facet);
        for (const unsigned int node : nodes_of(slave.faces[f]))
          matrices.least_gap[node] = std::min(matrices.least_gap[node], gap);
      }
    return matrices;
  }
} // namespace percuss
