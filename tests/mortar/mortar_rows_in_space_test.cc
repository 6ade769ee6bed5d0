// SPDX-License-Identifier: Apache-2.0

// Rows of surfaces in space that face each other: partition of unity, linear
// reproduction, constant pressure, products of plane ones, layers, invariance.

#include "opposite_points.h"

#include <percuss/mortar/mortar_matrices.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>

namespace percuss::test::mortar_rows_in_space_test
{
  using Point = Eigen::Vector3d;

  struct Sheet
  {
    unsigned int n_x, n_y;
    bool         is_lower     = true; ///< seen from below: the normal is -e_z
    bool         is_triangles = false;
    double       moved        = 0.; ///< inner nodes, as a part of a face
  };

  /** The unit square of n_x x n_y cells at z = 0. */
  ContactFacets
  sheet(const Sheet &s)
  {
    ContactFacets result;
    for (unsigned int j = 0; j <= s.n_y; ++j)
      for (unsigned int i = 0; i <= s.n_x; ++i)
        {
          const bool   is_inside = i > 0 && i < s.n_x && j > 0 && j < s.n_y;
          const double d         = is_inside ? s.moved : 0.;
          result.nodes.emplace_back((i + d * std::sin(3. * i + 5. * j)) / s.n_x,
                                    (j + d * std::cos(7. * i + j)) / s.n_y,
                                    0.);
        }
    for (unsigned int j = 0; j < s.n_y; ++j)
      for (unsigned int i = 0; i < s.n_x; ++i)
        {
          const auto node = [&](const unsigned int a, const unsigned int b) {
            return (j + b) * (s.n_x + 1) + i + a;
          };
          if (s.is_triangles)
            {
              result.faces.push_back(
                {{node(0, 0), node(1, 0), node(1, 1), 0}, 3});
              result.faces.push_back(
                {{node(0, 0), node(1, 1), node(0, 1), 0}, 3});
            }
          else
            result.faces.push_back(
              {{node(0, 0), node(1, 0), node(1, 1), node(0, 1)}, 4});
        }
    if (s.is_lower)
      for (auto &face : result.faces)
        std::reverse(face.nodes.begin(), face.nodes.begin() + face.n_nodes);
    return result;
  }

  /** x = size R(angle) (X - middle) + at in the plane. */
  ContactFacets
  placed(ContactFacets facets,
         const double  size,
         const double  degrees,
         const Point  &at   = {0.5, 0.5, 0.},
         const Point  &axis = Point::UnitZ())
  {
    const Eigen::AngleAxisd R(degrees * M_PI / 180., axis.normalized());
    for (Point &x : facets.nodes)
      x = size * (R * (x - Point(0.5, 0.5, 0.))) + at;
    return facets;
  }

  ContactFacets
  both(ContactFacets one, const ContactFacets &other)
  {
    const auto first = static_cast<unsigned int>(one.nodes.size());
    one.nodes.insert(one.nodes.end(), other.nodes.begin(), other.nodes.end());
    for (auto face : other.faces)
      {
        for (unsigned int &node : face.nodes)
          node += first;
        one.faces.push_back(face);
      }
    return one;
  }

  /** int N_b over all faces, by the middles of the edges of triangles, and by
   * Gauss' formula 2 x 2. */
  std::vector<double>
  tributary(const ContactFacets &facets)
  {
    std::vector<double> result(facets.nodes.size(), 0.);
    const double        g = 0.5 - 0.5 / std::sqrt(3.);
    for (std::size_t f = 0; f < facets.faces.size(); ++f)
      {
        const unsigned int n = facets.faces[f].n_nodes;
        const auto         x = [&](const unsigned int i) {
          return facets.corner(f, i);
        };
        for (const auto &[s, t] :
             {std::pair(g, g), {1. - g, g}, {g, 1. - g}, {1. - g, 1. - g}})
          {
            const Point e =
              n == 3 ? Point(x(1) - x(0)) :
                       Point((1. - t) * (x(1) - x(0)) + t * (x(2) - x(3)));
            const Point h =
              n == 3 ? Point(x(2) - x(0)) :
                       Point((1. - s) * (x(3) - x(0)) + s * (x(2) - x(1)));
            const double area = e.cross(h).norm() / (n == 3 ? 8. : 4.);
            const auto   N    = facet_values(n, {s, t});
            for (unsigned int i = 0; i < n; ++i)
              result[facets.faces[f].nodes[i]] +=
                area * (n == 3 ? 1. / 3. : N[i]);
          }
      }
    return result;
  }

