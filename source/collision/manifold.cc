// SPDX-License-Identifier: Apache-2.0

// Points of contact of polygons and polytopes, and the choice by shapes.

#include <percuss/collision/cylinder_manifold.h>
#include <percuss/collision/manifold.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss
{
  namespace
  {
    constexpr double infinity = std::numeric_limits<double>::infinity();

    // sides of the base's face, beside those of the incident one
    constexpr unsigned int first_side = 512;

    // kinds of points (feature_number())
    constexpr unsigned int of_vertex = 0, of_cut = 1, of_base_vertex = 2,
                           of_edges = 3;

    /** Whether the closest points of the lines of two segments are inside the
     * segments, or at their ends, as they are where faces of two bodies lie in
     * one plane. */
    bool
    is_inside_both(const Eigen::Vector3d &a_0,
                   const Eigen::Vector3d &a_1,
                   const Eigen::Vector3d &b_0,
                   const Eigen::Vector3d &b_1)
    {
      const Eigen::Vector3d a = a_1 - a_0, b = b_1 - b_0, r = a_0 - b_0;
      const double aa = a.dot(a), bb = b.dot(b), ab = a.dot(b), ar = a.dot(r),
                   br = b.dot(r), det = aa * bb - ab * ab;
      const double s = (ab * br - bb * ar) / det, t = (aa * br - ab * ar) / det;
      const auto   is_inside = [](const double x) {
        return x >= -1e-9 && x <= 1. + 1e-9;
      };
      return det > 1e-12 * aa * bb && is_inside(s) && is_inside(t);
    }
  } // namespace

  template <int dim>
  ManifoldFinder<dim>::ManifoldFinder()
  {
    constexpr std::size_t enough = 1000;
    points.reserve(enough);
    polygon.reserve(enough);
    cut.reserve(enough);
  }

  template <int dim>
  auto
  ManifoldFinder<dim>::find(const Placed &a,
                            const Placed &b,
                            const double  reach) -> std::vector<Point> &
  {
    points.clear();
    if constexpr (dim == 3)
      if (a.shape().is_cylinder() || b.shape().is_cylinder())
        {
          find_of_cylinders(a, b, reach, points);
          return points;
        }
    if (a.shape().is_round() || b.shape().is_round())
      find_of_round(a, b, reach);
    else
      find_of_polytopes(a, b, reach);
    return points;
  }

  template <int dim>
  auto
  ManifoldFinder<dim>::best_face(const Placed &a, const Placed &b) -> Axis
  {
    Axis best{-infinity, 0};
    for (unsigned int f = 0; f < a.shape().faces.size(); ++f)
      {
        double lowest = infinity;
        for (unsigned int i = 0; i < b.shape().vertices.size(); ++i)
          lowest = std::min(lowest, a.above(f, b.vertex(i)));
        if (lowest > best.separation)
          best = {lowest, f};
      }
    return best;
  }

  // An edge of a with the face normals m_1, m_2 and one of b with n_1, n_2 are
  // a face of the difference of both bodies where the arcs m_1 m_2 and -n_1
  // -n_2 on the sphere of normals cross.
  template <int dim>
  auto
  ManifoldFinder<dim>::best_edges(const Placed &a, const Placed &b) -> EdgeAxis
  {
    EdgeAxis best{-infinity, {}, 0, 0};
    if constexpr (dim == 3)
      for (unsigned int of_a = 0; of_a < a.shape().edges.size(); ++of_a)
        {
          const auto   &i   = a.shape().edges[of_a];
          const Vector &a_0 = a.vertex(i.vertices[0]),
                       &a_1 = a.vertex(i.vertices[1]);
          const Vector  e   = a_1 - a_0;
          const Vector &m_1 = a.normal(i.faces[0]), &m_2 = a.normal(i.faces[1]);
          for (unsigned int of_b = 0; of_b < b.shape().edges.size(); ++of_b)
            {
              const auto   &j   = b.shape().edges[of_b];
              const Vector &b_0 = b.vertex(j.vertices[0]),
                           &b_1 = b.vertex(j.vertices[1]);
              const Vector f    = b_1 - b_0;
              const Vector n_1  = -b.normal(j.faces[0]),
                           n_2  = -b.normal(j.faces[1]);
              const double c_1 = n_1.dot(e), c_2 = n_2.dot(e), d_1 = m_1.dot(f),
                           d_2 = m_2.dot(f);
              if (c_1 * c_2 >= 0. || d_1 * d_2 >= 0.)
                continue;
              Vector       axis = e.cross(f);
              const double norm = axis.norm();
              if (!(norm > 1e-6 * e.norm() * f.norm()))
                continue;
              // both arcs on the same side
              const double side = axis.dot(m_1 + m_2);
              if (side * axis.dot(n_1 + n_2) <= 0.)
                continue;
              axis *= (side > 0. ? -1. : 1.) / norm; // from b to a
              if (const double s = axis.dot(a_0 - b_0);
                  s > best.separation && is_inside_both(a_0, a_1, b_0, b_1))
                best = {s, axis, of_a, of_b};
            }
        }
    return best;
  }

  template <int dim>
  void
  ManifoldFinder<dim>::find_of_polytopes(const Placed &a,
                                         const Placed &b,
                                         const double  reach)
  {
    const double size = a.shape().extent() + b.shape().extent();
    const double none = 1e-9 * size;
    const Axis   of_a = best_face(a, b);
    const Axis   of_b = best_face(b, a);
    // a tie, of faces that lie on each other, has the larger body's
    const bool a_is_larger =
      a.shape().extent() > b.shape().extent() * (1. + 1e-12);
    const bool in_a =
      of_a.separation > of_b.separation + (a_is_larger ? -none : none);
    const double faces = in_a ? of_a.separation : of_b.separation;
    if (faces > reach)
      return;
    EdgeAxis edges{-infinity, {}, 0, 0};
    if constexpr (dim == 3)
      {
        constexpr double cosine = 0.995; // of 6 degrees
        edges                   = best_edges(a, b);
        if (edges.separation > faces + none)
          {
            if (edges.separation > reach)
              return;
            add(a.edge_feature(edges.of_a),
                b.edge_feature(edges.of_b),
                edges.normal,
                feature_number(of_edges, edges.of_a, edges.of_b, false),
                false,
                reach,
                size);
            const Vector n =
              in_a ? Vector(-a.normal(of_a.face)) : b.normal(of_b.face);
            if (edges.normal.dot(n) < cosine)
              return;
          }
      }
    if (in_a)
      cut_faces(a, of_a.face, b, false, reach);
    else
      cut_faces(b, of_b.face, a, true, reach);
    if (dim == 3)
      keep_extreme_points(points, size);
  }

  template <int dim>
  void
  ManifoldFinder<dim>::cut_faces(const Placed      &base,
                                 const unsigned int face,
                                 const Placed      &other,
                                 const bool         base_is_second,
                                 const double       reach)
  {
    // of the faces at the deepest vertex the one that faces the base most
    const Vector &n       = base.normal(face);
    unsigned int  deepest = 0, incident = 0;
    for (unsigned int i = 1; i < other.shape().vertices.size(); ++i)
      if (n.dot(other.vertex(i) - other.vertex(deepest)) < 0.)
        deepest = i;
    double smallest = infinity;
    for (unsigned int f = 0; f < other.shape().faces.size(); ++f)
      {
        const double c = n.dot(other.normal(f));
        const auto  &v = other.shape().faces[f].vertices;
        if (c < smallest && std::ranges::find(v, deepest) != v.end())
          {
            smallest = c;
            incident = f;
          }
      }
    polygon.clear();
    for (const unsigned int i : other.shape().faces[incident].vertices)
      polygon.push_back(
        {other.vertex(i), feature_number(of_vertex, i, 0, false), i});

    // cut with the planes through the edges of the face, across it
    const auto  &v    = base.shape().faces[face].vertices;
    const double none = 1e-9 * base.shape().extent();
    if constexpr (dim == 2)
      {
        const Vector &a = base.vertex(v[0]), &b = base.vertex(v[1]);
        const Vector  t = (b - a).normalized();
        cut_segment(a, -t, none, v[0]);
        cut_segment(b, t, none, v[1]);
      }
    else
      for (std::size_t i = 0; i < v.size(); ++i)
        {
          const Vector &a = base.vertex(v[i]),
                       &b = base.vertex(v[(i + 1) % v.size()]);
          cut_polygon(a, (b - a).cross(n).normalized(), none, v[i]);
        }
    Feature corner;
    corner.part  = Part::face;
    corner.index = incident;
    for (const Corner &c : polygon)
      {
        corner.point = c.x;
        add(corner,
            base.face_feature(face),
            base.normal(face),
            c.feature | (base_is_second ? 0U : 1U),
            !base_is_second,
            reach,
            base.shape().extent());
      }
  }

  template <int dim>
  void
  ManifoldFinder<dim>::cut_segment(const Vector      &a,
                                   const Vector      &out,
                                   const double       none,
                                   const unsigned int side)
  {
    if (polygon.empty())
      return;
    Corner      &c = polygon[0], &d = polygon[1];
    const double g = out.dot(c.x - a), h = out.dot(d.x - a);
    const auto   cut_at = [&](const Vector &x, const Corner &corner) {
      return Corner{x,
                    feature_number(of_cut, corner.line, side, false),
                    corner.line};
    };
    if (g > none && h > none)
      polygon.clear();
    else if (g > none)
      c = cut_at(d.x + h / (h - g) * (c.x - d.x), c);
    else if (h > none)
      d = cut_at(c.x + g / (g - h) * (d.x - c.x), d);
  }

  template <int dim>
  void
  ManifoldFinder<dim>::cut_polygon(const Vector      &a,
                                   const Vector      &out,
                                   const double       none,
                                   const unsigned int side)
  {
    cut.clear();
    for (std::size_t i = 0; i < polygon.size(); ++i)
      {
        const Corner &c = polygon[i], &d = polygon[(i + 1) % polygon.size()];
        const double  g = out.dot(c.x - a), h = out.dot(d.x - a);
        if (g <= none)
          {
            cut.push_back(c);
            if (g >= -none && h > none)
              cut.back().line = first_side + side;
          }
        if ((g > none && h < -none) || (g < -none && h > none))
          {
            const bool is_own = c.line < first_side;
            cut.push_back({c.x + g / (g - h) * (d.x - c.x),
                           is_own ?
                             feature_number(of_cut, c.line, side, false) :
                             feature_number(of_base_vertex,
                                            std::min(c.line - first_side, side),
                                            std::max(c.line - first_side, side),
                                            false),
                           h > none ? first_side + side : c.line});
          }
      }
    std::swap(polygon, cut);
  }

  template <int dim>
  void
  ManifoldFinder<dim>::add(const Feature     &one,
                           const Feature     &other,
                           const Vector      &outwards,
                           const unsigned int feature,
                           const bool         is_second,
                           const double       reach,
                           const double       size)
  {
    const Point point = is_second ? Point(other, one, -outwards, feature) :
                                    Point(one, other, outwards, feature);
    add_point(points, point, reach, size);
  }

  template class ManifoldFinder<2>;
  template class ManifoldFinder<3>;
} // namespace percuss
