// SPDX-License-Identifier: Apache-2.0

// The linear oscillator above an obstacle: against tiny steps with the matrix
// exponential, closed forms, the energy, and where it rests or just touches.

#include "event_stepping.h"

#include <percuss/models/small/bouncing_ball/exact_bouncing_ball.h>
#include <percuss/models/small/linear_oscillator/exact_linear_oscillator.h>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace percuss::test::linear_oscillator_test
{
  const double pi       = std::numbers::pi;
  const double infinity = std::numeric_limits<double>::infinity();

  using Oscillator = ExactLinearOscillator::Parameters;

  /** Gap, its rate, one. */
  EventStepping
  stepping(const Oscillator &p)
  {
    EventStepping     result;
    const long double m = p.mass;
    result.A            = LongMatrix::Zero(3, 3);
    result.A << 0.L, 1.L, 0.L, //
      -p.stiffness / m, -p.damping / m,
      (p.load - static_cast<long double>(p.stiffness) * p.obstacle) / m, //
      0.L, 0.L, 0.L;
    result.y.resize(3);
    result.y << static_cast<long double>(p.initial_position) - p.obstacle,
      p.initial_velocity, 1.L;
    result.restitution = p.restitution;
    return result;
  }

  // free, damped in every way, with and without stiffness, pushed and pulled
  const Oscillator oscillators[] = {
    {2., 0., 50., 0., 0., 0.7, 1., 0.},
    {2., 0., 50., 0., 0., 1., 1., -3.},
    {2., 0., 50., -20., 0.1, 0.9, 0.5, 2.},
    {2., 0., 50., 20., 0.1, 0.9, 0.5, -8.},
    {2., 1., 50., -5., 0.2, 1., 0.9, 2.},
    {2., 1., 50., 15., 0.2, 0.6, 0.3, -7.},
    {2., 20., 50., -5., 0.2, 0.8, 0.9, -9.},
    {2., 60., 50., -50., 0.2, 0.8, 0.9, 30.},
    {2., 60., 50., 50., -0.2, 0.8, 0.9, -90.},
    {2., 0., 0., -20., 0.1, 0.8, 0.5, 2.},
    {2., 3., 0., -20., 0.1, 0.8, 0.5, 2.},
    {2., 3., 0., 20., 0.1, 0.8, 0.5, -9.},
    {2., 3., 0., 0., 0.1, 0.8, 0.5, -9.},
  };

  TEST(ExactLinearOscillator, AgreesWithTinySteps)
  {
    std::size_t n_impacts = 0;
    for (const Oscillator &p : oscillators)
      {
        const double                end = 3.;
        const ExactLinearOscillator exact(p, end);
        EventStepping               steps = stepping(p);
        const std::size_t           i     = &p - oscillators;
        for (double t = 0.; t < end; t += 0.0371)
          {
            steps.advance_to(t, 1e-4L);
            if (steps.stopped)
              break;
            const double gap = static_cast<double>(steps.y[0]);
            const double u   = static_cast<double>(steps.y[1]);
            ASSERT_NEAR(exact.gap(t), gap, 1e-13) << i << ' ' << t;
            ASSERT_NEAR(exact.position(t), p.obstacle + gap, 1e-13);
            ASSERT_NEAR(exact.velocity(t), u, 1e-11) << i << ' ' << t;
            ASSERT_EQ(exact.contact_force(t), 0.);
          }
        ASSERT_GE(exact.impacts().size(), steps.impacts.size()) << i;
        for (std::size_t k = 0; k < steps.impacts.size(); ++k)
          {
            ++n_impacts;
            EXPECT_NEAR(exact.impacts()[k].time, steps.impacts[k].time, 1e-14)
              << i << ' ' << k;
            EXPECT_NEAR(exact.impacts()[k].velocity_before,
                        steps.impacts[k].velocity_before,
                        1e-12)
              << i << ' ' << k;
          }
      }
    EXPECT_GT(n_impacts, 60u);
  }

  TEST(ExactLinearOscillator, ObeysTheImpactLawAndIsContinuous)
  {
    for (const Oscillator &p : oscillators)
      {
        const ExactLinearOscillator exact(p, 10.);
        double                      previous = 0.;
        for (const auto &[t, before, after] : exact.impacts())
          {
            EXPECT_GE(t, previous);
            EXPECT_LE(before, 0.);
            EXPECT_EQ(after, -p.restitution * before);
            EXPECT_NEAR(exact.gap(t), 0., 1e-14);
            const double dt = 1e-9;
            if (t - previous > 2. * dt)
              {
                EXPECT_NEAR(exact.gap(t - dt), -before * dt, 1e-14);
                EXPECT_NEAR(exact.velocity(t - dt), before, 2e-6);
              }
            if (after > 1e-3)
              {
                EXPECT_NEAR(exact.velocity(t), after, 1e-9);
              }
            previous = t;
          }
      }
  }

  // Between impacts the work of the damper is -c int v^2 dt (Simpson's rule).
  TEST(ExactLinearOscillator, LosesEnergyInTheDamperOnly)
  {
    for (const Oscillator &p : oscillators)
      {
        const ExactLinearOscillator exact(p, 10.);
        const auto                  energy = [&](const double t) {
          const double q = exact.position(t), v = exact.velocity(t);
          return 0.5 * p.mass * v * v + 0.5 * p.stiffness * q * q - p.load * q;
        };
        const double scale = std::abs(energy(0.)) + p.mass;
        for (std::size_t k = 0; k + 1 < exact.impacts().size(); ++k)
          {
            const double start  = exact.impacts()[k].time;
            const double length = exact.impacts()[k + 1].time - start;
            if (length < 1e-6)
              continue;
            const int    n    = 400;
            const double h    = 0.99 * length / n;
            double       work = 0.;
            for (int j = 0; j <= n; ++j)
              {
                const double v = exact.velocity(start + j * h);
                work -= (j == 0 || j == n ? 1. :
                         j % 2 == 1       ? 4. :
                                            2.) *
                        h / 3. * p.damping * v * v;
              }
            EXPECT_NEAR(energy(start + n * h) - energy(start),
                        work,
                        1e-7 * scale);
            if (p.damping == 0.)
              {
                EXPECT_NEAR(energy(start + n * h),
                            energy(start),
                            1e-13 * scale);
              }
          }
      }
  }

  // An obstacle at the equilibrium: impacts every half period, forever.
  TEST(ExactLinearOscillator, BouncesInHalfPeriodsOnItsEquilibrium)
  {
    const double                omega = 5.;
    const ExactLinearOscillator elastic({.mass             = 2.,
                                         .damping          = 0.,
                                         .stiffness        = 50.,
                                         .load             = 10.,
                                         .obstacle         = 0.2,
                                         .restitution      = 1.,
                                         .initial_position = 1.2,
                                         .initial_velocity = 0.},
                                        1e4);
    const std::size_t           n = elastic.impacts().size();
    EXPECT_NEAR(static_cast<double>(n), 1e4 * omega / pi, 1.);
    for (const std::size_t k : {std::size_t(0), std::size_t(1), n - 1})
      {
        const double t = (static_cast<double>(k) + 0.5) * pi / omega;
        EXPECT_NEAR(elastic.impacts()[k].time, t, 1e-11);
        EXPECT_NEAR(elastic.impacts()[k].velocity_before, -omega, 1e-11);
      }
    for (const double t : {0.3, 7777.7, 9999.9})
      EXPECT_NEAR(elastic.gap(t), std::abs(std::cos(omega * t)), 1e-10);
    EXPECT_EQ(elastic.rest_time(), infinity);

    // with e < 1 as well, each e times as high: no accumulation in time
    Oscillator                  plastic{2., 0., 50., 10., 0.2, 0.5, 1.2, 0.};
    const ExactLinearOscillator decaying(plastic, 5.);
    EXPECT_EQ(decaying.impacts().size(), 8u);
    EXPECT_NEAR(decaying.impacts()[7].velocity_after,
                omega * std::pow(0.5, 8),
                1e-13);
  }

  TEST(ExactLinearOscillator, IsABouncingBallWithoutSpringAndDamper)
  {
    const Oscillator            p{3., 0., 0., -30., 0.1, 0.8, 0.9, 0.5};
    const ExactLinearOscillator exact(p, 10.);
    const ExactBouncingBall     ball({.acceleration     = -10.,
                                      .initial_gap      = 0.8,
                                      .initial_velocity = 0.5,
                                      .restitution      = 0.8});
    for (double t = 0.; t < 10.; t += 0.0137)
      {
        EXPECT_NEAR(exact.gap(t), ball.gap(t), 2e-15) << t;
        EXPECT_NEAR(exact.velocity(t), ball.velocity(t), 1e-11) << t;
      }
    EXPECT_NEAR(exact.rest_time(), ball.accumulation_time(), 1e-11);
    EXPECT_GT(exact.impacts().size(), 120u);
    for (unsigned int k = 0; k < 100; ++k)
      EXPECT_NEAR(exact.impacts()[k].time, ball.impact_time(k + 1), 1e-14);
    EXPECT_DOUBLE_EQ(exact.contact_force(10.), 30.);
  }

  // The error bounds of the header hold; it rests from there on.
  TEST(ExactLinearOscillator, ComesToRestWherePushed)
  {
    for (const double e : {0., 0.5, 0.95})
      for (const double c : {0., 1., 100.})
        {
          const Oscillator            p{2., c, 50., -5., 0.2, e, 0.9, -2.};
          const ExactLinearOscillator exact(p, 1e4);
          const double                rest = exact.rest_time();
          ASSERT_LT(rest, 20.);
          const double r     = 5. / 2. + 50. / 2. * 0.2;
          const double first = -exact.impacts().front().velocity_before;
          const double last  = exact.impacts().back().velocity_after;
          EXPECT_EQ(exact.impacts().back().time, rest);
          EXPECT_LE(last, 1e-12 * first);
          EXPECT_GE(last, 0.9 * e * 1e-12 * first);
          // flights of the last ones last 2 u/r
          if (e > 0.)
            {
              const std::size_t n = exact.impacts().size();
              const auto       &a = exact.impacts()[n - 20];
              EXPECT_NEAR(exact.impacts()[n - 19].time - a.time,
                          2. * a.velocity_after / r,
                          1e-5 * a.velocity_after + 1e-14);
            }
          for (const double t : {rest, rest + 1e-3, 1e4})
            {
              EXPECT_EQ(exact.gap(t), 0.);
              EXPECT_EQ(exact.position(t), 0.2);
              EXPECT_EQ(exact.velocity(t), 0.);
              EXPECT_DOUBLE_EQ(exact.contact_force(t), 2. * r);
            }
          EXPECT_EQ(exact.contact_force(rest - 1e-6), 0.);
        }
  }

  TEST(ExactLinearOscillator, DoesNotRestWherePulled)
  {
    // e = 0, undamped, r = 5: from the obstacle it swings, and touches it
    const Oscillator            p{2., 0., 50., 20., 0.2, 0., 0.9, -8.};
    const ExactLinearOscillator exact(p, 10.);
    EXPECT_EQ(exact.rest_time(), infinity);
    ASSERT_GE(exact.impacts().size(), 6u);
    const double first = exact.impacts()[0].time;
    EXPECT_LT(exact.impacts()[0].velocity_before, -1.);
    for (std::size_t k = 1; k < exact.impacts().size(); ++k)
      {
        EXPECT_NEAR(exact.impacts()[k].time,
                    first + static_cast<double>(k) * 2. * pi / 5.,
                    1e-13);
        EXPECT_EQ(exact.impacts()[k].velocity_before, 0.);
      }
    for (const double s : {0.1, 0.7, 3., 8.})
      EXPECT_NEAR(exact.gap(first + s), 0.2 * (1. - std::cos(5. * s)), 1e-14);

    // damped, it does not return
    Oscillator damped = p;
    damped.damping    = 0.1;
    EXPECT_EQ(ExactLinearOscillator(damped, 100.).impacts().size(), 1u);
    damped.damping          = 100.;
    damped.initial_velocity = -80.;
    EXPECT_EQ(ExactLinearOscillator(damped, 100.).impacts().size(), 1u);
    EXPECT_NEAR(ExactLinearOscillator(damped, 1e3).gap(1e3), 0.2, 1e-14);
  }

  // The minimum 1 - 0.5 of the position just above, on and below the obstacle.
  TEST(ExactLinearOscillator, DistinguishesTouchesFromNearMisses)
  {
    const auto make = [](const double depth) {
      return ExactLinearOscillator({.mass             = 1.,
                                    .damping          = 0.,
                                    .stiffness        = 4.,
                                    .load             = 4.,
                                    .obstacle         = 0.5 + depth,
                                    .restitution      = 0.5,
                                    .initial_position = 1.5,
                                    .initial_velocity = 0.},
                                   20.);
    };
    const ExactLinearOscillator touching = make(0.);
    ASSERT_EQ(touching.impacts().size(), 6u);
    for (std::size_t k = 0; k < 6; ++k)
      {
        EXPECT_NEAR(touching.impacts()[k].time,
                    pi / 2. + static_cast<double>(k) * pi,
                    1e-13);
        EXPECT_EQ(touching.impacts()[k].velocity_after, 0.);
      }
    EXPECT_NEAR(touching.position(19.), 1. + 0.5 * std::cos(38.), 1e-13);

    EXPECT_TRUE(make(-1e-14).impacts().empty());
    const ExactLinearOscillator hit = make(1e-12);
    ASSERT_FALSE(hit.impacts().empty());
    EXPECT_NEAR(hit.impacts()[0].velocity_before, -2. * std::sqrt(1e-12), 1e-9);
    EXPECT_NEAR(hit.impacts()[0].time, pi / 2. - std::sqrt(1e-12), 1e-9);
  }

  // q = 3 exp(-2 t) - 2 exp(-t), with the only minimum -1/3 at log 3
  TEST(ExactLinearOscillator, KnowsTheMinimumOfAnOverdampedMotion)
  {
    Oscillator p{1., 3., 2., 0., -1. / 3. - 1e-8, 0.5, 1., -4.};
    EXPECT_TRUE(ExactLinearOscillator(p, 1e3).impacts().empty());
    p.obstacle = -1. / 3. + 1e-8;
    const ExactLinearOscillator hit(p, 1e3);
    ASSERT_FALSE(hit.impacts().empty());
    // q'' = 2/3 there
    EXPECT_NEAR(hit.impacts()[0].time, std::log(3.) - std::sqrt(3e-8), 1e-7);
    EXPECT_NEAR(hit.impacts()[0].velocity_before, -std::sqrt(4e-8 / 3.), 1e-7);
  }

  TEST(ExactLinearOscillator, MayStartOnTheObstacle)
  {
    Oscillator p{2., 1., 50., -5., 0.2, 0.5, 0.2, 0.};
    // at rest
    const ExactLinearOscillator resting(p, 10.);
    EXPECT_EQ(resting.rest_time(), 0.);
    EXPECT_TRUE(resting.impacts().empty());
    EXPECT_EQ(resting.contact_force(0.), 15.);
    Oscillator elastic  = p;
    elastic.restitution = 1.;
    EXPECT_EQ(ExactLinearOscillator(elastic, 10.).rest_time(), 0.);
    // into it
    p.initial_velocity = -2.;
    const ExactLinearOscillator into(p, 10.);
    EXPECT_EQ(into.impacts().front().time, 0.);
    EXPECT_EQ(into.velocity(0.), 1.);
    // off it
    p.initial_velocity = 1.;
    const ExactLinearOscillator off(p, 10.);
    EXPECT_GT(off.impacts().front().time, 0.1);
    EXPECT_EQ(off.velocity(0.), 1.);
    EXPECT_EQ(off.gap(0.05), into.gap(0.05));
    // pulled off
    p.load             = 50.;
    p.initial_velocity = 0.;
    const ExactLinearOscillator pulled(p, 10.);
    EXPECT_TRUE(pulled.impacts().empty());
    EXPECT_GT(pulled.gap(0.1), 0.05);
  }

  TEST(ExactLinearOscillator, EndsWithItsImpacts)
  {
    // a damped elastic ball, whose speed falls off exponentially
    const Oscillator            p{1., 2., 1., -10., 0., 1., 1., 0.};
    const ExactLinearOscillator exact(p, 1e3);
    EXPECT_EQ(exact.impacts().size(), ExactLinearOscillator::max_impacts);
    EXPECT_NEAR(exact.valid_until(), 20., 5.);
    EXPECT_EQ(exact.rest_time(), infinity);
    EXPECT_NO_THROW(exact.gap(exact.valid_until()));
    EXPECT_THROW(exact.gap(21. + exact.valid_until()), std::domain_error);

    const ExactLinearOscillator other(oscillators[0], 1.);
    EXPECT_EQ(other.valid_until(), 1.);
    EXPECT_NO_THROW(other.gap(std::nextafter(1., 2.)));
    EXPECT_THROW(other.velocity(1.1), std::domain_error);
    EXPECT_THROW(other.position(-0.1), std::domain_error);
  }

  TEST(ExactLinearOscillator, RefusesWrongParameters)
  {
    const Oscillator good    = oscillators[0];
    const auto       refused = [](const Oscillator &p) {
      EXPECT_THROW(ExactLinearOscillator(p, 1.), std::invalid_argument);
    };
    Oscillator bad = good;
    bad.mass       = 0.;
    refused(bad);
    bad         = good;
    bad.damping = -1.;
    refused(bad);
    bad           = good;
    bad.stiffness = -1.;
    refused(bad);
    bad             = good;
    bad.restitution = 1.5;
    refused(bad);
    bad                  = good;
    bad.initial_position = -0.1;
    refused(bad);
    EXPECT_THROW(ExactLinearOscillator(good, -1.), std::invalid_argument);
  }
} // namespace percuss::test::linear_oscillator_test
