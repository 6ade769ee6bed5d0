// SPDX-License-Identifier: Apache-2.0

// Roots to the last bit; the first of many; touches and near misses.

#include <percuss/study/root_finding.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace percuss::test::root_finding_test
{
  const double pi = std::numbers::pi;

  template <class Number>
  DifferentiableFunction<Number>
  square_minus_two(const Number sign)
  {
    return [sign](const Number t) {
      return FunctionValue<Number>{sign * (t * t - 2), sign * 2 * t};
    };
  }

  TEST(BracketedRoot, IsRightToTheLastBit)
  {
    for (const double sign : {1., -1.})
      {
        const double root =
          bracketed_root<double>(square_minus_two(sign), 0., 1e3);
        EXPECT_LE(std::abs(root - std::sqrt(2.)), 3e-16);
        const long double long_root =
          bracketed_root<long double>(square_minus_two<long double>(sign),
                                      0.L,
                                      1e3L);
        EXPECT_LE(std::abs(long_root - std::sqrt(2.L)),
                  2 * std::numeric_limits<long double>::epsilon());
      }
  }

  TEST(BracketedRoot, IsFoundWhereNewtonsMethodFails)
  {
    unsigned int n_calls = 0;
    // diverges from every start but the root's neighbourhood
    const auto steep = [&](const double t) {
      ++n_calls;
      return FunctionValue<double>{std::atan(1e3 * (t - 0.3)),
                                   1e3 / (1. + 1e6 * (t - 0.3) * (t - 0.3))};
    };
    EXPECT_NEAR(bracketed_root<double>(steep, -1e3, 1e2), 0.3, 1e-16);
    // converges linearly
    const auto flat = [&](const double t) {
      ++n_calls;
      return FunctionValue<double>{std::pow(t - 0.3, 3),
                                   3. * std::pow(t - 0.3, 2)};
    };
    EXPECT_NEAR(bracketed_root<double>(flat, -1., 2.), 0.3, 1e-16);
    // a wrong slope costs time only
    const auto wrong = [&](const double t) {
      ++n_calls;
      return FunctionValue<double>{std::exp(t) - 2., -1.};
    };
    EXPECT_NEAR(bracketed_root<double>(wrong, 0., 1.), std::log(2.), 2e-16);
    EXPECT_LT(n_calls, 300u);
    // converges linearly, and slowly even with steps twice as long
    n_calls            = 0;
    const auto flatter = [&](const double t) {
      ++n_calls;
      return FunctionValue<double>{std::pow(t - 0.3, 15),
                                   15. * std::pow(t - 0.3, 14)};
    };
    EXPECT_NEAR(bracketed_root<double>(flatter, -1., 2.), 0.3, 1e-16);
    EXPECT_LT(n_calls, 200u);
  }

  TEST(BracketedRoot, MayBeAnEnd)
  {
    const auto line = [](const double t) {
      return FunctionValue<double>{t - 1., 1.};
    };
    EXPECT_EQ(bracketed_root<double>(line, 1., 2.), 1.);
    EXPECT_EQ(bracketed_root<double>(line, -1., 1.), 1.);
    EXPECT_THROW(bracketed_root<double>(line, 1.5, 2.), std::invalid_argument);
    EXPECT_THROW(bracketed_root<double>(line, 0., 0.5), std::invalid_argument);
  }

  // Against a scan with steps far below the distance of the roots.
  TEST(FirstRoot, OfSumsOfOscillations)
  {
    std::mt19937                           random(7);
    std::uniform_real_distribution<double> number(0., 1.);
    unsigned int                           n_roots = 0;
    for (int i = 0; i < 100; ++i)
      {
        double a[4], w[4], phase[4], bound = 0.;
        for (int j = 0; j < 4; ++j)
          {
            a[j]     = number(random);
            w[j]     = 20. * number(random);
            phase[j] = 2. * pi * number(random);
            bound += a[j] * w[j] * w[j];
          }
        const double c = 0.8 * (a[0] + a[1] + a[2] + a[3]);
        const auto   f = [&](const double t) {
          FunctionValue<double> result{c, 0., 1e-15 * c};
          for (int j = 0; j < 4; ++j)
            {
              result.value += a[j] * std::sin(w[j] * t + phase[j]);
              result.slope += a[j] * w[j] * std::cos(w[j] * t + phase[j]);
            }
          return result;
        };
        if (f(0.).value <= 0.)
          continue;
        const double end  = 5.;
        const auto   root = first_root<double>(f, bound, 0., end);

        double       scan = 0.;
        const double step = 2e-5;
        while (scan < end && f(scan).value > 0.)
          scan += step;
        if (scan < end)
          {
            ASSERT_TRUE(root) << i;
            EXPECT_NEAR(*root, scan - 0.5 * step, 0.5001 * step) << i;
            EXPECT_NEAR(f(*root).value, 0., 1e-14 * c) << i;
            ++n_roots;
          }
        else
          EXPECT_FALSE(root) << i;
      }
    EXPECT_GT(n_roots, 20u);
    EXPECT_LT(n_roots, 90u);
  }

  TEST(FirstRoot, LeavesAZeroAtItsStart)
  {
    const auto sine = [](const double t) {
      return FunctionValue<double>{std::sin(t), std::cos(t), 1e-16};
    };
    EXPECT_NEAR(first_root<double>(sine, 1., 0., 10.).value(), pi, 1e-15);
    EXPECT_NEAR(first_root<double>(sine, 100., 0., 10.).value(), pi, 1e-15);
    EXPECT_FALSE(first_root<double>(sine, 1., 0., 3.14));
    EXPECT_TRUE(first_root<double>(sine, 1., 0., 3.15));
    // but not where it falls
    const auto falling = [](const double t) {
      return FunctionValue<double>{-t, -1.};
    };
    EXPECT_EQ(first_root<double>(falling, 0., 0., 1.).value(), 0.);
  }

  TEST(FirstRoot, DistinguishesTouchesFromNearMisses)
  {
    const auto sine_above = [](const double offset) {
      return [offset](const double t) {
        return FunctionValue<double>{1. + offset - std::sin(t),
                                     -std::cos(t),
                                     2e-16};
      };
    };
    for (const double bound : {1., 30.})
      {
        const auto touch = first_root<double>(sine_above(0.), bound, 0., 20.);
        ASSERT_TRUE(touch);
        EXPECT_NEAR(*touch, pi / 2., 1e-7);
        EXPECT_FALSE(first_root<double>(sine_above(1e-12), bound, 0., 20.));
        const auto root =
          first_root<double>(sine_above(-1e-12), bound, 0., 20.);
        ASSERT_TRUE(root);
        EXPECT_NEAR(*root, std::asin(1. - 1e-12), 1e-9);
        EXPECT_LT(*root, pi / 2. - 1e-6);
      }
  }

  TEST(FirstRoot, TakesAMinimumWithinItsRoundingForARoot)
  {
    const auto above = [](const double rounding) {
      return [rounding](const double t) {
        return FunctionValue<double>{(t - 1.) * (t - 1.) + 1e-13,
                                     2. * (t - 1.),
                                     rounding};
      };
    };
    const auto root = first_root<double>(above(1e-12), 2., 0., 9.);
    ASSERT_TRUE(root);
    EXPECT_NEAR(*root, 1., 1.1e-6);
    EXPECT_FALSE(first_root<double>(above(1e-14), 2., 0., 9.));
  }

  TEST(FirstRoot, ConvergesQuadratically)
  {
    unsigned int n_calls = 0;
    const auto   f       = [&](const double t) {
      ++n_calls;
      return FunctionValue<double>{std::cos(t), -std::sin(t), 1e-16};
    };
    EXPECT_NEAR(first_root<double>(f, 1., 0., 2.).value(), pi / 2., 1e-15);
    EXPECT_LE(n_calls, 8u);
  }
} // namespace percuss::test::root_finding_test