  const double angles[] = {0., 10., 37., 45., 90., -160.};

  // Either side, whole and partial cover, faces of both kinds.
  TEST(MortarRowsInSpace, UnityAndPositionsAreReproduced)
  {
    std::size_t n_partly = 0;
    for (const auto &[n, m] : {std::pair(3u, 5u), {4u, 7u}, {5u, 3u}, {1u, 1u}})
      for (const double angle : angles)
        for (const Point &at : {Point(0.5, 0.5, 0.), Point(0.93, 0.3, 0.)})
          for (unsigned int kind = 0; kind < 8; ++kind)
            {
              const bool is_lower = kind % 2 == 0;
              const auto slave =
                sheet({n, n + 1, is_lower, (kind & 2) > 0, 0.2});
              const auto master = placed(
                sheet({m, m, !is_lower, (kind & 4) > 0, 0.2}), 1.02, angle, at);
              const auto rows = mortar_rows(slave, master);
              ASSERT_FALSE(rows.empty());
              for (const MortarRow<3> &row : rows)
                {
                  const double exact = 1e-13 / row.covered / row.covered;
                  EXPECT_NEAR(sum(row), 1., 1e-13);
                  EXPECT_NEAR(
                    (opposite(row, master) - slave.nodes[row.node]).norm(),
                    0.,
                    std::max(exact, 2e-13));
                  EXPECT_NEAR(row.normal[2], is_lower ? -1. : 1., 1e-15);
                  EXPECT_GT(row.covered, 1e-3);
                  EXPECT_LT(row.covered, 1.0 + 1e-4);
                  n_partly += row.covered < 0.9;
                }
            }
    EXPECT_GT(n_partly, 1000u);
  }

  /** The largest error of sum_j D_j P_jb = int N_b and of D_j, or none where a
   * node has no row as hardly anything of it is covered. */
  std::optional<double>
  error_of_pressure(const ContactFacets &slave, const ContactFacets &master)
  {
    std::vector<double> of_master(master.nodes.size(), 0.);
    const auto          of_slave = tributary(slave);
    const auto          expected = tributary(master);
    double              largest  = 0.,
           rest = std::accumulate(expected.begin(), expected.end(), 0.);
    for (const MortarRow<3> &row : mortar_rows(slave, master))
      {
        rest -= row.area;
        for (const auto &[b, P] : row.masters)
          of_master[b] += row.area * P;
        largest =
          std::max(largest,
                   std::abs(row.area - row.covered * of_slave[row.node]));
      }
    if (rest > 1e-5 * of_slave[0])
      return {};
    for (std::size_t b = 0; b < expected.size(); ++b)
      largest = std::max(largest, std::abs(of_master[b] - expected[b]));
    return largest;
  }

  // Master nodes get their parts of a uniform pressure: where they are all
  // covered, turned by any angle, so that polygons have up to eight corners.
  TEST(MortarRowsInSpace, UniformPressureIsPassedOn)
  {
    unsigned int n_checked = 0;
    for (const auto &[n, m] : {std::pair(3u, 5u), {4u, 7u}, {7u, 4u}, {2u, 2u}})
      for (const double angle : angles)
        for (unsigned int kind = 0; kind < 8; ++kind)
          {
            const bool is_lower = kind % 2 == 0;
            const auto slave =
              placed(sheet({n, n, is_lower, (kind & 2) > 0}), 1.5, 0.);
            const auto master =
              placed(sheet({m, m + 1, !is_lower, (kind & 4) > 0}), 1., angle);
            const auto error = error_of_pressure(slave, master);
            n_checked += error.has_value();
            EXPECT_LT(error.value_or(0.), 1e-14)
              << n << ':' << m << ", " << angle << ", " << kind;
          }
    EXPECT_GT(n_checked, 120u);
    // no polynomials in the plane: by the formula's error
    for (const double moved : {0.1, 0.2})
      for (const double angle : angles)
        EXPECT_LT(error_of_pressure(
                    placed(sheet({4, 4, true, false, moved}), 1.7, 0.),
                    placed(sheet({6, 7, false, false, moved}), 1., angle))
                    .value_or(0.),
                  moved > 0.1 ? 1e-6 : 1e-8)
          << moved << ' ' << angle;
  }

