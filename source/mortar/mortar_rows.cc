// SPDX-License-Identifier: Apache-2.0
#include <percuss/algebra/quadrature.h>
#include <percuss/mortar/corner_rows.h>
#include <percuss/mortar/covered_face.h>
#include <percuss/mortar/faces_beyond_edges.h>
#include <percuss/mortar/near_faces.h>
#include <percuss/mortar/polygon.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <tuple>

namespace percuss
{
  namespace
  {
    using Point = Eigen::Vector2d;

    constexpr double least_cosine  = 0.5;   // of faces that see each other
    constexpr double least_segment = 1e-12; // of a face: rounding

    /** A face of the slave, x(s) = x_1 + s e with the normals n(s) = n_1 + s m,
     * s in [0, 1]. */
    struct SlaveFace
    {
      std::size_t number;
      Point       x_1, e, n_1, m;
      double      depth; // to see masters behind it [m]

      Point
      x(const double s) const
      {
        return x_1 + s * e;
      }

      Point
      n(const double s) const
      {
        return n_1 + s * m;
      }
    };

    /** The solutions in (0, 1) of (x(s) - y) x n(s) = 0: where y is seen. */
    void
    add_places(const SlaveFace     &face,
               const Point         &y,
               std::vector<double> &places)
    {
      const Point  d = face.x_1 - y;
      const double a = cross(d, face.n_1);
      const double b = cross(face.e, face.n_1) + cross(d, face.m);
      const double c = cross(face.e, face.m);
      const double D = b * b - 4. * a * c;
      if (!(D >= 0.))
        return;
      const double q = -0.5 * (b + std::copysign(std::sqrt(D), b));
      for (const double s : {a / q, q / c}) // the second one of curved slaves
        if (s > 0. && s < 1.)
          places.push_back(s);
    }

    /** Of the ray from a slave's point to the line through a master's face. */
    struct Hit
    {
      double eta;      ///< on the face where in [0, 1]
      double distance; ///< along n(s), in units of |n(s)|
      bool   is_seen;
    };

    Hit
    hit(const SlaveFace    &face,
        const ContactCurve &master,
        const std::size_t   f,
        const double        s)
    {
      const Point  n    = face.n(s);
      const Point  edge = master.edge(f);
      const Point  d    = face.x(s) - master.nodes[master.faces[f][0]];
      const double w    = cross(edge, n); // |edge| |n| cos(n, -normal of f)
      if (!(w > least_cosine * edge.norm() * n.norm()))
        return {0., 0., false};
      const double eta = cross(d, n) / w;
      const double t   = cross(d, edge) / w;
      // rays have not crossed on their way; what is far behind is the far
      // side of something
      const bool is_before =
        cross(face.e + t * face.m, n) * cross(face.e, n) > 0. &&
        t * n.norm() > -face.depth;
      return {eta, t, is_before && eta >= 0. && eta <= 1.};
    }

    /** A part of a slave's face that sees one face of the master. */
    struct Segment
    {
      double      first, last; // s
      std::size_t face;        // of the master
      double      distance = 0.;
    };

    /** What a face of the master covers, by itself. */
    void
    add_segments(const SlaveFace        &face,
                 const ContactCurve     &master,
                 const std::size_t       f,
                 MetFaces<ContactCurve> &met,
                 std::vector<double>    &places,
                 std::vector<Segment>   &segments)
    {
      const auto have_met = [&](const double s, const double distance) {
        return distance > -CornerRow<2>::margin * face.e.norm() ||
               met.have_met(face.number,
                            face.x(s),
                            f,
                            face.x(s) + distance * face.n(s).normalized());
      };
      places = {0., 1.};
      for (const unsigned int node : master.faces[f])
        add_places(face, master.nodes[node], places);
      std::ranges::sort(places);
      for (std::size_t i = 1; i < places.size(); ++i)
        if (places[i] - places[i - 1] > least_segment)
          {
            const double s      = 0.5 * (places[i - 1] + places[i]);
            const Hit    middle = hit(face, master, f, s);
            if (middle.is_seen &&
                have_met(s, middle.distance * face.n(s).norm()))
              segments.push_back(
                {places[i - 1], places[i], f, std::abs(middle.distance)});
          }
    }

