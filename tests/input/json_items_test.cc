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
    return read_items(nlohmann::ordered_json::parse(json)).text;
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
              "plane: point 0, 0 ; normal 0, 1 | "
              "sphere: centre 0, -1 ; radius 0.4 ; moved by 0, t");
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
                             R"([{"name": "a", "at": {"x": 1}}])",
                             R"([{"name": "a", "at": [[1, 2], 3]}])",
                             R"([{"name": "a", "at": [1, null]}])",
                             R"([{"name": "a", "kind": null}])",
                             R"([{"name": "a", "points": []}])",
                             R"([{"name": "a", "points": {"body": "b"}}])",
                             R"([{"name": "a", "points": [{"at": [1, 2]}]}])",
                             R"([{"name": "a", "points": [{"body": "b",
                                                           "At": [1, 2]}]}])",
                             R"([{"name": "a", "points": [{"body": "b",
                                                           "at": 1}]}])",
                             R"([{"name": "a", "point": [1], "unit": "m"}])",
                             R"([{"id": 1, "value": 2, "name": "a"}])",
                             R"([{"id": 1, "value": 2}, {"name": "a"}])",
                             R"([{"entry": "a", "value": 2, "values": [3]}])",
                             R"([{"entry": "a", "value": 2, "label": "b"}])"})
      EXPECT_THROW(text(json), InputError) << json;
  }

  TEST(ItemList, SaysWhichMemberIsMissing)
  {
    for (const auto &[json, message] :
         {std::pair(R"([{"id": 0}])", R"({"id":0} has "id" without "value".)"),
          std::pair(R"([{"label": "a", "set": 1}])",
                    R"(has "label" without "settings".)"),
          std::pair(R"([{"entry": "A/h"}])",
                    R"(has "entry" without "values".)")})
      try
        {
          text(json);
          ADD_FAILURE() << json;
        }
      catch (const InputError &error)
        {
          EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
            << error.what();
        }
  }

  TEST(ItemList, SaysWhichItemIsWrong)
  {
    const auto json =
      nlohmann::ordered_json::parse(R"([{"name": "a"}, {"mass": null}])");
    for (const auto &[places, message] :
         {std::pair(std::vector<std::string>{}, "item 2: "),
          std::pair(std::vector<std::string>{"line 3", "line 5"}, "line 5: ")})
      try
        {
          read_items(json, places);
          ADD_FAILURE();
        }
      catch (const InputError &error)
        {
          EXPECT_TRUE(std::string(error.what()).starts_with(message))
            << error.what();
        }
  }
} // namespace item_list_test