  // On grids along the axes rows are products of those in the plane.
  TEST(MortarRowsInSpace, ProductsOfPlaneRows)
  {
    const auto curve = [](const unsigned int n, const bool is_lower) {
      ContactCurve result;
      for (unsigned int i = 0; i <= n; ++i)
        result.nodes.emplace_back(static_cast<double>(i) / n, 0.);
      for (unsigned int i = 0; i < n; ++i)
        if (is_lower)
          result.faces.push_back({i, i + 1});
        else
          result.faces.push_back({i + 1, i});
      return result;
    };
    const auto dense = [](const auto &rows, const auto n, const auto m) {
      Eigen::MatrixXd P = Eigen::MatrixXd::Zero(n, m);
      for (const auto &row : rows)
        for (const auto &[b, P_jb] : row.masters)
          P(row.node, b) = P_jb;
      return P;
    };
    for (const auto &[n, m] : {std::pair(3, 5), {7, 4}, {2, 9}, {6, 6}})
      {
        const unsigned int N = static_cast<unsigned>(n),
                           M = static_cast<unsigned>(m);
        const auto P_x =
          dense(mortar_rows(curve(N, true), curve(M, false)), n + 1, m + 1);
        const auto P_y =
          dense(mortar_rows(curve(N + 1, true), curve(2, false)), n + 2, 3);
        const auto P =
          dense(mortar_rows(sheet({N, N + 1, true}), sheet({M, 2, false})),
                (n + 1) * (n + 2),
                (m + 1) * 3);
        for (int j = 0; j < P.rows(); ++j)
          for (int b = 0; b < P.cols(); ++b)
            ASSERT_NEAR(P(j, b),
                        P_x(j % (n + 1), b % (m + 1)) *
                          P_y(j / (n + 1), b / (m + 1)),
                        1e-13);
      }
  }

  // Of an independent program.
  TEST(MortarRowsInSpace, SquareOfHalfSideSevenTenthsTurnedByTwentyDegrees)
  {
    const auto rows =
      mortar_rows(sheet({2, 3, true}), placed(sheet({3, 2, false}), 1.4, 20.));
    double square = 0., least = 0., largest = 0.;
    ASSERT_EQ(rows.size(), 12u);
    for (const auto &row : rows)
      for (const auto &[b, P] : row.masters)
        {
          square += P * P;
          least   = std::min(least, P);
          largest = std::max(largest, P);
        }
    EXPECT_NEAR(square, 6.904604190524, 1e-11);
    EXPECT_NEAR(least, -.1229147752, 1e-10);
    EXPECT_NEAR(largest, .9448723445, 1e-10);
  }

  // One face, half of it covered: (3/8, 1/8) in x, 1/2 in y; the functions of a
  // whole face would give the outer nodes rows with the sum 1/4 - 5/4 ...
  TEST(MortarRowsInSpace, DualFunctionsAreThoseOfWhatIsCovered)
  {
    const auto slave = sheet({1, 1, true});
    for (const bool is_triangles : {false, true})
      {
        const auto master = placed(sheet({1, 1, false, is_triangles}),
                                   1.,
                                   0.,
                                   Point(0., 0.5, 0.));
        const auto rows   = mortar_rows(slave, master);
        ASSERT_EQ(rows.size(), 4u);
        for (unsigned int j = 0; j < 4; ++j)
          {
            EXPECT_NEAR(rows[j].area, j % 2 == 0 ? 0.1875 : 0.0625, 1e-15);
            EXPECT_NEAR(rows[j].covered, j % 2 == 0 ? 0.75 : 0.25, 1e-14);
            EXPECT_NEAR(sum(rows[j]), 1., 1e-14);
            EXPECT_NEAR((opposite(rows[j], master) - slave.nodes[j]).norm(),
                        0.,
                        1e-14);
          }
      }
  }

