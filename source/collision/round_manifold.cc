// SPDX-License-Identifier: Apache-2.0

// Points of contact where one of two bodies is a disc, a ball or a capsule.

#include <percuss/collision/manifold.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace percuss
{
  namespace
  {
    // kinds of points (feature_number())
    constexpr unsigned int of_foot = 4, of_corner = 5, of_crossing = 6;
  } // namespace

  template <int dim>
  void
  ManifoldFinder<dim>::find_of_round(const Placed &a,
                                     const Placed &b,
                                     const double  reach)
  {
    if (a.shape().is_round())
      add_feet(a, b, false, reach);
    if (b.shape().is_round())
      add_feet(b, a, true, reach);
    if (!a.shape().is_round())
      add_corners(a, b, false, reach);
    if (!b.shape().is_round())
      add_corners(b, a, true, reach);
    if constexpr (dim == 3)
      {
        if (a.shape().is_round())
          add_crossings(a, b, false, reach);
        else
          add_crossings(b, a, true, reach);
      }
    keep_extreme_points(points, a.shape().radius + b.shape().radius);
  }

  template <int dim>
  void
  ManifoldFinder<dim>::add_feet(const Placed &a,
                                const Placed &b,
                                const bool    is_second,
                                const double  reach)
  {
    const double r = a.shape().radius + b.shape().radius;
    for (unsigned int i = 0; i < a.shape().vertices.size(); ++i)
      {
        const auto foot = b.foot(a.vertex(i));
        if (!(foot.distance - r <= reach))
          continue;
        Feature other;
        if (foot.part == Part::face)
          other = b.face_feature(foot.index);
        else if (foot.part == Part::vertex)
          {
            other = b.vertex_feature(foot.index);
            if (b.shape().is_round())
              { // found twice, or the other one is nearer to an inside of this
                const auto back = a.foot(b.vertex(foot.index));
                if (is_second || back.part != Part::vertex || back.index != i)
                  continue;
              }
          }
        else
          {
            other = b.edge_feature(foot.index);
            if constexpr (dim == 2) // one side of a segment
              {
                other.kind      = Feature::Kind::plane;
                other.direction = foot.normal;
              }
          }
        add(a.vertex_feature(i),
            other,
            foot.normal,
            feature_number(of_foot, i, 0, is_second),
            is_second,
            reach,
            r);
      }
  }

  // Corners that are the nearest points of the polytope to a point of the core.
  template <int dim>
  void
  ManifoldFinder<dim>::add_corners(const Placed &a,
                                   const Placed &b,
                                   const bool    is_second,
                                   const double  reach)
  {
    const double r = b.shape().radius;
    if (b.shape().vertices.size() < 2)
      return;
    for (unsigned int i = 0; i < a.shape().vertices.size(); ++i)
      {
        const auto foot = b.foot(a.vertex(i));
        if (foot.part != Part::edge || !(foot.distance - r <= reach) ||
            (a.foot(foot.point).point - a.vertex(i)).norm() >
              1e-9 * a.shape().extent())
          continue;
        Feature segment = b.edge_feature(foot.index);
        if constexpr (dim == 2)
          {
            segment.kind      = Feature::Kind::plane;
            segment.direction = foot.normal;
          }
        add(a.vertex_feature(i),
            segment,
            foot.normal,
            feature_number(of_corner, i, 0, is_second),
            is_second,
            reach,
            r);
      }
  }

  // With n from the edge to the segment, the edge's faces m_1 and m_2: where n is
  // between both, the edge is what is nearest; up to 6 degrees beyond m_1 it is
  // the face, and the segment leaves it there.
  template <int dim>
  void
  ManifoldFinder<dim>::add_crossings(const Placed &a,
                                     const Placed &b,
                                     const bool    is_second,
                                     const double  reach)
  {
    if constexpr (dim == 3)
      {
        const double r = a.shape().radius + b.shape().radius;
        for (unsigned int i = 0; i < a.shape().edges.size(); ++i)
          for (unsigned int k = 0; k < b.shape().edges.size(); ++k)
            {
              const Feature line = a.edge_feature(i), edge = b.edge_feature(k);
              // out of b
              Vector outwards = a.origin() - b.origin();
              if (!b.shape().is_round())
                outwards = b.normal(b.shape().edges[k].faces[0]) +
                           b.normal(b.shape().edges[k].faces[1]);
              const auto c = closest_points(line, edge, outwards);
              const auto between =
                [](const Vector &x, const Vector &from, const Vector &to) {
                  return (x - from).dot(to - from) > 0. &&
                         (x - to).dot(from - to) > 0.;
                };
              const auto &of_line = a.shape().edges[i].vertices;
              const auto &of_edge = b.shape().edges[k].vertices;
              if (!between(c.x, a.vertex(of_line[0]), a.vertex(of_line[1])) ||
                  !between(c.p, b.vertex(of_edge[0]), b.vertex(of_edge[1])))
                continue;
              const unsigned int feature =
                feature_number(of_crossing, i, k, is_second);
              if (line.direction.cross(edge.direction).norm() < 1e-6)
                continue; // ends and corners say all
              if (b.shape().is_round())
                {
                  add(line,
                      edge,
                      c.distance < 0. ? Vector(-c.normal) : c.normal,
                      feature,
                      is_second,
                      reach,
                      r);
                  continue;
                }
              const auto   &faces = b.shape().edges[k].faces;
              const Vector &m_1 = b.normal(faces[0]), &m_2 = b.normal(faces[1]);
              const Vector &n    = c.normal;
              const auto    foot = b.foot(c.x);
              if (foot.normal.dot(n) < 0.98)
                continue; // on the other side of the body
              const Vector w        = (m_2 - m_2.dot(m_1) * m_1).normalized();
              const double whole    = std::atan2(w.dot(m_2), m_1.dot(m_2)),
                           angle    = std::atan2(w.dot(n), m_1.dot(n));
              constexpr double none = 1e-9, small = 0.1;
              if (angle > none && angle < whole - none)
                {
                  add(line, edge, n, feature, is_second, reach, r);
                  continue;
                }
              const bool         first  = angle <= none;
              const double       beyond = first ? -angle : angle - whole;
              const unsigned int face   = faces[first ? 0 : 1];
              if (beyond > small || // or beside the face, beyond another edge
                  foot.distance >
                    b.above(face, c.x) + none * b.shape().extent())
                continue;
              Feature on_line;
              on_line.point  = c.x;
              on_line.radius = line.radius;
              add(
                on_line, b.face_feature(face), n, feature, is_second, reach, r);
            }
      }
  }

  template void
  ManifoldFinder<2>::find_of_round(const Placed &, const Placed &, double);
  template void
  ManifoldFinder<3>::find_of_round(const Placed &, const Placed &, double);
} // namespace percuss
