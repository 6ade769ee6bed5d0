// SPDX-License-Identifier: Apache-2.0

// The search finds what a look at all faces finds, wherever curves are, and rows
// with a reach are those without.

#include <percuss/mortar/mortar_rows.h>
#include <percuss/mortar/near_faces.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace percuss::test::near_faces_test
{
  using Point = Eigen::Vector2d;

  /** A closed curve of n faces around @p centre, the body inside. */
  ContactCurve
  ring(const unsigned int n, const double radius, const Point &centre)
  {
    ContactCurve curve;
    for (unsigned int i = 0; i < n; ++i)
      {
        const double phi = 2. * M_PI * i / n;
        curve.nodes.emplace_back(centre +
                                 radius * Point(std::cos(phi), std::sin(phi)));
        curve.faces.push_back({i, (i + 1) % n});
      }
    return curve;
  }

  /** Faces at random places, of lengths of one decade. */
  ContactCurve
  scattered(std::mt19937 &random, const unsigned int n, const double extent)
  {
    std::uniform_real_distribution<> place(-extent, extent), turn(0., 7.);
    std::uniform_real_distribution<> decade(-1., 0.);
    ContactCurve                     curve;
    for (unsigned int f = 0; f < n; ++f)
      {
        const Point  a(place(random), place(random));
        const double phi = turn(random);
        curve.nodes.push_back(a);
        curve.nodes.push_back(a + std::pow(10., decade(random)) *
                                    Point(std::cos(phi), std::sin(phi)));
        curve.faces.push_back({2 * f, 2 * f + 1});
      }
    return curve;
  }

  bool
  is_near(const ContactCurve &curve,
          const unsigned int  f,
          const Point        &a,
          const Point        &b,
          const double        reach)
  {
    const Point &c = curve.nodes[curve.faces[f][0]];
    const Point &d = curve.nodes[curve.faces[f][1]];
    for (unsigned int i = 0; i < 2; ++i)
      if (std::max(a[i], b[i]) + reach < std::min(c[i], d[i]) ||
          std::min(a[i], b[i]) - reach > std::max(c[i], d[i]))
        return false;
    return true;
  }

  TEST(NearFaces, AreThoseOfAllFaces)
  {
    std::mt19937 random(7);
    std::size_t  n_found = 0, n_possible = 0;
    for (const double extent : {0.1, 3., 40.})
      for (const double reach : {0., 0.05, 0.7, 90.})
        {
          const ContactCurve curve = scattered(random, 150, extent);
          NearFaces          search(curve, reach);
          const ContactCurve queries = scattered(random, 60, 1.1 * extent);
          for (const auto &[i, j] : queries.faces)
            {
              const Point &a = queries.nodes[i], &b = queries.nodes[j];
              std::vector<unsigned int> expected;
              for (unsigned int f = 0; f < curve.faces.size(); ++f)
                if (is_near(curve, f, a, b, reach))
                  expected.push_back(f);
              ASSERT_EQ(search.find(a, b), expected) << extent << ' ' << reach;
              n_found += expected.size();
              n_possible += curve.faces.size();
            }
        }
    EXPECT_GT(n_found, 1000u);
    EXPECT_LT(n_found, n_possible / 2);
  }

  TEST(NearFaces, WithoutAReachAreAll)
  {
    std::mt19937       random(1);
    const ContactCurve curve = scattered(random, 20, 5.);
    NearFaces          search(curve, std::numeric_limits<double>::infinity());
    EXPECT_EQ(search.find({1e3, 0.}, {1e3, 1.}).size(), 20u);
    ContactCurve none;
    EXPECT_TRUE(NearFaces(none, 1.).find({0., 0.}, {1., 0.}).empty());
  }

  // A motion that diverges has places that are no numbers, or infinite.
  TEST(NearFaces, EndWhereThereAreNoNumbers)
  {
    std::mt19937 random(3);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    for (const double wrong : {nan, inf, -inf, 1e300})
      {
        ContactCurve curve = scattered(random, 20, 1.);
        curve.nodes[5][0]  = wrong;
        NearFaces search(curve, 0.1);
        search.find({-0.5, 0.}, {0.5, 0.});
        search.find({wrong, 0.}, {0.5, wrong});
      }
  }

  TEST(NearFaces, RowsAreTheSame)
  {
    for (const double distance : {-0.005, 0., 0.02})
      {
        const ContactCurve slave  = ring(60, 1., {0., 2. + distance});
        const ContactCurve master = ring(47, 1., {0.1, 0.});
        const auto         all    = mortar_rows(slave, master);
        const auto         near =
          mortar_rows(slave, master, false, {.reach = 0.03 + distance});
        ASSERT_GE(near.size(), 5u);
        ASSERT_LT(near.size(), all.size());
        unsigned int n_equal = 0;
        for (const MortarRow<2> &row : near)
          for (const MortarRow<2> &other : all)
            if (row.node == other.node && row.covered == other.covered)
              {
                EXPECT_EQ(row.masters, other.masters);
                EXPECT_EQ(row.area, other.area);
                ++n_equal;
              }
        EXPECT_GE(n_equal + 4, near.size()); // but for those at its ends
      }
  }

  TEST(NearFaces, LengthsOfNodes)
  {
    ContactCurve curve;
    curve.nodes = {{1., 0.}, {3., 0.}, {3., 4.}};
    curve.faces = {{0, 1}, {1, 2}};
    EXPECT_EQ(nodal_lengths(curve), (std::vector<double>{1., 3., 2.}));
    // int (1 - s)(1 + 2 s) 2 ds = 5/3, int s (1 + 2 s) 2 ds = 7/3, 3 x 2
    const auto of_revolution = nodal_lengths(curve, true);
    EXPECT_NEAR(of_revolution[0], 5. / 3., 1e-15);
    EXPECT_NEAR(of_revolution[1], 7. / 3. + 6., 1e-14);
    EXPECT_NEAR(of_revolution[2], 6., 1e-15);
  }
} // namespace percuss::test::near_faces_test