  // Corners, strips and slivers along a diagonal of what is covered.
  TEST(MortarRowsInSpace, NodesThatAreHardlyCoveredHaveNoRow)
  {
    for (const bool is_triangles : {false, true})
      for (const double end :
           {1e-14, 1e-10, 1e-7, 1e-5, 1e-3, 0.02, 0.1, 0.249, 0.2500001, 0.3})
        for (const double angle : {0., 45., 30.})
          for (const auto &[x, y] : {std::pair(1., 1.), {1., 0.}})
            {
              // the master comes in by `end` of the length 1
              const auto  slave = sheet({4, 4, true, is_triangles});
              const Point at =
                Point(0.5, 0.5, 0.) + (angle > 0. ? std::sqrt(2.) : 1.) *
                                        (1. - end) * Point(x, y, 0.);
              const auto master =
                placed(sheet({1, 1, false}), 1. + (angle > 0.), angle, at);
              for (const MortarRow<3> &row : mortar_rows(slave, master))
                {
                  EXPECT_GT(row.covered, 1e-3);
                  EXPECT_LT(row.covered, 1.0 + 1e-4);
                  EXPECT_NEAR(sum(row), 1., 1e-13);
                  EXPECT_NEAR(
                    (opposite(row, master) - slave.nodes[row.node]).norm(),
                    0.,
                    1e-8)
                    << end << ' ' << angle << ' ' << x << ' ' << y;
                }
            }
  }

  TEST(MortarRowsInSpace, RowsMoveTurnAndScaleWithTheBodies)
  {
    const auto slave = sheet({3, 4, true, false, 0.2});
    const auto master =
      placed(sheet({5, 4, false}), 0.9, 25., {0.7, 0.6, -0.1});
    const auto rows = mortar_rows(slave, master);
    for (const double size : {1e-6, 1e-3, 1., 1e3})
      for (const Point &axis :
           {Point(0., 0., 1.), Point(1., 0.2, -0.4), Point(0., 1., 0.)})
        {
          const auto move = [&](const ContactFacets &facets) {
            return placed(facets, size, 130., size * Point(3., -2., 1.), axis);
          };
          const auto moved = mortar_rows(move(slave), move(master));
          ASSERT_EQ(moved.size(), rows.size());
          for (std::size_t j = 0; j < rows.size(); ++j)
            {
              ASSERT_EQ(moved[j].masters.size(), rows[j].masters.size());
              EXPECT_NEAR(moved[j].area / size / size, rows[j].area, 1e-13);
              for (std::size_t i = 0; i < rows[j].masters.size(); ++i)
                EXPECT_NEAR(moved[j].masters[i].second,
                            rows[j].masters[i].second,
                            2e-12);
            }
        }
  }

  void
  expect_same_weights(const std::vector<MortarRow<3>> &rows,
                      const std::vector<MortarRow<3>> &others,
                      const double                     tolerance)
  {
    ASSERT_EQ(rows.size(), others.size());
    for (std::size_t j = 0; j < rows.size(); ++j)
      {
        ASSERT_EQ(rows[j].masters.size(), others[j].masters.size());
        for (std::size_t i = 0; i < rows[j].masters.size(); ++i)
          EXPECT_NEAR(rows[j].masters[i].second,
                      others[j].masters[i].second,
                      tolerance);
      }
  }

  TEST(MortarRowsInSpace, OrderOfFacesDoesNotMatter)
  {
    auto         slave  = sheet({6, 5, true, true, 0.2});
    auto         master = placed(sheet({9, 8, false}), 0.8, 33.);
    const auto   rows   = mortar_rows(slave, master);
    std::mt19937 random(3);
    std::ranges::shuffle(slave.faces, random);
    std::ranges::shuffle(master.faces, random);
    for (auto &face : master.faces)
      std::rotate(face.nodes.begin(), face.nodes.begin() + 1, face.nodes.end());
    const auto others = mortar_rows(slave, master);
    expect_same_weights(others, rows, 1e-12);
  }

  // Where integrals are not exact they have the same points.
  TEST(MortarRowsInSpace, FirstCornerDoesNotMatter)
  {
    auto       slave  = sheet({6, 5, true, false, 0.2});
    auto       master = placed(sheet({9, 8, false, false, 0.2}), 0.8, 33.);
    const auto rows   = mortar_rows(slave, master);
    for (auto *const facets : {&slave, &master})
      for (std::size_t f = 0; f < facets->faces.size(); ++f)
        {
          auto &nodes = facets->faces[f].nodes;
          std::ranges::rotate(nodes,
                              nodes.begin() + static_cast<int>((f + 1) % 4));
        }
    const auto others = mortar_rows(slave, master);
    expect_same_weights(others, rows, 1e-13);
  }

