// SPDX-License-Identifier: Apache-2.0

// Quantities with units are those of the declared one, to the last digit.

#include <percuss/base/exceptions.h>
#include <percuss/input/unit_names.h>
#include <percuss/input/units.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

using namespace percuss;

namespace units_test
{
  struct Entries
  {
    Entries()
    {
      all.section("Any");
      all.add("length", length, "l [m].", {0.});
      all.add("ratio", ratio, "r [-].");
      all.add("angle", angle, "phi [rad].");
      all.add("modulus", modulus, "E [Pa]: a number, or an expression.");
      all.add("speed", speed, "omega [rad/s].");
      all.add("strength", strength, "s [Pa], in mechanisms [N] of each.");
      all.add("note", note, "Any words.");
      all.add_numbers("gaps", gaps, "Several [m].", not_negative);
    }

    std::string
    converted(const std::string &name, const std::string &value) const
    {
      return in_declared_unit(value, *all.find("Any/" + name));
    }

    double      length = 1., ratio = 1., angle = 0., speed = 0., strength = 0.;
    std::string modulus = "1", note, gaps = "0";
    Parameters  all;
  };

  TEST(Unit, OfMultiplesIsTheSameToTheLastDigit)
  {
    const Entries entries;
    for (const std::string number : {"0.3", "1", "7e-3", "-12.5e2", "2.99792"})
      {
        const double value = std::stod(number);
        const auto   of    = [&](const char *name, const char *unit) {
          return std::stod(
            entries.converted(name, number + ' ' + std::string(unit)));
        };
        EXPECT_EQ(of("length", "m"), value);
        EXPECT_DOUBLE_EQ(of("length", "mm"), 1e-3 * value);
        EXPECT_DOUBLE_EQ(of("length", "km"), 1e3 * value);
        EXPECT_DOUBLE_EQ(of("length", "um"), 1e-6 * value);
        EXPECT_DOUBLE_EQ(of("length", "\u00b5m"), 1e-6 * value);
        EXPECT_DOUBLE_EQ(of("length", "in"), 0.0254 * value);
        EXPECT_DOUBLE_EQ(of("length", "ft"), 0.3048 * value);
        EXPECT_DOUBLE_EQ(of("modulus", "GPa"), 1e9 * value);
        EXPECT_DOUBLE_EQ(of("modulus", "N/mm^2"), 1e6 * value);
        EXPECT_DOUBLE_EQ(of("modulus", "kg/m s^-2"), value);
        EXPECT_DOUBLE_EQ(of("modulus", "psi"), 6894.757293168361 * value);
        EXPECT_DOUBLE_EQ(of("modulus", "lbf/in^2"), 6894.757293168361 * value);
        EXPECT_DOUBLE_EQ(of("angle", "deg"), std::numbers::pi / 180. * value);
        EXPECT_DOUBLE_EQ(of("speed", "rpm"), std::numbers::pi / 30. * value);
        EXPECT_DOUBLE_EQ(of("speed", "mrad/ms"), value);
        EXPECT_DOUBLE_EQ(of("strength", "kN"), 1e3 * value);
        EXPECT_DOUBLE_EQ(of("strength", "bar"), 1e5 * value);
      }
  }

  TEST(Unit, OfDecimalMultiplesHasTheDigitsOfTheText)
  {
    const Entries entries;
    for (const auto &[value, text] : {std::pair{"0.3 mm", "0.0003"},
                                      {"1 um", "1e-06"},
                                      {"7e-3 mm", "7e-06"},
                                      {"-12.5e2 cm", "-12.5"},
                                      {"210 km", "210000"},
                                      {"2 in", "0.0508"}})
      EXPECT_EQ(std::stod(entries.converted("length", value)), std::stod(text))
        << value;
  }

  TEST(Unit, OfAnotherDimensionIsRefused)
  {
    const Entries entries;
    for (const auto &[name, value, part] :
         {std::array{"length", "2 kg", "'kg' has another dimension"},
          {"length", "2 m^2", "another dimension"},
          {"modulus", "2 N", "It is measured in Pa"},
          {"speed", "50 Hz", "another dimension"},
          {"angle", "1 m", "another dimension"},
          {"gaps", "1 mm; 2 s", "another dimension"},
          {"ratio", "0.5 m", "no unit"},
          {"ratio", "0.5 %", ""},
          {"modulus", "200 gpa", "Did you mean 'GPa'"},
          {"modulus", "3e", "There is no unit 'e'"},
          {"modulus", "2 kg/m3", "another dimension"},
          {"length", "2 mn", "Did you mean 'm"},
          {"length", "2 furlongs", "There is no unit 'furlongs'"}})
      try
        {
          const std::string result = entries.converted(name, value);
          EXPECT_EQ(std::string(part), "") << name << value << result;
        }
      catch (const InputError &error)
        {
          EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
            << error.what();
        }
  }

