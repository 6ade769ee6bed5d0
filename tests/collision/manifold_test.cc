// SPDX-License-Identifier: Apache-2.0

// Points of contact: closed forms, invariance, and that bodies moved apart by
// the deepest point touch there.

#include "random_shapes.h"

#include <percuss/collision/manifold.h>
#include <percuss/collision/near_pairs.h>

#include <gtest/gtest.h>

#include <set>

namespace percuss::test::manifold_test
{
  template <int dim>
  struct Pair
  {
    using Vector = Eigen::Vector<double, dim>;
    using Matrix = Eigen::Matrix<double, dim, dim>;

    std::vector<ManifoldPoint<dim>>
    points(const double reach) const
    {
      ManifoldFinder<dim> finder;
      PlacedShape<dim>    a_placed(a), b_placed(b);
      a_placed.place(x_a, R_a);
      b_placed.place(x_b, R_b);
      return finder.find(a_placed, b_placed, reach);
    }

    ConvexShape<dim> a, b;
    Vector           x_a = Vector::Zero(), x_b = Vector::Zero();
    Matrix           R_a = Matrix::Identity(), R_b = Matrix::Identity();
  };

  template <class Points>
  double
  smallest_gap(const Points &points)
  {
    double gap = std::numeric_limits<double>::infinity();
    for (const auto &point : points)
      gap = std::min(gap, point.gap);
    return gap;
  }

  TEST(Manifold, FacesHaveTwoPointsInThePlaneAndUpToEightInSpace)
  {
    Pair<2> planar{box_shape<2>({2., 1.}), box_shape<2>({4., 1.})};
    planar.x_a = {1.5, 1.1};
    auto two   = planar.points(0.2);
    ASSERT_EQ(two.size(), 2u);
    std::set<long> at;
    for (const auto &point : two)
      {
        EXPECT_NEAR(point.gap, 0.1, 1e-14);
        EXPECT_NEAR(point.normal[1], 1., 1e-14);
        at.insert(std::lround(1e6 * point.x[0]));
      }
    EXPECT_EQ(at, (std::set<long>{500000, 2000000})); // what they share
    EXPECT_TRUE(planar.points(0.09).empty());

    for (const double turn : {0., 0.3, 0.25 * 3.14159265358979})
      for (const double gap : {-0.01, 0., 0.05})
        {
          Pair<3> spatial{box_shape<3>({2., 2., 1.}),
                          box_shape<3>({2., 2., 1.})};
          spatial.x_a = {0.2, 0.1, 1. + gap};
          spatial.R_a = Eigen::AngleAxisd(turn, Eigen::Vector3d::UnitZ());
          // what both faces share: a rectangle, or an octagon
          const auto shared = spatial.points(0.1);
          EXPECT_EQ(shared.size(), turn == 0. ? 4u : 8u);
          for (const auto &point : shared)
            EXPECT_NEAR(point.gap, gap, 1e-13);
        }
  }

  TEST(Manifold, RoundBodies)
  {
    Pair<3> balls{round_shape<3>(0., 0.5), round_shape<3>(0., 0.25)};
    balls.x_a = {1., 1., 1.};
    auto one  = balls.points(2.);
    ASSERT_EQ(one.size(), 1u);
    EXPECT_NEAR(one[0].gap, std::sqrt(3.) - 0.75, 1e-15);

    // a ball above a face, an edge and a corner of a box, and in it
    Pair<3> at_box{round_shape<3>(0., 0.1), box_shape<3>({2., 2., 2.})};
    for (const auto &[x, gap] :
         {std::pair<Eigen::Vector3d, double>{{0.3, 0.2, 1.3}, 0.2},
          {{0.3, 1.3, 1.4}, 0.4},
          {{1.2, 1.3, 1.6}, 0.6},
          {{0.2, 0.1, 0.9}, -0.2}})
      {
        at_box.x_a = x;
        one        = at_box.points(1.);
        ASSERT_EQ(one.size(), 1u);
        EXPECT_NEAR(one[0].gap, gap, 1e-14);
      }

    // capsules side by side have two points, crossing ones one
    Pair<3> capsules{round_shape<3>(2., 0.1), round_shape<3>(2., 0.1)};
    capsules.x_a = {0.25, 0., 0.5};
    auto points  = capsules.points(0.1);
    EXPECT_EQ(points.size(), 2u);
    EXPECT_NEAR(smallest_gap(points), 0.05, 1e-14);
    capsules.R_a = Eigen::AngleAxisd(0.7, Eigen::Vector3d::UnitX());
    points       = capsules.points(0.1);
    ASSERT_EQ(points.size(), 1u);
    EXPECT_NEAR(points[0].gap, 0.05, 1e-14);

    // a capsule lies on a box, its middle on an edge
    Pair<2> planar{round_shape<2>(2., 0.1), box_shape<2>({1., 1.})};
    planar.x_a      = {0.5, 0.65};
    auto planar_two = planar.points(0.1);
    EXPECT_EQ(planar_two.size(), 2u);
    EXPECT_NEAR(smallest_gap(planar_two), 0.05, 1e-14);
  }