  // The nearest of several sides that face the slave, over the part where it is
  // the nearest.
  TEST(MortarRowsInSpace, WhatIsSeen)
  {
    const auto slave = placed(sheet({3, 3, true}), 1., 0., {0.5, 0.5, 1.});
    const auto layer = [](const double size,
                          const double z,
                          const bool   is_lower = false,
                          const double degrees  = 0.,
                          const double x        = 0.5) {
      return placed(sheet({4, 4, is_lower}), size, degrees, {x, 0.5, z});
    };
    const auto lowest = layer(3., 0.5);
    auto       master = both(lowest, layer(3., 0.7, true));        // its back
    master            = both(master, layer(3., 0.));               // behind
    master            = both(master, layer(0.3, 0.9, false, 30.)); // nearer
    const auto rows   = mortar_rows(slave, master);
    ASSERT_EQ(rows.size(), 16u);
    double of_nearer = 0.;
    for (const MortarRow<3> &row : rows)
      {
        EXPECT_NEAR(sum(row), 1., 1e-13);
        EXPECT_NEAR(row.covered, 1., 1e-12);
        for (const auto &[b, P] : row.masters)
          {
            EXPECT_TRUE(b < 25 || b >= 75) << b;
            if (b >= 75)
              of_nearer += P * row.area;
          }
      }
    EXPECT_NEAR(of_nearer, 0.09, 1e-13);
    const auto seen = [&](const ContactFacets &facets) {
      return mortar_rows(slave, facets).size();
    };
    EXPECT_EQ(seen(layer(3., 0.7, true)), 0u);
    // behind the slave by more than the length of a face of it, and by less
    EXPECT_EQ(seen(layer(3., 1.34)), 0u);
    EXPECT_EQ(seen(layer(3., 1.32)), 16u);
    EXPECT_EQ(seen(layer(0.9, 0.5, false, 0., 4.)), 0u);
    EXPECT_EQ(seen({}), 0u);
    EXPECT_EQ(mortar_rows(ContactFacets(), slave).size(), 0u);
    // at more than 60 degrees
    EXPECT_EQ(seen(placed(
                sheet({1, 1, false}), 9., 61., {0.5, 0.5, 0.}, Point::UnitX())),
              0u);
    EXPECT_EQ(seen(placed(
                sheet({1, 1, false}), 9., 59., {0.5, 0.5, 0.}, Point::UnitX())),
              16u);
  }

  /** The sphere of radius 1, from the faces of a cube, or the hole around it. */
  ContactFacets
  sphere(const unsigned int n, const double degrees, const bool is_hole)
  {
    ContactFacets result;
    const auto    cube = [&](const Point &axis, const double angle) {
      ContactFacets side = placed(sheet({n, n, false}), 2., 0., {0., 0., 1.});
      const Eigen::AngleAxisd R(angle * M_PI / 180., axis);
      for (Point &x : side.nodes)
        x = R * x;
      result = both(result, side);
    };
    cube(Point::UnitX(), 0.);
    cube(Point::UnitX(), 90.);
    cube(Point::UnitX(), 180.);
    cube(Point::UnitX(), 270.);
    cube(Point::UnitY(), 90.);
    cube(Point::UnitY(), -90.);
    const Eigen::AngleAxisd R(degrees * M_PI / 180.,
                              Point(1., 2., 3.) / std::sqrt(14.));
    // one node where sides of the cube meet
    ContactFacets             merged;
    std::vector<unsigned int> number;
    for (const Point &x : result.nodes)
      {
        const Point y = R * x.normalized();
        const auto at = std::ranges::find_if(merged.nodes, [&](const Point &z) {
          return (y - z).norm() < 1e-10;
        });
        number.push_back(static_cast<unsigned int>(at - merged.nodes.begin()));
        if (at == merged.nodes.end())
          merged.nodes.push_back(y);
      }
    for (auto face : result.faces)
      {
        for (unsigned int &node : face.nodes)
          node = number[node];
        if (is_hole)
          std::ranges::reverse(face.nodes);
        merged.faces.push_back(face);
      }
    return merged;
  }

