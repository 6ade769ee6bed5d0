// SPDX-License-Identifier: Apache-2.0

// The schemes on balls and oscillators, against exact motions and the figures
// of [C13] 5.1, 5.2 and [A12] 4.5.

#include "model_run.h"
#include "steppers.h"

#include <percuss/models/small/bouncing_ball/bouncing_ball.h>
#include <percuss/models/small/bouncing_ball/exact_bouncing_ball.h>
#include <percuss/models/small/two_mass_oscillator/exact_two_mass_oscillator.h>
#include <percuss/models/small/two_mass_oscillator/two_mass_oscillator.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::schemes_through_impacts_test
{
  using BallRun = ModelRun<BouncingBall, CoordinateObstacles<1, 1>>;

  // [C13] 5.1
  const BouncingBall      chen_ball({1., 0.2, 1.001, 0., -10.});
  const ExactBouncingBall chen_motion({-10., 0.801, 0., 0.8});

  /** Relative L1 error ([C13] (42)) of the height over [0, 4] s. */
  double
  position_error(const SchemeParameters &scheme,
                 const Activation       &activation,
                 const long int          n_steps)
  {
    const double h     = 4. / static_cast<double>(n_steps);
    const auto   floor = floor_at<1>(0.2, 0.8);
    BallRun      run(chen_ball, floor, scheme, activation, h);
    double       error = 0., sum = 0.;
    for (long int k = 1; k <= n_steps; ++k)
      {
        run.stepper.advance(1);
        const double exact = 0.2 + chen_motion.gap(static_cast<double>(k) * h);
        error += std::abs(run.q() - exact);
        sum += exact;
      }
    return error / sum;
  }

  TEST(SchemesThroughImpacts, GeneralizedAlphaHasTheErrorsOfTheBallOfChen)
  {
    const SchemeParameters scheme     = scheme_named("generalized-alpha");
    const Activation       activation = explicit_forecast(1.);
    EXPECT_NEAR(position_error(scheme, activation, 4000), 2.7e-3, 0.05e-3);
    EXPECT_NEAR(position_error(scheme, activation, 40000), 2.1e-4, 0.05e-4);
    EXPECT_NEAR(position_error(scheme, activation, 400000), 2.9e-5, 0.05e-5);
  }

  /** Slope of the error over 21 steps from 1e-2 to 1e-4 s, log-log. */
  double
  fitted_order(const SchemeParameters &scheme, const Activation &activation)
  {
    double n = 0., x = 0., y = 0., xx = 0., xy = 0.;
    for (int i = 0; i <= 20; ++i)
      {
        const long int n_steps =
          std::lround(400. / 1.00123 * std::pow(10., i / 10.));
        const double log_h = -std::log(static_cast<double>(n_steps));
        const double log_e =
          std::log(position_error(scheme, activation, n_steps));
        n += 1.;
        x += log_h;
        y += log_e;
        xx += log_h * log_h;
        xy += log_h * log_e;
      }
    return (n * xy - x * y) / (n * xx - x * x);
  }

  TEST(SchemesThroughImpacts, ConvergeWithOrderOne)
  {
    for (const auto &[name, theta] :
         {std::pair<const char *, double>{"moreau-jean", 0.5},
          {"moreau-jean", 1.},
          {"moreau-jean-dissipative", 1.},
          {"generalized-alpha", 0.},
          {"newmark", 0.},
          {"hht", 0.},
          {"krenk-hogsberg", 0.},
          {"generalized-alpha-ggl", 0.},
          {"implicit-newmark", 0.},
          {"cd-lagrange", 0.},
          {"cd-lagrange-implicit", 0.},
          {"schatzman-paoli", 0.},
          {"schatzman-paoli", 0.5},
          {"direct-projection", 0.5},
          {"combined-projection", 0.5}})
      EXPECT_NEAR(fitted_order(scheme_named(name, theta),
                               free_position_forecast()),
                  1.,
                  0.1)
        << name;
  }

  // kept to show it: the errors of the ball do not fall with the step
  TEST(SchemesThroughImpacts, InconsistentSchemesDoNotConverge)
  {
    for (const SchemeInformation &information : schemes())
      if (!information.is_consistent)
        {
          const SchemeParameters scheme =
            scheme_named(std::string(information.name));
          EXPECT_GT(position_error(scheme, explicit_forecast(0.5), 4000), 0.5)
            << information.name;
          EXPECT_GT(position_error(scheme, explicit_forecast(0.5), 40000), 0.5)
            << information.name;
        }
  }

  // Carpenter's schemes know no restitution: they land as with e = 0
  TEST(SchemesThroughImpacts, CarpenterExplicitIsInelastic)
  {
    const BouncingBall ball({1., 0., 1., 0., -9.81});
    const auto         floor = floor_at<1>(0., 1.);
    BallRun            run(ball,
                floor,
                scheme_named("carpenter-explicit"),
                free_position_forecast(),
                1e-2);
    run.stepper.advance(100);
    EXPECT_NEAR(run.q(), 0., 1e-15);
    EXPECT_NEAR(run.v(), 0., 1e-13);
    EXPECT_LT(run.stepper.record().contacts->max_penetration, 1e-15);
    EXPECT_NEAR(run.stepper.record().impulse[0], 9.81e-2, 1e-12);
  }

  // [A12] Figs. 4 to 7: f = -2, e = 1/2, h = 5e-2
  const BouncingBall acary_ball({1., 0., 1., 0., -2.});

  struct Rest
  {
    double speed, height; // largest over 60 steps from t = 7 s on
    double penetration;
    double projection_work;
  };

  Rest
  rest_of(const char *scheme, const Activation &activation)
  {
    const auto floor = floor_at<1>(0., 0.5);
    BallRun    run(acary_ball, floor, scheme_named(scheme), activation, 5e-2);
    run.stepper.advance(140); // impacts accumulate at t = 3 s
    Rest rest{0., 0., 0., 0.};
    for (int k = 0; k < 60; ++k)
      {
        run.stepper.advance(1);
        rest.speed  = std::max(rest.speed, std::abs(run.v()));
        rest.height = std::max(rest.height, std::abs(run.q()));
      }
    const StepRecord &record = run.stepper.record();
    rest.penetration         = record.contacts->max_penetration;
    rest.projection_work     = record.energy_record->cumulative.projection;
    return rest;
  }

  TEST(SchemesThroughImpacts, DirectProjectionChattersWithAnExplicitForecast)
  {
    const double chatter = 2. * 5e-2 / 1.5; // f h/(1 + e)
    for (const double gamma : {0., 1., 2.})
      {
        const Rest rest =
          rest_of("direct-projection", explicit_forecast(gamma));
        EXPECT_GT(rest.speed, 0.9 * chatter);
        EXPECT_LT(rest.speed, 2.1 * chatter);
        EXPECT_LT(rest.penetration, 1e-15);
        EXPECT_GT(rest.projection_work, 0.1);
      }
    EXPECT_NEAR(rest_of("direct-projection", explicit_forecast(1.)).speed,
                chatter,
                1e-10);
    const Rest free = rest_of("direct-projection", free_position_forecast());
    EXPECT_LT(free.speed, 1e-15);
    EXPECT_LT(free.penetration, 1e-15);
    EXPECT_EQ(free.projection_work, 0.);
  }

  TEST(SchemesThroughImpacts, CombinedProjectionComesToRestExactly)
  {
    const Rest rest = rest_of("combined-projection", explicit_forecast(1.));
    EXPECT_LT(rest.speed, 1e-15);
    EXPECT_LT(rest.height, 1e-15);
    EXPECT_LT(rest.penetration, 1e-15);
  }

  TEST(SchemesThroughImpacts, WithoutProjectionPenetrationIsOfOrderH)
  {
    for (const char *scheme : {"moreau-jean", "generalized-alpha"})
      {
        const Rest rest = rest_of(scheme, explicit_forecast(0.));
        EXPECT_GT(rest.penetration, 1e-3);
        EXPECT_LT(rest.penetration, 1.5 * 5e-2 * 2.); // 3/2 h v
        EXPECT_EQ(rest.projection_work, 0.);
      }
  }

  // they coincide on the ball, if GGL has the free position as forecast
  TEST(SchemesThroughImpacts, GGLIsCombinedProjectionOnTheBall)
  {
    const auto floor = floor_at<1>(0., 0.5);
    BallRun    ggl(acary_ball,
                floor,
                scheme_named("generalized-alpha-ggl"),
                free_position_forecast(),
                5e-2);
    BallRun    combined(acary_ball,
                     floor,
                     scheme_named("combined-projection"),
                     free_position_forecast(),
                     5e-2);
    for (int k = 0; k < 100; ++k)
      {
        ggl.stepper.advance(1);
        combined.stepper.advance(1);
        EXPECT_NEAR(ggl.q(), combined.q(), 1e-14);
        EXPECT_NEAR(ggl.v(), combined.v(), 1e-14);
      }
    EXPECT_GT(ggl.stepper.record().contacts->n_problems, 10u);
  }

  // [C13] 5.2: from the first impact to the third, h = 5e-4
  TEST(SchemesThroughImpacts, GeneralizedAlphaIsTenTimesAsAccurateAsMoreauJean)
  {
    const TwoMassOscillator      pair({});
    const ExactTwoMassOscillator exact(
      {{1., 1.}, 1e4, 1., 0.2, 10., 0.8, 1.001}, 1.1);
    const auto floor = floor_at<2>(0.2, 0.8);
    const auto error = [&](const SchemeParameters &scheme,
                           const Activation       &activation) {
      const double                                           h = 5e-4;
      ModelRun<TwoMassOscillator, CoordinateObstacles<2, 1>> run(
        pair, floor, scheme, activation, h);
      run.stepper.advance(799);
      double e = 0., sum = 0.;
      for (int k = 800; k <= 2000; ++k)
        {
          run.stepper.advance(1);
          const double q = exact.position(k * h)[0];
          e += std::abs(run.q() - q);
          sum += q;
        }
      return e / sum;
    };
    for (const Activation &activation : {explicit_forecast(0.5),
                                         explicit_forecast(1.),
                                         free_position_forecast()})
      {
        const double ratio =
          error(scheme_named("moreau-jean", 1.), activation) /
          error(scheme_named("generalized-alpha"), activation);
        EXPECT_GT(ratio, 15.);
        EXPECT_LT(ratio, 25.);
      }
  }
} // namespace percuss::test::schemes_through_impacts_test
