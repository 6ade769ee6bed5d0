// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/pattern.h>

#include <gtest/gtest.h>

namespace percuss::test::pattern_test
{
  TEST(Pattern, MatchesAWholeTextWithItsGroups)
  {
    const Pattern pattern(R"(([a-z]+)_(\d{2,})(\.x)?)");
    EXPECT_EQ(pattern.match("ball_123"),
              (Pattern::Groups{"ball_123", "ball", "123", ""}));
    EXPECT_EQ(pattern.match("ball_12.x"),
              (Pattern::Groups{"ball_12.x", "ball", "12", ".x"}));
    for (const char *const other : {"", "ball_1", " ball_12", "ball_12.y"})
      EXPECT_TRUE(pattern.match(other).empty()) << other;
  }

  TEST(Pattern, FindsPartsOfATextFromLeftToRight)
  {
    const Pattern                      pattern(R"re(a="([^"]*)")re");
    const std::string                  text  = R"(<x a="1" b="2"/><x a="">)";
    const std::vector<Pattern::Groups> parts = pattern.find_all(text);
    EXPECT_EQ(parts,
              (std::vector<Pattern::Groups>{{R"(a="1")", "1"},
                                            {R"(a="")", ""}}));
    EXPECT_EQ(pattern.find(text), 3u);
    EXPECT_TRUE(pattern.find_all("<x/>").empty());
    EXPECT_EQ(pattern.find("<x/>"), std::string::npos);
  }
} // namespace percuss::test::pattern_test
