// SPDX-License-Identifier: Apache-2.0

// Hulls of points and their moments against closed forms and Euler's formula.

#include "random_shapes.h"

#include <percuss/base/exceptions.h>

#include <gtest/gtest.h>

namespace percuss::test::convex_shape_test
{
  TEST(ConvexShape, BoxHasItsFacesEdgesAndMoments)
  {
    const Eigen::Vector3d edges(0.4, 0.2, 0.1);
    const auto            box = box_shape<3>(edges);
    EXPECT_EQ(box.vertices.size(), 8u);
    EXPECT_EQ(box.faces.size(), 6u);
    EXPECT_EQ(box.edges.size(), 12u);
    EXPECT_NEAR(box.extent(), 0.5 * edges.norm(), 1e-15);
    const auto m = volume_moments(box);
    EXPECT_NEAR(m.volume, edges.prod(), 1e-15);
    const Eigen::Matrix3d S =
      m.volume / 12. * edges.cwiseAbs2().asDiagonal().toDenseMatrix();
    EXPECT_NEAR((m.second - S).norm(), 0., 1e-16);
    for (const auto &edge : box.edges)
      EXPECT_NE(edge.faces[0], edge.faces[1]);

    const auto rectangle = box_shape<2>({3., 2.});
    EXPECT_EQ(rectangle.faces.size(), 4u);
    EXPECT_NEAR(volume_moments(rectangle).second(0, 0), 6. * 9. / 12., 1e-14);
  }

  TEST(ConvexShape, PointsThatAreNoCornersAreLeftOut)
  {
    auto points = box_shape<3>({2., 2., 2.}).vertices;
    points.insert(points.begin(), {{0., 0., 0.}, {1., 0., 0.}, {1., 1., 0.}});
    points.push_back(points.back()); // twice
    const auto hull = convex_hull<3>(points);
    EXPECT_EQ(hull.vertices.size(), 8u);
    EXPECT_EQ(hull.faces.size(), 6u);
    EXPECT_NEAR(volume_moments(hull).volume, 8., 1e-14);

    const auto square =
      convex_hull<2>({{0., 0.}, {1., 0.}, {0.5, 0.}, {1., 1.}, {0., 1.}});
    EXPECT_EQ(square.vertices.size(), 4u);
    EXPECT_NEAR(volume_moments(square).centroid[0], 0.5, 1e-15);
    EXPECT_THROW(convex_hull<2>({{0., 0.}, {1., 1.}, {2., 2.}}), InputError);
    EXPECT_THROW(convex_hull<3>(
                   {{0., 0., 0.}, {1., 0., 0.}, {0., 1., 0.}, {1., 1., 0.}}),
                 InputError);
  }

  // Euler's formula, outer normals, and moments that do not depend on the point
  // from which simplices are counted or on the axes.
  TEST(ConvexShape, RandomHulls)
  {
    std::mt19937 random(1);
    for (int i = 0; i < 20; ++i)
      for (const double size : {1e-3, 1., 1e3})
        {
          const auto hull = random_hull<3>(random, 16, size);
          EXPECT_EQ(hull.vertices.size() + hull.faces.size(),
                    hull.edges.size() + 2);
          for (const auto &face : hull.faces)
            for (const auto &x : hull.vertices)
              EXPECT_LE(face.normal.dot(x) - face.offset, 1e-9 * size);
          const auto            m      = volume_moments(hull);
          const Eigen::Matrix3d R      = random_rotation<3>(random);
          auto                  points = hull.vertices;
          for (auto &x : points)
            x = R * x + size * Eigen::Vector3d(1., 2., 3.);
          std::ranges::reverse(points);
          const auto turned = volume_moments(convex_hull<3>(points));
          EXPECT_NEAR(turned.volume, m.volume, 1e-12 * m.volume);
          EXPECT_NEAR((turned.second - R * m.second * R.transpose()).norm(),
                      0.,
                      1e-11 * m.second.norm());
        }
  }
} // namespace percuss::test::convex_shape_test
