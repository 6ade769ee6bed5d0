// SPDX-License-Identifier: Apache-2.0
#include <percuss/mortar/fast_approach.h>

#include <gtest/gtest.h>

#include <vector>

namespace percuss::test::fast_approach_test
{
  /** Both sides of two plates of the thickness 0.1 above each other, at a
   * distance @p gap: faces and their depths, half the thickness. */
  ContactCurve
  plates(const double gap)
  {
    ContactCurve curve;
    for (const double bottom : {0., 0.1 + gap})
      {
        const auto first = static_cast<unsigned int>(curve.nodes.size());
        for (int i = 0; i < 4; ++i)
          curve.nodes.emplace_back(0.3 * i, bottom);
        for (int i = 0; i < 4; ++i)
          curve.nodes.emplace_back(0.3 * i, bottom + 0.1);
        for (unsigned int i = first; i < first + 3; ++i)
          {
            curve.faces.push_back({i, i + 1});
            curve.faces.push_back({i + 5, i + 4}); // its normal is up
          }
      }
    return curve;
  }

  ContactCurve
  moved(ContactCurve           curve,
        const Eigen::Vector2d &lower,
        const Eigen::Vector2d &upper)
  {
    for (std::size_t i = 0; i < curve.nodes.size(); ++i)
      curve.nodes[i] += i < curve.nodes.size() / 2 ? lower : upper;
    return curve;
  }

  std::optional<FastApproach>
  approach(const double           gap,
           const Eigen::Vector2d &lower,
           const Eigen::Vector2d &upper)
  {
    const ContactCurve        before = plates(gap);
    const std::vector<double> depths(before.faces.size(), 0.05);
    return fast_approach(before, moved(before, lower, upper), depths);
  }

  TEST(FastApproachTest, PlatesThatMeetInAStep)
  {
    const auto fast = approach(0.02, {0., 0.}, {0., -0.12});
    ASSERT_TRUE(fast);
    EXPECT_NEAR(fast->depths, 0.12 / 0.05, 1e-12);
    // both move, beside each other and together
    const auto both = approach(0.02, {5., 3.04}, {5.01, 2.96});
    ASSERT_TRUE(both);
    EXPECT_NEAR(both->depths, 0.08 / 0.05, 1e-12);
    // through the other one in one step
    EXPECT_TRUE(approach(0.02, {0., 0.}, {0., -5.}));
  }

  TEST(FastApproachTest, PlatesThatDoNot)
  {
    EXPECT_FALSE(approach(0.02, {0., 0.}, {0., -0.04})); // contact sees it
    EXPECT_FALSE(approach(0.02, {0., 0.}, {0., 5.}));
    EXPECT_FALSE(approach(1., {0., 0.}, {0., -0.9}));
    EXPECT_FALSE(approach(0.02, {3., 7.}, {3., 7.}));
    EXPECT_FALSE(approach(0.02, {0., 0.}, {5., 0.1}));
    EXPECT_FALSE(approach(0., {0., 0.}, {0., 5.})); // they part
  }

  TEST(FastApproachTest, FacesThatFaceTheSameWay)
  {
    for (const bool opposite : {false, true})
      {
        ContactCurve before{{{1., 0.}, {0., 0.}, {1., 0.1}, {0., 0.1}},
                            {{0, 1}, {2, 3}}};
        if (opposite)
          before.faces[1] = {3, 2};
        ContactCurve after = before;
        for (int i = 2; i < 4; ++i)
          after.nodes[i].y() -= 0.2;
        const std::vector<double> depths(2, 0.05);
        EXPECT_EQ(fast_approach(before, after, depths).has_value(), opposite);
      }
  }

  TEST(FastApproachTest, EndsOnOneLevel)
  {
    // side faces that have a point in common on their ways
    const ContactCurve before{{{0., 0.}, {0., 1.}, {0.5, 2.}, {0.5, 1.}},
                              {{1, 0}, {3, 2}}};
    for (const double below : {0., 0.1})
      {
        ContactCurve start = before;
        for (int i = 2; i < 4; ++i)
          start.nodes[i].y() -= below;
        ContactCurve end = start;
        for (int i = 2; i < 4; ++i)
          end.nodes[i].x() -= 1.;
        start.faces[0] = end.faces[0] = {0, 1}; // normal (1, 0)
        start.faces[1] = end.faces[1] = {2, 3}; // normal (-1, 0)
        const std::vector<double> depths(2, 0.05);
        EXPECT_EQ(fast_approach(start, end, depths).has_value(), below > 0.);
      }
  }

  TEST(FastApproachTest, NeighboursOfAFaceDoNotCount)
  {
    // the fold of a plate, whose faces share the node in the middle
    const ContactCurve before{{{1., 0.1}, {0., 0.}, {1., -0.1}},
                              {{0, 1}, {1, 2}}};
    ContactCurve       after = before;
    after.nodes[0] -= Eigen::Vector2d(0., 1.);
    const std::vector<double> depths(2, 0.05);
    EXPECT_FALSE(fast_approach(before, after, depths));
  }

  TEST(FastApproachTest, InSpace)
  {
    ContactFacets before;
    for (const double z : {0., 0.3})
      for (const auto &[x, y] :
           {std::pair(0., 0.), {1., 0.}, {1., 1.}, {0., 1.}})
        before.nodes.emplace_back(x, y, z);
    before.faces = {{{0, 1, 2, 3}, 4}, {{7, 6, 5, 4}, 4}}; // up, down
    const std::vector<double> depths{0.1, 0.2};
    for (const double way : {0.05, 0.35, 2.})
      {
        ContactFacets after = before;
        for (std::size_t i = 4; i < 8; ++i)
          after.nodes[i] -= way * Eigen::Vector3d::UnitZ();
        const auto fast = fast_approach(before, after, depths);
        EXPECT_EQ(fast.has_value(), way > 0.3);
        EXPECT_NEAR(fast.value_or(FastApproach{}).depths,
                    way > 0.3 ? way / 0.1 : 0.,
                    1e-12);
      }
  }

  TEST(FastApproachTest, StepsBesideEachOther)
  {
    using Steps = std::vector<Eigen::Vector2d>;
    EXPECT_FALSE(moves_more_than(0.1, Steps{}));
    EXPECT_FALSE(moves_more_than(0.1, Steps{{7., 3.}, {7., 3.05}}));
    EXPECT_TRUE(moves_more_than(0.1, Steps{{7., 3.}, {7., 3.2}, {7., 3.1}}));
  }
} // namespace percuss::test::fast_approach_test
