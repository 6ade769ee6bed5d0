// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/text.h>

#include <gtest/gtest.h>

namespace percuss::test::text_test
{
  const std::vector<std::string> names{"end time",
                                       "time step",
                                       "theta",
                                       "beta"};

  TEST(Nearest, CountsInsertedDeletedAndReplacedLetters)
  {
    EXPECT_EQ(nearest("time step", names), "time step"); // 0 edits
    EXPECT_EQ(nearest("time stp", names), "time step");  // 1 deleted
    EXPECT_EQ(nearest("thheta", names), "theta");        // 1 inserted
    EXPECT_EQ(nearest("bets", names), "beta");           // 1 replaced
    EXPECT_EQ(nearest("time stpe", names), "time step"); // 2 replaced
    EXPECT_EQ(nearest("TIME Step", names), "time step"); // case is free
  }

  TEST(Nearest, IsTheFirstOfEquallyNear)
  {
    // "zeta" is one edit from "beta", two from "theta"
    EXPECT_EQ(nearest("zeta", names), "beta");
    EXPECT_EQ(nearest("b", std::vector<std::string>{"ab", "bc"}), "ab");
  }

  TEST(Nearest, FindsNothingWhereMoreThanHalfDiffers)
  {
    EXPECT_EQ(nearest("viscosity", names), "");
    EXPECT_EQ(nearest("theta", std::vector<std::string>()), "");
    EXPECT_EQ(nearest("abcd", std::vector<std::string>{"abxy"}), "abxy");
    EXPECT_EQ(nearest("abcd", std::vector<std::string>{"axyz"}), "");
  }

  TEST(Split, ReturnsEveryPieceTrimmed)
  {
    using Pieces = std::vector<std::string>;
    EXPECT_EQ(split("a, b c ,d", ','), (Pieces{"a", "b c", "d"}));
    EXPECT_EQ(split(",a,,", ','), (Pieces{"", "a", "", ""}));
    EXPECT_EQ(split("", ','), Pieces{""});
    EXPECT_EQ(split("a,b", ';'), Pieces{"a,b"});
    EXPECT_EQ(split_items(" a: x || y | b|"), (Pieces{"a: x || y", "b", ""}));
    EXPECT_EQ(split_items(" "), Pieces{});
  }

  TEST(Shortened, EndsBetweenLetters)
  {
    EXPECT_EQ(shortened(std::string(1000, 'x')), std::string(1000, 'x'));
    EXPECT_EQ(shortened(std::string(1001, 'x')),
              std::string(1000, 'x') + "...");
    std::string text(999, 'x');
    for (int i = 0; i < 9; ++i)
      text += "\u00e4"; // two bytes
    EXPECT_EQ(shortened(text), std::string(999, 'x') + "...");
    EXPECT_EQ(shortened(std::string(2000, '\x80')), "...");
  }

  TEST(Trim, RemovesBlanksAtBothEndsOnly)
  {
    EXPECT_EQ(trim(" \t a b\r\n"), "a b");
    EXPECT_EQ(trim("a"), "a");
    EXPECT_EQ(trim(" \t\r\n"), "");
    EXPECT_EQ(trim(""), "");
  }

  TEST(WithSingleBlanks, KeepsOneBlankOfEachKind)
  {
    EXPECT_EQ(with_single_blanks("a  b\t\nc d"), "a b c d");
    EXPECT_EQ(with_single_blanks(" \r\n"), " ");
    EXPECT_EQ(with_single_blanks(""), "");
  }

  TEST(FindWord, IsAWholeWord)
  {
    EXPECT_EQ(find_word("t", "t"), 0u);
    EXPECT_EQ(find_word("sqrt(at*t_0 + 2*t)", "t"), 16u);
    EXPECT_EQ(find_word("t+t", "t", 1), 2u);
    EXPECT_EQ(find_word("t0 sqrt _t", "t"), std::string::npos);
    EXPECT_EQ(find_word("", "t"), std::string::npos);
  }
} // namespace percuss::test::text_test
