// SPDX-License-Identifier: Apache-2.0

// A filled-in graph is connected and monotone in time. Hence the part of it
// within the time r of (t,x) takes on an interval of values, and (t,x) is
// within the distance r of the graph if that interval meets [x - r, x + r]:
//
//     dist((t,x), gr g) = max(dist((t,x), hypo g), dist((t,x), epi g)),
//
// with the points below and above the graph. Both excesses are computed alone,
// the second one as the first of -f over the points below -g.
//
// The distance from the points below a segment is the largest of zero and four
// affine functions (study/hypograph.h). Hence on a segment of f, A + lambda (B -
// A), the points within r of one segment of g are an interval that is known in
// closed form. The sweep along f covers it by such intervals with r the largest
// distance found so far. Where none goes on, a higher summit is near: climb().

#include <percuss/study/filled_in_graph.h>
#include <percuss/study/hypograph.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <vector>

namespace percuss
{
  namespace
  {
    /** sup over the points of f of the distance from the points below g. */
    class Sweep
    {
    public:
      /** @param found a lower bound: what is smaller is not looked for */
      Sweep(const ScaledGraph &f, const ScaledGraph &g, const double found)
        : f(f)
        , g(g)
        , largest(found)
        , tolerance(4. * std::numeric_limits<double>::epsilon() *
                    std::max(f.largest_coordinate(), g.largest_coordinate()))
      {}

      double
      run();

    private:
      /** An interval of a segment of f: its ends and the nearest segments. */
      struct Piece
      {
        double      begin;
        std::size_t begin_nearest;
        double      end;
        std::size_t end_nearest;
      };

      /** What is larger by rounding errors only is not pursued. */
      double
      level() const
      {
        return largest + tolerance;
      }

      std::size_t
      visit(const GraphPoint &p);
      void
      visit_samples();
      double
      cover_end(std::size_t       segment,
                const GraphPoint &a,
                const GraphPoint &b) const;
      void
      advance(const GraphPoint &a, const GraphPoint &b);
      void
      climb(const GraphPoint &a, const GraphPoint &b, const Piece &piece);

      const ScaledGraph f;
      const Hypograph   g;
      double            largest;
      const double      tolerance;
      std::size_t       witness = 0; ///< a segment within level() of the sweep
      std::size_t       present = 0; ///< the segment at its time
    };

    /** The nearest segment to a point of f. */
    std::size_t
    Sweep::visit(const GraphPoint &p)
    {
      const auto [segment, distance] = g.nearest(
        p, g.distance(witness, p) < g.distance(present, p) ? witness : present);
      largest = std::max(largest, distance);
      return segment;
    }

    /**
     * Corners of f, and points of f at the times of corners of g, spread by the
     * golden ratio: almost all distances are less than the largest of these.
     */
    void
    Sweep::visit_samples()
    {
      const auto sample = [](const std::size_t size, const auto &visit_corner) {
        const std::size_t n = std::min<std::size_t>(size / 16, 4096);
        double            x = 0.;
        for (std::size_t i = 0; i < n; ++i)
          {
            x += std::numbers::phi - 1.;
            x -= std::floor(x);
            visit_corner(static_cast<std::size_t>(x * size));
          }
      };
      const auto visit_anywhere = [this](const GraphPoint &p) {
        witness = present = g.segment_at(p.t);
        visit(p);
      };
      sample(f.size(), [&](const std::size_t k) { visit_anywhere(f[k]); });
      sample(g.n_segments(), [&](const std::size_t k) {
        const std::size_t i = f.segment_at(g.begin_time(k));
        const GraphPoint  a = f[i], b = f[std::min(i + 1, f.size() - 1)];
        const double      lambda = (g.begin_time(k) - a.t) / (b.t - a.t);
        if (0. <= lambda && lambda <= 1.)
          visit_anywhere(point_between(a, b, lambda));
      });
    }

    /** The last lambda within the level of a segment of g that is within it
     * for some lambda. */
    double
    Sweep::cover_end(const std::size_t segment,
                     const GraphPoint &a,
                     const GraphPoint &b) const
    {
      const auto at_a = g.terms(segment, a), at_b = g.terms(segment, b);
      double     end = 1.;
      for (std::size_t i = 0; i < at_a.size(); ++i)
        if (at_b[i] > level())
          end = std::min(end, (level() - at_a[i]) / (at_b[i] - at_a[i]));
      return end;
    }

