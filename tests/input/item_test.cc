// SPDX-License-Identifier: Apache-2.0

// Items from a text and from objects of a .json file are read into the same
// variables, and what is wrong with one is said of its part.

#include <percuss/input/item.h>
#include <percuss/input/json_items.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace percuss;

namespace item_test
{
  enum class Colour
  {
    red,
    green
  };

  struct Thing
  {
    std::string     where;
    double          mass   = 0.;
    Eigen::Vector2d at     = {7., 7.};
    unsigned int    parts  = 1;
    Colour          colour = Colour::red;
    FunctionOfTime  force  = {};
  };

  Thing
  thing(const ItemList &list)
  {
    Thing result;
    for_all_items(list, "Thing", {}, [&](Item &item) {
      item.next("places", result.where);
      item.needs("mass", result.mass);
      item.may("at", result.at);
      item.may("parts", result.parts);
      item.may("colour",
               result.colour,
               {{"red", Colour::red}, {"green", Colour::green}});
      item.may("force", result.force);
      item.read();
    });
    return result;
  }

  TEST(Item, ReadsWhatIsDeclared)
  {
    const ItemList of_text =
      "a: mass 2*3 ; here ; force 4*t ; at 1, 2 ; colour green ; parts 3";
    const ItemList of_json =
      read_items(
        nlohmann::ordered_json::parse(
          R"([{"name": "a", "mass": 6, "points": ["here"], "force": "4*t",
           "at": [1, 2], "colour": "green", "parts": 3}])"))
        .list;
    for (const ItemList &list : {of_text, of_json})
      {
        const Thing a = thing(list);
        EXPECT_EQ(a.where, "here");
        EXPECT_EQ(a.mass, 6.);
        EXPECT_EQ(a.at, Eigen::Vector2d(1., 2.));
        EXPECT_EQ(a.parts, 3u);
        EXPECT_EQ(a.colour, Colour::green);
        ASSERT_TRUE(a.force.value);
        EXPECT_FALSE(a.force.is_constant);
        EXPECT_EQ(a.force.value(0.5), 2.);
      }
    EXPECT_EQ(thing("a: here ; mass 1").at, Eigen::Vector2d(7., 7.));
  }

  TEST(Item, TextOfAList)
  {
    EXPECT_EQ(ItemList(" a: x ; y 1|b: (t<1 || t>2) ").text(),
              "a: x ; y 1 | b: (t<1 || t>2)");
    EXPECT_EQ(read_items(nlohmann::ordered_json::parse(
                           R"([{"name": "a", "kind": "x", "y": [1, 2]}])"))
                .list.text(),
              "a: x ; y 1, 2");
    EXPECT_TRUE(ItemList(" ").items.empty());
    EXPECT_TRUE(
      read_items(nlohmann::ordered_json::parse(R"([{"id": 1, "value": 2}])"))
        .list.items.empty());
  }

  TEST(Item, SaysWhatIsWrongWithAPart)
  {
    for (const auto &[text, message] :
         {std::pair("a: here", "Thing 'a: here': It has no part 'mass'"),
          std::pair("a: mass 1", "It names too few places."),
          std::pair("a: here ; there ; mass 1", "'there' is too much here"),
          std::pair("a: here ; mass 1, 2", "in 'mass 1, 2': it has 2 numbers"),
          std::pair("a: here ; mass 1,", "one side of a comma"),
          std::pair("a: here ; mass", "in 'mass': it has no number where 1"),
          std::pair("a: here ; mass t", "'t' depends on t"),
          std::pair("a: here ; mass 1 ; at 1", "it has 1 number where 2"),
          std::pair("a: here ; mass 1 ; parts 0", "whole number from 1"),
          std::pair("a: here ; mass 1 ; colour grean", "mean 'green'?"),
          std::pair("a: here ; mass 1 ; mass 2", "two parts 'mass'"),
          std::pair("a: here ; mass 0x10", "'0x10' is neither"),
          std::pair("a: here ; mass 1 ; at 1,, 2", "no number on one side"),
          std::pair("a: here ; mass 1 ; at , 1, 2", "no number on one side"),
          std::pair("a: here ; mass 1 | a: here ; mass 1",
                    "There is a thing 'a' already"),
          std::pair("here", "It has no name")})
      try
        {
          thing(text);
          ADD_FAILURE() << text;
        }
      catch (const InputError &error)
        {
          EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
            << error.what();
          EXPECT_EQ(error.entry, "things");
        }
  }

  // used_parameters.prm repeats an item of a .json file as a text
  TEST(Item, RefusesNamesThatNoTextCouldRepeat)
  {
    const auto read = [](const std::string &name) {
      return thing(
        read_items(nlohmann::ordered_json::array(
                     {{{"name", name}, {"mass", 6}, {"points", {"here"}}}}))
          .list);
    };
    EXPECT_EQ(read("left wheel").mass, 6.);
    for (const char *name : {"a;b", "a|b", "a:b", "a#b", "a\\b", "a\nb", " a"})
      EXPECT_THROW(read(name), InputError) << name;
  }
} // namespace item_test
