// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/box_tree.h>
#include <percuss/mortar/edge_rows.h>
#include <percuss/mortar/face_normals.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <map>
#include <optional>

namespace percuss
{
  namespace
  {
    constexpr double least_sine = 0.1; // of edges that cross
    constexpr double level      = 0.1; // sine: no higher than the edge

    Eigen::Vector3d
    start(const Edges::Placed &at, const Edges::Edge &edge)
    {
      return at.boundary.nodes[edge.nodes[0]];
    }

    Eigen::Vector3d
    vector_of(const Edges::Placed &at, const Edges::Edge &edge)
    {
      return at.boundary.nodes[edge.nodes[1]] - start(at, edge);
    }

    /** Whether a body has nothing beyond its edge in direction @p n, which is at
     * a right angle to it. */
    bool
    ends_at(const Edges::Placed   &at,
            const Edges::Edge     &edge,
            const Eigen::Vector3d &n)
    {
      const Eigen::Vector3d x = start(at, edge),
                            e = vector_of(at, edge).normalized();
      for (const std::size_t f : edge.faces)
        for (const unsigned int node : nodes_of(at.boundary.faces[f]))
          {
            const Eigen::Vector3d d = at.boundary.nodes[node] - x;
            const Eigen::Vector3d w = d - e.dot(d) * e;
            if (n.dot(w) > level * w.norm() + 1e-12 * d.norm())
              return false;
          }
      return true;
    }

    std::vector<Eigen::AlignedBox3d>
    boxes_of(const Edges::Placed &at)
    {
      std::vector<Eigen::AlignedBox3d> boxes(at.of.edges().size());
      for (std::size_t i = 0; i < boxes.size(); ++i)
        for (const unsigned int node : at.of.edges()[i].nodes)
          boxes[i].extend(at.boundary.nodes[node]);
      return boxes;
    }

    double
    depth_of(const Edges::Placed &at, const Edges::Edge &edge)
    {
      return std::min(at.depths[edge.faces[0]], at.depths[edge.faces[1]]);
    }

    /** The largest of all edges, 0 if there are none. */
    double
    largest_depth(const Edges::Placed &at)
    {
      double largest = 0.;
      for (const Edges::Edge &edge : at.of.edges())
        largest = std::max(largest, depth_of(at, edge));
      return largest;
    }

    bool
    share_faces(const ContactFacets &boundary,
                const Edges::Edge   &a,
                const Edges::Edge   &b)
    {
      for (const std::size_t f : a.faces)
        for (const std::size_t g : b.faces)
          if (share_node(boundary.faces[f], boundary.faces[g]))
            return true;
      return false;
    }

    /** Whether a point of another body, @p depth behind an edge [m], has come in
     * by a face at an end of the edge. */
    bool
    has_come_in_at_end(const Edges::Placed   &at,
                       const std::size_t      edge,
                       const Eigen::Vector3d &x,
                       const double           depth)
    {
      return std::ranges::any_of(at.of.at_ends(edge), [&](const auto f) {
        return depth >
               other_way * at.boundary.normal(f).dot(at.boundary.middle(f) - x);
      });
    }

    /** The row of two edges; none where they do not cross. */
    std::optional<CornerRow<3>>
    row_of(const Edges::Placed &at_a,
           const std::size_t    i,
           const Edges::Placed &at_b,
           const std::size_t    j,
           const double         reach)
    {
      const Edges::Edge    &a = at_a.of.edges()[i], &b = at_b.of.edges()[j];
      const Eigen::Vector3d x_a = start(at_a, a), e_a = vector_of(at_a, a);
      const Eigen::Vector3d x_b = start(at_b, b), e_b = vector_of(at_b, b);
      const double depth = std::min(depth_of(at_a, a), depth_of(at_b, b));
      const double l_a = e_a.norm(), l_b = e_b.norm();
      const Eigen::Vector3d d      = x_b - x_a;
      const Eigen::Vector3d across = e_a.cross(e_b);
      const double          area   = across.norm();
      if (!(area > least_sine * l_a * l_b))
        return {};
      const double s = d.cross(e_b).dot(across) / (area * area);
      const double t = d.cross(e_a).dot(across) / (area * area);
      if (!(s >= 0. && s < 1. && t >= 0. && t < 1.))
        return {};
      const double delta = CornerRow<3>::margin * std::min(l_a, l_b);
      for (const double sign : {1., -1.})
        {
          const Eigen::Vector3d n        = sign / area * across; // out of b
          const double          distance = -n.dot(d);
          if (distance <= reach && distance >= -depth && ends_at(at_b, b, n) &&
              ends_at(at_a, a, -n) &&
              !(distance < -delta &&
                (has_come_in_at_end(
                   at_a, i, x_b + t * e_b, -distance - delta) ||
                 has_come_in_at_end(
                   at_b, j, x_a + s * e_a, -distance - delta))))
            return CornerRow<3>{i,
                                -n,
                                {{a.nodes[0], 1. - s}, {a.nodes[1], s}},
                                {{b.nodes[0], 1. - t}, {b.nodes[1], t}},
                                distance,
                                delta};
        }
      return {};
    }
  } // namespace

