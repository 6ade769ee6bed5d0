// SPDX-License-Identifier: Apache-2.0

// Distances of random filled-in graphs as a metric, and against a search among
// all candidates.

#include <percuss/study/filled_in_graph.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace percuss::test::random_filled_in_graphs_test
{
  using Graph = std::vector<GraphPoint>;

  /** A random graph with jumps and points that are repeated; of small integers,
   * where ties are frequent, or of amplitudes of 0.1, 2 and 20. */
  Graph
  random_graph(std::mt19937 &random, const std::size_t n, const int kind)
  {
    std::uniform_real_distribution<double> uniform(0., 1.);
    Graph                                  graph;
    for (double t = 0.; graph.size() < n;)
      {
        if (kind == 0)
          t += static_cast<double>(random() % 3);
        else if (random() % 4 > 0)
          t += uniform(random) * (random() % 5 == 0 ? 5. : 0.5);
        const double x = kind == 0 ?
                           static_cast<double>(random() % 7) :
                           std::array{0.1, 2., 20.}[kind - 1] * uniform(random);
        graph.push_back({t, x});
        if (random() % 8 == 0 && graph.size() < n)
          graph.push_back(graph.back());
      }
    return graph;
  }

  /** From a point to a segment: a corner, or where a line through the point,
   * horizontal, vertical or diagonal, meets the segment. */
  double
  distance_from_segment(const GraphPoint &p,
                        const GraphPoint &a,
                        const GraphPoint &b)
  {
    const double t = p.t - a.t, x = p.x - a.x, dt = b.t - a.t, dx = b.x - a.x;
    double       result = std::numeric_limits<double>::max();
    for (const double s :
         {0., 1., t / dt, x / dx, (t - x) / (dt - dx), (t + x) / (dt + dx)})
      if (s >= 0. && s <= 1.)
        result = std::min(result,
                          std::max(std::abs(s * dt - t), std::abs(s * dx - x)));
    return result;
  }

  double
  distance_from_graph(const GraphPoint &p, const Graph &g)
  {
    double result = std::numeric_limits<double>::max();
    for (std::size_t k = 0; k < g.size(); ++k)
      result = std::min(
        result,
        distance_from_segment(p, g[k], g[std::min(k + 1, g.size() - 1)]));
    return result;
  }

  /**
   * The largest distance of all candidates. Around the farthest point of an
   * open segment A + s (B - A) of f, the square of the half side r touches g
   * twice: a corner of g on a side, or a segment of g at a corner of the square
   * - each of the form r = c + s c'.
   */
  double
  excess_by_enumeration(const Graph &f, const Graph &g)
  {
    double result = 0.;
    for (const GraphPoint &p : f)
      result = std::max(result, distance_from_graph(p, g));
    for (std::size_t i = 0; i + 1 < f.size(); ++i)
      {
        const GraphPoint a = f[i], b = f[i + 1];
        struct Touch
        {
          double at_a, slope;
        };
        std::vector<Touch> touches;
        const auto         add = [&](const auto &r) {
          if (std::isfinite(r(a)))
            touches.push_back({r(a), r(b) - r(a)});
        };
        for (std::size_t k = 0; k < g.size(); ++k)
          for (const double side : {-1., 1.})
            {
              add([&](const GraphPoint &p) { return side * (p.t - g[k].t); });
              add([&](const GraphPoint &p) { return side * (p.x - g[k].x); });
              const GraphPoint next = g[std::min(k + 1, g.size() - 1)];
              const double     dt = next.t - g[k].t, dx = next.x - g[k].x;
              for (const double other : {-1., 1.})
                add([&](const GraphPoint &p) {
                  return ((p.x - g[k].x) * dt - (p.t - g[k].t) * dx) /
                         (side * dx - other * dt);
                });
            }
        for (const Touch &u : touches)
          for (const Touch &v : touches)
            {
              const double s = (v.at_a - u.at_a) / (u.slope - v.slope);
              if (u.slope > v.slope && s >= 0. && s <= 1. &&
                  u.at_a + s * u.slope > result)
                result = std::max(result,
                                  distance_from_graph({std::lerp(a.t, b.t, s),
                                                       std::lerp(a.x, b.x, s)},
                                                      g));
            }
      }
    return result;
  }

  TEST(FilledInGraph, IsFoundByEnumeration)
  {
    std::mt19937 random(1);
    for (int run = 0; run < 8000; ++run)
      {
        const Graph f = random_graph(random, 1 + random() % 8, run % 4);
        const Graph g = random_graph(random, 1 + random() % 8, run / 4 % 4);
        EXPECT_NEAR(excess(f, g), excess_by_enumeration(f, g), 1e-14) << run;
      }
    for (int run = 0; run < 320; ++run)
      {
        const Graph f = random_graph(random, 1 + random() % 32, run % 4);
        const Graph g = random_graph(random, 1 + random() % 32, run / 4 % 4);
        EXPECT_NEAR(excess(f, g), excess_by_enumeration(f, g), 1e-14) << run;
      }
    // blocks of blocks
    for (int run = 0; run < 4; ++run)
      {
        const Graph f = random_graph(random, 5, run);
        const Graph g = random_graph(random, 300, run);
        EXPECT_NEAR(excess(f, g), excess_by_enumeration(f, g), 1e-13) << run;
        EXPECT_NEAR(excess(g, f), excess_by_enumeration(g, f), 1e-13) << run;
      }
  }

  TEST(FilledInGraph, HasAMetric)
  {
    std::mt19937 random(2);
    for (int run = 0; run < 1000; ++run)
      {
        const auto graph = [&]() {
          return random_graph(random, 1 + random() % 40, run % 4);
        };
        const Graph  f = graph(), g = graph(), h = graph();
        const double distance = hausdorff_distance(f, g);
        EXPECT_EQ(hausdorff_distance(f, f), 0.);
        EXPECT_NEAR(hausdorff_distance(g, f), distance, 1e-14);
        EXPECT_NEAR(std::max(excess(f, g), excess(g, f)), distance, 1e-14);
        EXPECT_LE(hausdorff_distance(f, h),
                  distance + hausdorff_distance(g, h) + 1e-14);
        EXPECT_LE(excess(f, h), excess(f, g) + excess(g, h) + 1e-14);
      }
  }

  TEST(FilledInGraph, DoesNotDependOnUnitsDirectionsAndOrigin)
  {
    std::mt19937 random(3);
    for (int run = 0; run < 1000; ++run)
      {
        const Graph  f = random_graph(random, 1 + random() % 40, run % 4);
        const Graph  g = random_graph(random, 1 + random() % 40, run / 4 % 4);
        const double e = excess(f, g);
        const auto   expect_same = [&](const GraphPoint  &unit,
                                     const GraphPoint  &origin,
                                     const GraphMetric &metric) {
          const auto moved = [&](Graph graph) {
            for (GraphPoint &p : graph)
              p = {unit.t * p.t + origin.t, unit.x * p.x + origin.x};
            if (unit.t < 0.)
              std::reverse(graph.begin(), graph.end());
            return graph;
          };
          EXPECT_NEAR(excess(moved(f), moved(g), metric), e, 2e-13) << run;
        };
        expect_same({1e3, 1.}, {0., 0.}, {1e3, 1.});
        expect_same({0.7, 1e-6}, {0., 0.}, {0.7, 1e-6});
        expect_same({-1., 1.}, {0., 0.}, {});
        expect_same({1., -1.}, {0., 0.}, {});
        expect_same({-3., -5.}, {30., -7.}, {3., 5.});
      }
  }

  TEST(FilledInGraph, DoesNotChangeByPointsOnIt)
  {
    std::mt19937                           random(4);
    std::uniform_real_distribution<double> uniform(0., 1.);
    for (int run = 0; run < 300; ++run)
      {
        Graph f = random_graph(random, 2 + random() % 10, run % 3);
        Graph g = random_graph(random, 2 + random() % 10, run % 3);
        for (Graph *graph : {&f, &g})
          for (GraphPoint &p : *graph)
            p = {p.t / 32., p.x / 8.};
        Graph fine;
        for (std::size_t k = 0; k + 1 < f.size(); ++k)
          {
            std::vector<double> s(random() % 30);
            std::generate(s.begin(), s.end(), [&]() {
              return uniform(random);
            });
            std::sort(s.begin(), s.end());
            fine.push_back(f[k]);
            for (const double x : s)
              fine.push_back({std::lerp(f[k].t, f[k + 1].t, x),
                              std::lerp(f[k].x, f[k + 1].x, x)});
          }
        fine.push_back(f.back());
        EXPECT_LE(hausdorff_distance(f, fine), 1e-15);
        EXPECT_NEAR(excess(f, g), excess(fine, g), 1e-15);
        EXPECT_NEAR(excess(g, f), excess(g, fine), 1e-15);
      }
  }
} // namespace percuss::test::random_filled_in_graphs_test
