// SPDX-License-Identifier: Apache-2.0
#include <percuss/collision/cylinder_manifold.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace percuss
{
  namespace
  {
    using Eigen::Vector3d;
    using Placed  = PlacedShape<3>;
    using Feature = ContactFeature<3>;
    using Point   = ManifoldPoint<3>;
    using Kind    = Feature::Kind;

    constexpr double cosine = 0.995, sine = 0.1; // of 6 degrees

    // kinds of points (feature_number())
    constexpr unsigned int rim_point = 0, leaving_point = 1, corner_point = 2,
                           pair_point = 3;

    /** The largest separation so far, and its direction. */
    struct Best
    {
      void
      offer(Vector3d n)
      {
        const double norm = n.norm();
        if (!(norm > 1e-12))
          return;
        n /= norm;
        if (const double s = separation(a, b, n); s > value)
          {
            value  = s;
            normal = n;
          }
      }

      void
      offer_both(const Vector3d &n)
      {
        offer(n);
        offer(-n);
      }

      const Placed &a, &b;
      double        value  = -std::numeric_limits<double>::infinity();
      Vector3d      normal = Vector3d::UnitZ();
    };

    Vector3d
    end_of_axis(const Placed &cylinder, const bool upper)
    {
      return cylinder.vertex(upper ? 1 : 0);
    }

    /** A circle of the side about a point of the axis. */
    Feature
    circle_at(const Placed   &cylinder,
              const Vector3d &centre,
              const Vector3d &towards)
    {
      Feature f;
      f.kind          = Kind::circle;
      f.point         = centre;
      f.direction     = cylinder.axis();
      f.towards       = towards;
      f.circle_radius = cylinder.shape().disc_radius;
      return f;
    }

    Feature
    material_point(const Vector3d &x)
    {
      Feature f;
      f.point = x;
      return f;
    }

    Feature
    plane_at(const Vector3d &p, const Vector3d &n)
    {
      Feature f;
      f.kind      = Kind::plane;
      f.point     = p;
      f.direction = n;
      return f;
    }

    Vector3d
    across(const Vector3d &axis, const Vector3d &d)
    {
      return d - axis.dot(d) * axis;
    }

    /** The point of a rim that is nearest to y. */
    Vector3d
    nearest_on_rim(const Placed &cylinder, const bool upper, const Vector3d &y)
    {
      const Vector3d c  = end_of_axis(cylinder, upper),
                     d  = across(cylinder.axis(), y - c);
      const double norm = d.norm();
      return norm > 0. ? Vector3d(c + cylinder.shape().disc_radius / norm * d) :
                         c;
    }

    /** Looks for the largest s of n = u cos(phi) + w sin(phi) between two
     * angles. */
    void
    search_arc(Best           &best,
               const Vector3d &u,
               const Vector3d &w,
               double          from,
               double          to)
    {
      const auto n = [&](const double angle) {
        return Vector3d(std::cos(angle) * u + std::sin(angle) * w);
      };
      const auto s = [&](const double angle) {
        return separation(best.a, best.b, n(angle));
      };
      // the golden section
      constexpr double g = 0.6180339887498949;
      double x = to - g * (to - from), y = from + g * (to - from), s_x = s(x),
             s_y = s(y);
      while (to - from > 1e-10)
        if (s_x > s_y)
          {
            to  = y;
            y   = x;
            s_y = s_x;
            x   = to - g * (to - from);
            s_x = s(x);
          }
        else
          {
            from = x;
            x    = y;
            s_x  = s_y;
            y    = from + g * (to - from);
            s_y  = s(y);
          }
      best.offer(n(0.5 * (from + to)));
    }

    /** The same of the whole circle of directions across t. */
    void
    search_circle(Best &best, const Vector3d &t)
    {
      const Vector3d               u = t.unitOrthogonal(), w = t.cross(u);
      constexpr int                n_starts = 24;
      std::array<double, n_starts> s;
      const double                 step = 2. * std::numbers::pi / n_starts;
      for (int k = 0; k < n_starts; ++k)
        s[static_cast<std::size_t>(k)] =
          separation(best.a,
                     best.b,
                     std::cos(k * step) * u + std::sin(k * step) * w);
      for (int k = 0; k < n_starts; ++k)
        {
          const auto at = [&](const int i) {
            return s[static_cast<std::size_t>((i + n_starts) % n_starts)];
          };
          if (at(k) >= at(k - 1) && at(k) >= at(k + 1))
            search_arc(best, u, w, (k - 1) * step, (k + 1) * step);
        }
    }

    /** From the best direction to better ones beside it. */
    void
    search_near(Best &best)
    {
      for (double step = 0.1; step > 1e-9; step *= 0.5)
        for (bool is_better = true; is_better;)
          {
            is_better        = false;
            const Vector3d u = best.normal.unitOrthogonal(),
                           w = best.normal.cross(u), n = best.normal;
            const double before = best.value;
            for (int k = 0; k < 8; ++k)
              {
                const double angle = 0.25 * std::numbers::pi * k;
                best.offer(n +
                           step * (std::cos(angle) * u + std::sin(angle) * w));
              }
            is_better = best.value > before + 1e-14 * std::abs(before);
          }
    }

    /** Directions that a cylinder @p c, one of the two bodies, has with the
     * other one. */
    void
    offer_directions(Best &best, const Placed &c, const Placed &other)
    {
      const Vector3d &t     = c.axis();
      const auto     &shape = other.shape();
      best.offer_both(t);
      for (unsigned int f = 0; f < shape.faces.size(); ++f)
        best.offer_both(other.normal(f));
      const auto offer_point = [&](const Vector3d &y) {
        best.offer_both(across(t, y - c.origin()));
        for (const bool upper : {false, true})
          best.offer_both(y - nearest_on_rim(c, upper, y));
      };
      for (unsigned int i = 0; i < shape.vertices.size(); ++i)
        if (!shape.is_cylinder())
          offer_point(other.vertex(i));
      for (const auto &edge : shape.edges)
        {
          const Vector3d e =
            other.vertex(edge.vertices[1]) - other.vertex(edge.vertices[0]);
          best.offer_both(t.cross(e));
          if (shape.faces.empty())
            search_circle(best, e.normalized());
          else
            { // between the normals of both faces, either way
              const Vector3d m_1   = other.normal(edge.faces[0]),
                             m_2   = other.normal(edge.faces[1]);
              const Vector3d w     = (m_2 - m_1.dot(m_2) * m_1).normalized();
              const double   whole = std::atan2(w.dot(m_2), m_1.dot(m_2));
              const double   side  = &c == &best.a ? 1. : -1.;
              search_arc(best, side * m_1, side * w, 0., whole);
            }
        }
      if (shape.is_cylinder())
        {
          best.offer_both(other.origin() - c.origin());
          best.offer_both(across(t, other.origin() - c.origin()));
          for (const bool upper : {false, true})
            for (const bool upper_of_other : {false, true})
              { // alternate projections, to a start of the search
                Vector3d y = nearest_on_rim(other,
                                            upper_of_other,
                                            end_of_axis(c, upper)),
                         x = y;
                for (int k = 0; k < 10; ++k)
                  {
                    x = nearest_on_rim(c, upper, y);
                    y = nearest_on_rim(other, upper_of_other, x);
                  }
                best.offer_both(x - y);
              }
        }
    }

    // ---- what is above a face or an end ------------------------------------

    /** A face of a polytope or an end of a cylinder, seen along its normal. */
    class Region
    {
    public:
      /** @param index of a face; of a cylinder 0 for the lower end, 1 */
      Region(const Placed &body, const unsigned int index)
        : body(body)
        , index(index)
      {
        const auto &shape = body.shape();
        if (shape.is_cylinder())
          {
            normal = (index == 0 ? -1. : 1.) * body.axis();
            origin = end_of_axis(body, index == 1);
            R      = shape.disc_radius;
            plane  = plane_at(origin, normal);
          }
        else
          {
            plane  = body.face_feature(index);
            normal = plane.direction;
            origin = plane.point;
          }
        none = 1e-9 * shape.extent();
      }

      bool
      contains(const Vector3d &x) const
      {
        if (R > 0.)
          return across(normal, x - origin).norm() <= R + none;
        bool inside = true;
        for_sides(
          [&](const unsigned int, const Vector3d &p, const Vector3d &out) {
            inside = inside && out.dot(x - p) <= none;
          });
        return inside;
      }

      /** The part of a segment that is above it, from s_0 to s_1 of it. */
      bool
      cut(const Vector3d &x, const Vector3d &y, double &s_0, double &s_1) const
      {
        s_0              = 0.;
        s_1              = 1.;
        const Vector3d d = y - x;
        if (R > 0.)
          {
            const Vector3d f = across(normal, x - origin),
                           e = across(normal, d);
            const double A = e.squaredNorm(), B = f.dot(e),
                         C = f.squaredNorm() - R * R, D = B * B - A * C;
            if (!(A > 1e-24 * R * R))
              return C <= 2. * R * none;
            if (!(D > -2. * R * none * A)) // a tangent is cut at a point
              return false;
            const double half = std::sqrt(std::max(0., D)) / A;
            s_0               = std::max(s_0, -B / A - half);
            s_1               = std::min(s_1, -B / A + half);
            return s_0 <= s_1;
          }
        for_sides(
          [&](const unsigned int, const Vector3d &p, const Vector3d &out) {
            const double g = out.dot(x - p), h = out.dot(y - p);
            if (g > none && h > none)
              s_0 = 2.;
            else if (g > none && h <= none)
              s_0 = std::max(s_0, g / (g - h));
            else if (h > none && g <= none)
              s_1 = std::min(s_1, g / (g - h));
          });
        return s_0 <= s_1;
      }

      /** visit(side, point, outwards) for the sides of a face. */
      template <class Visit>
      void
      for_sides(const Visit &visit) const
      {
        const auto &v = body.shape().faces[index].vertices;
        for (unsigned int i = 0; i < v.size(); ++i)
          {
            const Vector3d &p = body.vertex(v[i]),
                           &q = body.vertex(v[(i + 1) % v.size()]);
            visit(v[i], p, Vector3d((q - p).cross(normal).normalized()));
          }
      }

      const Placed &body;
      unsigned int  index;
      Vector3d      normal, origin;
      Feature       plane;
      double        R = 0.; ///< of an end [m]
      double        none;
    };

    /** Collects the points of two bodies. */
    struct PointCollector
    {
      /** @param outwards of @p other, as in closest_points()
       * @param is_second whether @p one belongs to b */
      void
      add(const Feature     &one,
          const Feature     &other,
          const Vector3d    &outwards,
          const unsigned int feature,
          const bool         is_second)
      {
        const Point point = is_second ? Point(other, one, -outwards, feature) :
                                        Point(one, other, outwards, feature);
        add_point(points, point, reach, size);
      }

      std::vector<Point> &points;
      double              reach, size;
    };

    /** The point of a plane across t through @p origin that is above or below x
     * along n. */
    Vector3d
    on_end(const Vector3d &x,
           const Vector3d &origin,
           const Vector3d &t,
           const Vector3d &n)
    {
      return x - t.dot(x - origin) / t.dot(n) * n;
    }

    /** The point of the rim about @p centre that is above the rim of an end,
     * near x, by Newton's method. */
    Vector3d
    rim_point_above(const Placed   &c,
                    const Vector3d &centre,
                    const Vector3d &x,
                    const Region   &end)
    {
      constexpr int    n_iterations = 6;
      constexpr double largest_turn = 0.1;
      const double     R            = c.shape().disc_radius;
      Vector3d         out          = (x - centre).normalized();
      for (int k = 0; k < n_iterations; ++k)
        {
          const Vector3d along = c.axis().cross(out),
                         d = across(end.normal, centre + R * out - end.origin);
          const double F   = 0.5 * (d.squaredNorm() - end.R * end.R),
                       dF  = R * d.dot(along);
          if (!(std::abs(dF) > 0.))
            break;
          const double turn = std::clamp(-F / dF, -largest_turn, largest_turn);
          out               = std::cos(turn) * out + std::sin(turn) * along;
        }
      return centre + R * out;
    }

    /** A cylinder above a face or an end, or above a plane without bounds. */
    void
    add_cylinder(PointCollector &points,
                 const Placed   &c,
                 const Feature  &plane,
                 const Region   *region,
                 const bool      is_second)
    {
      const Vector3d &n = plane.direction, &t = c.axis();
      const double    R        = c.shape().disc_radius;
      const auto      is_above = [&](const Vector3d &x) {
        return !region || region->contains(x);
      };
      const bool     upper = n.dot(t) < 0.; // is the lower end
      const Vector3d down  = -across(t, n);
      if (std::abs(n.dot(t)) > cosine)
        { // an end lies on it
          const Vector3d centre  = end_of_axis(c, upper);
          const bool     is_flat = !(down.norm() > 1e-6);
          Vector3d       m       = c.side();
          if (!is_flat)
            m = down.normalized();
          else if (region && region->R > 0.) // along the line of both centres
            if (const Vector3d d = across(t, centre - region->origin);
                d.norm() > 1e-6 * region->R)
              m = d.normalized();
          const Vector3d m_2 = t.cross(m);
          for (unsigned int k = 0; k < 4; ++k)
            {
              const Vector3d towards = k % 2 == 0 ? Vector3d(m) : m_2;
              const Vector3d x       = centre + (k < 2 ? R : -R) * towards;
              if (!is_above(x))
                continue;
              points.add(k == 0 && !is_flat ? circle_at(c, centre, m) :
                                              material_point(x),
                         plane,
                         n,
                         feature_number(rim_point, 4 * upper + k, 0, is_second),
                         is_second);
            }
          if (!region)
            return;
          const auto add_point = [&](const Vector3d    &x,
                                     const unsigned int kind,
                                     const unsigned int i,
                                     const unsigned int k) {
            points.add(material_point(x),
                       plane,
                       n,
                       feature_number(kind, i, k, is_second),
                       is_second);
          };
          if (region->R > 0.)
            { // two circles, nearly in one plane
              const Vector3d d = across(n, centre - region->origin);
              const double   D = d.norm(), r = region->R;
              for (unsigned int k = 0; k < 4; ++k)
                { // those of the other rim
                  const Vector3d u = D > 1e-6 * r ? Vector3d(d / D) :
                                                    region->body.side(),
                                 w = n.cross(u);
                  const Vector3d y =
                    region->origin + (k < 2 ? r : -r) * (k % 2 == 0 ? u : w);
                  if (const Vector3d x = on_end(y, centre, t, n);
                      (x - centre).norm() <= R)
                    add_point(x, corner_point, k, upper);
                }
              if (D > std::abs(R - r) && D < R + r)
                {
                  const double along = 0.5 * (D + (r - R) * (r + R) / D),
                               aside =
                                 std::sqrt(std::max(0., r * r - along * along));
                  for (const double side : {-aside, aside})
                    add_point(rim_point_above(c,
                                              centre,
                                              on_end(region->origin +
                                                       along / D * d +
                                                       side / D * n.cross(d),
                                                     centre,
                                                     t,
                                                     n),
                                              *region),
                              leaving_point,
                              side > 0.,
                              upper);
                }
              return;
            }
          region->for_sides(
            [&](const unsigned int i, const Vector3d &p, const Vector3d &) {
              if (const Vector3d x = on_end(p, centre, t, n);
                  (x - centre).norm() <= R)
                add_point(x, corner_point, i, upper);
            });
          // sides across the rim: a segment that an end cuts
          const Region end(c, upper ? 1 : 0);
          const auto  &v = region->body.shape().faces[region->index].vertices;
          for (std::size_t i = 0; i < v.size(); ++i)
            {
              const Vector3d p =
                               on_end(region->body.vertex(v[i]), centre, t, n),
                             q = on_end(region->body.vertex(
                                          v[(i + 1) % v.size()]),
                                        centre,
                                        t,
                                        n);
              double s_0 = 0., s_1 = 1.;
              if (!end.cut(p, q, s_0, s_1))
                continue;
              if (s_0 > 0.)
                add_point(p + s_0 * (q - p), leaving_point, v[i], 2 * upper);
              if (s_1 < 1.)
                add_point(p + s_1 * (q - p),
                          leaving_point,
                          v[i],
                          2 * upper + 1);
            }
          return;
        }
      // the lowest point of each rim, and of the side where it leaves
      for (const bool end : {false, true})
        {
          const Feature rim = circle_at(c, end_of_axis(c, end), down);
          if (is_above(closest_points(rim, plane, n).x))
            points.add(rim,
                       plane,
                       n,
                       feature_number(rim_point, 8, end, is_second),
                       is_second);
        }
      if (!region || std::abs(n.dot(t)) > sine)
        return;
      double         s_0 = 0., s_1 = 1.;
      const Vector3d low = R * down.normalized();
      const Vector3d x = c.vertex(0), y = c.vertex(1);
      if (!region->cut(x + low, y + low, s_0, s_1))
        return;
      for (const double s : {s_0, s_1})
        points.add(circle_at(c, x + s * (y - x), down),
                   plane,
                   n,
                   feature_number(leaving_point, 8, s == s_1, is_second),
                   is_second);
    }

    /** What is no cylinder above an end of one. */
    void
    add_other(PointCollector &points,
              const Placed   &other,
              const Region   &region,
              const bool      is_second)
    {
      const auto    &shape = other.shape();
      const Vector3d n     = region.normal;
      const auto     add   = [&](const Vector3d    &x,
                           const unsigned int kind,
                           const unsigned int i,
                           const unsigned int k) {
        Feature f = material_point(x);
        f.radius  = shape.radius;
        points.add(
          f, region.plane, n, feature_number(kind, i, k, is_second), is_second);
      };
      if (shape.is_round())
        {
          for (unsigned int i = 0; i < shape.vertices.size(); ++i)
            if (region.contains(other.vertex(i)))
              add(other.vertex(i), corner_point, i, 0);
          double s_0 = 0., s_1 = 1.;
          if (shape.vertices.size() > 1 &&
              region.cut(other.vertex(0), other.vertex(1), s_0, s_1))
            for (const double s : {s_0, s_1})
              if (s > 0. && s < 1.)
                add(other.vertex(0) + s * (other.vertex(1) - other.vertex(0)),
                    leaving_point,
                    0,
                    s == s_1);
          return;
        }
      // the face that faces the end most, of those at the lowest vertex
      unsigned int lowest = 0, incident = 0;
      for (unsigned int i = 1; i < shape.vertices.size(); ++i)
        if (n.dot(other.vertex(i) - other.vertex(lowest)) < 0.)
          lowest = i;
      double smallest = std::numeric_limits<double>::infinity();
      for (unsigned int f = 0; f < shape.faces.size(); ++f)
        {
          const auto &v = shape.faces[f].vertices;
          if (const double value = n.dot(other.normal(f));
              value < smallest && std::ranges::find(v, lowest) != v.end())
            {
              smallest = value;
              incident = f;
            }
        }
      const Region face(other, incident);
      const auto  &v = shape.faces[incident].vertices;
      for (std::size_t i = 0; i < v.size(); ++i)
        {
          const Vector3d &p = other.vertex(v[i]),
                         &q = other.vertex(v[(i + 1) % v.size()]);
          if (region.contains(p))
            add(p, corner_point, v[i], 0);
          double s_0 = 0., s_1 = 1.;
          if (!region.cut(p, q, s_0, s_1))
            continue;
          if (s_0 > 0.)
            add(p + s_0 * (q - p), leaving_point, v[i], 0);
          if (s_1 < 1.)
            add(p + s_1 * (q - p), leaving_point, v[i], 1);
        }
      if (smallest > -cosine)
        return;
      // points of the rim under the face
      const Vector3d m = region.body.side(), w = n.cross(m);
      for (unsigned int k = 0; k < 4; ++k)
        {
          const Vector3d y = region.origin + (k < 2 ? region.R : -region.R) *
                                               (k % 2 == 0 ? m : w);
          if (face.contains(y))
            add(on_end(y, face.origin, face.normal, n), rim_point, k, 0);
        }
    }

    // ---- features at the best direction ------------------------------------

    /** What of a body is the highest along d. */
    Feature
    support_of(const Placed &body, const Vector3d &d)
    {
      const auto  &shape = body.shape();
      const double none  = 1e-6 * shape.extent();
      if (shape.is_cylinder())
        {
          if (std::abs(d.dot(body.axis())) < 1e-6)
            return body.edge_feature(0);
          return circle_at(body,
                           end_of_axis(body, d.dot(body.axis()) > 0.),
                           across(body.axis(), d));
        }
      const double highest = body.highest(d);
      for (unsigned int e = 0; e < shape.edges.size(); ++e)
        if (std::ranges::all_of(shape.edges[e].vertices,
                                [&](const unsigned int i) {
                                  return d.dot(body.vertex(i)) > highest - none;
                                }))
          return body.edge_feature(e);
      unsigned int best = 0;
      for (unsigned int i = 1; i < shape.vertices.size(); ++i)
        if (d.dot(body.vertex(i)) > d.dot(body.vertex(best)))
          best = i;
      return body.vertex_feature(best);
    }

    /** The ends of an edge or a side. */
    std::array<Vector3d, 2>
    ends_of(const Placed &body, const Feature &line)
    {
      const auto &v = body.shape().edges[line.index].vertices;
      return {body.vertex(v[0]), body.vertex(v[1])};
    }

    /** Two parallel lines: where both are beside each other. */
    void
    add_parallel(PointCollector &points,
                 const Placed   &a,
                 const Placed   &b,
                 const Feature  &of_a,
                 const Feature  &of_b,
                 const Vector3d &n)
    {
      const auto   x = ends_of(a, of_a), y = ends_of(b, of_b);
      const double l     = (x[1] - x[0]).norm();
      const auto   along = [&](const Vector3d &p) {
        return of_a.direction.dot(p - x[0]);
      };
      const double from = std::max(0., std::min(along(y[0]), along(y[1]))),
                   to   = std::min(l, std::max(along(y[0]), along(y[1])));
      for (unsigned int k = 0; k < 2; ++k)
        {
          Feature p =
            material_point(x[0] + (k == 0 ? from : to) * of_a.direction);
          p.radius = of_a.radius;
          if (from <= to + 1e-9 * l)
            points.add(
              p, of_b, n, feature_number(pair_point, 1, k, false), false);
        }
    }

    /** The point of the rim of an end that is nearest to a ball or a capsule,
     * which is just beside the end. */
    void
    add_beside_end(PointCollector &points,
                   const Placed   &round,
                   const Region   &end,
                   const bool      is_second)
    {
      double     smallest = std::numeric_limits<double>::infinity();
      Feature    nearest, rim;
      const auto look = [&](const Feature &one, const Vector3d &x) {
        const Feature circle =
          circle_at(end.body, end.origin, across(end.normal, x - end.origin));
        const auto c = closest_points(one, circle, end.normal);
        if (c.distance >= smallest ||
            (one.kind == Kind::line &&
             (c.x - round.vertex(0)).dot(c.x - round.vertex(1)) > 0.))
          return;
        smallest = c.distance;
        nearest  = one;
        rim      = circle;
      };
      const auto &shape = round.shape();
      for (unsigned int i = 0; i < shape.vertices.size(); ++i)
        look(round.vertex_feature(i), round.vertex(i));
      if (!shape.edges.empty())
        look(round.edge_feature(0), round.foot(end.origin).point);
      points.add(nearest,
                 rim,
                 end.normal,
                 feature_number(pair_point, end.index, 0, is_second),
                 is_second);
    }

    void
    add_features(PointCollector &points,
                 const Placed   &a,
                 const Placed   &b,
                 const Vector3d &n)
    {
      const Feature of_a = support_of(a, -n), of_b = support_of(b, n);
      if (of_a.kind == Kind::line && of_b.kind == Kind::line &&
          of_a.direction.cross(of_b.direction).norm() < 1e-6)
        {
          add_parallel(points, a, b, of_a, of_b, n);
          return;
        }
      if (closest_points(of_a, of_b, n).normal.dot(n) < 0.)
        return; // a point inside; a face has it
      points.add(of_a,
                 of_b,
                 n,
                 feature_number(pair_point,
                                2 * static_cast<unsigned int>(of_a.kind),
                                static_cast<unsigned int>(of_b.kind),
                                false),
                 false);
    }
  } // namespace

  double
  separation(const PlacedShape<3>  &a,
             const PlacedShape<3>  &b,
             const Eigen::Vector3d &n)
  {
    return a.lowest(n) - b.highest(n);
  }

  void
  find_of_cylinder_and_plane(const PlacedShape<3>          &cylinder,
                             const Eigen::Vector3d         &p,
                             const Eigen::Vector3d         &n,
                             const double                   reach,
                             std::vector<ManifoldPoint<3>> &points)
  {
    PointCollector all{points, reach, cylinder.shape().extent()};
    add_cylinder(all, cylinder, plane_at(p, n), nullptr, false);
  }

  void
  find_of_cylinders(const PlacedShape<3>          &a,
                    const PlacedShape<3>          &b,
                    const double                   reach,
                    std::vector<ManifoldPoint<3>> &points)
  {
    const double radii = a.shape().radius + b.shape().radius;
    Best         best{a, b};
    best.offer(a.origin() - b.origin());
    if (best.value > reach + radii)
      return;
    if (a.shape().is_cylinder())
      offer_directions(best, a, b);
    if (b.shape().is_cylinder())
      offer_directions(best, b, a);
    search_near(best);
    if (best.value - radii > reach)
      return;

    const double   size = a.shape().extent() + b.shape().extent();
    PointCollector all{points, reach, size};
    // of the faces and ends within 6 degrees the one with the largest separation,
    // of those on each other the larger body's
    double        largest = -std::numeric_limits<double>::infinity();
    double        angle   = 0.; // of its normal with the best one
    const Placed *base    = nullptr;
    unsigned int  index   = 0;
    const auto    look    = [&](const Placed &body, const double sign) {
      const unsigned int n_faces =
        body.shape().is_cylinder() ?
                2 :
                static_cast<unsigned int>(body.shape().faces.size());
      for (unsigned int i = 0; i < n_faces; ++i)
        {
          const Vector3d outer = body.shape().is_cylinder() ?
                                         Vector3d((i == 0 ? -1. : 1.) * body.axis()) :
                                         body.normal(i);
          if (sign * outer.dot(best.normal) < cosine)
            continue;
          if (const double s = separation(a, b, sign * outer);
              s > largest + 1e-9 * size)
            {
              largest = s;
              angle   = (sign * outer - best.normal).norm();
              base    = &body;
              index   = i;
            }
        }
    };
    if (a.shape().extent() > b.shape().extent() * (1. + 1e-12))
      {
        look(a, -1.);
        look(b, 1.);
      }
    else
      {
        look(b, 1.);
        look(a, -1.);
      }
    // what is next to a face's normal is one of its points
    if (!base || (best.value > largest + 1e-9 * size && angle > 1e-3))
      add_features(all, a, b, best.normal);
    if (base)
      {
        const Region  region(*base, index);
        const Placed &other     = base == &a ? b : a;
        const bool    is_second = base == &a;
        if (other.shape().is_cylinder())
          add_cylinder(all, other, region.plane, &region, is_second);
        else
          add_other(all, other, region, is_second);
        if (points.empty() && other.shape().is_round())
          add_beside_end(all, other, region, is_second);
      }
    keep_extreme_points(points, size);
  }
} // namespace percuss
