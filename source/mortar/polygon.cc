// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/polygon.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace percuss
{
  double
  area(const Polygon &polygon)
  {
    double sum = 0.;
    for (std::size_t i = 2; i < polygon.size(); ++i)
      sum += 0.5 * cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
    return sum;
  }

  Eigen::Vector2d
  middle(const Polygon &polygon)
  {
    using Eigen::Vector2d;
    const Vector2d &first = polygon[0];
    double          area  = 0.;
    Vector2d        sum   = Vector2d::Zero();
    for (std::size_t i = 2; i < polygon.size(); ++i)
      {
        const Vector2d a = polygon[i - 1] - first, b = polygon[i] - first;
        area += cross(a, b);
        sum += cross(a, b) * (a + b);
      }
    return first + sum / (3. * area);
  }

  namespace
  {
    /** left_part() of @p polygon, to @p result. */
    void
    cut(const Polygon         &polygon,
        const Eigen::Vector2d &a,
        const Eigen::Vector2d &b,
        Polygon               &result)
    {
      const Eigen::Vector2d                      edge = b - a;
      boost::container::small_vector<double, 10> distances; // times |b - a|
      double                                     squared = edge.squaredNorm();
      const double                               length  = std::sqrt(squared);
      for (const Eigen::Vector2d &x : polygon)
        {
          distances.push_back(cross(edge, x - a));
          squared = std::max(squared, (x - a).squaredNorm());
        }
      const double rounding = 1e-14 * std::sqrt(squared) * length;
      for (double &d : distances)
        if (std::abs(d) <= rounding)
          d = 0.;

      result.clear();
      bool has_area = false;
      for (std::size_t i = 0; i < polygon.size(); ++i)
        {
          const std::size_t next = i + 1 < polygon.size() ? i + 1 : 0;
          const double      d = distances[i], e = distances[next];
          if (d >= 0.)
            result.push_back(polygon[i]);
          if (d * e < 0.)
            result.push_back(polygon[i] +
                             d / (d - e) * (polygon[next] - polygon[i]));
          has_area = has_area || d > 0.;
        }
      if (!has_area || result.size() <= 2)
        result.clear();
    }
  } // namespace

  Polygon
  left_part(const Polygon         &polygon,
            const Eigen::Vector2d &a,
            const Eigen::Vector2d &b)
  {
    Polygon result;
    cut(polygon, a, b, result);
    return result;
  }

  Polygon
  clip(const Polygon &polygon, const Polygon &by)
  {
    if (by.size() < 3)
      return {};
    Polygon  first = polygon, second;
    Polygon *rest = &first, *next = &second;
    for (std::size_t i = 0; i < by.size() && !rest->empty(); ++i)
      {
        cut(*rest, by[i], by[i + 1 < by.size() ? i + 1 : 0], *next);
        std::swap(rest, next);
      }
    return std::move(*rest);
  }

  bool
  are_apart(const Polygon &a, const Polygon &b)
  {
    const auto is_on_the_right = [](const Polygon &of, const Polygon &from) {
      for (std::size_t i = 0; i < of.size(); ++i)
        {
          const Eigen::Vector2d &x       = of[i];
          const std::size_t      next    = i + 1 < of.size() ? i + 1 : 0;
          const Eigen::Vector2d  edge    = of[next] - x;
          double                 squared = edge.squaredNorm();
          double                 most    = 0.;
          for (const Eigen::Vector2d &y : from)
            {
              most    = std::max(most, cross(edge, y - x));
              squared = std::max(squared, (y - x).squaredNorm());
            }
          if (most * most <= 1e-28 * squared * edge.squaredNorm())
            return true;
        }
      return false;
    };
    return is_on_the_right(a, b) || is_on_the_right(b, a);
  }

  std::vector<Polygon>
  outside(const Polygon &polygon, const Polygon &of)
  {
    std::vector<Polygon> result;
    Polygon              rest = polygon;
    for (std::size_t i = 0; i < of.size() && !rest.empty(); ++i)
      {
        const Eigen::Vector2d &a = of[i], &b = of[(i + 1) % of.size()];
        if (Polygon part = left_part(rest, b, a); !part.empty())
          result.push_back(std::move(part));
        rest = left_part(rest, a, b);
      }
    return result;
  }
} // namespace percuss
