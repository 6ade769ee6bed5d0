// SPDX-License-Identifier: Apache-2.0
#include <percuss/collision/manifold.h>

#include <Eigen/Geometry>

#include <algorithm>

namespace percuss
{
  template <int dim>
  void
  keep_extreme_points(std::vector<ManifoldPoint<dim>> &points,
                      const double                     size)
  {
    using Point             = ManifoldPoint<dim>;
    constexpr std::size_t n = dim == 2 ? 2 : 4;
    if (points.size() <= n)
      return;
    std::ranges::sort(points, [](const Point &a, const Point &b) {
      return a.gap != b.gap ? a.gap < b.gap : a.feature < b.feature;
    });
    constexpr double tolerance = 1e-3;
    const auto       last = std::ranges::find_if(points, [&](const Point &one) {
      return one.gap > points[0].gap + tolerance * size;
    });
    if (last - points.begin() > static_cast<long>(n))
      {
        points.erase(last, points.end());
        // the deepest one is first; behind it those that are chosen
        const auto choose = [&](const std::size_t i, const auto &value) {
          std::iter_swap(points.begin() + static_cast<long>(i),
                         std::ranges::max_element(points.begin() +
                                                    static_cast<long>(i),
                                                  points.end(),
                                                  {},
                                                  value));
        };
        const auto first = points[0].x;
        choose(1,
               [&](const Point &one) { return (one.x - first).squaredNorm(); });
        if constexpr (dim == 3)
          {
            const Eigen::Vector3d side =
              (points[1].x - first).cross(points[0].normal);
            choose(2,
                   [&](const Point &one) { return side.dot(one.x - first); });
            choose(3,
                   [&](const Point &one) { return -side.dot(one.x - first); });
          }
      }
    points.erase(points.begin() + n, points.end());
  }

  template void
  keep_extreme_points<2>(std::vector<ManifoldPoint<2>> &, double);
  template void
  keep_extreme_points<3>(std::vector<ManifoldPoint<3>> &, double);
} // namespace percuss
