// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/tangents.h>
#include <percuss/mortar/corner_rows.h>
#include <percuss/mortar/face_normals.h>
#include <percuss/mortar/facet_pieces.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace percuss
{
  namespace
  {
    using Eigen::Vector2d;
    using Eigen::Vector3d;

    constexpr double least_cosine_in_space =
      0.5;                               // of faces that see each other
    constexpr double least_part = 1e-12; // of a face's area: rounding

    double
    height(const PlaneFacet            &plane,
           const std::array<double, 4> &heights,
           const Vector2d              &y)
    {
      const FacetValues N = facet_values(plane.n_nodes, plane.parameters(y));
      double            result = 0.;
      for (unsigned int i = 0; i < plane.n_nodes; ++i)
        result += N[i] * heights[i];
      return result;
    }
  } // namespace

  SlaveFacet::SlaveFacet(const ContactFacets            &facets,
                         const std::span<const Vector3d> normals,
                         const std::size_t               f)
    : facets(facets)
    , number(f)
    , nodes(facets.faces[f])
    , normals(normals)
  {
    middle     = facets.middle(f);
    Vector3d n = Vector3d::Zero();
    for (unsigned int i = 0; i < nodes.n_nodes; ++i)
      n += normals[i];
    n.normalize();
    const auto t = tangents(n);
    axes << t[0], t[1], n;
    plane.n_nodes = nodes.n_nodes;
    for (unsigned int i = 0; i < nodes.n_nodes; ++i)
      {
        const Vector3d y = local(facets.corner(f, i));
        plane.corners[i] = y.head<2>();
        heights[i]       = y[2];
        highest          = std::max(highest, y[2]);
        polygon.push_back(plane.corners[i]);
      }
    area = percuss::area(polygon);
    size = std::sqrt(area);
  }

  MasterFacet::MasterFacet(const SlaveFacet    &slave,
                           const ContactFacets &facets,
                           const std::size_t    f)
    : number(f)
  {
    plane.n_nodes = facets.faces[f].n_nodes;
    for (unsigned int i = 0; i < plane.n_nodes; ++i)
      {
        const Vector3d y = slave.local(facets.corner(f, i));
        plane.corners[i] = y.head<2>();
        heights[i]       = y[2];
        lowest           = std::min(lowest, y[2]);
        box.extend(plane.corners[i]);
      }
  }

  Polygon
  MasterFacet::polygon() const
  {
    Polygon result;
    for (unsigned int i = plane.n_nodes; i-- > 0;)
      result.push_back(plane.corners[i]);
    return result;
  }

  double
  distance(const SlaveFacet  &slave,
           const MasterFacet &master,
           const Vector2d    &y)
  {
    return height(master.plane, master.heights, y) -
           height(slave.plane, slave.heights, y);
  }

  FacetPieces::FacetPieces(const ContactFacets       &slave,
                           const ContactFacets       &master,
                           const MortarSearch        &search,
                           const Eigen::AlignedBox3d &within)
    : master(master)
    , search(search)
    , tree(master, within)
    , normals(master.faces.size())
    , met(slave, master)
  {
    for (std::size_t f = 0; f < normals.size(); ++f)
      normals[f] = master.normal(f);
  }

  std::span<const FacetPiece>
  FacetPieces::cut(const SlaveFacet &slave)
  {
    find_covered(slave);
    keep_nearest(slave);
    return pieces;
  }

  // What each face of the master covers, by itself; the first one last, to be
  // taken first.
  void
  FacetPieces::find_covered(const SlaveFacet &slave)
  {
    const double        depth = search.depths.empty() ?
                                  slave.facets.degree * slave.size :
                                  search.depths[slave.number];
    Eigen::AlignedBox2d box;
    for (const Vector2d &y : slave.polygon)
      box.extend(y);
    BoxTree::Prism prism{slave.middle, slave.axes, {}, {}};
    prism.lower << box.min(), -2. * slave.facets.degree * slave.size;
    prism.upper << box.max(), search.reach + slave.highest;
    near.clear();
    tree.near(prism, near);
    waiting.clear();
    for (const std::size_t f : near)
      {
        if (search.is_of_itself &&
            share_node(slave.facets.cell_face(slave.number),
                       master.cell_face(f)))
          continue;
        if (!(-normals[f].dot(slave.axes.col(2)) > least_cosine_in_space))
          continue;
        const MasterFacet facet(slave, master, f);
        if (facet.lowest > prism.upper[2] || !facet.box.intersects(box))
          continue;
        Polygon common = clip(facet.polygon(), slave.polygon);
        if (!(area(common) > least_part * slave.area))
          continue;
        const Vector2d y = middle(common);
        // what is far behind is the far side of something
        if (const double d = distance(slave, facet, y);
            d > -depth && (d > -CornerRow<3>::margin * slave.size ||
                           faces_have_met(slave, facet, y)))
          waiting.push_back({std::move(common), facet});
      }
    std::ranges::reverse(waiting);
  }

  bool
  FacetPieces::faces_have_met(const SlaveFacet  &slave,
                              const MasterFacet &facet,
                              const Vector2d    &y)
  {
    const auto point = [&](const PlaneFacet            &plane,
                           const std::array<double, 4> &heights) {
      return Vector3d(slave.middle +
                      slave.axes *
                        Vector3d(y[0], y[1], height(plane, heights, y)));
    };
    return met.have_met(slave.number,
                        point(slave.plane, slave.heights),
                        facet.number,
                        point(facet.plane, facet.heights));
  }

  void
  FacetPieces::keep_nearest(const SlaveFacet &slave)
  {
    const double least = least_part * slave.area;
    const auto leave = [&](const FacetPiece &piece, const FacetPiece &nearer) {
      for (Polygon &part : outside(piece.polygon, nearer.polygon))
        if (area(part) > least)
          waiting.push_back({std::move(part), piece.master});
    };
    pieces.clear();
    while (!waiting.empty())
      {
        FacetPiece piece = std::move(waiting.back());
        waiting.pop_back();
        Vector2d   at;
        const auto both =
          std::ranges::find_if(pieces, [&](const FacetPiece &other) {
            if (are_apart(piece.polygon, other.polygon))
              return false;
            const Polygon common = clip(piece.polygon, other.polygon);
            if (!(area(common) > 100. * least))
              return false;
            at = middle(common);
            return true;
          });
        if (both == pieces.end())
          pieces.push_back(std::move(piece));
        else if (std::abs(distance(slave, both->master, at)) <=
                 std::abs(distance(slave, piece.master, at)))
          leave(piece, *both);
        else
          {
            const FacetPiece other = std::move(*both);
            pieces.erase(both);
            leave(other, piece);
            waiting.push_back(std::move(piece));
          }
      }
  }
} // namespace percuss
