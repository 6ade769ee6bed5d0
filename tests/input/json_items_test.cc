// SPDX-License-Identifier: Apache-2.0

// Items as objects of a .json file are the texts of a .prm file.

#include <percuss/base/exceptions.h>
#include <percuss/input/json_items.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace percuss;

namespace item_list_test
{
  std::string
  text(const char *json)
  {
    return text_of_items(nlohmann::ordered_json::parse(json));
  }

  TEST(ItemList, OfAMechanism)
  {
    EXPECT_EQ(text(R"([{"name": "crank", "mass": 0.038, "at": [0.0765, 0, 0]},
                {"name": "rod", "shape rectangle": [1, 2], "mass": 1}])"),
              "crank: mass 0.038 ; at 0.0765, 0, 0 | "
              "rod: shape rectangle 1, 2 ; mass 1");
    EXPECT_EQ(text(R"([{"name": "A", "kind": "revolute",
                        "points": ["ground 0, 0",
                                   {"body": "crank", "at": [-0.1, 0]}]}])"),
              "A: revolute ; ground 0, 0 ; crank -0.1, 0");
    EXPECT_EQ(text(R"([{"name": "c", "kind": "disc", "points": ["b"],
                        "disc radius": 0.1, "line": {"body": "ground"},
                        "normal": [0, 1]}])"),
              "c: disc ; b ; disc radius 0.1 ; line ground ; normal 0, 1");
  }

  TEST(ItemList, OfSolidsAndStudies)
  {
    EXPECT_EQ(text(R"([{"kind": "plane", "point": [0, 0], "normal": [0, 1]},
                       {"kind": "sphere", "centre": [0, -1], "radius": 0.4,
                        "moved by": ["0", "t"]}])"),
              "plane: 0, 0 ; 0, 1 | sphere: 0, -1 ; 0.4 ; moved by: 0, t");
    EXPECT_EQ(text(R"([{"id": 1, "value": 210e9}, {"id": 2, "value": 7e10}])"),
              "1: 210000000000.0 | 2: 70000000000.0");
    EXPECT_EQ(text(R"([{"name": "tip", "point": [0.1, 0]},
                       {"name": "foot", "point": [0, 0]}])"),
              "tip: 0.1, 0; foot: 0, 0");
    EXPECT_EQ(text(R"([{"entry": "A/h", "values": [0.1, 0.01]},
                       {"entry": "A/s", "values": ["x", "y, z"]}])"),
              "A/h = 0.1, 0.01; A/s = x, \"y, z\"");
    EXPECT_EQ(text(R"([{"label": "one", "settings": {"A/h": 1, "A/s": "x"}},
                       {"label": "two", "settings": {"A/h": 2}}])"),
              "one: A/h = 1, A/s = x | two: A/h = 2");
    EXPECT_EQ(text(R"([{"entry": "A/h", "value": 1},
                       {"entry": "A/s", "value": "x"}])"),
              "A/h = 1, A/s = x");
  }

  TEST(ItemList, RefusesWhatIsNone)
  {
    for (const char *json : {R"([{"mass": 1}])",
                             R"([{"name": "a", "mass": 1}, 3])",
                             R"([{"name": "a", "mass": null}])",
                             R"([{"name": "a", "at": {"x": 1}}])"})
      EXPECT_THROW(text(json), InputError) << json;
  }
} // namespace item_list_test