  // Forces along n_j have hardly a torque: P_j |g_j x n_j|.
  TEST(MortarRowsInSpace, RoundSurfaces)
  {
    double before = 0.;
    for (const unsigned int n : {4u, 8u, 16u})
      for (const bool is_hole : {false, true})
        {
          const auto slave  = sphere(n, 20., is_hole);
          const auto master = sphere(n + n / 2, -35., !is_hole);
          const auto rows   = mortar_rows(slave, master);
          EXPECT_EQ(rows.size(), 6u * n * n + 2u);
          double largest = 0., area = 0.;
          for (const MortarRow<3> &row : rows)
            {
              EXPECT_NEAR(sum(row), 1., 1e-13);
              EXPECT_NEAR(row.covered, 1., 1e-3);
              const Point g = opposite(row, master) - slave.nodes[row.node];
              EXPECT_LT(std::abs(row.normal.dot(g)), 2. / (n * n));
              largest = std::max(largest, g.cross(row.normal).norm());
              area += row.area;
            }
          EXPECT_NEAR(area, 4. * M_PI, 16. / (n * n));
          if (!is_hole && n > 4)
            {
              EXPECT_LT(largest, before / 3.);
            }
          if (!is_hole)
            before = largest;
        }
  }

  // The bottom of a block has the same rows with its four sides and without.
  TEST(MortarRowsInSpace, SharpEdgesOfTheSlave)
  {
    for (const bool is_triangles : {false, true})
      {
        const Sheet         of_bottom{3, 2, true, is_triangles};
        const Sheet         of_master{4, 5, false};
        const ContactFacets bottom   = sheet(of_bottom);
        const ContactFacets master   = placed(sheet(of_master), 1.5, 20.);
        ContactFacets       around   = bottom;
        const auto          n_bottom = static_cast<unsigned int>(12);
        ASSERT_EQ(bottom.nodes.size(), n_bottom);
        for (unsigned int i = 0; i < n_bottom; ++i) // a level above
          around.nodes.push_back(bottom.nodes[i] + Point(0., 0., 0.3));
        const std::vector<unsigned int> rim{0, 1, 2, 3, 7, 11, 10, 9, 8, 4};
        for (std::size_t k = 0; k < rim.size(); ++k)
          {
            const unsigned int a = rim[k], b = rim[(k + 1) % rim.size()];
            around.faces.push_back({{a, b, b + n_bottom, a + n_bottom}, 4});
          }
        const auto rows    = mortar_rows(bottom, master);
        const auto of_both = mortar_rows(around, master);
        ASSERT_EQ(rows.size(), n_bottom);
        ASSERT_EQ(of_both.size(), n_bottom);
        for (std::size_t i = 0; i < rows.size(); ++i)
          {
            EXPECT_EQ(of_both[i].node, rows[i].node);
            EXPECT_NEAR((of_both[i].normal - rows[i].normal).norm(), 0., 1e-14);
            EXPECT_NEAR(of_both[i].area, rows[i].area, 1e-14);
            EXPECT_EQ(of_both[i].masters.size(), rows[i].masters.size());
          }
      }
  }

  // A master that is tilted is seen with its own normals, by whole faces and by
  // those that are covered in part.
  TEST(MortarRowsInSpace, OppositeNormalsAreThoseOfTheMaster)
  {
    for (const bool triangles : {false, true})
      for (const double shift : {0., 0.23})
        {
          const ContactFacets slave  = sheet({4, 3, true, triangles});
          ContactFacets       master = sheet({3, 5, false, triangles, 0.1});
          const Point         n      = Point(0.2, -0.1, 1.).normalized();
          for (Point &x : master.nodes)
            {
              x[0] += shift;
              x[2] = -0.1 - (n[0] * x[0] + n[1] * x[1]) / n[2];
            }
          const auto rows = mortar_rows(slave, master);
          ASSERT_GT(rows.size(), 10u);
          for (const auto &row : rows)
            {
              EXPECT_LT((row.normal - Point(0., 0., -1.)).norm(), 1e-14);
              EXPECT_LT((row.opposite_normal + n).norm(), 1e-12) << row.node;
            }
        }
  }

