// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_study_hypograph_h
#define percuss_study_hypograph_h

#include <percuss/study/filled_in_graph.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace percuss
{
  // The points below a segment (s_1,y_1), (s_2,y_2) are convex. Their distance is
  // the largest of zero and four affine functions, one per side of the set of
  // points at the distance r,
  //
  //     s_1 - t,   t - s_2,   x - max(y_1, y_2),
  //     ((x - y_1)(s_2 - s_1) - (t - s_1)(y_2 - y_1))/(s_2 - s_1 + |y_2 - y_1|).

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

  inline GraphPoint
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
      return std::max(std::max(std::max(f[0], f[1]), std::max(f[2], f[3])), 0.);
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
} // namespace percuss

#endif
