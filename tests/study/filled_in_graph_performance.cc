// SPDX-License-Identifier: Apache-2.0

// Time of the Hausdorff distance between large graphs, in cases that are
// unpleasant for a search of nearest points or for its pruning.

#include <percuss/study/filled_in_graph.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <numbers>
#include <random>
#include <string>
#include <vector>

namespace percuss::test
{
  using Graph = std::vector<GraphPoint>;

  /** n + 1 points of a function of the time and of the step's number. */
  template <class Function>
  Graph
  sampled(const std::size_t n, const Function &x)
  {
    Graph graph(n + 1);
    for (std::size_t k = 0; k <= n; ++k)
      {
        const double t = static_cast<double>(k) / static_cast<double>(n);
        graph[k]       = {t, x(t, k)};
      }
    return graph;
  }

  /** Repeatable numbers in [-1, 1]. */
  double
  noise(const std::uint64_t k)
  {
    std::uint64_t z = (k + 1) * 0x9e3779b97f4a7c15u; // splitmix64
    z               = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z               = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return std::ldexp(static_cast<double>((z ^ (z >> 31)) >> 11), -52) - 1.;
  }

  Graph
  random_walk(const std::size_t n, const std::uint64_t seed)
  {
    double x = 0.;
    return sampled(n, [&](double, const std::size_t k) {
      return x += noise(seed + k) / std::sqrt(static_cast<double>(n));
    });
  }

  /** The same values, some steps later, after the first one. */
  Graph
  delayed(const Graph &graph, const std::size_t n_steps)
  {
    Graph result = graph;
    for (std::size_t k = 0; k < graph.size(); ++k)
      result[k].x = graph[k < n_steps ? 0 : k - n_steps].x;
    return result;
  }

  /** The same graph, but for rounding. */
  Graph
  moved_to_and_fro(Graph graph)
  {
    for (GraphPoint &p : graph)
      p = {(p.t + 0.3) - 0.3, (p.x + 0.7) - 0.7};
    return graph;
  }

  void
  measure(const std::string &what,
          const Graph       &f,
          const Graph       &g,
          const GraphMetric &metric = {})
  {
    const auto   start    = std::chrono::steady_clock::now();
    const double distance = hausdorff_distance(f, g, metric);
    const std::chrono::duration<double> time =
      std::chrono::steady_clock::now() - start;
    std::cout << std::left << std::setw(44) << what << std::setw(12) << distance
              << time.count() << " s\n";
    EXPECT_LT(time.count(), 1e-6 * static_cast<double>(f.size() + g.size()));
  }

  /** Zero near the ends: delays show in between. */
  double
  wave(const double t)
  {
    return t < 0.1 || t > 0.9 ? 0. : std::sin(50. * std::numbers::pi * t);
  }

  double
  triangle_wave(const double t)
  {
    return t < 0.1 || t > 0.9 ? 0. : 2. * std::abs(5. * t - std::round(5. * t));
  }

  void
  measure_all(const std::size_t n)
  {
    std::cout << n << " steps\n";
    const auto chatter = [](const std::size_t k) { return k % 2 ? 1. : -1.; };

    const Graph smooth = sampled(n, [](double t, auto) { return wave(t); });
    const Graph noisy  = sampled(n, [](double t, const std::size_t k) {
      return wave(t) + 0.3 * noise(k);
    });
    const Graph walk   = random_walk(n, 0);
    measure("the same", walk, walk);
    measure("up to rounding", smooth, moved_to_and_fro(smooth));
    measure("twice as many points", smooth, sampled(2 * n, [](double t, auto) {
              return wave(t);
            }));
    measure("smooth, delayed by 1e4 steps", smooth, delayed(smooth, 10000));
    measure("the same, steep",
            smooth,
            delayed(smooth, 10000),
            {.time_scale = 1., .value_scale = 1e-3});
    measure("noisy, delayed by 1e4 steps", noisy, delayed(noisy, 10000));
    measure("random walk, delayed by 1e4 steps", walk, delayed(walk, 10000));
    measure("the same, steep",
            walk,
            delayed(walk, 10000),
            {.time_scale = 1., .value_scale = 1e-6});
    measure("random walks", walk, random_walk(n, 2 * n));

    const auto  triangles = [](double t, auto) { return triangle_wave(t); };
    const Graph triangle  = sampled(n, triangles);
    measure("triangles, delayed by 1e4 steps",
            triangle,
            delayed(triangle, 10000));
    measure("the same, steep",
            triangle,
            delayed(triangle, 10000),
            {.time_scale = 1., .value_scale = 1e-3});
    measure("the same, noisy",
            sampled(n,
                    [](double t, const std::size_t k) {
                      return triangle_wave(t) + 1e-6 * noise(k);
                    }),
            delayed(triangle, 10000),
            {.time_scale = 1., .value_scale = 1e-3});
    measure("triangles of unequal steps, delayed",
            triangle,
            delayed(sampled(n + n / 7, triangles), 10000));
    Graph stairs = sampled(n, [](double, const std::size_t k) {
      return static_cast<double>((k + 1) / 2);
    });
    for (std::size_t k = 1; k <= n; k += 2)
      stairs[k].t = stairs[k - 1].t;
    measure("high stairs, delayed by 1e4 steps",
            stairs,
            delayed(stairs, 10000));
    measure("low stairs, delayed by 1e4 steps",
            stairs,
            delayed(stairs, 10000),
            {.time_scale = 1., .value_scale = static_cast<double>(n)});

    measure("noisy and smooth", noisy, smooth);
    measure("noisy and noisy",
            noisy,
            sampled(n, [&](double t, const std::size_t k) {
              return wave(t) + 0.3 * noise(k + 2 * n);
            }));
    measure("chattering and smooth",
            sampled(n,
                    [&](double t, const std::size_t k) {
                      return wave(t) + 0.1 * chatter(k);
                    }),
            smooth);
    measure(
      "chattering more and more, and zero",
      sampled(n, [&](double t, const std::size_t k) { return t * chatter(k); }),
      sampled(n, [](double, auto) { return 0.; }));
    measure("chattering, away from a line of 2 points",
            sampled(n,
                    [&](double t, const std::size_t k) {
                      return 1. + t + 0.1 * chatter(k);
                    }),
            {{0., 0.}, {1., 0.}});
    measure("amplitudes 1e3 and 1",
            sampled(n, [](double t, auto) { return 1e3 * wave(t); }),
            smooth);
    measure("amplitudes 1e3 and 1e-3, short times",
            sampled(n, [](double t, auto) { return 1e3 * wave(t); }),
            sampled(n, [](double t, auto) { return 1e-3 * wave(t); }),
            {.time_scale = 1e-6, .value_scale = 1.});
    measure("noisy and 3 points", noisy, {{0., 0.}, {0.5, 1.}, {1., 0.}});
    measure("random walk and 3 points", walk, {{0., 0.}, {0.5, 1.}, {1., 0.}});
    measure("saw tooth and constant",
            sampled(n,
                    [](double, const std::size_t k) {
                      return static_cast<double>(k % 1000);
                    }),
            sampled(n, [](double, auto) { return 500.; }));
    measure("saw tooth, flat, and 2 points",
            sampled(n,
                    [&](double, const std::size_t k) {
                      return static_cast<double>(k % 10) /
                             static_cast<double>(n);
                    }),
            {{0., 0.}, {1., 0.}});
  }

  TEST(FilledInGraph, OfAMillionSteps)
  {
    measure_all(1000000);
  }

  TEST(FilledInGraph, OfTenMillionSteps)
  {
    measure_all(10000000);
  }
} // namespace percuss::test
