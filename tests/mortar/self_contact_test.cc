// SPDX-License-Identifier: Apache-2.0
#include "opposite_points.h"

#include <percuss/mortar/self_contact.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

namespace percuss
{
  namespace
  {
    using Eigen::Vector2d;
    using Eigen::Vector3d;

    /** The inner side of a flattened ring of n faces, a stadium of two straight
     * sides, @p gap apart, as a curve whose nodes are in the order of @p number. */
    ContactCurve
    flat_ring(const unsigned int               n,
              const double                     gap,
              const std::vector<unsigned int> &number)
    {
      ContactCurve curve;
      curve.nodes.resize(n);
      const double r = 0.5 * gap, straight = 2.;
      const double around = 2. * straight + 2. * M_PI * r;
      for (unsigned int i = 0; i < n; ++i)
        {
          double   s = around * i / n; // clockwise, from the left on top
          Vector2d x;
          if (s < straight)
            x = {s, r};
          else if (s < straight + M_PI * r)
            {
              const double angle = (s - straight) / r;
              x = {straight + r * std::sin(angle), r * std::cos(angle)};
            }
          else if (s < 2. * straight + M_PI * r)
            x = {2. * straight + M_PI * r - s, -r};
          else
            {
              const double angle = (s - 2. * straight - M_PI * r) / r;
              x                  = {-r * std::sin(angle), -r * std::cos(angle)};
            }
          curve.nodes[number[i]] = x;
          curve.faces.push_back({number[i], number[(i + 1) % n]});
        }
      return curve;
    }

    std::vector<unsigned int>
    shuffled(const unsigned int n, std::mt19937 &random)
    {
      std::vector<unsigned int> result(n);
      std::iota(result.begin(), result.end(), 0u);
      std::ranges::shuffle(result, random);
      return result;
    }

    /** A square sheet of n by n faces of size 1 at height z that looks up or
     * down. */
    void
    add_sheet(ContactFacets     &facets,
              const unsigned int n,
              const double       z,
              const bool         is_up)
    {
      const auto first = static_cast<unsigned int>(facets.nodes.size());
      for (unsigned int j = 0; j <= n; ++j)
        for (unsigned int i = 0; i <= n; ++i)
          facets.nodes.push_back({1. * i / n, 1. * j / n, z});
      for (unsigned int j = 0; j < n; ++j)
        for (unsigned int i = 0; i < n; ++i)
          {
            const unsigned int a = first + j * (n + 1) + i, b = a + n + 1;
            facets.faces.push_back(is_up ?
                                     ContactFacets::Face{{a, a + 1, b + 1, b}} :
                                     ContactFacets::Face{{a, b, b + 1, a + 1}});
          }
    }

    template <int dim>
    void
    check_sets(const std::vector<MortarRow<dim>> &rows)
    {
      std::set<unsigned int> slaves;
      for (const auto &row : rows)
        slaves.insert(row.node);
      for (const auto &row : rows)
        {
          EXPECT_NEAR(test::sum(row), 1., 1e-14);
          for (const auto &[b, P] : row.masters)
            EXPECT_TRUE(std::abs(P) <= 1e-14 || !slaves.contains(b));
        }
    }
  } // namespace

  // Whatever the nodes' numbers are, the nodes of one straight side are slaves,
  // but for some at the ends.
  TEST(SelfContact, RingThatFolds)
  {
    std::mt19937 random(1);
    for (const unsigned int n : {60u, 241u, 1000u})
      for (unsigned int repetition = 0; repetition < 10; ++repetition)
        {
          const double       gap    = 4. / n;
          const ContactCurve curve  = flat_ring(n, gap, shuffled(n, random));
          auto               rows   = mortar_rows(curve,
                                  curve,
                                  false,
                                  {.reach = 2. * gap, .is_of_itself = true});
          const std::size_t  n_rows = rows.size();
          SlaveSelection(curve, {nodal_lengths(curve)}).keep_slaves(rows);
          check_sets(rows);
          EXPECT_GE(2 * rows.size() + 8, n_rows);
          EXPECT_GE(2 * rows.size() + 8, n - 2);
          unsigned int n_up = 0;
          for (const auto &row : rows)
            {
              const Vector2d &x = curve.nodes[row.node];
              if (x[0] > 2. * gap && x[0] < 2. - 2. * gap)
                {
                  EXPECT_NEAR((test::opposite(row, curve) - x).dot(row.normal),
                              gap,
                              1e-12);
                  EXPECT_NEAR(row.least_gap, gap, 1e-12);
                }
              n_up += x[1] > 0.;
            }
          EXPECT_TRUE(n_up <= 3 || n_up + 3 >= rows.size()) << n_up;
        }
  }

