// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_study_filled_in_graph_h
#define percuss_study_filled_in_graph_h

#include <span>

namespace percuss
{
  /** A corner of a graph: the value x at the time t. */
  struct GraphPoint
  {
    double t, x;
  };

  /** d((t,x), (s,y)) = max(|t - s|/time_scale, |x - y|/value_scale), with
   * scales > 0 in the units of t and x. */
  struct GraphMetric
  {
    double time_scale = 1., value_scale = 1.;
  };

  /**
   * The excess of one filled-in graph over another ([L18] (58)-(61); J. J.
   * Moreau, 1978), for functions of bounded variation whose limits in the sense
   * of graphs may jump:
   *
   *     gr*(f) = {(t,x): 0 <= t <= T, x in [f(t^-), f(t^+)]},
   *     e(gr* f, gr* g) = sup_{p in gr* f} inf_{q in gr* g} d(p, q).
   *
   * Here f and g are piecewise linear: a graph is the polygon through its
   * points. A jump is two or more points at one time, and one point alone is a
   * graph, too. The graphs need not begin or end at the same times.
   *
   * Exact, but for rounding errors of a few units in the last place of the
   * largest scaled coordinate. Takes linear time in practice, about 0.1 us per
   * point, and memory for a thirtieth of the points of g.
   *
   * @param f,g at least one point each, finite, times not decreasing
   * @return without unit, as d
   */
  double
  excess(std::span<const GraphPoint> f,
         std::span<const GraphPoint> g,
         const GraphMetric          &metric = {});

  /** max(e(gr* f, gr* g), e(gr* g, gr* f)), see excess(). */
  double
  hausdorff_distance(std::span<const GraphPoint> f,
                     std::span<const GraphPoint> g,
                     const GraphMetric          &metric = {});
} // namespace percuss

#endif
