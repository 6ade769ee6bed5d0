// SPDX-License-Identifier: Apache-2.0

// The bouncing ball in closed form, against its impacts one by one.

#include <percuss/models/small/bouncing_ball/exact_bouncing_ball.h>

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test::bouncing_ball_test
{
  const ExactBouncingBall chen({.acceleration     = -10.,
                                .initial_gap      = 1.001 - 0.2,
                                .initial_velocity = 0.,
                                .restitution      = 0.8});

  const ExactBouncingBall ballard({.acceleration     = -2.,
                                   .initial_gap      = 1.,
                                   .initial_velocity = 0.,
                                   .restitution      = 0.5});

  // t_k = 3 - 2^(2-k)
  TEST(ExactBouncingBall, OfBallard)
  {
    EXPECT_DOUBLE_EQ(ballard.accumulation_time(), 3.);
    for (const unsigned int k : {1u, 2u, 3u, 10u, 30u})
      {
        const double t = 3. - std::pow(2., 2. - k);
        EXPECT_NEAR(ballard.impact_time(k), t, 1e-15);
        // on the step that meets the impact, whatever its rounding
        for (const double around :
             {t, std::nextafter(t, 0.), std::nextafter(t, 4.)})
          {
            EXPECT_NEAR(ballard.gap(around), 0., 1e-15);
            EXPECT_NEAR(ballard.velocity(around), 2. * std::pow(0.5, k), 1e-15);
          }
      }
    EXPECT_DOUBLE_EQ(ballard.gap(0.5), 0.75);
    EXPECT_DOUBLE_EQ(ballard.velocity(0.5), -1.);
    EXPECT_DOUBLE_EQ(ballard.gap(1.5), 0.25);
    EXPECT_NEAR(ballard.velocity(1.5), 0., 1e-15);
    for (const double t : {3., 3.1, 1e6})
      {
        EXPECT_EQ(ballard.gap(t), 0.);
        EXPECT_EQ(ballard.velocity(t), 0.);
      }
  }

  TEST(ExactBouncingBall, HasTheImpactTimesOfTheGeometricSeries)
  {
    const double fall = std::sqrt(2. * 0.801 / 10.);
    for (unsigned int k = 1; k < 60; ++k)
      EXPECT_NEAR(chen.impact_time(k),
                  fall * (2. * (1. - std::pow(0.8, k)) / (1. - 0.8) - 1.),
                  1e-14);
    EXPECT_NEAR(chen.accumulation_time(), fall * 1.8 / 0.2, 1e-14);
    EXPECT_NEAR(chen.impact_time(1), 0.4002499, 1e-7);
    EXPECT_NEAR(chen.accumulation_time(), 3.6022493, 1e-7);
  }

  // Forwards in fine steps, backwards and around impacts, bit by bit.
  TEST(ExactBouncingBall, KeepsNothingOfEarlierQueries)
  {
    for (const double e : {0., 0.3, 0.8, 0.999, 1.})
      {
        const ExactBouncingBall::Parameters parameters{.acceleration     = -10.,
                                                       .initial_gap      = 0.8,
                                                       .initial_velocity = -1.,
                                                       .restitution      = e};
        const ExactBouncingBall             ball(parameters);
        const auto                          check = [&](const double t) {
          const ExactBouncingBall fresh(parameters);
          EXPECT_EQ(ball.gap(t), fresh.gap(t)) << t;
          EXPECT_EQ(ball.velocity(t), fresh.velocity(t)) << t;
        };
        for (unsigned int i = 0; i < 4000; ++i)
          check(1e-3 * i);
        for (unsigned int i = 0; i < 400; ++i)
          check(std::fmod(1.234567 * i, 4.));
        for (unsigned int k = 1; k < 60; ++k)
          {
            const double t = ball.impact_time(k);
            for (const double shift :
                 {0., 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-10, 1e-8, 1e-6})
              {
                check(t * (1. - shift));
                check(t * (1. + shift));
              }
          }
      }
  }

  // Queries in any order, against a loop over the impacts.
  TEST(ExactBouncingBall, FollowsItsParabolas)
  {
    for (const double e : {0., 0.1, 0.5, 0.8, 0.99, 0.99999, 1.})
      for (const double u_0 : {-3., 0., 4.})
        for (const double g_0 : {0., 0.7})
          {
            const double            f = -9.81;
            const ExactBouncingBall ball({.acceleration     = f,
                                          .initial_gap      = g_0,
                                          .initial_velocity = u_0,
                                          .restitution      = e});
            double                  speed = std::sqrt(u_0 * u_0 - 2. * f * g_0);
            double                  start = (u_0 + speed) / -f;
            for (const double s : {0.1, 0.5, 0.9})
              {
                if (start == 0.)
                  break;
                const double t = s * start;
                EXPECT_NEAR(ball.gap(t), g_0 + u_0 * t + f / 2. * t * t, 1e-14);
                EXPECT_NEAR(ball.velocity(t), u_0 + f * t, 1e-14);
              }
            for (unsigned int k = 1; k < 40; ++k)
              {
                EXPECT_NEAR(ball.impact_time(k), start, 1e-13);
                speed *= e;
                const double duration = -2. * speed / f;
                if (duration < 1e-9) // shorter ones count as met too early
                  break;
                for (const double s : {0.01, 0.3, 0.5, 0.9})
                  {
                    const double elapsed = s * duration;
                    const double t       = start + elapsed;
                    EXPECT_NEAR(ball.gap(t),
                                speed * elapsed + f / 2. * elapsed * elapsed,
                                2e-13)
                      << e << ' ' << k;
                    EXPECT_NEAR(ball.velocity(t), speed + f * elapsed, 2e-12)
                      << e << ' ' << k;
                  }
                start += duration;
              }
          }
  }

  TEST(ExactBouncingBall, ObeysTheImpactLawAndKeepsItsEnergyInBetween)
  {
    double speed = std::sqrt(2. * 10. * 0.801);
    for (unsigned int k = 1; k < 50; ++k)
      {
        const double t      = chen.impact_time(k);
        const double before = chen.velocity(t * (1. - 3e-12));
        EXPECT_NEAR(before, -speed, 1e-9);
        EXPECT_NEAR(chen.velocity(t), 0.8 * speed, 1e-12);
        EXPECT_NEAR(chen.gap(t * (1. - 3e-12)), 0., 1e-10);
        speed *= 0.8;
        const double middle = 0.5 * (t + chen.impact_time(k + 1));
        for (const double x : {t, middle, 0.3 * t + 0.7 * middle})
          EXPECT_NEAR(0.5 * std::pow(chen.velocity(x), 2) + 10. * chen.gap(x),
                      0.5 * speed * speed,
                      1e-13);
      }
  }

  TEST(ExactBouncingBall, NearItsAccumulation)
  {
    for (const double e : {0.001, 0.3, 0.5, 0.7, 0.8, 0.9, 0.999, 1. - 1e-9})
      {
        const ExactBouncingBall ball({.acceleration     = -2.,
                                      .initial_gap      = 1.,
                                      .initial_velocity = 0.,
                                      .restitution      = e});
        const double            end = ball.accumulation_time();
        EXPECT_DOUBLE_EQ(end, (1. + e) / (1. - e));
        for (double x = 1e-16; x < 1.; x *= 3.)
          {
            // The flight with the speed 2 e^k begins the time 2 e^k/(1 - e)
            // before the end, and ends e times that time before it.
            const double t     = end * (1. - x);
            const double speed = x * end * (1. - e) / e + 1e-9;
            if (t < 1.)
              break;
            EXPECT_GE(ball.gap(t), 0.);
            EXPECT_LE(ball.gap(t), speed * speed / 4.);
            EXPECT_LE(std::abs(ball.velocity(t)), speed);
          }
        EXPECT_EQ(ball.gap(end), 0.);
        EXPECT_EQ(ball.velocity(end), 0.);
        // where the time that counts as met is the end up to rounding
        double t = end / (1. + 1e-12);
        for (int i = 0; i < 8; ++i, t = std::nextafter(t, 0.))
          {
            EXPECT_LE(std::abs(ball.gap(t)), 1e-9);
            EXPECT_LE(std::abs(ball.velocity(t)), 1e-9);
          }
      }
  }

  TEST(ExactBouncingBall, BouncesForEverIfElastic)
  {
    const ExactBouncingBall ball({.acceleration     = -2.,
                                  .initial_gap      = 1.,
                                  .initial_velocity = 0.,
                                  .restitution      = 1.});
    EXPECT_EQ(ball.accumulation_time(),
              std::numeric_limits<double>::infinity());
    EXPECT_EQ(ball.impact_time(1000001), 2000001.);
    // period 2, 1e9 periods later
    for (const double t : {0., 0.25, 1., 1.25, 1.75})
      {
        EXPECT_NEAR(ball.gap(2e9 + t), ball.gap(t), 1e-6) << t;
        EXPECT_NEAR(ball.gap(2e3 + t), ball.gap(t), 1e-12) << t;
        EXPECT_NEAR(ball.velocity(2e3 + t), ball.velocity(t), 1e-12) << t;
      }
  }

  TEST(ExactBouncingBall, MayRestFromTheFirstImpactOrTheStart)
  {
    const ExactBouncingBall plastic({.acceleration     = -2.,
                                     .initial_gap      = 1.,
                                     .initial_velocity = 0.,
                                     .restitution      = 0.});
    EXPECT_EQ(plastic.accumulation_time(), 1.);
    EXPECT_EQ(plastic.impact_time(1), 1.);
    EXPECT_EQ(plastic.impact_time(5), 1.);
    EXPECT_NEAR(plastic.velocity(1. - 1e-9), -2., 1e-8);
    EXPECT_EQ(plastic.velocity(1.), 0.);
    EXPECT_EQ(plastic.gap(1e3), 0.);

    for (const double e : {0., 0.5, 1.})
      {
        const ExactBouncingBall resting({.acceleration     = -2.,
                                         .initial_gap      = 0.,
                                         .initial_velocity = 0.,
                                         .restitution      = e});
        EXPECT_EQ(resting.accumulation_time(), 0.);
        EXPECT_EQ(resting.velocity(0.), 0.);
        EXPECT_EQ(resting.gap(1.), 0.);
      }
  }

  TEST(ExactBouncingBall, RefusesWrongParameters)
  {
    const auto make = [](const double f, const double g, const double e) {
      return ExactBouncingBall({.acceleration     = f,
                                .initial_gap      = g,
                                .initial_velocity = 0.,
                                .restitution      = e});
    };
    EXPECT_THROW(make(0., 1., 0.5), std::invalid_argument);
    EXPECT_THROW(make(-1., -1., 0.5), std::invalid_argument);
    EXPECT_THROW(make(-1., 1., 1.1), std::invalid_argument);
    EXPECT_THROW(make(-1., 1., -0.1), std::invalid_argument);
    EXPECT_THROW(chen.impact_time(0), std::invalid_argument);
  }
} // namespace percuss::test::bouncing_ball_test