  // Of several pieces the one with the smaller faces has the slaves.
  TEST(SelfContact, SmallerFacesAreSlaves)
  {
    for (const bool is_finer_first : {false, true})
      {
        ContactFacets facets;
        add_sheet(facets, is_finer_first ? 7 : 5, 0., true);
        add_sheet(facets, is_finer_first ? 5 : 7, 0.1, false);
        auto rows = mortar_rows(facets, facets, {.is_of_itself = true});
        EXPECT_EQ(rows.size(), 64u + 36u);
        SlaveSelection(facets, {nodal_areas(facets)}).keep_slaves(rows);
        check_sets(rows);
        EXPECT_EQ(rows.size(), 64u);
        for (const auto &row : rows)
          EXPECT_EQ(facets.nodes[row.node][2], is_finer_first ? 0. : 0.1);
      }
  }

  /** Two sheets of which the upper one differs. */
  struct Upper
  {
    double size = 1.01, modulus = 1., speed = 0.;
  };

  /** The slaves among two sheets, by their numbers before the surface is turned,
   * mirrored and numbered anew. */
  std::set<unsigned int>
  slaves_of_sheets(const bool                       is_mirrored,
                   const Eigen::Matrix3d           &R,
                   const std::vector<unsigned int> &number,
                   const Upper                     &upper = {})
  {
    ContactFacets sheets, facets;
    add_sheet(sheets, 5, 0., true);
    add_sheet(sheets, 5, 0.1, false);
    std::vector<double> moduli(72, 1.), of_facets(72), speeds(72, 0.);
    for (unsigned int i = 36; i < 72; ++i)
      {
        sheets.nodes[i].head<2>() =
          upper.size * sheets.nodes[i].head<2>() + Vector2d(0.31, 0.17);
        moduli[i]         = upper.modulus;
        speeds[number[i]] = upper.speed;
      }
    facets = sheets;
    for (unsigned int i = 0; i < 72; ++i)
      {
        Vector3d x = sheets.nodes[i];
        if (is_mirrored)
          x[0] *= -1.;
        facets.nodes[number[i]] = R * x;
        of_facets[number[i]]    = moduli[i];
      }
    for (auto &face : facets.faces)
      {
        for (unsigned int &node : face.nodes)
          node = number[node];
        if (is_mirrored)
          std::ranges::reverse(face.nodes);
      }
    auto rows = mortar_rows(facets, facets, {.is_of_itself = true});
    SlaveSelection(facets, {nodal_areas(facets), of_facets, speeds})
      .keep_slaves(rows);
    check_sets(rows);
    std::set<unsigned int> slaves;
    for (unsigned int i = 0; i < 72; ++i)
      if (std::ranges::find(rows, number[i], &MortarRow<3>::node) != rows.end())
        slaves.insert(i);
    return slaves;
  }

  TEST(SelfContact, SlavesDoNotDependOnCoordinatesAndNumbers)
  {
    std::mt19937              random(3);
    std::vector<unsigned int> number(72);
    std::iota(number.begin(), number.end(), 0u);
    const auto first =
      slaves_of_sheets(false, Eigen::Matrix3d::Identity(), number);
    EXPECT_GT(first.size(), 16u);
    for (unsigned int repetition = 0; repetition < 20; ++repetition)
      {
        const Eigen::Matrix3d R =
          Eigen::AngleAxisd(0.7 * repetition,
                            Vector3d(1., -2., 0.5).normalized())
            .toRotationMatrix();
        EXPECT_EQ(slaves_of_sheets(repetition % 2 == 1, R, number), first);
        number = shuffled(72, random);
      }
  }

