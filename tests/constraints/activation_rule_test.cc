// SPDX-License-Identifier: Apache-2.0

// The forecasts by hand: h = 0.5, gap, velocity, free gap, speed.

#include <percuss/constraints/activation.h>

#include <gtest/gtest.h>

namespace percuss::test::activation_rule_test
{
  using Rule = Activation::Rule;

  TEST(ActivationRule, ExplicitForecast)
  {
    for (const double gamma : {0., 0.5, 1., 2.})
      {
        const Activation activation(Rule::explicit_forecast, gamma);
        EXPECT_FALSE(activation.needs_free_gap());
        const double closing = gamma * 0.5 * 4.; // of u = -4
        EXPECT_TRUE(activation.is_active(0.5, closing, -4., 9., 4.));
        EXPECT_FALSE(activation.is_active(0.5, closing + 1e-7, -4., -9., 4.));
        EXPECT_TRUE(activation.is_active(0.5, -closing, 4., 9., 4.));
        EXPECT_FALSE(activation.is_active(0.5, 1e-7 - closing, 4., -9., 4.));
      }
  }

  TEST(ActivationRule, FreePositionForecastLooksAtNothingElse)
  {
    const Activation activation(Rule::free_position_forecast, 1.);
    EXPECT_TRUE(activation.needs_free_gap());
    EXPECT_TRUE(activation.is_active(0.5, 9., 9., 0., 9.));
    EXPECT_TRUE(activation.is_active(0.5, 9., 9., -1e-9, 9.));
    EXPECT_FALSE(activation.is_active(0.5, -9., -9., 1e-7, 9.));
  }

  TEST(ActivationRule, Acary2014NeedsAForecastAndAVelocityThatCloses)
  {
    const Activation activation(Rule::acary_2014, 1.);
    EXPECT_FALSE(activation.needs_free_gap());
    EXPECT_TRUE(activation.is_active(0.5, 2., -4., 9., 4.));
    EXPECT_FALSE(activation.is_active(0.5, 2. + 1e-7, -4., -9., 4.));
    EXPECT_FALSE(activation.is_active(0.5, -9., 1e-3, -9., 4.)); // separates
  }

  // A velocity that contact has set to zero is zero up to rounding: in
  // proportion to the velocities of the run, in whatever units.
  TEST(ActivationRule, Acary2014ToleratesRoundingOfTheVelocity)
  {
    const Activation activation(Rule::acary_2014, 1.);
    for (const double scale : {1e-6, 1., 1e6})
      {
        EXPECT_TRUE(activation.is_active(0.5, -scale, 0., 0., scale));
        EXPECT_TRUE(activation.is_active(0.5, -scale, 1e-9 * scale, 0., scale));
        EXPECT_FALSE(
          activation.is_active(0.5, -scale, 1e-7 * scale, 0., scale));
      }
  }

  // A forecast that rounding has moved off zero, either way, is zero: the
  // smallest distance is a fraction of the way of a step.
  TEST(ActivationRule, TiesAreImpacts)
  {
    for (const double speed : {1e-6, 1., 1e6})
      for (const double h : {1e-9, 1e-3})
        for (const double rounding : {-1e-9, 0., 1e-9})
          {
            const double way = h * speed, off = rounding * way;
            const auto   is_active = [&](const Activation &activation,
                                       const double      gap) {
              return activation.is_active(h, gap, -speed, off, speed);
            };
            EXPECT_TRUE(is_active({Rule::explicit_forecast, 0.}, off));
            EXPECT_TRUE(is_active({Rule::explicit_forecast, 1.}, way + off));
            EXPECT_TRUE(is_active({Rule::free_position_forecast, 0.}, way));
            EXPECT_TRUE(is_active({Rule::acary_2014, 0.}, way + off));
          }
  }
} // namespace percuss::test::activation_rule_test