    /**
     * The largest distance on a piece of a segment of f. Below two segments i
     * and k of g, the nearest ones to its ends, the points within r meet from
     *
     *     r_ik = max over a rising term of i, and a falling term of k,
     *            of the value where they are equal
     *
     * on, if r is not less than the distances at the ends. Either that is the
     * largest distance, or a third segment is nearer at the meeting point,
     * which divides the piece.
     */
    void
    Sweep::climb(const GraphPoint &a, const GraphPoint &b, const Piece &piece)
    {
      std::vector<Piece> pieces = {piece};
      while (!pieces.empty())
        {
          const auto [begin, i, end, k] = pieces.back();
          pieces.pop_back();
          const auto i_a = g.terms(i, a), i_b = g.terms(i, b);
          const auto k_a = g.terms(k, a), k_b = g.terms(k, b);
          double     meeting_level = 0., lambda = begin;
          for (std::size_t m = 0; m < i_a.size(); ++m)
            for (std::size_t n = 0; n < k_a.size(); ++n)
              {
                const double rise = i_b[m] - i_a[m], fall = k_a[n] - k_b[n];
                if (!(rise > 0. && fall > 0.))
                  continue;
                const double x = (k_a[n] - i_a[m]) / (rise + fall);
                const double r = i_a[m] + x * rise;
                if (r > meeting_level)
                  {
                    meeting_level = r;
                    lambda        = x;
                  }
              }
          if (meeting_level > level() && begin < lambda && lambda < end)
            {
              const std::size_t nearest = visit(point_between(a, b, lambda));
              pieces.push_back({begin, i, lambda, nearest});
              pieces.push_back({lambda, nearest, end, k});
            }
        }
    }

    /** From the beginning of a segment of f, near the witness, to its end.
     * Every turn increases lambda, whatever the rounding errors. */
    void
    Sweep::advance(const GraphPoint &a, const GraphPoint &b)
    {
      double lambda = std::max(0., cover_end(witness, a, b));
      while (lambda < 1.)
        {
          const GraphPoint p = point_between(a, b, lambda);
          while (present + 1 < g.n_segments() && g.end_time(present) <= p.t)
            ++present;
          const auto follow = [&](const std::size_t segment) {
            const double end = cover_end(segment, a, b);
            if (g.distance(segment, p) > level() || end <= lambda)
              return false;
            witness = segment;
            lambda  = end;
            return true;
          };

          const std::size_t next = std::min(witness + 1, g.n_segments() - 1);
          if (follow(next) || follow(present))
            continue;
          const double      before  = largest;
          const std::size_t nearest = visit(p);
          // On the way up, no more than the tolerance would be gained.
          if (largest == before && follow(nearest))
            continue;

          double end = (g.end_time(present) - a.t) / (b.t - a.t);
          if (!(lambda < end && end < 1.))
            end = 1.;
          witness = visit(point_between(a, b, end));
          climb(a, b, {lambda, nearest, end, witness});
          lambda = std::max(end, cover_end(witness, a, b));
        }
    }

    double
    Sweep::run()
    {
      visit_samples();
      present      = 0;
      GraphPoint a = f[0];
      witness      = visit(a);
      for (std::size_t k = 1; k < f.size(); ++k)
        {
          const GraphPoint b = f[k];
          if (g.distance(witness, b) > level())
            advance(a, b);
          a = b;
        }
      return largest;
    }

    [[maybe_unused]] bool
    is_graph(const std::span<const GraphPoint> points)
    {
      return !points.empty() &&
             std::is_sorted(points.begin(),
                            points.end(),
                            [](const GraphPoint &p, const GraphPoint &q) {
                              return p.t < q.t;
                            }) &&
             std::all_of(points.begin(), points.end(), [](const GraphPoint &p) {
               return std::isfinite(p.t) && std::isfinite(p.x);
             });
    }

    /** max(found, excess of f over g) */
    double
    larger_excess(const std::span<const GraphPoint> f,
                  const std::span<const GraphPoint> g,
                  const GraphMetric                &metric,
                  double                            found)
    {
      assert(is_graph(f) && is_graph(g));
      assert(metric.time_scale > 0. && metric.value_scale > 0.);
      for (const bool upside_down : {false, true})
        found = Sweep(ScaledGraph(f, metric, upside_down),
                      ScaledGraph(g, metric, upside_down),
                      found)
                  .run();
      return found;
    }
  } // namespace

  double
  excess(const std::span<const GraphPoint> f,
         const std::span<const GraphPoint> g,
         const GraphMetric                &metric)
  {
    return larger_excess(f, g, metric, 0.);
  }

  double
  hausdorff_distance(const std::span<const GraphPoint> f,
                     const std::span<const GraphPoint> g,
                     const GraphMetric                &metric)
  {
    return larger_excess(g, f, metric, larger_excess(f, g, metric, 0.));
  }
} // namespace percuss
