// SPDX-License-Identifier: Apache-2.0
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

    // numbers of points that are no vertices (ManifoldPoint::feature)
    constexpr unsigned int first_cut = 500, of_edges = 4000;

    /** The nearest points of the lines of two segments; whether both are inside
     * their segments. */
    bool
    nearest_of_lines(const Eigen::Vector3d &a_0,
                     const Eigen::Vector3d &a_1,
                     const Eigen::Vector3d &b_0,
                     const Eigen::Vector3d &b_1,
                     Eigen::Vector3d       &x,
                     Eigen::Vector3d       &p)
    {
      const Eigen::Vector3d a = a_1 - a_0, b = b_1 - b_0, r = a_0 - b_0;
      const double aa = a.dot(a), bb = b.dot(b), ab = a.dot(b), ar = a.dot(r),
                   br = b.dot(r), det = aa * bb - ab * ab;
      if (!(det > 1e-12 * aa * bb))
        return false;
      const double s = (ab * br - bb * ar) / det, t = (aa * br - ab * ar) / det;
      x = a_0 + s * a;
      p = b_0 + t * b;
      return s >= 0. && s <= 1. && t >= 0. && t <= 1.;
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
                            const double  reach) -> const std::vector<Point> &
  {
    points.clear();
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
    EdgeAxis best{};
    best.separation = -infinity;
    if constexpr (dim == 3)
      for (const auto &i : a.shape().edges)
        {
          const Vector &a_0 = a.vertex(i.vertices[0]),
                       &a_1 = a.vertex(i.vertices[1]);
          const Vector  e   = a_1 - a_0;
          const Vector &m_1 = a.normal(i.faces[0]), &m_2 = a.normal(i.faces[1]);
          for (const auto &j : b.shape().edges)
            {
              const Vector &b_0 = b.vertex(j.vertices[0]),
                           &b_1 = b.vertex(j.vertices[1]);
              const Vector f    = b_1 - b_0;
              const Vector n_1  = -b.normal(j.faces[0]),
                           n_2  = -b.normal(j.faces[1]);
              const double c_1 = n_1.dot(e), c_2 = n_2.dot(e), d_1 = m_1.dot(f),
                           d_2 = m_2.dot(f);
              if (c_1 * c_2 >= 0. || d_1 * d_2 >= 0.)
                continue;
              const Vector m = m_1 + m_2, n = n_1 + n_2;
              if (m.dot(n) <= 0.)
                continue;
              Vector       axis = e.cross(f);
              const double norm = axis.norm();
              if (!(norm > 1e-6 * e.norm() * f.norm()))
                continue;
              axis /= axis.dot(m) > 0. ? -norm : norm; // from b to a
              if (const double s = axis.dot(a_0 - b_0); s > best.separation)
                {
                  Vector x, p;
                  if (!nearest_of_lines(a_0, a_1, b_0, b_1, x, p))
                    continue;
                  best = {s, x, p, axis};
                }
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
    const double size  = a.shape().extent() + b.shape().extent();
    const Axis   of_a  = best_face(a, b);
    const Axis   of_b  = best_face(b, a);
    const bool   in_a  = of_a.separation > of_b.separation + 1e-9 * size;
    const double faces = in_a ? of_a.separation : of_b.separation;
    if (faces > reach)
      return;
    if constexpr (dim == 3)
      {
        constexpr double cosine = 0.995; // of 6 degrees
        const EdgeAxis   edges  = best_edges(a, b);
        const Vector     n =
          in_a ? Vector(-a.normal(of_a.face)) : b.normal(of_b.face);
        if (edges.separation > faces && edges.normal.dot(n) < cosine)
          {
            if (edges.separation <= reach)
              points.push_back({edges.x,
                                edges.p,
                                edges.normal,
                                edges.separation,
                                false,
                                of_edges});
            return;
          }
      }
    if (in_a)
      cut_faces(a, of_a.face, b, true, reach);
    else
      cut_faces(b, of_b.face, a, false, reach);
    if (dim == 3)
      keep_extreme_points(points, size);
  }

  template <int dim>
  void
  ManifoldFinder<dim>::cut_faces(const Placed      &base,
                                 const unsigned int face,
                                 const Placed      &other,
                                 const bool         is_swapped,
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
      polygon.push_back({other.vertex(i), i});

    // cut with the planes through the edges of the face, across it
    const auto  &v    = base.shape().faces[face].vertices;
    const double none = 1e-9 * base.shape().extent();
    if constexpr (dim == 2)
      {
        const Vector &a = base.vertex(v[0]), &b = base.vertex(v[1]);
        const Vector  t = (b - a).normalized();
        cut_segment(a, -t, none);
        cut_segment(b, t, none);
      }
    else
      for (std::size_t i = 0; i < v.size(); ++i)
        {
          const Vector &a = base.vertex(v[i]),
                       &b = base.vertex(v[(i + 1) % v.size()]);
          cut_polygon(a, (b - a).cross(n).normalized(), none);
        }
    for (const Corner &c : polygon)
      {
        const double g = base.above(face, c.x);
        add({c.x, c.x - g * n, n, g, is_swapped, 2 * c.feature + is_swapped},
            reach,
            base.shape().extent());
      }
  }

  template <int dim>
  void
  ManifoldFinder<dim>::cut_segment(const Vector &a,
                                   const Vector &out,
                                   const double  none)
  {
    if (polygon.empty())
      return;
    Corner      &c = polygon[0], &d = polygon[1];
    const double g = out.dot(c.x - a), h = out.dot(d.x - a);
    if (g > none && h > none)
      polygon.clear();
    else if (g > none)
      c = {d.x + h / (h - g) * (c.x - d.x), c.feature + first_cut};
    else if (h > none)
      d = {c.x + g / (g - h) * (d.x - c.x), d.feature + first_cut};
  }

  template <int dim>
  void
  ManifoldFinder<dim>::cut_polygon(const Vector &a,
                                   const Vector &out,
                                   const double  none)
  {
    cut.clear();
    for (std::size_t i = 0; i < polygon.size(); ++i)
      {
        const Corner &c = polygon[i], &d = polygon[(i + 1) % polygon.size()];
        const double  g = out.dot(c.x - a), h = out.dot(d.x - a);
        if (g <= none)
          cut.push_back(c);
        if ((g > none && h < -none) || (g < -none && h > none))
          cut.push_back({c.x + g / (g - h) * (d.x - c.x),
                         first_cut + (c.feature + d.feature) % first_cut});
      }
    std::swap(polygon, cut);
  }

  template <int dim>
  void
  ManifoldFinder<dim>::find_of_round(const Placed &a,
                                     const Placed &b,
                                     const double  reach)
  {
    if (a.shape().is_round())
      add_feet(a, b, false, reach);
    else
      add_corners(a, b, false, reach);
    if (b.shape().is_round())
      add_feet(b, a, true, reach);
    else
      add_corners(b, a, true, reach);
    if constexpr (dim == 3)
      {
        // nearest points of crossing edges
        Point best{};
        best.gap = infinity;
        for (const auto &i : a.shape().edges)
          for (const auto &j : b.shape().edges)
            {
              Vector x, p;
              if (!nearest_of_lines(a.vertex(i.vertices[0]),
                                    a.vertex(i.vertices[1]),
                                    b.vertex(j.vertices[0]),
                                    b.vertex(j.vertices[1]),
                                    x,
                                    p))
                continue;
              const double d = (x - p).norm(),
                           r = a.shape().radius + b.shape().radius;
              if (d - r < best.gap && d > 1e-9 * r)
                best = {x, p, (x - p) / d, d - r, false, of_edges};
            }
        add(best, reach, a.shape().radius + b.shape().radius);
      }
    if (dim == 3)
      keep_extreme_points(points, a.shape().radius + b.shape().radius);
  }

  template <int dim>
  void
  ManifoldFinder<dim>::add_feet(const Placed &a,
                                const Placed &b,
                                const bool    is_swapped,
                                const double  reach)
  {
    const double r = a.shape().radius + b.shape().radius;
    for (unsigned int i = 0; i < a.shape().vertices.size(); ++i)
      {
        const Vector &x    = a.vertex(i);
        const auto    foot = b.foot(x);
        add({x,
             foot.point,
             foot.normal,
             foot.distance - r,
             is_swapped,
             2 * i + is_swapped},
            reach,
            r);
      }
  }

  // Corners that are the nearest points of the polytope to a point of the core.
  template <int dim>
  void
  ManifoldFinder<dim>::add_corners(const Placed &a,
                                   const Placed &b,
                                   const bool    is_swapped,
                                   const double  reach)
  {
    const double r = b.shape().radius;
    if (b.shape().vertices.size() < 2)
      return;
    for (unsigned int i = 0; i < a.shape().vertices.size(); ++i)
      {
        const Vector &x    = a.vertex(i);
        const auto    foot = b.foot(x);
        if (foot.distance - r <= reach &&
            (a.foot(foot.point).point - x).norm() <= 1e-9 * a.shape().extent())
          add({x,
               foot.point,
               foot.normal,
               foot.distance - r,
               is_swapped,
               2 * i + 1000 + is_swapped},
              reach,
              r);
      }
  }

  template <int dim>
  void
  ManifoldFinder<dim>::add(const Point &point,
                           const double reach,
                           const double size)
  {
    if (!(point.gap <= reach))
      return;
    // the same line of action, of either side
    const auto middle = [](const Point &one) {
      return Vector(0.5 * (one.x + one.p));
    };
    constexpr double tolerance = 1e-6;
    for (const Point &other : points)
      {
        const double sign = other.is_swapped == point.is_swapped ? 1. : -1.;
        if ((middle(other) - middle(point)).norm() < tolerance * size &&
            sign * other.normal.dot(point.normal) > 1. - tolerance)
          return;
      }
    points.push_back(point);
  }

  template class ManifoldFinder<2>;
  template class ManifoldFinder<3>;
} // namespace percuss
