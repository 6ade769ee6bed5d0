// SPDX-License-Identifier: Apache-2.0
#include <percuss/collision/manifold.h>

#include <algorithm>
#include <cmath>

namespace percuss
{
  template <int dim>
  void
  add_point(std::vector<ManifoldPoint<dim>> &points,
            const ManifoldPoint<dim>        &point,
            const double                     reach,
            const double                     size)
  {
    if (!(point.gap <= reach))
      return;
    constexpr double tolerance = 1e-6;
    for (ManifoldPoint<dim> &old : points)
      if ((old.middle() - point.middle()).norm() < tolerance * size &&
          (old.normal.dot(point.normal) > 1. - tolerance ||
           std::abs(old.gap - point.gap) < tolerance * size))
        {
          if (point.gap < old.gap - 1e-3 * tolerance * size)
            old = point;
          return;
        }
    points.push_back(point);
  }

  template <int dim>
  void
  keep_extreme_points(std::vector<ManifoldPoint<dim>> &points,
                      const double                     size)
  {
    using Point             = ManifoldPoint<dim>;
    using Vector            = typename Point::Vector;
    constexpr std::size_t n = n_manifold_points<dim>;
    if (points.size() <= n)
      return;
    // those that are as deep as the deepest one, and those that nearly are
    constexpr double rounding = 1e-9, tolerance = 1e-3;
    std::ranges::sort(points, {}, &Point::gap);
    const auto up_to = [&](const double depth) {
      return static_cast<std::size_t>(
        std::ranges::find_if(points,
                             [&](const Point &one) {
                               return one.gap > points[0].gap + depth * size;
                             }) -
        points.begin());
    };
    const std::size_t n_deepest = up_to(rounding), n_near = up_to(tolerance);
    Vector            centre = Vector::Zero();
    for (std::size_t i = 0; i < n_deepest; ++i)
      centre += points[i].middle() / static_cast<double>(n_deepest);
    // of the deepest ones all, or the one that is farthest out; then always the
    // one that is farthest from those that are chosen
    std::size_t chosen = n_deepest <= n ? n_deepest : 0;
    const auto  out    = [&](const Point &one) {
      if (chosen == 0)
        return (one.middle() - centre).squaredNorm();
      double smallest = (one.middle() - points[0].middle()).squaredNorm();
      for (std::size_t k = 1; k < chosen; ++k)
        smallest =
          std::min(smallest, (one.middle() - points[k].middle()).squaredNorm());
      return smallest;
    };
    const std::size_t last = n_deepest <= n ? n_near : n_deepest;
    for (; chosen < std::min(n, last); ++chosen)
      {
        const auto first = points.begin() + static_cast<long>(chosen);
        std::iter_swap(first,
                       std::ranges::max_element(first,
                                                points.begin() +
                                                  static_cast<long>(last),
                                                {},
                                                out));
      }
    points.erase(points.begin() + n, points.end());
  }

  template void
  add_point<2>(std::vector<ManifoldPoint<2>> &,
               const ManifoldPoint<2> &,
               double,
               double);
  template void
  add_point<3>(std::vector<ManifoldPoint<3>> &,
               const ManifoldPoint<3> &,
               double,
               double);
  template void
  keep_extreme_points<2>(std::vector<ManifoldPoint<2>> &, double);
  template void
  keep_extreme_points<3>(std::vector<ManifoldPoint<3>> &, double);
} // namespace percuss