  Edges::Edges(const ContactFacets &boundary)
  {
    std::map<std::array<unsigned int, 2>, std::vector<std::size_t>> faces_at;
    for (std::size_t f = 0; f < boundary.faces.size(); ++f)
      {
        const auto nodes = nodes_of(boundary.faces[f]);
        for (std::size_t i = 0; i < nodes.size(); ++i)
          {
            const auto [first, second] =
              std::minmax(nodes[i], nodes[(i + 1) % nodes.size()]);
            faces_at[{first, second}].push_back(f);
          }
      }
    for (const auto &[nodes, faces] : faces_at)
      if (faces.size() == 2 && boundary.normal(faces[0]).dot(
                                 boundary.normal(faces[1])) < cosine_of_edges)
        all.push_back({nodes, {faces[0], faces[1]}});
    find_ends(boundary);
  }

  // Those that turn against both faces of the edge and have it behind them.
  void
  Edges::find_ends(const ContactFacets &boundary)
  {
    std::vector<std::vector<std::size_t>> faces_at(boundary.nodes.size());
    for (std::size_t f = 0; f < boundary.faces.size(); ++f)
      for (const unsigned int node : nodes_of(boundary.faces[f]))
        faces_at[node].push_back(f);
    for (const Edge &edge : all)
      {
        auto &at_ends = ends.emplace_back();
        for (const unsigned int k : {0u, 1u})
          {
            const Eigen::Vector3d inwards =
              boundary.nodes[edge.nodes[1 - k]] - boundary.nodes[edge.nodes[k]];
            for (const std::size_t f : faces_at[edge.nodes[k]])
              {
                const Eigen::Vector3d n     = boundary.normal(f);
                const auto            turns = [&](const std::size_t g) {
                  return n.dot(boundary.normal(g)) < cosine_of_edges;
                };
                if (n.dot(inwards) < 0. &&
                    std::ranges::all_of(edge.faces, turns))
                  at_ends.push_back(f);
              }
          }
      }
  }

  // Points of edges with a row are no farther from each other than the reach or
  // the depth.
  std::vector<EdgeRow>
  Edges::rows(const Placed &a,
              const Placed &b,
              const double  reach,
              const bool    is_of_itself)
  {
    std::vector<EdgeRow> result;
    const double         apart =
      std::max(reach, std::min(largest_depth(a), largest_depth(b)));
    const auto               boxes = boxes_of(a);
    const BoxTree            others(is_of_itself ? boxes : boxes_of(b));
    std::vector<std::size_t> near;
    for (std::size_t i = 0; i < boxes.size(); ++i)
      {
        near.clear();
        others.near({Eigen::Vector3d::Zero(),
                     Eigen::Matrix3d::Identity(),
                     boxes[i].min().array() - apart,
                     boxes[i].max().array() + apart},
                    near);
        for (const std::size_t j : near)
          {
            if (is_of_itself &&
                (j <= i || share_faces(a.boundary, a.of.all[i], b.of.all[j])))
              continue;
            if (auto row = row_of(a, i, b, j, reach))
              result.push_back({std::move(*row), j});
          }
      }
    std::ranges::stable_sort(result, {}, [](const EdgeRow &one) {
      return one.row.distance;
    });
    return result;
  }
} // namespace percuss