  // What is farther away than the reach, by more than a face, has no row, and the
  // others are the same.
  TEST(MortarRowsInSpace, ReachLeavesOutWhatIsFar)
  {
    const ContactFacets slave  = sheet({8, 8, true});
    ContactFacets       master = sheet({6, 6, false});
    for (Point &x : master.nodes)
      x[2] = -x[0]; // from 0 to 1 away
    const auto all  = mortar_rows(slave, master);
    const auto near = mortar_rows(slave, master, {.reach = 0.3});
    EXPECT_EQ(all.size(), slave.nodes.size());
    EXPECT_LT(near.size(), 0.75 * all.size());
    EXPECT_GT(near.size(), 0.25 * all.size());
    ContactFacets other_order = master;
    std::ranges::reverse(other_order.faces);
    EXPECT_EQ(mortar_rows(slave, other_order, {.reach = 0.3}).size(),
              near.size());
    std::size_t n_equal = 0;
    for (const auto &row : near)
      for (const auto &other : all)
        if (row.node == other.node && row.covered > 0.999)
          {
            EXPECT_EQ(row.masters, other.masters);
            ++n_equal;
          }
    EXPECT_GT(n_equal, 15u);
    double sum = 0.;
    for (const double area : nodal_areas(slave))
      sum += area;
    EXPECT_NEAR(sum, 1., 1e-14);
    EXPECT_NEAR(nodal_areas(slave)[10], 1. / 64., 1e-15);
  }

  // The sums of the shares of a slave's faces, added in their order.
  TEST(MortarRowsInSpace, SharesAddUpToTheRows)
  {
    const ContactFacets slave = sheet({11, 9, true, false, 0.2});
    const ContactFacets master =
      placed(sheet({7, 8, false, false, 0.2}), 1.02, 10., {0.8, 0.5, 0.01});
    const auto all = mortar_rows(slave, master);
    for (const unsigned int n_shares : {1u, 2u, 3u, 4u})
      {
        MortarMatrices<3> sums(slave.nodes.size());
        std::size_t       n_faces = 0;
        for (unsigned int number = 0; number < n_shares; ++number)
          {
            const ShareOfFaces share{number, n_shares};
            for (std::size_t f = 0; f < slave.faces.size(); ++f)
              n_faces += share.has(f);
            sums.add(mortar_matrices(slave, master, {}, share).numbers());
          }
        EXPECT_EQ(n_faces, slave.faces.size());
        const auto rows = sums.rows();
        ASSERT_EQ(rows.size(), all.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
          {
            EXPECT_EQ(rows[i].node, all[i].node);
            EXPECT_NEAR(rows[i].area, all[i].area, 1e-15);
            EXPECT_NEAR(rows[i].covered, all[i].covered, 1e-13);
            EXPECT_EQ(rows[i].least_gap, all[i].least_gap);
            EXPECT_LT((rows[i].normal - all[i].normal).norm(), 1e-14);
            EXPECT_LT((rows[i].opposite_normal - all[i].opposite_normal).norm(),
                      1e-13);
            ASSERT_EQ(rows[i].masters.size(), all[i].masters.size());
            for (std::size_t k = 0; k < all[i].masters.size(); ++k)
              {
                EXPECT_EQ(rows[i].masters[k].first, all[i].masters[k].first);
                EXPECT_NEAR(rows[i].masters[k].second,
                            all[i].masters[k].second,
                            1e-12);
              }
          }
      }
  }

  TEST(NodalNormalsInSpace, FacesHaveEqualWeights)
  {
    ContactFacets corner;
    corner.nodes = {{0., 0., 0.},
                    {2., 0., 0.},
                    {2., 3., 0.},
                    {0., 3., 0.},
                    {0., 0., -9.},
                    {0., 3., -9.},
                    {5., 5., 5.}};
    corner.faces = {{{0, 1, 2, 3}, 4}, {{0, 3, 5, 4}, 4}};
    const auto n = nodal_normals(corner);
    EXPECT_NEAR((n[1] - Point(0., 0., 1.)).norm(), 0., 1e-15);
    EXPECT_NEAR((n[4] - Point(-1., 0., 0.)).norm(), 0., 1e-15);
    EXPECT_NEAR((n[0] - Point(-M_SQRT1_2, 0., M_SQRT1_2)).norm(), 0., 1e-15);
    EXPECT_EQ(n[6].norm(), 0.);
    EXPECT_NEAR(corner.length(0), 2., 1e-15);
    EXPECT_NEAR(corner.length(1), 3., 1e-15);
    corner.faces = {{{0, 1, 2, 3}, 4}, {{3, 2, 1, 0}, 4}};
    EXPECT_EQ(nodal_normals(corner)[0].norm(), 0.);
  }
} // namespace percuss::test::mortar_rows_in_space_test
