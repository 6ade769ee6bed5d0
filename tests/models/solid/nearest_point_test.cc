// SPDX-License-Identifier: Apache-2.0
#include <percuss/models/solid/nearest_point.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace percuss::test::nearest_point_test
{
  using dealii::Point;

  template <int dim>
  void
  compare_with_all_distances(const unsigned int n, const bool is_lattice)
  {
    std::mt19937                           generator(n);
    std::uniform_real_distribution<double> number(-1., 1.);
    const auto                             point = [&] {
      Point<dim> x;
      for (unsigned int d = 0; d < dim; ++d)
        x[d] =
          is_lattice ? std::round(3. * number(generator)) : number(generator);
      return x;
    };
    std::vector<Point<dim>> points;
    for (unsigned int i = 0; i < n; ++i)
      points.push_back(point());
    const NearestPoint<dim> nearest(points);
    for (unsigned int k = 0; k < 200; ++k)
      {
        const Point<dim> x        = 1.5 * point();
        double           smallest = std::numeric_limits<double>::infinity();
        for (const Point<dim> &other : points)
          smallest = std::min(smallest, x.distance(other));
        EXPECT_EQ(nearest.distance(x), smallest) << n << " points, x = " << x;
      }
  }

  TEST(NearestPoint, IsTheNearestOfAllPoints)
  {
    for (const unsigned int n : {0u, 1u, 2u, 3u, 10u, 333u})
      {
        compare_with_all_distances<2>(n, false);
        compare_with_all_distances<3>(n, false);
      }
  }

  TEST(NearestPoint, IsTheNearestOfPointsWithEqualCoordinates)
  {
    compare_with_all_distances<2>(300, true);
    compare_with_all_distances<3>(300, true);
  }
} // namespace percuss::test::nearest_point_test
