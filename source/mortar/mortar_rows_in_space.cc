// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/quadrature.h>
#include <percuss/mortar/face_normals.h>
#include <percuss/mortar/facet_samples.h>

#include <algorithm>
#include <limits>

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
            const auto add = [&](const auto &nodes, const auto &N) {
              for (std::size_t j = 0; j < nodes.size(); ++j)
                areas[nodes[j]] += w * N[j];
            };
            if (facets.degree == 2)
              add(facets.quadratic_nodes(f), quadratic_values(0.5 * xi));
            else
              add(nodes_of(facets.faces[f]), facet_values(n, xi));
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

    /** Adds the integrals of faces of a slave, one after the other. */
    class SlaveIntegrals
    {
    public:
      SlaveIntegrals(const ContactFacets &slave,
                     const ContactFacets &master,
                     const MortarSearch  &search,
                     const AlignedBox3d  &within,
                     MortarMatrices<3>   &result)
        : slave(slave)
        , master(master)
        , normals(face_normals(slave))
        , cutter(slave, master, search, within)
        , result(result)
      {}

      /** The box of the master's faces that count. */
      const AlignedBox3d &
      extent() const
      {
        return cutter.extent();
      }

      /** Of a face by itself. */
      void
      add_face(const std::size_t f)
      {
        const SlaveFacet facet  = facet_of(f);
        const auto       pieces = cutter.cut(facet);
        if (pieces.empty())
          return;
        samples.set(facet, master, cutter, pieces);
        samples.add(facet, master, cutter, pieces, result);
        lower_gaps(f, samples.least_gap());
      }

      /** Of the four quarters of a face of a cell of degree 2, from @p first
       * on; false, and nothing, where little of it is covered. */
      bool
      add_quadratic_face(const std::size_t first)
      {
        double gap = std::numeric_limits<double>::infinity();
        sums.start(first);
        for (std::size_t f = first; f < first + 4; ++f)
          {
            const SlaveFacet facet  = facet_of(f);
            const auto       pieces = cutter.cut(facet);
            samples.set(facet, master, cutter, pieces);
            samples.add_quarter(facet, pieces, sums);
            gap = std::min(gap, samples.least_gap());
          }
        if (!sums.add_to(slave, master, cutter, result))
          return false;
        for (std::size_t f = first; f < first + 4; ++f)
          lower_gaps(f, gap);
        return true;
      }

    private:
      SlaveFacet
      facet_of(const std::size_t f) const
      {
        return {slave, {normals[f].data(), normals[f].size()}, f};
      }

      void
      lower_gaps(const std::size_t f, const double gap)
      {
        for (const unsigned int node : nodes_of(slave.faces[f]))
          result.least_gap[node] = std::min(result.least_gap[node], gap);
      }

      const ContactFacets                &slave, &master;
      const decltype(face_normals(slave)) normals;
      FacetPieces                         cutter;
      FacetSamples                        samples;
      QuadraticSums                       sums;
      MortarMatrices<3>                  &result;
    };
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
    AlignedBox3d all;
    double       longest = 0.; // diagonal of a box
    for (std::size_t f = 0; f < slave.faces.size(); ++f)
      {
        const AlignedBox3d box = box_of(slave, f);
        all.extend(box);
        longest = std::max(longest, box.diagonal().norm());
      }
    const double far =
      search.reach + 2. * slave.degree * longest; // more than prisms reach
    MortarMatrices<3> matrices(slave.nodes.size());
    SlaveIntegrals    integrals(
      slave, master, search, extended(all, far), matrices);
    const AlignedBox3d seen    = extended(integrals.extent(), far);
    const std::size_t  n_parts = slave.n_parts();
    for (std::size_t first = 0; first < slave.faces.size(); first += n_parts)
      {
        if (!share.has(first / n_parts))
          continue;
        AlignedBox3d box;
        for (std::size_t f = first; f < first + n_parts; ++f)
          {
            add_areas(slave, f, matrices.whole);
            box.extend(box_of(slave, f));
          }
        if (!seen.intersects(box) ||
            (slave.degree == 2 && integrals.add_quadratic_face(first)))
          continue;
        for (std::size_t f = first; f < first + n_parts; ++f)
          integrals.add_face(f);
      }
    return matrices;
  }
} // namespace percuss