  TEST(Unit, IsOfNumbersAlone)
  {
    const Entries entries;
    for (const std::string value : {"2*t",
                                    "2 * m",
                                    "1e5",
                                    "sin(3*x)",
                                    "x m",
                                    "",
                                    "5e-6 - t",
                                    "m",
                                    "1: 2",
                                    "(2 x)"})
      EXPECT_EQ(entries.converted("modulus", value), value);
    for (const std::string value : {"2 m", "3 kg", "1 in of wood"})
      EXPECT_EQ(entries.converted("note", value), value);
    for (const auto &[value, text] :
         {std::pair{"1: 2 GPa | 2: 3", "1: 2e+09 | 2: 3"},
          {"head: 2 kPa | 7: 3 N/m^2", "head: 2000 | 7: 3"},
          {"2 kPa*x", "2000*x"},
          {"if(x < 5 cm, 1 MPa, 2e6)", "if(x < 0.05, 1e+06, 2e6)"},
          {"2 kPa + 3 Pa*y", "2000 + 3*y"},
          {"0, -1 kPa", "0, -1000"},
          {"bar 2 m: 7 kPa", "bar 2 m: 7000"},
          {"7 Pa*sin(2 rad/ms*t)", "7*sin(2000*t)"}})
      EXPECT_EQ(entries.converted("modulus", value), text);
    for (const std::string value : {"1: 2 m", "1, 2 kPa", "0, 1 N", "3 m + 2"})
      EXPECT_THROW(entries.converted("modulus", value), InputError) << value;
    EXPECT_EQ(entries.converted("gaps", "1 mm; 2; 1 in"), "0.001; 2; 0.0254");
    EXPECT_EQ(entries.converted("gaps", "1;2"), "1;2");
  }

  TEST(Unit, HasTheFormsOfPhysics)
  {
    const auto same = [](const char *one, const char *other) {
      const auto a = unit(one), b = unit(other);
      return a && b && a->has_dimension_of(*b) &&
             std::abs(a->factor * std::pow(10., a->power) -
                      b->factor * std::pow(10., b->power)) <
               1e-12 * b->factor * std::pow(10., b->power);
    };
    EXPECT_TRUE(same("N s/m", "kg/s"));
    EXPECT_TRUE(same("N*s/m", "kg / s"));
    EXPECT_TRUE(same("kg m^2", "N m s^2"));
    EXPECT_FALSE(same("km/h", "m/s"));
    EXPECT_TRUE(same("J/m^2", "N/m"));
    EXPECT_TRUE(same("1/s", "Hz"));
    EXPECT_TRUE(same("m/s/s", "m/s^2"));
    EXPECT_TRUE(same("m/s2", "m/s^2"));
    EXPECT_TRUE(same("kg/cm3", "kg/cm^3"));
    for (const char *wrong :
         {"", "m/", "/m/", "m^", "m^x", "m//s", "m^99", "m99", "m2x", "m2^2"})
      EXPECT_FALSE(unit(wrong)) << wrong;
  }

  TEST(Unit, LikeOneHasItsDimensionAndIsAmongThoseOfferedForIt)
  {
    for (const std::string declared : {"m",
                                       "kg",
                                       "m/s",
                                       "m/s^2",
                                       "N/m",
                                       "kg m^2",
                                       "rad/s",
                                       "Pa",
                                       "kg/m^3",
                                       "1/s",
                                       "N s/m"})
      {
        const auto all = units_like(declared);
        ASSERT_FALSE(all.empty()) << declared;
        EXPECT_EQ(all[0], declared);
        for (const std::string &one : all)
          {
            ASSERT_TRUE(unit(one)) << one;
            EXPECT_TRUE(unit(one)->has_dimension_of(*unit(declared))) << one;
            EXPECT_EQ(std::ranges::count(all, one), 1) << one;
          }
      }
    const auto has = [](const char *declared, const char *other) {
      const auto all = units_like(declared);
      return std::ranges::find(all, other) != all.end();
    };
    EXPECT_TRUE(has("m", "in"));
    EXPECT_TRUE(has("m/s", "mm/s"));
    EXPECT_TRUE(has("m/s^2", "mm/s^2"));
    EXPECT_TRUE(has("Pa", "GPa"));
    EXPECT_TRUE(has("1/s", "Hz"));
    EXPECT_FALSE(has("m", "Mm"));
    EXPECT_TRUE(units_like("furlong").empty());
    EXPECT_TRUE(units_like("").empty());
  }
} // namespace units_test
