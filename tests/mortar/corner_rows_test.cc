// SPDX-License-Identifier: Apache-2.0

// Rows of corners that go into faces, and of edges that cross.

#include <percuss/mortar/edge_rows.h>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace percuss::test::corner_rows_test
{
  /** A square of side 1 about the middle, turned: nodes 0 to 3. */
  ContactCurve
  square(const Eigen::Vector2d &middle, const double angle)
  {
    ContactCurve             result;
    const Eigen::Rotation2Dd R(angle);
    for (const auto &[x, y] :
         {std::pair{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}})
      result.nodes.push_back(middle + R * Eigen::Vector2d(x, y));
    result.faces = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    return result;
  }

  /** A cube of side 1 about the middle, turned by R; nodes as of hexahedra. */
  ContactFacets
  cube(const Eigen::Vector3d &middle, const Eigen::Matrix3d &R)
  {
    ContactFacets result;
    for (unsigned int i = 0; i < 8; ++i)
      result.nodes.push_back(middle + R * Eigen::Vector3d((i & 1u) - 0.5,
                                                          (i >> 1 & 1u) - 0.5,
                                                          (i >> 2) - 0.5));
    result.faces = {{{0, 4, 6, 2}, 4},
                    {{1, 3, 7, 5}, 4},
                    {{0, 1, 5, 4}, 4},
                    {{2, 6, 7, 3}, 4},
                    {{0, 2, 3, 1}, 4},
                    {{4, 5, 7, 6}, 4}};
    return result;
  }

  template <class Faces>
  double
  distance(const Faces &own, const Faces &other, const auto &row)
  {
    double result = 0.;
    for (const auto &[a, w] : row.own)
      result -= w * row.normal.dot(own.nodes[a]);
    for (const auto &[b, w] : row.masters)
      result += w * row.normal.dot(other.nodes[b]);
    return result;
  }

  double
  sum(const std::vector<std::pair<unsigned int, double>> &weights)
  {
    double result = 0.;
    for (const auto &[a, w] : weights)
      result += w;
    return result;
  }

  const std::vector<double> half(12, 0.5);

  TEST(CornerRowsTest, OfASquareThatGoesIntoASide)
  {
    const ContactCurve below = square({0., -0.5}, 0.);
    const Corners<2>   corners(below);
    for (const double angle : {0.2, 0.785, 1.4})
      for (const double x : {-0.4, 0.1, 0.45})
        for (const double depth : {0.3, 0.01, -0.02})
          {
            // its node 0 is the lowest one
            ContactCurve          above = square({0., 0.}, angle);
            const Eigen::Vector2d move =
              Eigen::Vector2d(x, -depth) - above.nodes[0];
            for (Eigen::Vector2d &y : above.nodes)
              y += move;
            const auto rows =
              corners.rows(above, below, std::span(half).first(4), 0.03, false);
            const bool is_nearer_elsewhere =
              0.5 - std::abs(x) < 0.5 * (depth - 0.05);
            ASSERT_EQ(rows.size(), is_nearer_elsewhere ? 0 : 1)
              << angle << ' ' << x << ' ' << depth;
            if (rows.empty())
              continue;
            EXPECT_EQ(rows[0].place, 0);
            EXPECT_NEAR(rows[0].distance, -depth, 1e-14);
            EXPECT_NEAR(distance(above, below, rows[0]), -depth, 1e-14);
            EXPECT_NEAR(rows[0].delta, 0.05, 1e-15);
            EXPECT_NEAR(rows[0].normal[1], -1., 1e-14);
            ASSERT_EQ(rows[0].masters.size(), 2);
            EXPECT_EQ(rows[0].masters[0].first, 2);
            EXPECT_NEAR(rows[0].masters[0].second, 0.5 + x, 1e-14);
            EXPECT_NEAR(sum(rows[0].masters), 1., 1e-15);
          }
  }

  TEST(CornerRowsTest, NotOfBodiesThatAreApart)
  {
    const ContactCurve below = square({0., -0.5}, 0.);
    const Corners<2>   corners(below);
    const auto         n_rows = [&](const Eigen::Vector2d &middle) {
      return corners
        .rows(
          square(middle, 0.785), below, std::span(half).first(4), 0.03, false)
        .size();
    };
    EXPECT_EQ(n_rows({0., 0.8}), 0);  // above
    EXPECT_EQ(n_rows({0.9, 0.7}), 0); // beside
    EXPECT_EQ(n_rows({0., 0.7}), 1);
    // a surface with itself: its corners are those of their own faces
    EXPECT_TRUE(
      corners.rows(below, below, std::span(half).first(4), 2., true).empty());
    // an open boundary ends without a corner
    ContactCurve side = below;
    side.faces        = {{2, 3}};
    EXPECT_TRUE(Corners<2>(side).nodes().empty());
  }

  // Of a body that stands over the edge of another one, whose side leans
  // outwards: the corner is above the top and a third of the body behind the side.
  TEST(CornerRowsTest, NotOfACornerAboveAFace)
  {
    ContactCurve below = square({0., -0.5}, 0.);
    below.nodes[2][0] += 0.05;
    const Corners<2> corners(below);
    const auto       n_rows = [&](const double height) {
      return corners
        .rows(square({0.7, 0.5 + height}, 0.),
              below,
              std::span(half).first(4),
              1e-3,
              false)
        .size();
    };
    EXPECT_EQ(n_rows(0.005), 0); // farther than its reach from the top
    EXPECT_EQ(n_rows(5e-4), 1);  // and this row is that of the top
    EXPECT_EQ(n_rows(-0.005), 1);

    const Eigen::Matrix3d I        = Eigen::Matrix3d::Identity();
    ContactFacets         in_space = cube({0., 0., -0.5}, I);
    in_space.nodes[5][0] += 0.05;
    in_space.nodes[7][0] += 0.05;
    const Corners<3> of_cube(in_space);
    const auto       n_of_cube = [&](const double height) {
      return of_cube
        .rows(cube({0.7, 0.1, 0.5 + height}, I),
              in_space,
              std::span(half).first(6),
              1e-3,
              false)
        .size();
    };
    EXPECT_EQ(n_of_cube(0.005), 0);
    EXPECT_EQ(n_of_cube(-0.005), 1);
  }

  TEST(CornerRowsTest, OfACubeThatGoesIntoAFace)
  {
    std::mt19937                           random(5);
    std::uniform_real_distribution<double> u(-0.4, 0.4);
    const ContactFacets                    below =
      cube({0., 0., -0.5}, Eigen::Matrix3d::Identity());
    const Corners<3> corners(below);
    EXPECT_EQ(corners.nodes().size(), 8);
    for (int i = 0; i < 50; ++i)
      {
        const Eigen::Matrix3d R =
          Eigen::Quaterniond(1., u(random), u(random), u(random))
            .normalized()
            .toRotationMatrix() *
          Eigen::AngleAxisd(std::acos(1. / std::sqrt(3.)),
                            Eigen::Vector3d(1., -1., 0.).normalized())
            .toRotationMatrix();
        ContactFacets above = cube({0., 0., 0.}, R);
        const auto    lowest =
          std::ranges::min_element(above.nodes, {}, [](const auto &x) {
            return x[2];
          });
        const auto            c = lowest - above.nodes.begin();
        const Eigen::Vector3d foot(u(random), u(random), -0.02);
        const Eigen::Vector3d move = foot - *lowest;
        for (Eigen::Vector3d &x : above.nodes)
          x += move;
        const auto rows =
          corners.rows(above, below, std::span(half).first(6), 0., false);
        const auto row = std::ranges::find(rows,
                                           static_cast<std::size_t>(c),
                                           &CornerRow<3>::place);
        ASSERT_NE(row, rows.end()) << i;
        EXPECT_NEAR(row->distance, -0.02, 1e-14);
        EXPECT_NEAR(row->delta, 0.05, 1e-14);
        EXPECT_NEAR(distance(above, below, *row), -0.02, 1e-14);
        Eigen::Vector3d point = Eigen::Vector3d::Zero();
        for (const auto &[b, w] : row->masters)
          point += w * below.nodes[b];
        EXPECT_LT((point - Eigen::Vector3d(foot[0], foot[1], 0.)).norm(),
                  1e-14);
      }
  }

  /** A cube that stands on a corner at @p tip, turned by the vector part of a
   * quaternion. */
  ContactFacets
  cube_on_tip(const Eigen::Vector3d &turn, const Eigen::Vector3d &tip)
  {
    const Eigen::Matrix3d R =
      Eigen::Quaterniond(1., turn[0], turn[1], turn[2])
        .normalized()
        .toRotationMatrix() *
      Eigen::AngleAxisd(std::acos(1. / std::sqrt(3.)),
                        Eigen::Vector3d(1., -1., 0.).normalized())
        .toRotationMatrix();
    ContactFacets         result = cube({0., 0., 0.}, R);
    const Eigen::Vector3d lowest =
      *std::ranges::min_element(result.nodes, {}, [](const auto &x) {
        return x[2];
      });
    for (Eigen::Vector3d &x : result.nodes)
      x += tip - lowest;
    return result;
  }

  // Faces beside a corner, and those beside the face that it goes into, are far
  // behind each other there: rows are as deep as the corner, whichever body is
  // the slave.
  TEST(CornerRowsTest, NoRowIsDeeperThanTheCorner)
  {
    constexpr double                       depth = 0.002;
    std::mt19937                           random(11);
    std::uniform_real_distribution<double> u(-0.4, 0.4);
    const ContactFacets                    below =
      cube({0., 0., -0.5}, Eigen::Matrix3d::Identity());
    std::size_t n_closed = 0;
    for (int i = 0; i < 100; ++i)
      {
        const double        a = u(random), b = u(random), c = u(random);
        const ContactFacets above =
          cube_on_tip({a, b, c}, {u(random), u(random), -depth});
        for (const bool is_slave : {true, false})
          for (const MortarRow<3> &row :
               is_slave ? mortar_rows(above, below) : mortar_rows(below, above))
            {
              EXPECT_GT(row.least_gap, -depth - 1e-12) << i;
              n_closed += row.least_gap < 0.;
            }
      }
    EXPECT_GT(n_closed, 400);
  }

  // The same of edges, of corners that come in next to an edge or a corner; they
  // are a few times as deep behind faces that are inclined.
  TEST(EdgeRowsTest, NoRowIsDeeperThanTheCorner)
  {
    constexpr double                       depth = 0.002;
    std::mt19937                           random(11);
    std::uniform_real_distribution<double> u(-0.4, 0.4), side(0.3, 0.499);
    const ContactFacets                    below =
      cube({0., 0., -0.5}, Eigen::Matrix3d::Identity());
    const Edges edges(below);
    for (std::size_t i = 0; i < 12; ++i)
      EXPECT_EQ(edges.at_ends(i).size(), 2);
    for (int i = 0; i < 2000; ++i)
      {
        const double        a = u(random), b = u(random), c = u(random);
        const ContactFacets above =
          cube_on_tip({a, b, c}, {side(random), side(random), -depth});
        for (const EdgeRow &edge :
             Edges::rows({edges, above, std::span(half).first(6)},
                         {edges, below, std::span(half).first(6)},
                         0.,
                         false))
          EXPECT_GE(edge.row.distance, -10. * depth - edge.row.delta) << i;
      }
  }

  /** A cube that stands on its edge along x, over one below with its upper edge
   * at an angle to this. */
  TEST(EdgeRowsTest, OfEdgesThatCross)
  {
    const double          r = std::sqrt(0.5);
    const Eigen::Matrix3d on_edge =
      Eigen::AngleAxisd(M_PI / 4., Eigen::Vector3d::UnitX()).toRotationMatrix();
    for (const double angle : {0.05, 0.2, 0.8, 1.57})
      for (const double depth : {0.1, 0.01, -0.02, -0.04})
        for (const double x : {-0.3, 0.1, 0.35})
          {
            const Eigen::Matrix3d about_z =
              Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ())
                .toRotationMatrix();
            const ContactFacets below = cube({0., 0., -r}, on_edge);
            const ContactFacets above =
              cube(Eigen::Vector3d(0., 0., r - depth) +
                     x * about_z * Eigen::Vector3d::UnitX(),
                   about_z * on_edge);
            const Edges edges(below);
            EXPECT_EQ(edges.edges().size(), 12);
            const auto rows =
              Edges::rows({edges, above, std::span(half).first(6)},
                          {edges, below, std::span(half).first(6)},
                          0.03,
                          false);
            // deep blocks have rows of edges of their ends besides
            const auto found =
              std::ranges::find_if(rows, [](const EdgeRow &one) {
                return one.row.normal[2] < -1. + 1e-12;
              });
            ASSERT_EQ(found != rows.end(), angle > 0.1 && depth > -0.03)
              << angle << ' ' << depth;
            if (depth <= 0.01 && angle > 0.1)
              {
                EXPECT_EQ(rows.size(), depth > -0.03 ? 1 : 0)
                  << angle << ' ' << depth;
              }
            if (found == rows.end())
              continue;
            const CornerRow<3> &row = found->row;
            EXPECT_NEAR(row.distance, -depth, 1e-14);
            EXPECT_NEAR(distance(above, below, row), -depth, 1e-14);
            EXPECT_NEAR(row.delta, 0.05, 1e-15);
            EXPECT_NEAR(row.normal[2], -1., 1e-14);
            EXPECT_NEAR(sum(row.own), 1., 1e-15);
            EXPECT_NEAR(sum(row.masters), 1., 1e-15);
            EXPECT_NEAR(std::min(row.own[0].second, row.own[1].second),
                        0.5 - std::abs(x),
                        1e-14);
            EXPECT_NEAR(row.masters[0].second, 0.5, 1e-14);
          }
  }

  /** Cubes near each other, turned a little at random: a boundary with many
   * edges. */
  ContactFacets
  heap_of_cubes(const int n_each_way, const unsigned int seed)
  {
    std::mt19937                           random(seed);
    std::uniform_real_distribution<double> u(-1., 1.);
    ContactFacets                          result;
    for (int i = 0; i < n_each_way * n_each_way * n_each_way; ++i)
      {
        const Eigen::Vector3d at(i % n_each_way,
                                 i / n_each_way % n_each_way,
                                 i / n_each_way / n_each_way);
        const ContactFacets   one =
          cube(1.2 * at +
                 0.1 * Eigen::Vector3d(u(random), u(random), u(random)),
               Eigen::Quaterniond(
                 1., 0.2 * u(random), 0.2 * u(random), 0.2 * u(random))
                 .normalized()
                 .toRotationMatrix());
        const auto first = static_cast<unsigned int>(result.nodes.size());
        result.nodes.insert(result.nodes.end(),
                            one.nodes.begin(),
                            one.nodes.end());
        for (auto face : one.faces)
          {
            for (unsigned int &node : face.nodes)
              node += first;
            result.faces.push_back(face);
          }
      }
    return result;
  }

  // Those of all edges, as a search that reaches over everything has them.
  TEST(EdgeRowsTest, FindsWhatAllEdgesHave)
  {
    const double everywhere = 100.;
    std::size_t  n_rows     = 0;
    for (const double reach : {0., 0.02, 0.4})
      for (const double depth : {0.05, 0.5})
        for (const bool is_of_itself : {false, true})
          {
            const ContactFacets a = heap_of_cubes(3, 3),
                                b = is_of_itself ? a : heap_of_cubes(3, 8);
            const std::vector<double> depths(a.faces.size(), depth);
            const Edges               edges_a(a), edges_b(b);
            const auto                places = [&](const double search) {
              std::vector<std::array<std::size_t, 2>> result;
              for (const EdgeRow &one : Edges::rows({edges_a, a, depths},
                                                    {edges_b, b, depths},
                                                    search,
                                                    is_of_itself))
                if (one.row.distance <= reach)
                  result.push_back({one.row.place, one.other});
              return result;
            };
            EXPECT_EQ(places(reach), places(everywhere))
              << reach << ' ' << depth << ' ' << is_of_itself;
            n_rows += places(reach).size();
          }
    EXPECT_GT(n_rows, 100);
  }

  TEST(EdgeRowsTest, NotOfOneBody)
  {
    const ContactFacets body = cube({0., 0., 0.}, Eigen::Matrix3d::Identity());
    const Edges         edges(body);
    const Edges::Placed at{edges, body, std::span(half).first(6)};
    EXPECT_TRUE(Edges::rows(at, at, 2., true).empty());
  }
} // namespace percuss::test::corner_rows_test
