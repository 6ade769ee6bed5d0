// SPDX-License-Identifier: Apache-2.0

// Convex polygons: areas of what two of them share and do not share, edges and
// corners that coincide; faces along a ray; parameters of points of faces.

#include <percuss/mortar/box_tree.h>
#include <percuss/mortar/polygon.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace percuss::test::polygon_test
{
  using Point = Eigen::Vector2d;

  Polygon
  regular(const unsigned int n,
          const double       radius,
          const double       angle,
          const Point       &at)
  {
    Polygon result;
    for (unsigned int i = 0; i < n; ++i)
      result.push_back(at +
                       radius * Point(std::cos(angle + 2. * M_PI * i / n),
                                      std::sin(angle + 2. * M_PI * i / n)));
    return result;
  }

  double
  area_outside(const Polygon &polygon, const Polygon &of)
  {
    double sum = 0.;
    for (const Polygon &part : outside(polygon, of))
      {
        EXPECT_GT(area(part), 0.);
        sum += area(part);
      }
    return sum;
  }

  // Two squares, one turned by 45 degrees: an octagon.
  TEST(Polygons, Octagon)
  {
    for (const double size : {1e-6, 1., 1e5})
      {
        const Point   at     = size * Point(3., -7.);
        const Polygon one    = regular(4, size, 0., at);
        const Polygon turned = regular(4, size, M_PI / 4., at);
        const Polygon both   = clip(one, turned);
        EXPECT_EQ(both.size(), 8u);
        EXPECT_NEAR(area(both) / size / size, 4. * (std::sqrt(2.) - 1.), 1e-13);
        EXPECT_NEAR(area_outside(one, turned) / size / size,
                    2. - 4. * (std::sqrt(2.) - 1.),
                    1e-13);
        EXPECT_EQ(clip(one, one).size(), 4u);
        EXPECT_NEAR(area(clip(one, one)) / size / size, 2., 1e-14);
        EXPECT_TRUE(outside(one, one).empty());
      }
  }

  // |A and B| + |A without B| = |A|, with either as the first one.
  TEST(Polygons, PartsAddUp)
  {
    std::mt19937                     random(7);
    std::uniform_real_distribution<> part(-1., 1.);
    for (unsigned int run = 0; run < 2000; ++run)
      {
        const Polygon a = regular(3 + run % 4, 1., 3. * part(random), {0., 0.});
        const Polygon b = regular(3 + run % 3,
                                  1. + 0.9 * part(random),
                                  3. * part(random),
                                  {1.5 * part(random), part(random)});
        const double  both = area(clip(a, b));
        EXPECT_GE(both, 0.);
        EXPECT_NEAR(both, area(clip(b, a)), 1e-14);
        EXPECT_NEAR(both + area_outside(a, b), area(a), 1e-14);
        EXPECT_NEAR(both + area_outside(b, a), area(b), 1e-14);
      }
  }

  // Neighbours that share an edge or a corner have nothing in common, also where
  // their coordinates differ by rounding.
  TEST(Polygons, NeighboursShareNothing)
  {
    std::mt19937                     random(2);
    std::uniform_real_distribution<> part(-1., 1.);
    for (unsigned int run = 0; run < 500; ++run)
      {
        const double angle = 3. * part(random),
                     shift = (run % 2 ? 100. : 1.) * part(random);
        const auto square  = [&](const double x, const double y) {
          Polygon      result;
          const double c = std::cos(angle), s = std::sin(angle);
          for (const auto &[i, j] :
               {std::pair(0., 0.), {1., 0.}, {1., 1.}, {0., 1.}})
            result.emplace_back(shift + c * (x + i) - s * (y + j),
                                s * (x + i) + c * (y + j));
          return result;
        };
        EXPECT_LT(area(clip(square(0., 0.), square(1., 0.))), 1e-12);
        EXPECT_LT(area(clip(square(0., 0.), square(1., 1.))), 1e-12);
        EXPECT_LT(area(clip(square(0., 0.), square(0., -1.))), 1e-12);
        EXPECT_NEAR(area(clip(square(0., 0.), square(0.5, 0.5))), 0.25, 1e-12);
        if (std::abs(shift) < 1.)
          {
            EXPECT_TRUE(clip(square(0., 0.), square(1., 0.)).empty());
            EXPECT_TRUE(outside(square(0., 0.), square(-1., 0.)).size() == 1);
          }
        EXPECT_TRUE(clip(square(0., 0.), square(3., 0.)).empty());
      }
    EXPECT_TRUE(clip({}, regular(4, 1., 0., {0., 0.})).empty());
    EXPECT_TRUE(clip(regular(4, 1., 0., {0., 0.}), {}).empty());
  }

  TEST(PlaneFacets, ParametersOfPoints)
  {
    std::mt19937                     random(9);
    std::uniform_real_distribution<> part(0., 1.);
    for (unsigned int run = 0; run < 3000; ++run)
      {
        PlaneFacet facet;
        facet.n_nodes = 3 + run % 2;
        // parallelograms, trapezia and what is neither
        const double move = run % 3 == 0 ? 0. : 0.4;
        facet.corners     = {Point(0., 0.),
                             Point(1. + move * part(random), 0.2),
                             Point(1.1 + (run % 3 > 1 ? move * part(random) : 0.),
                               1.2),
                             Point(0.1, 1.)};
        if (run % 11 == 0) // where edges' lines meet near the face
          facet.corners = {Point(0., 0.),
                           Point(1., -0.4),
                           Point(1., 0.6),
                           Point(0., 0.2)};
        if (run % 5 == 0) // clockwise
          std::swap(facet.corners[1], facet.corners[facet.n_nodes - 1]);
        Point xi(part(random), part(random));
        if (run % 7 == 0)
          xi = Point(run % 2, 1.);
        if (facet.n_nodes == 3)
          xi[1] *= 1. - xi[0];
        const auto N   = facet_values(facet.n_nodes, xi);
        Point      y   = Point::Zero();
        double     sum = 0.;
        for (unsigned int i = 0; i < facet.n_nodes; ++i)
          {
            y += N[i] * facet.corners[i];
            sum += N[i];
          }
        EXPECT_NEAR(sum, 1., 1e-15);
        EXPECT_NEAR((facet.parameters(y) - xi).norm(), 0., 2e-14) << run;
      }
  }

  TEST(BoxTree, FindsWhatAllFacesHave)
  {
    std::mt19937                     random(4);
    std::uniform_real_distribution<> part(-1., 1.);
    const auto                       point = [&] {
      return Eigen::Vector3d(part(random), part(random), part(random));
    };
    ContactFacets facets;
    for (unsigned int f = 0; f < 400; ++f)
      {
        const Eigen::Vector3d at = 10. * point();
        for (unsigned int i = 0; i < 3; ++i)
          facets.nodes.push_back(at + point());
        facets.faces.push_back({{3 * f, 3 * f + 1, 3 * f + 2, 0}, 3});
      }
    const Eigen::AlignedBox3d everywhere(
      Eigen::Vector3d::Constant(-std::numeric_limits<double>::infinity()),
      Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity()));
    const BoxTree tree(facets, everywhere);
    std::size_t   n_found = 0, n_true = 0;
    for (unsigned int run = 0; run < 200; ++run)
      {
        BoxTree::Prism prism;
        prism.origin = 8. * point();
        prism.axes = Eigen::AngleAxisd(3. * part(random), point().normalized())
                       .toRotationMatrix();
        prism.lower = {-1., -0.5, run % 2 ? -2. : -1e300};
        prism.upper = {0.5, 1., 1e300};
        std::vector<std::size_t> found;
        tree.near(prism, found);
        EXPECT_TRUE(std::ranges::is_sorted(found));
        n_found += found.size();
        for (std::size_t f = 0; f < facets.faces.size(); ++f)
          for (unsigned int i = 0; i < 3; ++i)
            {
              const Eigen::Array3d y =
                prism.axes.transpose() * (facets.corner(f, i) - prism.origin);
              if ((y >= prism.lower.array()).all() &&
                  (y <= prism.upper.array()).all())
                {
                  ++n_true;
                  EXPECT_TRUE(std::ranges::binary_search(found, f));
                }
            }
      }
    EXPECT_GT(n_true, 200u);
    EXPECT_LT(n_found, 10000u); // of 80000
    std::vector<std::size_t> none;
    BoxTree(ContactFacets(), everywhere).near({}, none);
    EXPECT_TRUE(none.empty());
  }

  // A plane, along the axes or turned: a face is found from all distances, without
  // bounds along the normal, too.
  TEST(BoxTree, FindsFacesOfAPlane)
  {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const double angle : {0., 0.5 * std::numbers::pi, 1.})
      {
        const Eigen::Matrix3d turn =
          Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitY()).toRotationMatrix();
        ContactFacets facets;
        for (unsigned int f = 0; f < 20; ++f)
          {
            for (const auto &[x, y] : {std::pair(0., 0.), {1., 0.}, {0., 1.}})
              facets.nodes.push_back(turn * Eigen::Vector3d(f + x, y, 0.3));
            facets.faces.push_back({{3 * f, 3 * f + 1, 3 * f + 2, 0}, 3});
          }
        const BoxTree tree(facets,
                           {Eigen::Vector3d::Constant(-infinity),
                            Eigen::Vector3d::Constant(infinity)});
        for (const double distance : {0., 1e-16, 1e-3, 0.1, 1., 100.})
          for (std::size_t f = 0; f < facets.faces.size(); ++f)
            {
              std::vector<std::size_t> found;
              tree.near({facets.middle(f) - distance * turn.col(2),
                         turn,
                         {-0.1, -0.1, -1e-3},
                         {0.1, 0.1, infinity}},
                        found);
              EXPECT_TRUE(std::ranges::binary_search(found, f)) << distance;
              EXPECT_LE(found.size(), 3);
            }
      }
  }
} // namespace percuss::test::polygon_test
