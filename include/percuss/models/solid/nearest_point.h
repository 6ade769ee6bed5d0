// SPDX-License-Identifier: Apache-2.0
#ifndef percuss_models_solid_nearest_point_h
#define percuss_models_solid_nearest_point_h

#include <deal.II/base/point.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace percuss
{
  /** Distances from a set of points: a k-d tree, halves of the points on both
   * sides of the one in the middle, by their coordinates in turn. n log n
   * operations for n points, some log n for a distance. */
  template <int dim>
  class NearestPoint
  {
  public:
    explicit NearestPoint(std::vector<dealii::Point<dim>> list)
      : points(std::move(list))
    {
      halve(0, points.size(), 0);
    }

    /** min_i |x - x_i|; infinite for no points. */
    double
    distance(const dealii::Point<dim> &x) const
    {
      double square = std::numeric_limits<double>::infinity();
      search(x, 0, points.size(), 0, square);
      return std::sqrt(square);
    }

  private:
    void
    halve(const std::size_t begin, const std::size_t end, const unsigned int d)
    {
      if (end - begin < 2)
        return;
      const std::size_t middle = begin + (end - begin) / 2;
      const auto        at     = [&](const std::size_t i) {
        return points.begin() + static_cast<std::ptrdiff_t>(i);
      };
      std::nth_element(at(begin),
                       at(middle),
                       at(end),
                       [d](const auto &a, const auto &b) {
                         return a[d] < b[d];
                       });
      halve(begin, middle, (d + 1) % dim);
      halve(middle + 1, end, (d + 1) % dim);
    }

    void
    search(const dealii::Point<dim> &x,
           const std::size_t         begin,
           const std::size_t         end,
           const unsigned int        d,
           double                   &square) const
    {
      if (begin == end)
        return;
      const std::size_t middle = begin + (end - begin) / 2;
      square = std::min(square, x.distance_square(points[middle]));
      const double       beside  = x[d] - points[middle][d];
      const unsigned int next    = (d + 1) % dim;
      const bool         is_left = beside < 0.;
      for (const bool left : {is_left, !is_left})
        if (left == is_left || beside * beside < square)
          search(
            x, left ? begin : middle + 1, left ? middle : end, next, square);
    }

    std::vector<dealii::Point<dim>> points;
  };
} // namespace percuss

#endif
