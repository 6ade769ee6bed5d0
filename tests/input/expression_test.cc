// SPDX-License-Identifier: Apache-2.0
#include <percuss/base/exceptions.h>
#include <percuss/input/expression.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

using namespace percuss;

namespace expression_test
{
  TEST(Expression, HasTheFunctionsThatItNames)
  {
    const double x = 0.7, t = 2.5;
    for (const auto &[text, value] :
         std::initializer_list<std::pair<const char *, double>>{
           {"x + 2*t^2 - 1", x + 2. * t * t - 1.},
           {"if(x < 0.5, 1e-4, 2e-4)", 2e-4},
           {"(x > 0.5) ? t : 0", t},
           {"x > 0.5 && t > 3", 0.},
           {"x > 0.5 || t > 3", 1.},
           {"(x > 0.5) | (t > 3)", 1.},
           {"(x > 0.5) & (t > 3)", 0.},
           {"log(t)", std::log(t)},
           {"log10(t)", std::log10(t)},
           {"pow(t, x)", std::pow(t, x)},
           {"int(t) + floor(t) + ceil(t)", 3. + 2. + 3.},
           {"sec(x) + csc(x) + cot(x)",
            1. / std::cos(x) + 1. / std::sin(x) + 1. / std::tan(x)},
           {"erf(x) + erfc(x)", 1.},
           {"sin(pi*x)", std::sin(std::numbers::pi * x)}})
      EXPECT_DOUBLE_EQ(Expression(text, {"x", "t"})({x, t}), value) << text;
  }

  TEST(Expression, KnowsItsVariables)
  {
    const Expression f("2*t + 1", {"x", "t"});
    EXPECT_TRUE(f.uses("t"));
    EXPECT_FALSE(f.uses("x"));
    const Expression copy = f;
    EXPECT_EQ(copy({5., 1.}), 3.);
    EXPECT_EQ(f({5., 2.}), 5.);
  }

  TEST(Expression, RefusesWhatIsNone)
  {
    for (const char *text :
         {"", "x +", "y", "2, 3", "sin(", "1 2", "x = 3", "0x10"})
      try
        {
          const Expression f(text, {"x", "t"});
          ADD_FAILURE() << text;
        }
      catch (const InputError &error)
        {
          EXPECT_NE(std::string(error.what()).find(std::string("'") + text),
                    std::string::npos)
            << error.what();
        }
  }
} // namespace expression_test
