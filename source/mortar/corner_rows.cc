// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/box_tree.h>
#include <percuss/mortar/corner_rows.h>
#include <percuss/mortar/face_normals.h>
#include <percuss/mortar/near_faces.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace percuss
{
  namespace
  {
    constexpr double flat     = 0.1;  // sine: not deeper than the corner
    constexpr double rounding = 1e-9; // of weights: faces leave no slits

    /** The point of a face that is nearest to a point x: below it, or on an
     * edge. */
    template <int dim>
    struct Foot
    {
      bool                          is_below;
      double                        away;   // of x [m], in space not much more
      Eigen::Matrix<double, dim, 1> normal; // of the face, out of it
      std::array<double, 4>         weights;
      double                        length; // of the face [m]
    };

    Foot<2>
    foot_on(const ContactCurve    &curve,
            const std::size_t      face,
            const Eigen::Vector2d &x)
    {
      const Eigen::Vector2d  e      = curve.edge(face);
      const Eigen::Vector2d &first  = curve.nodes[curve.faces[face][0]];
      const double           length = e.norm();
      const double           s      = e.dot(x - first) / (length * length);
      return {s >= -rounding && s <= 1. + rounding,
              (first + std::clamp(s, 0., 1.) * e - x).norm(),
              curve.normal(face),
              {1. - s, s, 0., 0.},
              length};
    }

    /** Parameters in a face, from those of a point in its plane. */
    Eigen::Vector2d
    clamped(const unsigned int n_nodes, const Eigen::Vector2d &xi)
    {
      const Eigen::Vector2d inside = xi.cwiseMax(0.).cwiseMin(1.);
      return n_nodes == 3 ?
               Eigen::Vector2d(inside / std::max(1., inside.sum())) :
               inside;
    }

    // Of bilinear faces that in the plane across the normal in their middle.
    Foot<3>
    foot_on(const ContactFacets   &facets,
            const std::size_t      face,
            const Eigen::Vector3d &x)
    {
      const auto           &nodes = facets.faces[face];
      const Eigen::Vector3d n     = facets.normal(face);
      const Eigen::Vector3d t =
        (facets.corner(face, 1) - facets.corner(face, 0)).normalized();
      Eigen::Matrix<double, 2, 3> to_plane;
      to_plane << (t - n.dot(t) * n).normalized().transpose(),
        n.cross(t).normalized().transpose();
      PlaneFacet flat_face{{}, nodes.n_nodes};
      for (unsigned int i = 0; i < nodes.n_nodes; ++i)
        flat_face.corners[i] = to_plane * (facets.corner(face, i) - x);
      const Eigen::Vector2d xi = flat_face.parameters(Eigen::Vector2d::Zero());
      const FacetValues     N  = facet_values(nodes.n_nodes, xi);
      const FacetValues     N_inside =
        facet_values(nodes.n_nodes, clamped(nodes.n_nodes, xi));
      Eigen::Vector3d nearest = Eigen::Vector3d::Zero();
      for (unsigned int i = 0; i < nodes.n_nodes; ++i)
        nearest += N_inside[i] * facets.corner(face, i);
      const Eigen::Vector3d area = area_vector(facets, face, xi);
      return {xi.minCoeff() >= -rounding && xi.maxCoeff() <= 1. + rounding &&
                *std::ranges::min_element(N) >= -2. * rounding,
              (nearest - x).norm(),
              area.normalized(),
              N,
              std::sqrt(area.norm() * (nodes.n_nodes == 3 ? 0.5 : 1.))};
    }

    /** The faces that may be as near to a point as a length. */
    template <int dim>
    class Near;

    template <>
    class Near<2>
    {
    public:
      Near(const ContactCurve &other,
           const ContactCurve &,
           const std::vector<unsigned int> &,
           const double reach)
        : faces(other, reach)
      {}

      const std::vector<unsigned int> &
      find(const Eigen::Vector2d &x)
      {
        return faces.find(x, x);
      }

    private:
      NearFaces faces;
    };

    template <>
    class Near<3>
    {
    public:
      Near(const ContactFacets             &other,
           const ContactFacets             &boundary,
           const std::vector<unsigned int> &corners,
           const double                     reach)
        : reach(reach)
        , faces(other, box_of(boundary, corners, reach))
      {}

      const std::vector<std::size_t> &
      find(const Eigen::Vector3d &x)
      {
        found.clear();
        faces.near({x,
                    Eigen::Matrix3d::Identity(),
                    Eigen::Vector3d::Constant(-reach),
                    Eigen::Vector3d::Constant(reach)},
                   found);
        return found;
      }

    private:
      static Eigen::AlignedBox3d
      box_of(const ContactFacets             &boundary,
             const std::vector<unsigned int> &corners,
             const double                     reach)
      {
        Eigen::AlignedBox3d box;
        for (const unsigned int c : corners)
          box.extend(boundary.nodes[c]);
        box.min().array() -= reach;
        box.max().array() += reach;
        return box;
      }

      double                   reach;
      BoxTree                  faces;
      std::vector<std::size_t> found;
    };
  } // namespace

  template <int dim>
  Corners<dim>::Corners(const Faces &boundary)
  {
    std::vector<std::vector<std::size_t>> faces_at(boundary.nodes.size());
    for (std::size_t f = 0; f < boundary.faces.size(); ++f)
      for (const unsigned int node : nodes_of(boundary.faces[f]))
        faces_at[node].push_back(f);
    for (unsigned int node = 0; node < faces_at.size(); ++node)
      {
        bool                      has_edge = false;
        std::vector<unsigned int> neighbours;
        for (const std::size_t f : faces_at[node])
          {
            for (const std::size_t g : faces_at[node])
              if (boundary.normal(f).dot(boundary.normal(g)) < cosine_of_edges)
                has_edge = true;
            for (const unsigned int other : nodes_of(boundary.faces[f]))
              if (other != node)
                neighbours.push_back(other);
          }
        if (!has_edge)
          continue;
        std::ranges::sort(neighbours);
        neighbours.erase(std::ranges::unique(neighbours).begin(),
                         neighbours.end());
        all.push_back(node);
        around.push_back(std::move(neighbours));
      }
  }

  template <int dim>
  std::vector<CornerRow<dim>>
  Corners<dim>::rows(const Faces                  &boundary,
                     const Faces                  &other,
                     const std::span<const double> depths,
                     const double                  reach,
                     const bool                    is_of_itself) const
  {
    using Point = Eigen::Matrix<double, dim, 1>;
    std::vector<CornerRow<dim>> result;
    if (all.empty() || other.faces.empty())
      return result;
    Near<dim> near(other,
                   boundary,
                   all,
                   std::max(reach, std::ranges::max(depths)));
    for (std::size_t i = 0; i < all.size(); ++i)
      {
        const Point &x      = boundary.nodes[all[i]];
        const auto  &own    = around[i];
        const auto   is_own = [&](const unsigned int node) {
          return node == all[i] || std::ranges::binary_search(own, node);
        };
        const auto is_deepest = [&](const Point &n) {
          return std::ranges::all_of(own, [&](const unsigned int node) {
            const Point t = boundary.nodes[node] - x;
            return n.dot(t) >= -flat * t.norm();
          });
        };
        std::optional<CornerRow<dim>> nearest;
        double least = std::numeric_limits<double>::infinity();
        for (const std::size_t f : near.find(x))
          {
            const auto &nodes = nodes_of(other.faces[f]);
            if (is_of_itself && std::ranges::any_of(nodes, is_own))
              continue;
            const auto foot = foot_on(other, f, x);
            // what is in front of a face is not far behind another one
            least = std::min(least, foot.away);
            if (!foot.is_below)
              continue;
            CornerRow<dim> row{i,
                               -foot.normal,
                               {{all[i], 1.}},
                               {},
                               foot.normal.dot(x),
                               CornerRow<dim>::margin * foot.length};
            for (unsigned int k = 0; k < nodes.size(); ++k)
              {
                row.masters.emplace_back(nodes[k], foot.weights[k]);
                row.distance -=
                  foot.weights[k] * foot.normal.dot(other.nodes[nodes[k]]);
              }
            if (!(row.distance <= reach && row.distance >= -depths[f]))
              continue;
            if (is_deepest(foot.normal) &&
                (!nearest ||
                 std::abs(row.distance) < std::abs(nearest->distance)))
              nearest = std::move(row);
          }
        if (nearest &&
            std::abs(nearest->distance) <= other_way * least + nearest->delta)
          result.push_back(std::move(*nearest));
      }
    return result;
  }

  template class Corners<2>;
  template class Corners<3>;
} // namespace percuss