  unsigned int
  n_upper_slaves(const std::set<unsigned int> &slaves)
  {
    return static_cast<unsigned int>(std::ranges::count_if(
      slaves, [](const unsigned int node) { return node >= 36; }));
  }

  // Of equal sheets, whatever the numbers are.
  TEST(SelfContact, FasterSideIsTheSlave)
  {
    std::vector<unsigned int> number(72);
    std::iota(number.begin(), number.end(), 0u);
    for (const bool are_exchanged : {false, true})
      {
        if (are_exchanged)
          std::ranges::rotate(number, number.begin() + 36);
        const auto slaves = slaves_of_sheets(false,
                                             Eigen::Matrix3d::Identity(),
                                             number,
                                             {.size = 1., .speed = 0.1});
        EXPECT_GT(n_upper_slaves(slaves), 0.8 * slaves.size());
      }
  }

  // Of equal faces; whose faces are smaller matters more.
  TEST(SelfContact, SofterSideIsTheSlave)
  {
    std::vector<unsigned int> number(72);
    std::iota(number.begin(), number.end(), 0u);
    for (const double upper : {0.001, 0.5, 2., 1000.})
      {
        const auto   slaves  = slaves_of_sheets(false,
                                             Eigen::Matrix3d::Identity(),
                                             number,
                                             {.modulus = upper});
        const auto   n_upper = n_upper_slaves(slaves);
        const double softer  = upper < 1. ? n_upper : slaves.size() - n_upper;
        EXPECT_GT(softer, 0.8 * slaves.size()) << upper;
      }
  }

  // Neighbours do not see each other, however sharp the notch is between them;
  // nor does one side of a wall see the other, behind it.
  TEST(SelfContact, NotchAndWall)
  {
    ContactCurve notch;
    notch.nodes = {{-0.1, 1.}, {0., 0.}, {0.1, 1.}};
    notch.faces = {{1, 0}, {2, 1}}; // the body is below
    EXPECT_EQ(mortar_rows(notch, notch).size(), 3u);
    // legs of several faces: the row of the node between them is extrapolated to
    // a gap of nearly 0, and they are apart
    ContactCurve legs;
    for (int i = -3; i <= 3; ++i)
      legs.nodes.push_back({0.1 * i, 0.5 * std::abs(i)});
    for (unsigned int i = 0; i < 6; ++i)
      legs.faces.push_back({i + 1, i});
    const auto of_legs = mortar_rows(legs, legs, false, {.is_of_itself = true});
    EXPECT_EQ(of_legs.size(), 7u);
    for (const auto &row : of_legs)
      EXPECT_GT(row.least_gap, 0.05);
    EXPECT_LT(
      (test::opposite(of_legs[3], legs) - legs.nodes[3]).dot(of_legs[3].normal),
      0.01);
    EXPECT_TRUE(
      mortar_rows(notch, notch, false, {.is_of_itself = true}).empty());

    ContactFacets wall;
    add_sheet(wall, 3, 0., false);
    add_sheet(wall, 3, 0.1, true);
    const std::vector<double> depths(wall.faces.size(), 0.05);
    EXPECT_EQ(mortar_rows(wall, wall, {.is_of_itself = true}).size(), 32u);
    EXPECT_TRUE(
      mortar_rows(wall, wall, {.is_of_itself = true, .depths = depths})
        .empty());
    ContactCurve thin;
    thin.nodes = {{0., 0.}, {1., 0.}, {1., 0.1}, {0., 0.1}};
    thin.faces = {{0, 1}, {2, 3}};
    EXPECT_EQ(mortar_rows(thin, thin, false, {.is_of_itself = true}).size(),
              4u);
    EXPECT_TRUE(
      mortar_rows(thin,
                  thin,
                  false,
                  {.is_of_itself = true, .depths = std::span(depths).first(2)})
        .empty());
  }
} // namespace percuss