  // A capsule beside a corner of a face: neither of its ends is near.
  TEST(Manifold, CornersOnCapsules)
  {
    Pair<3> pair{round_shape<3>(2., 0.1), box_shape<3>({1., 1., 1.})};
    pair.R_a = Eigen::AngleAxisd(0.25 * 3.14159265358979323846,
                                 Eigen::Vector3d::UnitX())
                 .toRotationMatrix(); // along (0, -1, 1)
    pair.x_a          = {0.65, 0.6, 0.6};
    const auto points = pair.points(0.5);
    ASSERT_EQ(points.size(), 1u);
    EXPECT_NEAR(points[0].gap, std::sqrt(0.15 * 0.15 + 0.02) - 0.1, 1e-14);
  }

  // Crossing edges: two boxes that stand on edges, turned against each other.
  TEST(Manifold, CrossingEdges)
  {
    const double          up = std::sqrt(0.5);
    const Eigen::Matrix3d tilt =
      Eigen::AngleAxisd(0.25 * 3.14159265358979323846, Eigen::Vector3d::UnitX())
        .toRotationMatrix();
    const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(1.2, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    for (const double gap : {-0.01, 0.03})
      {
        Pair<3> boxes{box_shape<3>({2., 1., 1.}), box_shape<3>({2., 1., 1.})};
        boxes.R_a         = turn * tilt;
        boxes.R_b         = tilt;
        boxes.x_a         = {0.1, 0.05, 2. * up + gap};
        const auto points = boxes.points(0.1);
        ASSERT_EQ(points.size(), 1u);
        EXPECT_NEAR(points[0].gap, gap, 1e-13);
        EXPECT_NEAR(points[0].normal[2], 1., 1e-13);
      }
  }

  // Whichever body is named first, wherever both are, in all units. Bodies that
  // overlap and are moved along the normal of the deepest point by its gap touch.
  template <int dim>
  void
  expect_invariance()
  {
    std::mt19937 random(dim);
    int          n_found = 0;
    for (int i = 0; i < 300; ++i)
      {
        Pair<dim>  pair{random_hull<dim>(random, 12, 1.),
                       random_hull<dim>(random, 12, 1.)};
        const bool is_round = i % 3 == 0;
        if (is_round)
          pair.a = round_shape<dim>(i % 2 ? 0.8 : 0., 0.3);
        pair.x_a          = 1.6 * random_point<dim>(random);
        pair.R_a          = random_rotation<dim>(random);
        pair.R_b          = random_rotation<dim>(random);
        const auto points = pair.points(0.2);
        n_found += !points.empty();
        for (const auto &point : points)
          {
            EXPECT_NEAR(point.normal.norm(), 1., 1e-12);
            EXPECT_NEAR(point.normal.dot(point.x - point.p) - pair.a.radius -
                          pair.b.radius,
                        point.gap,
                        1e-12);
          }

        Pair<dim> swapped{
          pair.b, pair.a, pair.x_b, pair.x_a, pair.R_b, pair.R_a};
        const auto of_swapped = swapped.points(0.2);
        EXPECT_EQ(of_swapped.size(), points.size());

        const auto R         = random_rotation<dim>(random);
        Pair<dim>  turned    = pair;
        turned.x_a           = R * pair.x_a + pair.a.vertices[0];
        turned.x_b           = R * pair.x_b + pair.a.vertices[0];
        turned.R_a           = R * pair.R_a;
        turned.R_b           = R * pair.R_b;
        const auto of_turned = turned.points(0.2);
        EXPECT_EQ(of_turned.size(), points.size());
        if (points.empty())
          continue;
        EXPECT_NEAR(smallest_gap(of_swapped), smallest_gap(points), 1e-11);
        EXPECT_NEAR(smallest_gap(of_turned), smallest_gap(points), 1e-11);

        const auto deepest =
          *std::ranges::min_element(points, {}, &ManifoldPoint<dim>::gap);
        if (deepest.gap < 0. && !is_round)
          {
            Pair<dim> apart = pair;
            apart.x_a -= deepest.gap * deepest.normal;
            EXPECT_NEAR(smallest_gap(apart.points(0.2)), 0., 0.01);
          }
      }
    EXPECT_GT(n_found, 100);
  }

  TEST(Manifold, InvarianceInThePlane)
  {
    expect_invariance<2>();
  }

  TEST(Manifold, InvarianceInSpace)
  {
    expect_invariance<3>();
  }

  /** Compares with all pairs; returns the number of those that overlap. */
  template <int dim>
  std::size_t
  expect_all_pairs(NearPairs<dim>                                   &near_pairs,
                   const std::vector<typename NearPairs<dim>::Ball> &balls)
  {
    std::set<std::pair<unsigned int, unsigned int>> found, expected;
    near_pairs.for_each(balls, [&](const auto i, const auto j) {
      EXPECT_TRUE(found.insert({i, j}).second);
    });
    for (unsigned int i = 0; i < balls.size(); ++i)
      for (unsigned int j = i + 1; j < balls.size(); ++j)
        {
          const double r = balls[i].radius + balls[j].radius;
          if ((balls[i].centre - balls[j].centre).squaredNorm() <= r * r)
            expected.insert({i, j});
        }
    EXPECT_EQ(found, expected);
    return found.size();
  }

  // Of all sizes, also of balls that are many times as large as the others or as
  // far away as numbers are.
  template <int dim>
  void
  expect_near_pairs()
  {
    std::mt19937                               random(5);
    std::vector<typename NearPairs<dim>::Ball> balls(200);
    NearPairs<dim>                             near_pairs(balls.size());
    for (int call = 0; call < 4; ++call)
      {
        for (auto &ball : balls)
          ball = {random_point<dim>(random),
                  0.1 + 0.1 * random_point<dim>(random)[0] * 0.5};
        if (call > 0)
          for (int i = 0; i < 3; ++i)
            balls[70 * i].radius = 3. + i;
        if (call > 1)
          for (int i = 0; i < 9; ++i)
            balls[20 * i + 1].centre[i % dim] *= i < 2 ? 1e6 : 1e20;
        if (call > 2)
          for (auto &ball : balls)
            ball.centre *= 1e-3;
        EXPECT_GT(expect_all_pairs(near_pairs, balls), 20u);
      }
  }

  TEST(Manifold, NearPairsAreThoseOfAllPairs)
  {
    expect_near_pairs<2>();
    expect_near_pairs<3>();
  }

  // A lattice of balls that just touch, on the boundaries of cells.
  TEST(Manifold, NearPairsOfALattice)
  {
    for (const double edge : {0.1, 1., 1.3})
      {
        std::vector<NearPairs<3>::Ball> balls;
        for (int i = 0; i < 216; ++i)
          balls.push_back(
            {edge * Eigen::Vector3d(i % 6 - 3, i / 6 % 6 - 2, i / 36),
             0.5 * edge * (1. + 1e-12)});
        NearPairs<3> near_pairs(balls.size());
        EXPECT_EQ(expect_all_pairs(near_pairs, balls), 3u * 5 * 36);
      }
  }
} // namespace percuss::test::manifold_test
