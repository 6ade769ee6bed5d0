// SPDX-License-Identifier: Apache-2.0

// Variables have values and dimensions, and texts refer to them.

#include <percuss/base/exceptions.h>
#include <percuss/base/text.h>
#include <percuss/input/expression.h>
#include <percuss/input/variables.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

using namespace percuss;

namespace variables_test
{
  Variables
  variables(const std::vector<std::pair<std::string, std::string>> &all)
  {
    Variables result;
    for (const auto &[name, text] : all)
      result.evaluate(result.declare(name, text));
    return result;
  }

  double
  value(const Variables &all, const std::string &reference)
  {
    return number(all.with_values(reference)).value_or(NAN);
  }

  /** What is said of a text, or nothing. */
  template <class Work>
  std::string
  refusal(const Work &work)
  {
    try
      {
        work();
        return "";
      }
    catch (const InputError &error)
      {
        return error.what();
      }
  }

  TEST(Variables, ComparisonsAreOfNumbersOfOneDimension)
  {
    const auto said = [](const std::string &expression) {
      return refusal([&] {
        variables({{"a", "3 mm"},
                   {"b", "2 cm"},
                   {"c", "0.7"},
                   {"f", "5 N"},
                   {"angle", "30 deg"},
                   {"result", expression}});
      });
    };
    for (const std::string operation : {"<", ">", "<=", ">=", "==", "!="})
      {
        const auto compared = [&](const std::string &left,
                                  const std::string &right) {
          return said("if(" + left + ' ' + operation + right + ", a, b)");
        };
        for (const auto &[left, right] :
             std::vector<std::pair<std::string, std::string>>{{"a", "0.5"},
                                                              {"0.5", "b"},
                                                              {"a*b", "2 m"},
                                                              {"2*(a + b)",
                                                               "max(1, 2)"},
                                                              {"f/a", "3 N"},
                                                              {"-a", "-0.5"}})
          {
            EXPECT_NE(compared(left, right).find("' compares a number"),
                      std::string::npos)
              << left << operation << right << ": " << compared(left, right);
          }
        for (const auto &[left, right] :
             std::vector<std::pair<std::string, std::string>>{
               {"a", "0.5 mm"},
               {"a", "0"},
               {"0", "b"},
               {"a/b", "0.5"},
               {"a*f", "3 J"},
               {"c", "0.5"},
               {"a", "c"}, // may be of any
               {"angle", "0.5"},
               {"-a", "(b - 1 m)"}})
          EXPECT_EQ(compared(left, right), "") << left << operation << right;
      }
    EXPECT_EQ(said("if((a > 1 mm) && (b < 1 m), a, b)"), "");
    EXPECT_NE(said("if(a > 1 mm && b < 1, a, b)").find("'b < 1' compares"),
              std::string::npos);
    EXPECT_NE(said("(a > 1) ? a : b")
                .find("'a > 1' compares a number that is "
                      "in m with one that is a pure"),
              std::string::npos);
    // whichever it is in the end
    for (const std::string wrong : {"min(a, 3)",
                                    "max(3 m, a, 2 s)",
                                    "max(5 cm, a/100, f/1000)",
                                    "2*if(a > 50 cm, 2 m, 3 s)",
                                    "if(a < 50 cm, 2 m, max(3 s, 1 s))",
                                    "min(a, max(b, 1 N))"})
      EXPECT_NE(said(wrong).find(" is a number that is in "), std::string::npos)
        << wrong << ": " << said(wrong);
    for (const std::string right : {"min(a, 3 m)",
                                    "max(a, 0)",
                                    "max(c, 2)*a",
                                    "min(a*b, 3 mm^2, b^2)",
                                    "if(c > 1, a, min(b, a + b))",
                                    "if(c > 1, angle, 0.3)",
                                    "sin(min(angle, 1 rad))*a"})
      EXPECT_EQ(said(right), "") << right;
  }

  TEST(Variables, AreNumbersQuantitiesAndExpressionsToTheLastDigit)
  {
    for (const double d : {0.3, 1., 7e-3, 12.5e2, 1. / 3., 1e-100})
      {
        Variables of_d;
        char      text[32];
        std::snprintf(text, sizeof text, "%.17g", d);
        of_d.evaluate(of_d.declare("d", text));
        of_d.evaluate(of_d.declare("area", "pi/4*d^2"));
        of_d.evaluate(of_d.declare("minus", "-$d"));
        EXPECT_EQ(value(of_d, "$d"), d);
        EXPECT_EQ(value(of_d, "$minus"), -d);
        EXPECT_EQ(value(of_d, "$(d)"), d);
        EXPECT_DOUBLE_EQ(value(of_d, "$area"), std::numbers::pi / 4. * d * d);
        EXPECT_DOUBLE_EQ(value(of_d, "$(sqrt(area)/d)"),
                         std::sqrt(std::numbers::pi) / 2.);
      }
    EXPECT_EQ(variables({{"n", "1e6"}}).with_values("$n"), "1000000");
    const auto units = variables({{"length", "2 in"},
                                  {"speed", "-3.6 km/h"},
                                  {"total", "length + 3 mm + 1 cm*2"}});
    EXPECT_EQ(value(units, "$length"), 0.0508);
    EXPECT_EQ(value(units, "$speed"), -1.);
    EXPECT_DOUBLE_EQ(value(units, "$total"), 0.0738);
  }

