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
// The points below a segment (s_1,y_1), (s_2,y_2) are convex. Their distance is
// the largest of zero and four affine functions, one per side of the set of
// points at the distance r,
//
//     s_1 - t,   t - s_2,   x - max(y_1, y_2),
//     ((x - y_1)(s_2 - s_1) - (t - s_1)(y_2 - y_1))/(s_2 - s_1 + |y_2 - y_1|).
//
// Hence on a segment of f, A + lambda (B - A), the points within r of one
// segment of g are an interval that is known in closed form. The sweep along f
// covers it by such intervals with r the largest distance found so far. Where
// none goes on, a higher summit is near: climb().

#include <percuss/study/filled_in_graph.h>

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
    /** Points divided by the scales of the metric, upside down if wanted. */
    class ScaledGraph
    {
    public:
      ScaledGraph(const std::span<const GraphPoint> points,
                  const GraphMetric                &metric,
                  const bool                        upside_down)
        : points(points)
        , per_time(1. / metric.time_scale)
        , per_value((upside_down ? -1. : 1.) / metric.value_scale)
      {}

      std::size_t
      size() const
      {
        return points.size();
      }

      GraphPoint
      operator[](const std::size_t k) const
      {
        return {per_time * points[k].t, per_value * points[k].x};
      }

      /** The first of the two points around time t. */
      std::size_t
      segment_at(const double t) const
      {
        const auto next =
          std::upper_bound(points.begin(),
                           points.end(),
                           t,
                           [this](const double s, const GraphPoint &p) {
                             return s < per_time * p.t;
                           });
        const std::size_t k = next - points.begin();
        return std::max<std::size_t>(std::min(k, points.size() - 1), 1) - 1;
      }

      double
      largest_coordinate() const
      {
        double x = 0.;
        for (const GraphPoint &p : points)
          x = std::max(x, std::abs(p.x));
        return std::max({per_time * std::abs(points.front().t),
                         per_time * std::abs(points.back().t),
                         std::abs(per_value) * x});
      }

    private:
      std::span<const GraphPoint> points;
      double                      per_time, per_value;
    };

    GraphPoint
    point_between(const GraphPoint &a, const GraphPoint &b, const double lambda)
    {
      return {std::lerp(a.t, b.t, lambda), std::lerp(a.x, b.x, lambda)};
    }

    /** The points below a graph, as the union of those below its segments. */
    class Hypograph
    {
    public:
      struct Nearest
      {
        std::size_t segment;
        double      distance;
      };

      explicit Hypograph(const ScaledGraph &graph);

      std::size_t
      n_segments() const
      {
        return std::max<std::size_t>(graph.size() - 1, 1);
      }

      std::size_t
      segment_at(const double t) const
      {
        return graph.segment_at(t);
      }

      double
      begin_time(const std::size_t segment) const
      {
        return graph[segment].t;
      }

      double
      end_time(const std::size_t segment) const
      {
        return graph[std::min(segment + 1, graph.size() - 1)].t;
      }

      /** The affine functions. */
      std::array<double, 4>
      terms(const std::size_t segment, const GraphPoint &p) const
      {
        const GraphPoint a  = graph[segment];
        const GraphPoint b  = graph[std::min(segment + 1, graph.size() - 1)];
        const double     dt = b.t - a.t, dx = b.x - a.x;
        const double     length = dt + std::abs(dx);
        const double     cross  = (p.x - a.x) * dt - (p.t - a.t) * dx;
        return {a.t - p.t,
                p.t - b.t,
                p.x - std::max(a.x, b.x),
                length > 0. ? cross / length : 0.};
      }

      double
      distance(const std::size_t segment, const GraphPoint &p) const
      {
        const auto f = terms(segment, p);
        return std::max(std::max(std::max(f[0], f[1]), std::max(f[2], f[3])),
                        0.);
      }

      /** The nearest segment to p. A guess that is near makes it fast. */
      Nearest
      nearest(const GraphPoint &p, const std::size_t guess) const
      {
        Nearest result = {guess, distance(guess, p)};
        if (result.distance > 0.)
          search(tops.size(), 0, p, result);
        return result;
      }

    private:
      /** Segments per block, and blocks per block of the next level. */
      static constexpr std::size_t fan_out = 16;

      void
      search(std::size_t       level,
             std::size_t       block,
             const GraphPoint &p,
             Nearest          &result) const;

      ScaledGraph graph;

      /** tops[l][k]: largest value on segments k fan_out^(l+1) to
       * (k+1) fan_out^(l+1) - 1. */
      std::vector<std::vector<double>> tops;
    };

    Hypograph::Hypograph(const ScaledGraph &graph)
      : graph(graph)
    {
      const auto n_blocks = [](const std::size_t n) {
        return (n + fan_out - 1) / fan_out;
      };
      std::vector<double> level(n_blocks(n_segments()));
      for (std::size_t k = 0; k < level.size(); ++k)
        {
          const std::size_t last =
            std::min((k + 1) * fan_out, graph.size() - 1);
          level[k] = graph[last].x;
          for (std::size_t i = k * fan_out; i < last; ++i)
            level[k] = std::max(level[k], graph[i].x);
        }
      tops.push_back(std::move(level));
      while (tops.back().size() > 1)
        {
          const std::vector<double> &below = tops.back();
          level.resize(n_blocks(below.size()));
          for (std::size_t k = 0; k < level.size(); ++k)
            level[k] =
              *std::max_element(below.begin() + k * fan_out,
                                below.begin() +
                                  std::min((k + 1) * fan_out, below.size()));
          tops.push_back(std::move(level));
        }
    }

    void
    Hypograph::search(const std::size_t level,
                      const std::size_t block,
                      const GraphPoint &p,
                      Nearest          &result) const
    {
      if (level == 0)
        {
          const std::size_t end = std::min((block + 1) * fan_out, n_segments());
          for (std::size_t k = block * fan_out; k < end; ++k)
            if (const double d = distance(k, p); d < result.distance)
              result = {k, d};
          return;
        }

      // The blocks inside that may be nearer, by their bounding boxes: in
      // ascending order, so that the first ones make it skip the others.
      struct Box
      {
        double      distance;
        std::size_t block;
      };
      std::array<Box, fan_out>   boxes;
      std::size_t                n_boxes = 0;
      const std::vector<double> &top     = tops[level - 1];
      std::size_t                n_below = 1;
      for (std::size_t l = 0; l < level; ++l)
        n_below *= fan_out;
      const std::size_t end = std::min((block + 1) * fan_out, top.size());
      for (std::size_t k = block * fan_out; k < end; ++k)
        {
          const std::size_t last =
            std::min((k + 1) * n_below, n_segments()) - 1;
          const double d = std::max({begin_time(k * n_below) - p.t,
                                     p.t - end_time(last),
                                     p.x - top[k]});
          if (d >= result.distance)
            continue;
          std::size_t i = n_boxes++;
          for (; i > 0 && boxes[i - 1].distance > d; --i)
            boxes[i] = boxes[i - 1];
          boxes[i] = {d, k};
        }
      for (std::size_t i = 0; i < n_boxes; ++i)
        if (boxes[i].distance < result.distance)
          search(level - 1, boxes[i].block, p, result);
    }

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
