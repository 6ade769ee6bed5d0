// SPDX-License-Identifier: Apache-2.0

// What a function that reads items declares is the list of what they may be.

#include <percuss/input/all_items.h>

#include <gtest/gtest.h>

#include <algorithm>

using namespace percuss;

namespace declared_items_test
{
  /** Reads items of three kinds; sets nothing that is asked for. */
  void
  read(Item &item)
  {
    std::string           place;
    double                mass = 0.;
    std::optional<double> length;
    Eigen::Vector3d       at;
    Eigen::VectorXd       corners;
    unsigned int          parts   = 1;
    bool                  is_left = false;
    FunctionOfTime        force;
    std::monostate        alone;

    std::vector<FunctionOfTime> forces(2);

    if (item.has_part("fixed"))
      {
        item.describe("It stays.");
        item.needs("fixed", alone, "Says so.");
        item.read();
        FAIL();
      }
    if (item.is_kind("simple"))
      {
        item.describe("It has a mass.");
        item.needs("mass [kg]", mass, "Its mass.");
        item.read();
        FAIL();
      }
    const int kind = item.take_kind<int>("thing",
                                         {{"first", 1, "The first one."},
                                          {"second", 2, "Another.", "NAME"}});
    item.may("at [m, m, rad]", at, "Place.");
    item.next("places", place, "Where.");
    if (kind == 1)
      item.may("length [m]", length, "Length.");
    item.know("corners [m]", "Corners.", corners);
    item.may("parts", parts, "Parts.");
    item.may("side", is_left, {{"left", true}, {"right", false}}, "Side.");
    item.may("force [N]", force, "Force.");
    item.may("forces [N]", forces, "Forces.");
    item.read();
    FAIL(); // what follows reads what is not there
  }

  TEST(DeclaredItems, AreThoseOfAllBranches)
  {
    const auto items = declared_by("Section/things", read);
    ASSERT_EQ(items.size(), 4u);
    const std::pair<const char *, const char *> expected[] = {
      {"first", "The first one."},
      {"second NAME", "Another."},
      {"simple", "It has a mass."},
      {"fixed", "It stays."}};
    for (std::size_t i = 0; i < items.size(); ++i)
      {
        EXPECT_EQ(items[i].entry, "Section/things");
        EXPECT_EQ(items[i].kind, expected[i].first);
        EXPECT_EQ(items[i].meaning, expected[i].second);
        EXPECT_TRUE(items[i].is_named);
      }
    EXPECT_EQ(items[0].words.size(), 8u);
    EXPECT_EQ(items[1].words.size(), 7u);
    ASSERT_EQ(items[2].words.size(), 1u);
    EXPECT_EQ(items[2].words[0].word, "mass");
    EXPECT_TRUE(items[2].words[0].is_needed);
    EXPECT_EQ(items[3].words[0].type, "nothing");
  }

  TEST(DeclaredItems, HaveTypesUnitsChoicesAndMeanings)
  {
    const DeclaredItem item = declared_by("Section/things", read)[0];
    // the value without a word comes first
    const DeclaredWord expected[] = {
      {"", "text", "", "Where.", {}, true},
      {"at", "3 numbers", "m, m, rad", "Place.", {}, false},
      {"length", "number", "m", "Length.", {}, false},
      {"corners", "numbers", "m", "Corners.", {}, false},
      {"parts", "whole number", "", "Parts.", {}, false},
      {"side", "choice", "", "Side.", {"left", "right"}, false},
      {"force", "expression of t", "N", "Force.", {}, false},
      {"forces", "2 expressions of t", "N", "Forces.", {}, false}};
    ASSERT_EQ(item.words.size(), std::size(expected));
    for (std::size_t i = 0; i < std::size(expected); ++i)
      {
        EXPECT_EQ(item.words[i].word, expected[i].word);
        EXPECT_EQ(item.words[i].type, expected[i].type) << expected[i].word;
        EXPECT_EQ(item.words[i].unit, expected[i].unit) << expected[i].word;
        EXPECT_EQ(item.words[i].meaning, expected[i].meaning);
        EXPECT_EQ(item.words[i].choices, expected[i].choices);
        EXPECT_EQ(item.words[i].is_needed, expected[i].is_needed);
      }
  }

  TEST(DeclaredItems, WordsThatStandAlone)
  {
    const auto read_alone = [](const ItemList &list) {
      for_all_items(list, "Thing", {}, [](Item &item) {
        std::monostate alone;
        item.needs("fixed", alone, "Says so.");
        item.read();
      });
    };
    EXPECT_NO_THROW(read_alone("a: fixed"));
    EXPECT_THROW(read_alone("a: fixed 3"), InputError);
    EXPECT_THROW(read_alone("a: fixe"), InputError);
  }
} // namespace declared_items_test