    /** The same where several of the faces cover a part: the nearest one. */
    std::vector<Segment>
    nearest(const std::vector<Segment> &all,
            const SlaveFace            &face,
            const ContactCurve         &master)
    {
      std::vector<double> places;
      for (const Segment &segment : all)
        {
          places.push_back(segment.first);
          places.push_back(segment.last);
        }
      std::ranges::sort(places);
      std::vector<Segment> result;
      for (std::size_t i = 1; i < places.size(); ++i)
        {
          if (!(places[i] - places[i - 1] > least_segment))
            continue;
          const double   s    = 0.5 * (places[i - 1] + places[i]);
          const Segment *best = nullptr;
          double         distance{};
          for (const Segment &segment : all)
            if (segment.first < s && s < segment.last)
              {
                const double t =
                  std::abs(hit(face, master, segment.face, s).distance);
                if (!best || t < distance)
                  {
                    best     = &segment;
                    distance = t;
                  }
              }
          if (best)
            result.push_back({places[i - 1], places[i], best->face, distance});
        }
      return result;
    }

    /** The least distance of the segments from the lines through their faces of
     * the master, at their ends, as it is linear between them but for the turn
     * of the normals. */
    double
    least_gap(const SlaveFace            &face,
              const ContactCurve         &master,
              const std::vector<Segment> &segments)
    {
      double least = std::numeric_limits<double>::infinity();
      for (const Segment &segment : segments)
        for (const double s : {segment.first, segment.last})
          least =
            std::min(least,
                     (master.nodes[master.faces[segment.face][0]] - face.x(s))
                       .dot(-master.normal(segment.face)));
      return least;
    }

    std::vector<CurveSample>
    samples(const SlaveFace            &face,
            const ContactCurve         &master,
            const std::vector<Segment> &segments,
            const bool                  is_axisymmetric)
    {
      static const LineQuadrature gauss  = gauss_quadrature(5);
      const double                length = face.e.norm();
      std::vector<CurveSample>    result;
      for (const Segment &segment : segments)
        for (std::size_t k = 0; k < gauss.points.size(); ++k)
          {
            const double size = segment.last - segment.first;
            const double s    = segment.first + size * gauss.points[k];
            const Hit    at   = hit(face, master, segment.face, s);
            const double w    = is_axisymmetric ? face.x(s)[0] : 1.;
            result.push_back({s,
                              w * length * size * gauss.weights[k],
                              segment.face,
                              std::clamp(at.eta, 0., 1.)});
          }
      return result;
    }
  } // namespace

  std::vector<MortarRow<2>>
  mortar_rows(const ContactCurve &slave,
              const ContactCurve &master,
              const bool          is_axisymmetric,
              const MortarSearch &search)
  {
    const auto        normals = face_normals(slave);
    MortarMatrices<2> matrices(slave.nodes.size());
    matrices.whole = nodal_lengths(slave, is_axisymmetric);
    NearFaces              near(master, search.reach);
    MetFaces<ContactCurve> met(slave, master);
    std::vector<double>    places;
    std::vector<Segment>   segments;
    const auto             cover = [&](const std::size_t f) {
      const auto     &nodes = slave.faces[f];
      const Point     n_1   = normals[f][0];
      const SlaveFace face{f,
                           slave.nodes[nodes[0]],
                           slave.edge(f),
                           n_1,
                           normals[f][1] - n_1,
                           search.depths.empty() ?
                                         slave.degree * slave.length(f) :
                                         search.depths[f]};
      segments.clear();
      for (const unsigned int g :
           near.find(slave.nodes[nodes[0]], slave.nodes[nodes[1]]))
        if (!search.is_of_itself ||
            !share_node(slave.cell_face(f), master.cell_face(g)))
          add_segments(face, master, g, met, places, segments);
      const auto parts = nearest(segments, face, master);
      return std::pair(samples(face, master, parts, is_axisymmetric),
                       least_gap(face, master, parts));
    };
    const std::size_t n_parts = slave.n_parts();
    for (std::size_t f = 0; f < slave.faces.size(); f += n_parts)
      {
        CoveredFace covered;
        for (std::size_t part = 0; part < n_parts; ++part)
          std::tie(covered.samples[part], covered.least_gap[part]) =
            cover(f + part);
        add_cell_face(slave,
                      f,
                      covered,
                      std::span(normals).subspan(f, n_parts),
                      master,
                      matrices);
      }

    return matrices.rows();
  }
} // namespace percuss
