// SPDX-License-Identifier: Apache-2.0

// Rows of curves that face each other: partition of unity, linear reproduction,
// constant pressure, entries in closed form, invariance.

#include "opposite_points.h"

#include <percuss/mortar/face_normals.h>
#include <percuss/mortar/mortar_rows.h>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace percuss::test::mortar_rows_test
{
  using Point = Eigen::Vector2d;

  /** The lower side of a body, faces in the order of x. */
  ContactCurve
  lower_side(const std::vector<double> &x, const double y = 0.)
  {
    ContactCurve curve;
    for (const double x_j : x)
      curve.nodes.emplace_back(x_j, y);
    for (unsigned int f = 0; f + 1 < x.size(); ++f)
      curve.faces.push_back({f, f + 1});
    return curve;
  }

  /** The upper side of a body. */
  ContactCurve
  upper_side(const std::vector<double> &x, const double y = 0.)
  {
    ContactCurve curve = lower_side(x, y);
    for (auto &face : curve.faces)
      std::swap(face[0], face[1]);
    return curve;
  }

  /** Moves, turns and scales. */
  ContactCurve
  placed(ContactCurve curve, const double size, const double angle)
  {
    const Eigen::Rotation2Dd R(angle);
    for (Point &x : curve.nodes)
      x = size * (R * x + Point(0.3, -2.1));
    return curve;
  }

  /** n faces between a and b, of lengths at random. */
  std::vector<double>
  grid(std::mt19937  &random,
       const unsigned n,
       const double   a = 0.,
       const double   b = 1.)
  {
    std::uniform_real_distribution<> part(0.2, 1.);
    std::vector<double>              x(n + 1, 0.);
    for (unsigned int i = 1; i <= n; ++i)
      x[i] = x[i - 1] + part(random);
    for (double &x_i : x)
      x_i = a + (b - a) * x_i / x.back();
    return x;
  }

  /** int N_b of the master over [0, 1]. */
  double
  tributary(const std::vector<double> &x, const unsigned int b)
  {
    const auto part = [](const double from, const double to) {
      // N = (t - from)/(to - from) over what is in [0, 1]
      const double lower = std::clamp(std::min(from, to), 0., 1.);
      const double upper = std::clamp(std::max(from, to), 0., 1.);
      const double mean  = 0.5 * (lower + upper);
      return (upper - lower) * (mean - from) / (to - from);
    };
    return (b > 0 ? part(x[b - 1], x[b]) : 0.) +
           (b + 1 < x.size() ? part(x[b + 1], x[b]) : 0.);
  }

  class Scaled : public testing::TestWithParam<std::pair<double, double>>
  {
  protected:
    ContactCurve
    place(const ContactCurve &curve) const
    {
      return placed(curve, GetParam().first, GetParam().second);
    }
  };

  INSTANTIATE_TEST_SUITE_P(MortarRows,
                           Scaled,
                           testing::Values(std::pair(1., 0.),
                                           std::pair(1e-3, 0.7),
                                           std::pair(1e3, -2.)));

  // Either curve as the slave, the master shorter or longer.
  TEST_P(Scaled, UnityAndPositionsAreReproduced)
  {
    const double   size = GetParam().first;
    std::mt19937   random(5);
    const unsigned counts[][2] = {{5, 7}, {7, 5}, {3, 11}, {8, 8}, {1, 1}};
    for (const auto &[n, m] : counts)
      for (const double end : {1., 0.52, 0.31, 1.4})
        for (const bool is_lower : {true, false})
          {
            const auto x      = grid(random, n);
            const auto X      = grid(random, m, 1. - end, 1.2);
            const auto slave  = place(is_lower ? lower_side(x) : upper_side(x));
            const auto master = place(is_lower ? upper_side(X) : lower_side(X));
            const auto rows   = mortar_rows(slave, master);
            ASSERT_FALSE(rows.empty());
            if (end >= 1.)
              {
                EXPECT_EQ(rows.size(), slave.nodes.size());
              }
            for (const MortarRow<2> &row : rows)
              {
                EXPECT_NEAR(sum(row), 1., 1e-13);
                EXPECT_NEAR(
                  (opposite(row, master) - slave.nodes[row.node]).norm(),
                  0.,
                  1e-13 * size * 3.);
                EXPECT_NEAR(row.normal.norm(), 1., 1e-15);
              }
          }
  }

  // sum_j D_j P_jb = int N_b: uniform pressure is passed on node by node. Also
  // where the master ends, or the slave.
  TEST_P(Scaled, UniformPressureIsPassedOn)
  {
    const double   size = GetParam().first;
    std::mt19937   random(3);
    const unsigned counts[][2] = {{5, 7}, {7, 5}, {3, 11}, {8, 8}};
    for (const auto &[n, m] : counts)
      for (const bool is_lower : {true, false})
        {
          const auto X      = grid(random, m, -0.1, 1.3);
          const auto x      = grid(random, n);
          const auto slave  = place(is_lower ? lower_side(x) : upper_side(x));
          const auto master = place(is_lower ? upper_side(X) : lower_side(X));
          std::vector<double> of_master(X.size());
          double              whole = 0.;
          for (const MortarRow<2> &row : mortar_rows(slave, master))
            {
              whole += row.area;
              EXPECT_NEAR(row.area,
                          size * tributary(x, row.node),
                          1e-14 * size);
              EXPECT_NEAR(row.covered, 1., 1e-12);
              for (const auto &[b, P] : row.masters)
                of_master[b] += row.area * P;
            }
          EXPECT_NEAR(whole, size, 1e-13 * size);
          for (unsigned int b = 0; b < X.size(); ++b)
            EXPECT_NEAR(of_master[b], size * tributary(X, b), 1e-13 * size);
        }
  }

  // The same of bodies of revolution about x = 0, with int N_b x.
  TEST(MortarRows, BodiesOfRevolution)
  {
    std::mt19937 random(4);
    for (const auto &[n, m] : {std::pair(5u, 7u), {7u, 5u}, {1u, 4u}})
      for (const double end : {1., 0.4})
        {
          const auto          x      = grid(random, n);
          const auto          X      = grid(random, m, 0., end);
          const auto          slave  = lower_side(x, 0.1);
          const auto          master = upper_side(X);
          std::vector<double> of_master(X.size());
          for (const MortarRow<2> &row : mortar_rows(slave, master, true))
            {
              EXPECT_NEAR(sum(row), 1., 1e-14);
              EXPECT_NEAR(opposite(row, master)[0],
                          slave.nodes[row.node][0],
                          1e-13);
              for (const auto &[b, P] : row.masters)
                of_master[b] += row.area * P;
              if (end == 1.)
                {
                  EXPECT_NEAR(row.covered, 1., 1e-12);
                }
            }
          for (unsigned int b = 0; b < X.size() && end == 1.; ++b)
            {
              double expected = 0.; // int N_b x of the faces at the node
              if (b > 0)
                expected += (X[b] - X[b - 1]) * (X[b - 1] + 2. * X[b]) / 6.;
              if (b < m)
                expected += (X[b + 1] - X[b]) * (X[b + 1] + 2. * X[b]) / 6.;
              EXPECT_NEAR(of_master[b], expected, 1e-14);
            }
        }
  }

  // psi_1 = 2 - 3 s, psi_2 = 3 s - 1 on a whole face.
  TEST(MortarRows, EntriesInClosedForm)
  {
    const auto rows =
      mortar_rows(lower_side({0., 1.}), upper_side({-1., 0.5, 2.}));
    ASSERT_EQ(rows.size(), 2u);
    // N of the middle node rises up to 1/2, where it is 1, then falls: products
    // of two linear functions, integrated by Simpson's rule
    const auto simpson = [](const auto &f, const double a, const double b) {
      return (b - a) / 6. * (f(a) + 4. * f(0.5 * (a + b)) + f(b));
    };
    for (unsigned int j = 0; j < 2; ++j)
      {
        const auto psi = [&](const double s) {
          return j == 0 ? 2. - 3. * s : 3. * s - 1.;
        };
        const auto rising = [&](const double s) {
          return psi(s) * (s + 1.) / 1.5;
        };
        const auto falling = [&](const double s) {
          return psi(s) * (2. - s) / 1.5;
        };
        const double middle =
          2. * (simpson(rising, 0., 0.5) + simpson(falling, 0.5, 1.));
        ASSERT_EQ(rows[j].masters.size(), 3u);
        EXPECT_EQ(rows[j].masters[1].first, 1u);
        EXPECT_NEAR(rows[j].masters[1].second, middle, 1e-15);
        EXPECT_NEAR(rows[j].area, 0.5, 1e-15);
      }
  }

  // Half a face is covered: with the dual functions of the whole face rows do
  // not add up to 1 by far, and a body would be given momentum.
  TEST(MortarRows, DualFunctionsAreThoseOfWhatIsCovered)
  {
    const auto slave  = lower_side({0., 1.});
    const auto master = upper_side({-0.5, 0.5});
    const auto rows   = mortar_rows(slave, master);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_NEAR(rows[0].area, 0.375, 1e-15);
    EXPECT_NEAR(rows[1].area, 0.125, 1e-15);
    EXPECT_NEAR(rows[0].covered, 0.75, 1e-14);
    EXPECT_NEAR(rows[1].covered, 0.25, 1e-14);
    for (const auto &row : rows)
      EXPECT_NEAR(sum(row), 1., 1e-14);
    // the master's line goes on behind its end
    EXPECT_NEAR(opposite(rows[1], master)[0], 1., 1e-14);
    // int_0^{1/2} (3 s - 1) = -1/8, of the whole face's function: not D_2
    EXPECT_GT(std::abs(-0.125 / rows[1].area - 1.), 0.1);
  }

  TEST(MortarRows, GapsOfParallelSides)
  {
    std::mt19937 random(8);
    for (const double gap : {0.1, 0., -0.003, 20.})
      {
        const auto slave  = lower_side(grid(random, 4), gap);
        const auto master = upper_side(grid(random, 9, -0.2, 1.1));
        for (const MortarRow<2> &row : mortar_rows(slave, master))
          EXPECT_NEAR(row.normal.dot(opposite(row, master) -
                                     slave.nodes[row.node]),
                      gap,
                      1e-14 * (1. + gap));
      }
  }

  /** A circle of radius 1, or the hole of this radius around it. */
  ContactCurve
  circle(const unsigned int n, const double turned, const bool is_hole)
  {
    ContactCurve curve;
    for (unsigned int i = 0; i < n; ++i)
      {
        const double angle = 2. * M_PI * (i + turned) / n;
        curve.nodes.emplace_back(std::cos(angle), std::sin(angle));
        if (is_hole)
          curve.faces.push_back({(i + 1) % n, i});
        else
          curve.faces.push_back({i, (i + 1) % n});
      }
    return curve;
  }

  // Forces along n_j have no torque but P_j |g_j x n_j|, which vanishes fast.
  TEST(MortarRows, RoundSurfaces)
  {
    double before = 0.;
    for (const unsigned int n : {16u, 32u, 64u, 128u})
      for (const bool is_hole : {false, true})
        {
          const auto slave  = circle(n, 0.2, is_hole);
          const auto master = circle(n * 3 / 2, 0.5, !is_hole);
          const auto rows   = mortar_rows(slave, master);
          EXPECT_EQ(rows.size(), n);
          double largest = 0., length = 0.;
          for (const MortarRow<2> &row : rows)
            {
              EXPECT_NEAR(sum(row), 1., 1e-14);
              EXPECT_NEAR(row.covered, 1., 1e-12);
              const Point g = opposite(row, master) - slave.nodes[row.node];
              EXPECT_LT(std::abs(row.normal.dot(g)), 10. / (n * n));
              largest =
                std::max(largest,
                         std::abs(g[0] * row.normal[1] - g[1] * row.normal[0]));
              length += row.area;
            }
          EXPECT_NEAR(length, 2. * n * std::sin(M_PI / n), 1e-12);
          if (!is_hole && n > 16)
            {
              EXPECT_LT(largest, before / 4.);
            }
          if (!is_hole)
            before = largest;
        }
  }

  // The nearest of several sides that face the slave; those that turn their
  // backs do not count, nor do those at more than 60 degrees.
  TEST(MortarRows, WhatIsSeen)
  {
    const auto   slave  = lower_side({0., 0.5, 1.}, 1.);
    ContactCurve master = upper_side({-1., 2.}, 0.5);
    const auto   add    = [&](const ContactCurve &other) {
      const auto first = static_cast<unsigned int>(master.nodes.size());
      master.nodes.insert(master.nodes.end(),
                          other.nodes.begin(),
                          other.nodes.end());
      for (const auto &[a, b] : other.faces)
        master.faces.push_back({first + a, first + b});
    };
    add(lower_side({-1., 2.}, 0.7));  // its back
    add(upper_side({-1., 2.}, 0.));   // behind the first one
    add(upper_side({0.75, 2.}, 0.9)); // nearer, over a part
    const auto rows = mortar_rows(slave, master);
    ASSERT_EQ(rows.size(), 3u);
    for (const MortarRow<2> &row : rows)
      for (const auto &[b, P] : row.masters)
        EXPECT_TRUE(b < 2 || b > 5) << b;
    EXPECT_NEAR(opposite(rows[0], master)[1], 0.5, 1e-14);
    EXPECT_NEAR(sum(rows[2]), 1., 1e-14);
    EXPECT_GT(rows[2].masters.size(), 2u);

    ContactCurve steep;
    steep.nodes = {{2., 7.}, {-1., 0.}};
    steep.faces = {{0, 1}};
    EXPECT_TRUE(mortar_rows(slave, steep).empty());
    // behind the slave by more than a face of it, and by less
    EXPECT_TRUE(mortar_rows(slave, upper_side({-1., 2.}, 1.51)).empty());
    EXPECT_EQ(mortar_rows(slave, upper_side({-1., 2.}, 1.49)).size(), 3u);
    EXPECT_TRUE(mortar_rows(slave, upper_side({3., 4.})).empty());
    EXPECT_TRUE(mortar_rows(slave, {}).empty());
    EXPECT_TRUE(mortar_rows({}, slave).empty());
  }

  // A sliver of a face covers its far node by its square.
  // A body that stands over the edge of another one, a little deep: its side is
  // opposite the other one's, three tenths behind it, and does not see it.
  TEST(MortarRows, SidesOfBodiesOnEachOtherAreNotOpposite)
  {
    const auto square = [](const Point &middle) {
      ContactCurve result;
      for (const Point &x : {Point(-0.5, -0.5),
                             Point(0.5, -0.5),
                             Point(0.5, 0.5),
                             Point(-0.5, 0.5)})
        result.nodes.push_back(middle + x);
      result.faces = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
      return result;
    };
    for (const double depth : {0.004, 0.04})
      {
        const auto rows =
          mortar_rows(square({0.7, 0.5 - depth}), square({0., -0.5}));
        ASSERT_EQ(rows.size(), 2); // of the bottom
        for (const auto &row : rows)
          for (const auto &[b, weight] : row.masters)
            EXPECT_GE(b, 2) << depth; // of the top
      }
  }

  TEST(MortarRows, NodesThatAreHardlyCoveredHaveNoRow)
  {
    const auto slave = lower_side({0., 1., 2.});
    for (const double end : {1e-3, 0.03, 0.05, 1.0001, 1.9})
      {
        const auto rows = mortar_rows(slave, upper_side({-1., end}));
        EXPECT_EQ(rows.size(), end < 0.04 ? 1u : end < 1.02 ? 2u : 3u) << end;
        for (const MortarRow<2> &row : rows)
          {
            EXPECT_GT(row.covered, 1e-3);
            EXPECT_NEAR(sum(row), 1., 1e-13);
          }
      }
  }

  TEST(NodalNormals, FacesHaveEqualWeights)
  {
    ContactCurve corner;
    corner.nodes       = {{0., 3.}, {0., 0.}, {1e-3, 0.}, {9., 9.}};
    corner.faces       = {{0, 1}, {1, 2}};
    const auto normals = nodal_normals(corner);
    EXPECT_NEAR((normals[0] - Point(-1., 0.)).norm(), 0., 1e-15);
    EXPECT_NEAR((normals[1] + Point(M_SQRT1_2, M_SQRT1_2)).norm(), 0., 1e-15);
    EXPECT_NEAR((normals[2] - Point(0., -1.)).norm(), 0., 1e-15);
    EXPECT_EQ(normals[3].norm(), 0.);
    // a body without thickness has no normal at its end
    corner.nodes[2] = {0., 2.};
    EXPECT_EQ(nodal_normals(corner)[1].norm(), 0.);
  }

  // The sides of a block see nothing of what lies below it, and the nodes of its
  // edges have the normal of the bottom.
  TEST(MortarRows, SharpEdgesOfTheSlave)
  {
    std::mt19937 random(12);
    for (const double angle : {0., 0.7, -2.1})
      {
        const ContactCurve bottom = lower_side(grid(random, 5, 0.2, 0.8));
        const ContactCurve master =
          placed(upper_side(grid(random, 7, 0., 1.), -0.01), 2., angle);
        ContactCurve around = bottom; // with both sides, of three faces each
        for (const unsigned int end : {0u, 5u})
          {
            unsigned int last = end;
            for (unsigned int k = 1; k <= 3; ++k)
              {
                const auto next =
                  static_cast<unsigned int>(around.nodes.size());
                around.nodes.push_back(around.nodes[end] + Point(0., 0.1 * k));
                around.faces.push_back(end == 0 ? std::array{next, last} :
                                                  std::array{last, next});
                last = next;
              }
          }
        const auto rows    = mortar_rows(placed(bottom, 2., angle), master);
        const auto of_both = mortar_rows(placed(around, 2., angle), master);
        ASSERT_EQ(rows.size(), 6u);
        ASSERT_EQ(of_both.size(), 6u);
        for (std::size_t i = 0; i < rows.size(); ++i)
          {
            EXPECT_EQ(of_both[i].node, rows[i].node);
            EXPECT_NEAR((of_both[i].normal - rows[i].normal).norm(), 0., 1e-14);
            EXPECT_NEAR(of_both[i].area, rows[i].area, 1e-14);
            EXPECT_EQ(of_both[i].masters.size(), rows[i].masters.size());
          }
      }
  }

  // A round slave keeps one normal at each node.
  TEST(FaceNormals, SmoothUpToFiftyDegrees)
  {
    for (const unsigned int n : {6u, 7u, 8u, 40u})
      {
        ContactCurve polygon;
        for (unsigned int i = 0; i < n; ++i)
          {
            polygon.nodes.emplace_back(std::cos(2. * M_PI * i / n),
                                       std::sin(2. * M_PI * i / n));
            polygon.faces.push_back({i, (i + 1) % n});
          }
        const auto nodal   = nodal_normals(polygon);
        const auto normals = face_normals(polygon);
        for (unsigned int f = 0; f < n; ++f)
          for (unsigned int j = 0; j < 2; ++j)
            {
              const Point expected =
                n < 8 ? polygon.normal(f) : nodal[polygon.faces[f][j]];
              EXPECT_NEAR((normals[f][j] - expected).norm(), 0., 1e-14) << n;
            }
      }
  }

  // A tilted slave that slides over a plane: along the master's normal nothing
  // closes, in steps of any length, while its own normal has a part along the
  // plane.
  TEST(MortarRows, OppositeNormalsOfAPlane)
  {
    std::mt19937 random(11);
    for (const double tilt : {0., 0.1, -0.4})
      for (const double angle : {0., 2.})
        {
          const auto slide = [&](const double distance) {
            ContactCurve slave = lower_side({0., 0.3, 0.5, 1.1});
            for (Point &x : slave.nodes)
              x = Eigen::Rotation2Dd(tilt) * x + Point(1. + distance, 0.7);
            return placed(slave, 1., angle);
          };
          const ContactCurve master =
            placed(upper_side(grid(random, 9, 0., 4.)), 1., angle);
          const Point         n = Eigen::Rotation2Dd(angle) * Point(0., -1.);
          std::vector<double> gaps;
          for (const double distance : {0., 0.013, 0.4, 1.2})
            {
              const ContactCurve slave = slide(distance);
              const auto         rows  = mortar_rows(slave, master);
              ASSERT_EQ(rows.size(), 4u);
              for (const MortarRow<2> &row : rows)
                {
                  EXPECT_LT((row.opposite_normal - n).norm(), 1e-14);
                  EXPECT_NEAR(row.normal.dot(n), std::cos(tilt), 1e-14);
                  gaps.push_back(row.opposite_normal.dot(
                    opposite(row, master) - slave.nodes[row.node]));
                  EXPECT_NEAR(gaps.back(), gaps[row.node], 1e-13);
                }
            }
        }
  }

  // On round masters the faces of the polygon count for what is seen of them: a
  // slave that turns about the master's middle keeps its distance, G v is of
  // second order.
  TEST(MortarRows, OppositeNormalsOfARoundMaster)
  {
    std::vector<double> largest;
    for (const unsigned int n : {10, 20, 40})
      {
        std::vector<double> phi_m, phi_s;
        for (unsigned int i = 0; i <= 3 * n; ++i)
          phi_m.push_back(-1.5 + i * 1. / n);
        for (unsigned int i = 0; i <= n; ++i)
          phi_s.push_back(-0.35 + i * 0.7 / n);
        const auto arc = [](const std::vector<double> &phi,
                            const bool                 is_upper) {
          ContactCurve curve = is_upper ? upper_side(phi) : lower_side(phi);
          for (Point &x : curve.nodes)
            x = Point(std::sin(x[0]), std::cos(x[0]));
          return curve;
        };
        const ContactCurve master = arc(phi_m, true);
        largest.push_back(0.);
        for (const double turn : {0., 0.013, 0.027, 0.1, 0.21})
          {
            std::vector<double> phi = phi_s;
            for (double &angle : phi)
              angle += turn;
            const ContactCurve slave = arc(phi, false);
            for (const MortarRow<2> &row : mortar_rows(slave, master))
              {
                const Point &x = slave.nodes[row.node];
                const Point  v(x[1], -x[0]);
                largest.back() = std::max(largest.back(),
                                          std::abs(v.dot(row.opposite_normal)));
              }
          }
      }
    for (unsigned int i = 0; i < 2; ++i)
      EXPECT_LT(largest[i + 1], 0.62 * largest[i]) << largest[i];
    EXPECT_LT(largest[0], 0.1);
  }
} // namespace percuss::test::mortar_rows_test
