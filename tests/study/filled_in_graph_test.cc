// SPDX-License-Identifier: Apache-2.0

// Distances of filled-in graphs by hand.

#include <percuss/study/filled_in_graph.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace percuss::test::filled_in_graph_test
{
  using Graph = std::vector<GraphPoint>;

  constexpr double epsilon = std::numeric_limits<double>::epsilon();

  /** From 0 to height at a time of [-10, 50]. */
  Graph
  step(const double time, const double height = 1.)
  {
    return {{-10., 0.}, {time, 0.}, {time, height}, {50., height}};
  }

  /** The same by a ramp. */
  Graph
  ramp(const double begin, const double end, const double height = 1.)
  {
    return {{-10., 0.}, {begin, 0.}, {end, height}, {50., height}};
  }

  void
  expect_excesses(const Graph       &f,
                  const Graph       &g,
                  const double       of_f,
                  const double       of_g,
                  const GraphMetric &metric = {})
  {
    double largest = 0.;
    for (const Graph &graph : {f, g})
      for (const auto &[t, x] : graph)
        largest = std::max({largest,
                            std::abs(t) / metric.time_scale,
                            std::abs(x) / metric.value_scale});
    const double tolerance = 4. * epsilon * largest;
    EXPECT_NEAR(excess(f, g, metric), of_f, tolerance);
    EXPECT_NEAR(excess(g, f, metric), of_g, tolerance);
    EXPECT_NEAR(hausdorff_distance(f, g, metric),
                std::max(of_f, of_g),
                tolerance);
  }

  TEST(FilledInGraph, OfPoints)
  {
    expect_excesses({{1., 2.}}, {{4., 1.}}, 3., 3.);
    expect_excesses({{1., 2.}}, {{4., 0.}}, 20., 20., {1., 0.1});
    expect_excesses({{1., 2.}}, {{1., 2.}}, 0., 0.);
    // twice the same point, and a jump alone
    expect_excesses({{1., 2.}, {1., 2.}}, {{1., 5.}}, 3., 3.);
    expect_excesses({{1., 2.}}, {{1., 1.}, {1., 7.}}, 0., 5.);
    expect_excesses({{2., 2.}}, {{1., 1.}, {1., 7.}}, 1., 5.);
    // the end of the horizontal line is the farthest point
    expect_excesses({{1., 2.}}, {{0., 0.}, {7., 0.}}, 2., 6.);
  }

  // The corner (0,J) is at d from the later jump, at J from the line before it.
  TEST(FilledInGraph, OfDelayedSteps)
  {
    for (const double d : {1e-9, 0.1, 1., 1.5, 5.})
      for (const double height : {1., 0.2, 7., -1.})
        for (const double tau : {1., 0.1, 3.})
          {
            const double distance = std::min(d / tau, std::abs(height) / 2.);
            expect_excesses(step(0., height),
                            step(d, height),
                            distance,
                            distance,
                            {.time_scale = tau, .value_scale = 2.});
          }
  }

  // A jump J at the beginning of a ramp of the width w: the corner (0,J) is as
  // far from the ramp as the ramp's point (r, J r/w) with J - J r/w = r from
  // the jump and the line after it, r = J w/(J + w). In the middle of the ramp:
  // half of it, r = J (1/2 - r/w).
  TEST(FilledInGraph, OfAJumpAndARamp)
  {
    for (const double w : {1e-8, 0.1, 1., 4.})
      for (const double J : {1., 1e-3, 30., -2.})
        for (const double tau : {1., 4.})
          for (const double nu : {1., 0.3})
            {
              const double W = w / tau, H = std::abs(J) / nu;
              const double r = H * W / (H + W);
              expect_excesses(step(0., J), ramp(0., w, J), r, r, {tau, nu});
              expect_excesses(step(w, J), ramp(0., w, J), r, r, {tau, nu});
              expect_excesses(step(0., J),
                              ramp(-w / 2., w / 2., J),
                              r / 2.,
                              r / 2.,
                              {tau, nu});
            }
  }

  // Parallel lines of slope p, the delay d apart in time: r = p (d - r).
  TEST(FilledInGraph, OfDelayedRamps)
  {
    for (const double p : {0.1, 1., 50.})
      {
        const double r = p * 0.5 / (1. + p);
        expect_excesses(ramp(0., 4. / p, 4.),
                        ramp(0.5, 0.5 + 4. / p, 4.),
                        r,
                        r);
      }
  }

  TEST(FilledInGraph, OfConstants)
  {
    expect_excesses({{0., 1.}, {3., 1.}}, {{0., 1.5}, {3., 1.5}}, 0.5, 0.5);
    expect_excesses(
      {{0., 1.}, {3., 1.}}, {{0., 3.}, {3., 3.}}, 1., 1., {1., 2.});
    // a short one in a long interval
    expect_excesses({{0., 0.}, {1., 0.}}, {{-2., 0.}, {5., 0.}}, 0., 4.);
    expect_excesses(
      {{0., 0.}, {1., 0.}}, {{-2., 1.}, {5., 1.}}, 1., 8., {0.5, 1.});
    // apart
    expect_excesses({{0., 0.}, {1., 0.}}, {{4., 1.}, {5., 1.}}, 4., 4.);
  }

  // The line below the top of a hat of height H and half width w: r from its
  // flanks, r = H (1 - r/w).
  TEST(FilledInGraph, OfHats)
  {
    const Graph zero = {{-10., 0.}, {10., 0.}};
    for (const double w : {0., 1e-6, 0.5, 3.})
      for (const double height : {0.2, 1., 5., -5.})
        {
          const double H   = std::abs(height);
          const Graph  hat = {
             {-10., 0.}, {-w, 0.}, {0., height}, {w, 0.}, {10., 0.}};
          expect_excesses(hat, zero, H, H * w / (H + w));
        }
    // a hat and the next one: the top of the first is at the distance r from
    // the flank of the second, H - r = H (1 - (1 - r)/w), or H above the line
    const Graph first  = {{-10., 0.}, {-2., 0.}, {0., 2.}, {2., 0.}, {10., 0.}};
    const Graph second = {{-10., 0.}, {-1., 0.}, {1., 2.}, {3., 0.}, {10., 0.}};
    expect_excesses(first, second, 0.5, 0.5);
  }

  // Between the teeth of a comb, at the height of their tops: the next tooth is
  // half their distance away.
  TEST(FilledInGraph, OfAComb)
  {
    Graph comb;
    for (int k = 0; k <= 1000; ++k)
      for (const double x : {0., 1., 0.})
        comb.push_back({k / 8., x});
    const Graph tops = {{0., 1.}, {125., 1.}}, zero = {{0., 0.}, {125., 0.}};
    expect_excesses(tops, comb, 1. / 16., 1.);
    expect_excesses(zero, comb, 0., 1.);
    // far apart, so that the line below is nearer
    expect_excesses(tops, comb, 10., 10., {1. / 1600., 0.1});
  }

  // Gaps that widen by a few units in the last place.
  TEST(FilledInGraph, OfAnUnevenComb)
  {
    for (const double widening : {0x1p-48, 0x1p-50, -0x1p-49})
      {
        Graph  comb;
        double t = 0.;
        for (int k = 0; k < 8; ++k, t += 0.125 + k * widening)
          for (const double x : {0., 1., 0.})
            comb.push_back({t, x});
        const double end = comb.back().t;
        EXPECT_NEAR(excess(Graph{{0., 1.}, {end, 1.}}, comb),
                    (0.125 + std::max(widening, 7. * widening)) / 2.,
                    4. * epsilon);
      }
  }

  // Long graphs with all their distances alike, and one with a single peak.
  TEST(FilledInGraph, OfManySteps)
  {
    const std::size_t n = 100000, period = 2000;
    const double      h = 1. / 1024.;
    Graph             f(n), g(n), higher(n);
    for (std::size_t k = 0; k < n; ++k)
      {
        const auto triangle = [&](const std::size_t i) {
          const std::size_t j = i % period;
          return i < period || i > n - 3 * period ?
                   0. :
                   4. * h * static_cast<double>(std::min(j, period - j));
        };
        const double t = h * static_cast<double>(k);
        f[k]           = {t, triangle(k)};
        g[k]           = {t, triangle(k < 500 ? 0 : k - 500)};
        higher[k]      = {t, f[k].x + 1. + (k == 77777 ? 0.25 : 0.)};
      }
    // slope 4 and delay 500 h: r = 4 (500 h - r)
    expect_excesses(f, g, 0.8 * 500. * h, 0.8 * 500. * h);
    expect_excesses(f, f, 0., 0.);
    // 1 at the ends; in between less, even at the peak
    EXPECT_NEAR(hausdorff_distance(f, higher), 1., 1e-13);
    EXPECT_EQ(hausdorff_distance(g, f), hausdorff_distance(f, g));
  }
} // namespace percuss::test::filled_in_graph_test
