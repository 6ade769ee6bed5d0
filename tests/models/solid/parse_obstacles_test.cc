// SPDX-License-Identifier: Apache-2.0

// Obstacles from text, and what is said about text that is wrong.

#include <percuss/base/exceptions.h>
#include <percuss/models/solid/parse_obstacles.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::parse_obstacles_test
{
  using dealii::Point;
  using dealii::Tensor;

  TEST(ParseObstacles, BlankTextHasNone)
  {
    EXPECT_TRUE(parse_obstacles<2>("").empty());
    EXPECT_TRUE(parse_obstacles<3>(" \n ").empty());
  }

  TEST(ParseObstacles, EveryKindInThePlane)
  {
    const auto obstacles =
      parse_obstacles<2>("plane: 0, -1 ; 0, 2 | sphere: 1, 1 ; 0.5 |"
                         "cavity:1,1;2 | expression: x^2 + 4*y^2 - 4 |"
                         "box: 1, 0 ; 3, 0.5");
    ASSERT_EQ(obstacles.size(), 5u);
    const Point<2> x(1., 2.);
    EXPECT_EQ(obstacles[0]->signed_distance(x, 0.), 3.);
    EXPECT_EQ(obstacles[1]->signed_distance(x, 0.), 0.5);
    EXPECT_EQ(obstacles[2]->signed_distance(x, 0.), 1.);
    EXPECT_NEAR(obstacles[3]->signed_distance(x, 0.),
                13. / std::hypot(2., 16.),
                1e-9);
    EXPECT_EQ(obstacles[4]->signed_distance(x, 0.), 1.5);
    for (const auto &obstacle : obstacles)
      EXPECT_TRUE(obstacle->is_fixed());
    EXPECT_TRUE(obstacles[0]->is_flat());
    EXPECT_FALSE(obstacles[1]->is_flat());
  }

  TEST(ParseObstacles, EveryKindInSpace)
  {
    const auto obstacles = parse_obstacles<3>(
      "plane: 0, 0, -1 ; 0, 0, 1e-3 | sphere: 0, 0, 0 ; 1e0 | "
      "cavity: 0, 0, 0 ; 5 | cylinder: 0,0,0; 0,0,7; 1 |"
      "cylindrical cavity: 0, 0, 0 ; 0, 0, 1 ; 3 | expression: z - 0.5*t |"
      "box: 0, 0, 1 ; 2, 1, 1");
    ASSERT_EQ(obstacles.size(), 7u);
    const Point<3>            x(0., 2., 0.);
    const std::vector<double> distances{1., 1., 3., 1., 1., -0.5, 1.};
    for (unsigned int i = 0; i < 7; ++i)
      EXPECT_NEAR(obstacles[i]->signed_distance(x, 1.), distances[i], 1e-9);
    EXPECT_TRUE(obstacles[4]->is_fixed());
    EXPECT_FALSE(obstacles[5]->is_fixed());
    EXPECT_NEAR(obstacles[5]->speed(x, 1.), -0.5, 1e-9);
  }

  TEST(ParseObstacles, AnyMayMove)
  {
    const auto obstacles = parse_obstacles<2>(
      "plane: 0, 0 ; 0, 1 ; moved by: max(0, t), 0.1*sin(2*pi*t) |"
      "sphere: 0, 0 ; 1 ; moved by: t, 0 |"
      "expression: if(x < 0, -x, y) ; moved  by : 0, t^2");
    ASSERT_EQ(obstacles.size(), 3u);
    const Point<2> x(4., 3.);
    EXPECT_NEAR(obstacles[0]->signed_distance(x, 0.25), 2.9, 1e-15);
    EXPECT_NEAR(obstacles[0]->speed(x, 0.), -0.2 * M_PI, 1e-9);
    EXPECT_TRUE(obstacles[0]->is_flat());
    EXPECT_NEAR(obstacles[1]->signed_distance(x, 4.), 2., 1e-15);
    EXPECT_NEAR(obstacles[1]->speed(x, 0.), -0.8, 1e-9);
    EXPECT_NEAR(obstacles[2]->signed_distance(x, 1.), 2., 1e-9);
    for (const auto &obstacle : obstacles)
      EXPECT_FALSE(obstacle->is_fixed());
  }

  // A letter t within a name is not the time; '||' separates no obstacles;
  // ':' belongs to an expression, too.
  TEST(ParseObstacles, ExpressionsKeepTheirLetters)
  {
    const auto obstacles =
      parse_obstacles<2>("expression: sqrt(x^2 + y^2) - 1 |"
                         "expression: (x < 0 || y < 0) ? x : y");
    ASSERT_EQ(obstacles.size(), 2u);
    EXPECT_TRUE(obstacles[0]->is_fixed());
    EXPECT_NEAR(obstacles[1]->signed_distance(Point<2>(-2., 3.), 0.),
                -2.,
                1e-9);
    EXPECT_NEAR(obstacles[1]->signed_distance(Point<2>(2., 3.), 0.), 3., 1e-9);
  }

  TEST(ParseObstacles, ScalesAreThoseOfTheDifferences)
  {
    const std::string text =
      "expression: (x^2 + y^2 - 1e-12)/1e-6 - 1e-3*sin(1e7*t)";
    const auto obstacles = parse_obstacles<2>(text, {1e-6, 1e-7});
    const auto x         = Point<2>(0.6e-6, 0.8e-6);
    EXPECT_NEAR(obstacles[0]->normal(x, 0.)[0], 0.6, 1e-9);
    EXPECT_NEAR(obstacles[0]->speed(x, 0.), -0.5e4, 0.5e4 * 1e-9);
  }

  template <int dim>
  void
  expect_error(const std::string &text, const std::vector<std::string> &words)
  {
    try
      {
        parse_obstacles<dim>(text);
        ADD_FAILURE() << "accepted: " << text;
      }
    catch (const InputError &error)
      {
        const std::string message = error.what();
        for (const std::string &word : words)
          EXPECT_NE(message.find(word), std::string::npos)
            << "'" << word << "' is not in: " << message;
        EXPECT_EQ(message.find("moved by: moved"), std::string::npos);
      }
  }

  TEST(ParseObstacles, SaysWhatIsWrong)
  {
    expect_error<2>("plane 0, 0 ; 0, 1", {"Obstacle 1", "no ':'"});
    expect_error<2>("plan: 0, 0 ; 0, 1",
                    {"'plan'", "plane, sphere", "Did you mean 'plane'?"});
    expect_error<2>("cone: 0, 0 ; 1", {"'cone'", "Allowed are"});
    expect_error<2>("plane: 0, 0", {"1 field", "'plane: point ; normal'"});
    expect_error<2>("plane: 0, 0 ; 0, 1 ; 3", {"3 fields"});
    expect_error<2>("plane: 0, 0, 0 ; 0, 1", {"point is '0, 0, 0'", "2 num"});
    expect_error<3>("plane: 0, 0 ; 0, 1", {"point is '0, 0'", "3 numbers"});
    expect_error<2>("plane: 0, a ; 0, 1", {"point", "'a'", "number"});
    expect_error<2>("plane: 0, ; 0, 1", {"point", "''", "number"});
    expect_error<2>("plane: 0, 1x ; 0, 1", {"'1x'"});
    expect_error<2>("plane: 0, inf ; 0, 1", {"'inf'"});
    expect_error<2>("plane: 0, 0 ; 0, 0", {"normal is '0, 0'", "not be zero"});
    expect_error<2>("sphere: 0, 0 ; 0", {"radius is 0", "positive"});
    expect_error<2>("cavity: 0, 0 ; -1", {"radius is -1", "positive"});
    expect_error<2>("sphere: 0, 0 ; 1, 2", {"radius", "'1, 2'"});
    expect_error<2>("sphere: 0, 0 ;", {"radius", "''"});
    expect_error<2>("cylinder: 0, 0 ; 0, 1 ; 1", {"three dimensions"});
    expect_error<3>("cylinder: 0, 0, 0 ; 1",
                    {"'cylinder: point of the axis ; axis ; radius'"});
    expect_error<3>("cylinder: 0, 0, 0 ; 0, 0, 0 ; 1", {"axis", "zero"});
    expect_error<3>("cylindrical cavity: 0,0,0 ; 0,0,1 ; nan", {"'nan'"});
    expect_error<3>("cylindrical cavity: 0,0,0 ; 0,0,1", {"2 fields"});
    expect_error<2>("box: 0, 0 ; 1", {"half lengths are '1'", "2 numbers"});
    expect_error<2>("box: 0, 0 ; 1, 0", {"'1, 0'", "they must be positive"});
    expect_error<3>("box: 0, 0, 0", {"'box: centre ; half lengths'"});
    expect_error<2>("expression: z - 1", {"'z - 1'", "x,y,t", "\"z\""});
    expect_error<2>("expression: x +", {"'x +'"});
    expect_error<2>("expression:", {"expression"});
    expect_error<2>("expression: x, y", {"'x, y'", "commas"});
    expect_error<2>("expression: x ; y", {"'expression: f(x, y, t)'"});
    expect_error<3>("expression: x ; y", {"'expression: f(x, y, z, t)'"});
    expect_error<2>("plane: 0, 0 ; 0, 1 | | sphere: 0, 0 ; 1",
                    {"Obstacle 2", "no ':'"});
    expect_error<2>("plane: 0, 0 ; 0, 1 |", {"Obstacle 2"});
    expect_error<2>("plane: 0, 0 ; 0, 1 || sphere: 0, 0 ; 1", {"3 fields"});
    expect_error<2>("sphere: 0, 0 ; 1 ; moved by: t", {"'t'", "2 expr"});
    expect_error<2>("sphere: 0, 0 ; 1 ; moved by: t, x", {"'x'", "of t"});
    expect_error<2>("sphere: 0, 0 ; 1 ; moved by: 0, sqrt(t)",
                    {"no velocity at t = 0"});
    expect_error<2>("sphere: 0, 0 ; 1 ; moves by: 0, t", {"3 fields"});
    expect_error<2>("moved by: 0, t", {"kind 'moved by'"});
  }

  TEST(ParseObstacles, ShowsTheTextOfTheObstacle)
  {
    expect_error<2>("plane: 0, 0 ; 0, 1 | sphere: 0, 0 ; -3 | plane: 1 ; 2",
                    {"Obstacle 2, 'sphere: 0, 0 ; -3': "});
  }
} // namespace percuss::test::parse_obstacles_test
