// SPDX-License-Identifier: Apache-2.0

// Items from a text and from objects of a .json file are read into the same
// variables, and what is wrong with one is said of its part.

#include <percuss/input/all_items.h>
#include <percuss/input/json_items.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <initializer_list>
#include <numbers>
#include <utility>

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
      item.next("places", result.where, "What it is.");
      item.needs("mass", result.mass, "What it is.");
      item.may("at", result.at, "What it is.");
      item.may("parts", result.parts, "What it is.");
      item.may("colour",
               result.colour,
               {{"red", Colour::red}, {"green", Colour::green}},
               "What it is.");
      item.may("force", result.force, "What it is.");
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

  struct Rod
  {
    double                      mass = 0., factor = 1., plain = 0.;
    Eigen::Vector3d             at        = {0., 0., 0.};
    Eigen::VectorXd             corners   = {};
    double                      stiffness = 0.;
    std::vector<FunctionOfTime> forces    = std::vector<FunctionOfTime>(2);
  };

  Rod
  rod(const ItemList &list)
  {
    Rod result;
    for_all_items(list, "Rod", {}, [&](Item &item) {
      item.know("mass [kg]", "What it is.", double());
      item.know("corners [m]", "What it is.", Eigen::VectorXd());
      item.may("factor [-]", result.factor, "What it is.");
      item.may("plain", result.plain, "What it is.");
      item.may("at [m, m, rad]", result.at, "What it is.");
      item.may("stiffness [N m/rad | N m]", result.stiffness, "What it is.");
      item.may("forces [N]", result.forces, "What it is.");
      item.read();
      result.mass    = item.get_or("mass", 0.);
      result.corners = item.get_or("corners", Eigen::VectorXd());
    });
    return result;
  }

  TEST(Item, ReadsUnitsOfItsWords)
  {
    const double   deg = std::numbers::pi / 180.;
    const ItemList of_text =
      "a: mass 3 lb ; at 2 cm, -1 in, 30 deg ; corners 1 m 2 mm 0 ; forces 3 kN, "
      "2 kN*sin(50 Hz*t) ; stiffness 2 kN m";
    const ItemList of_json =
      read_items(nlohmann::ordered_json::parse(
                   R"json([{"name": "a", "mass": "3 lb", "corners":
                     ["1 m", "2 mm", 0], "at": ["2 cm", "-1 in", "30 deg"],
                     "forces": ["3 kN", "2 kN*sin(50 Hz*t)"],
                     "stiffness": "2 kN m/rad"}])json"))
        .list;
    for (const ItemList &list : {of_text, of_json})
      {
        const Rod one = rod(list);
        EXPECT_EQ(one.mass, 3. * 0.45359237);
        EXPECT_EQ(one.at[0], 0.02);
        EXPECT_EQ(one.at[1], -0.0254);
        EXPECT_DOUBLE_EQ(one.at[2], 30. * deg);
        ASSERT_EQ(one.corners.size(), 3);
        EXPECT_EQ(one.corners[1], 0.002);
        EXPECT_EQ(one.forces[0].value(7.), 3000.);
        EXPECT_DOUBLE_EQ(one.forces[1].value(0.01), 2000. * std::sin(0.5));
        EXPECT_EQ(one.stiffness, 2000.);
      }
    // as without units
    const Rod si = rod("a: mass 2 ; at 1, 2, 3 ; corners 4 5 ; forces 2*t, 1");
    EXPECT_EQ(si.mass, 2.);
    EXPECT_EQ(si.at, Eigen::Vector3d(1., 2., 3.));
    EXPECT_EQ(si.forces[0].value(3.), 6.);
  }

  TEST(Item, RefusesUnitsOfAnotherDimension)
  {
    for (const auto &[text, said] :
         std::initializer_list<std::pair<std::string, std::string>>{
           {"mass 3 in", "measured in kg, and 'in' has another dimension"},
           {"at 2 cm, 1 deg, 0", "measured in m, and 'deg'"},
           {"at 2 cm, 1 cm, 1 cm", "measured in rad, and 'cm'"},
           {"at 2 cm, 1, 0", "give each its unit"},
           {"corners 1 m 2 kg", "measured in m, and 'kg'"},
           {"factor 2 m", "pure number"},
           {"plain 2 m", "SI numbers: it takes no units"},
           {"mass 3 kgg", "no unit 'kgg'. Did you mean 'kg'?"},
           {"stiffness 2 N", "measured in N m/rad, and 'N'"},
           {"forces 1 kg, 2 N", "measured in N, and 'kg'"}})
      try
        {
          rod("a: " + text);
          ADD_FAILURE() << text;
        }
      catch (const InputError &error)
        {
          EXPECT_NE(std::string(error.what()).find(said), std::string::npos)
            << error.what();
        }
  }
} // namespace item_test