  TEST(Variables, TakeThePlaceOfReferencesInTexts)
  {
    const auto all = variables({{"a", "2"}, {"b", "-3"}, {"n_1", "7"}});
    EXPECT_EQ(all.with_values("$a"), "2");
    EXPECT_EQ(all.with_values("box: at $a, $b ; mass $(a*n_1)"),
              "box: at 2, -3 ; mass 14");
    EXPECT_EQ(all.with_values("mesh_$n_1.msh"), "mesh_7.msh");
    EXPECT_EQ(all.with_values("$$a costs $ 5, $$"), "$a costs $ 5, $");
    EXPECT_EQ(Variables().with_values("$a"), "$a");
    // as a number, whatever stands beside it
    for (const std::string text :
         {"$b^2", "2-$b", "2 - $b", "4*$b", "4/$b", "2^$b", "-$b", "sin($b)"})
      {
        std::string plain = text;
        plain.replace(plain.find("$b"), 2, "(-3)");
        EXPECT_EQ(Expression(all.with_values(text), {})({}),
                  Expression(plain, {})({}))
          << text;
      }
  }

  TEST(Variables, AreRefusedByName)
  {
    const auto all = variables({{"length", "2 in"}, {"n", "3"}});
    const auto of  = [&](const std::string &text) {
      return refusal([&] { all.with_values(text); });
    };
    const auto has = [](const std::string &message, const std::string &part) {
      EXPECT_NE(message.find(part), std::string::npos) << message;
    };
    has(of("$lenght"), "no variable 'lenght'. Did you mean 'length'?");
    has(of("$(2*lenght)"), "Did you mean 'length'?");
    has(of("2$n"), "digit");
    has(of("$(n)3"), "digit");
    has(of("1.$n"), "digit");
    has(of("$n.5"), "digit");
    has(of("$n$n"), "number");
    has(of("$(n"), "')'");
    has(of("$(n n)"), "no expression");
    has(of("$(1/(n-3))"), "not finite");
    has(of("$length mm"), "has a unit already");
    EXPECT_EQ(of("$n mm"), "");
    for (const char *const name : {"2a", "a b", "", "sin", "pi", "a-b", "if"})
      EXPECT_NE(refusal([&] { Variables().declare(name, "1"); }), "") << name;
    Variables later;
    later.declare("a", "2*b");
    later.evaluate(later.declare("b", "1"));
    has(refusal([&] { later.evaluate(0); }), "the order counts");
    has(refusal([] { variables({{"a", "2 inn"}}); }), "no unit 'inn'");
    has(refusal([] { variables({{"a", "long"}}); }), "no variable 'long'");
  }

  TEST(Variables, HaveDimensions)
  {
    double     length = 1., ratio = 1., speed = 1.;
    Parameters entries;
    entries.section("Any");
    entries.add("length", length, "l [m].");
    entries.add("speed", speed, "v [m/s].");
    entries.add("ratio", ratio, "r [-].");
    const auto all      = variables({{"d", "2 in"},
                                     {"t", "3 ms"},
                                     {"phi", "30 deg"},
                                     {"w", "10 rad/s"},
                                     {"n", "2"},
                                     {"area", "pi/4*d^2"}});
    const auto is_right = [&](const std::string &entry,
                              const std::string &text) {
      return refusal([&] {
               all.check_dimension(text, *entries.find("Any/" + entry));
             })
        .empty();
    };
    for (const char *const text : {"$d",
                                   "$(area/d)",
                                   "$(d*sin(phi))",
                                   "$n",
                                   "$(sqrt(area))",
                                   "$(n*d)",
                                   "$(d/2 + 3 mm)",
                                   "$(2 m/s*t)",
                                   "$(max(d, 1 mm))"})
      {
        EXPECT_TRUE(is_right("length", text)) << text;
        const bool is_plain = std::string(text).find('n') != std::string::npos;
        EXPECT_TRUE(is_plain || !is_right("speed", text)) << text;
      }
    for (const char *const text : {"$t", "$area", "$phi", "$(d/t)", "$(d/d)"})
      EXPECT_FALSE(is_right("length", text)) << text;
    EXPECT_TRUE(is_right("speed", "$(d/t)"));
    EXPECT_TRUE(is_right("speed", "$(w*d)")) << "angles are pure numbers";
    EXPECT_TRUE(is_right("ratio", "$(w*t)"));
    EXPECT_TRUE(is_right("ratio", "$(d/(1 m))"));
    EXPECT_FALSE(is_right("ratio", "$d"));
    for (const char *const text :
         {"d + 0.01", "d + t", "sin(d)", "exp(t)", "d^t"})
      EXPECT_NE(refusal([&] {
                  Variables more = all;
                  more.evaluate(more.declare("more", text));
                }),
                "")
        << text;
  }
} // namespace variables_test
