// SPDX-License-Identifier: Apache-2.0

// Functions of a program in the place of expressions.

#include <percuss/base/exceptions.h>
#include <percuss/input/expression.h>
#include <percuss/input/program_functions.h>

#include <gtest/gtest.h>

#include <optional>
#include <thread>

namespace percuss::test::program_functions_test
{
  /** 100 a + 10 b + c ... of the values a, b, c, ... */
  double
  digits(const std::span<const double> values)
  {
    double number = 0.;
    for (const double value : values)
      number = 10. * number + value;
    return number;
  }

  TEST(ProgramFunctions, HaveTheArgumentsThatTheyName)
  {
    const ProgramFunctions     functions{{"all", {{}, digits}},
                                     {"some", {{"t", "x"}, digits}}};
    const ProgramFunctionScope scope(functions);
    const Expression           all("all", {"x", "y", "t"});
    EXPECT_EQ(all({1., 2., 3.}), 123.);
    EXPECT_TRUE(all.uses("y"));
    EXPECT_FALSE(all.uses("z"));
    const Expression some("  some ", {"x", "y", "t"});
    EXPECT_EQ(some({1., 2., 3.}), 31.);
    EXPECT_TRUE(some.uses("t"));
    EXPECT_FALSE(some.uses("y"));
    EXPECT_THROW(Expression("some", {"x", "y"}), InputError);
    EXPECT_THROW(Expression("2*some", {"x", "t"}), InputError);
    EXPECT_EQ(Expression("2*x", {"x"})({4.}), 8.);
  }

  TEST(ProgramFunctions, AreThoseOfTheInnermostScopeOfTheThread)
  {
    const ProgramFunctions one{{"f", {{}, [](const auto) { return 1.; }}}},
      two{{"f", {{}, [](const auto) { return 2.; }}}};
    const auto value = [] { return Expression("f", {"t"})({0.}); };
    EXPECT_THROW(value(), InputError);
    {
      const ProgramFunctionScope outer(one);
      EXPECT_EQ(value(), 1.);
      {
        const ProgramFunctionScope inner(two);
        EXPECT_EQ(value(), 2.);
      }
      EXPECT_EQ(value(), 1.);
      std::optional<double> elsewhere;
      std::thread([&] {
        EXPECT_THROW(value(), InputError);
        const ProgramFunctionScope own(two);
        elsewhere = value();
      }).join();
      EXPECT_EQ(elsewhere, 2.);
      EXPECT_EQ(value(), 1.);
    }
    EXPECT_THROW(value(), InputError);
  }
} // namespace percuss::test::program_functions_test
