// SPDX-License-Identifier: Apache-2.0

// Balls and discs that spin and roll, held back by couples: closed forms of
// doc/theory/impact_laws.md.

#include "body_runs.h"

#include <percuss/base/exceptions.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace percuss::test::rolling_friction_test
{
  namespace
  {
    constexpr double g = 9.81, h = 1e-3;

    ContactCoefficients
    rough(const double mu, const double rolling, const double spinning)
    {
      ContactCoefficients result = law(0., mu);
      result.rolling_friction    = rolling;
      result.spinning_friction   = spinning;
      return result;
    }

    SpatialRun
    ball(const double               r,
         const Eigen::Vector3d     &velocity,
         const Eigen::Vector3d     &angular_velocity,
         const ContactCoefficients &coefficients,
         const Eigen::Vector3d     &gravity = {0., 0., -g})
    {
      return spatial_run("b: shape ball " + exact(r) +
                           " ; density 1000 ; at 0, 0, " + exact(r) +
                           " ; velocity " + text(velocity) +
                           " ; angular velocity " + text(angular_velocity),
                         floor_3,
                         coefficients,
                         h,
                         gravity);
    }

    /** k = u / (l_R omega) of a body with m r^2 / I = a that rolls: the root of
     * e a k^2 + k (1 + a - e^2 a) - e a = 0, e = l_R / r. */
    double
    creep(const double a, const double e)
    {
      const double b = 1. + a - e * e * a;
      return 2. * e * a / (b + std::sqrt(b * b + 4. * e * e * a * a));
    }
  } // namespace

  // omega = omega_0 - 5 mu_S g t / (2 r^2), until it rests.
  TEST(RollingFriction, ASpinningBallSlowsDownAndStops)
  {
    for (const double r : {0.02, 0.5})
      for (const double mu : {0.1, 0.8})
        {
          const double mu_S = 0.02 * r, omega = 10.,
                       rate = 2.5 * mu_S * g / (r * r);
          auto run =
            ball(r, {0., 0., 0.}, {0., 0., omega}, rough(mu, 0., mu_S));
          const int n_half = static_cast<int>(0.5 * omega / rate / h);
          run.stepper.advance(static_cast<unsigned long>(n_half));
          EXPECT_NEAR(run.stepper.state().v.entries[5],
                      omega - rate * n_half * h,
                      1e-9 * omega);
          run.stepper.advance(static_cast<unsigned long>(n_half) + 2);
          EXPECT_LT(run.stepper.state().v.entries.norm(), 1e-9);
          EXPECT_LT(run.ledger().max_relative_residual, 1e-12);
          EXPECT_NEAR(run.ledger().cumulative.friction /
                        run.ledger().initial_energy.kinetic,
                      -1.,
                      1e-9);
        }
  }

  // A ball in space and a disc in the plane, rolling with the creep of the law:
  // v = v_0 - mu g k / (1 + k^2)^(1/2) t. That is 5/7 or 2/3 of mu_R g / r, to
  // (mu_R / (mu r))^2.
  TEST(RollingFriction, ARollingBodySlowsDown)
  {
    for (const double r : {0.02, 0.5})
      for (const double mu : {0.2, 1.})
        for (const double share : {0.003, 0.1}) // mu_R / r
          for (const bool is_ball : {true, false})
            {
              const double mu_R = share * r, a = is_ball ? 2.5 : 2.,
                           e = share / mu, k = creep(a, e),
                           rate = mu * g * k / std::hypot(1., k), omega = 8.,
                           v = omega * r * (1. + k * e);
              const int n =
                static_cast<int>(std::min(0.5 * v / rate / h, 2000.));
              double v_end;
              if (is_ball)
                {
                  auto run =
                    ball(r, {v, 0., 0.}, {0., omega, 0.}, rough(mu, mu_R, 0.));
                  run.stepper.advance(static_cast<unsigned long>(n));
                  v_end = run.stepper.state().v.entries[0];
                  EXPECT_LT(run.ledger().max_relative_residual, 1e-12);
                }
              else
                {
                  auto run = planar_run("b: shape disc " + exact(r) +
                                          " ; density 1000 ; at 0, " +
                                          exact(r) + ", 0 ; velocity " +
                                          text(Eigen::Vector3d(v, 0., -omega)),
                                        floor_2,
                                        rough(mu, mu_R, 0.),
                                        h,
                                        {0., -g});
                  run.stepper.advance(static_cast<unsigned long>(n));
                  v_end = run.stepper.state().v.entries[0];
                }
              EXPECT_NEAR(v_end, v - rate * n * h, 1e-8 * v)
                << r << ' ' << mu << ' ' << share << ' ' << is_ball;
              EXPECT_NEAR(rate / (a / (1. + a) * share * g), 1., 1.01 * e * e);
            }
  }

  // It holds on a slope up to tan(alpha) = 1 / (1 / mu^2 + (r / mu_R)^2)^(1/2),
  // on which a ball without rolling friction would roll.
  TEST(RollingFriction, ABallRestsOnASlope)
  {
    const double r = 0.1, mu = 0.3, mu_R = 0.01,
                 alpha = std::atan(1. / std::hypot(1. / mu, r / mu_R));
    for (const double factor : {0.99, 1.01})
      {
        const double slope = factor * alpha;
        auto         run =
          ball(r,
               {0., 0., 0.},
               {0., 0., 0.},
               rough(mu, mu_R, 0.001),
               g * Eigen::Vector3d(std::sin(slope), 0., -std::cos(slope)));
        run.stepper.advance(500);
        const double speed = run.stepper.state().v.entries.head<3>().norm();
        if (factor < 1.)
          EXPECT_LT(speed, 1e-9);
        else
          EXPECT_GT(speed, 1e-3);
      }
  }

  // Heaps of balls that hinder each other, all rows together.
  TEST(RollingFriction, AHeapComesToRestAndGainsNoEnergy)
  {
    auto run = spatial_run("s: shape ball 0.05 ; density 1000 ; at -0.06, "
                           "-0.06, 0.06 ; copies 2, 2, 3 ; spacing 0.11, 0.11, "
                           "0.11 ; scatter 0.02",
                           floor_3 + " | all: bodies all",
                           rough(0.5, 0.005, 0.002),
                           h,
                           {0., 0., -g});
    const double scale = run.ledger().energy.total();
    EXPECT_LT(largest_rise(run, 3000, scale, [] {}), 1e-6);
    EXPECT_LT(run.ledger().energy.kinetic, 1e-8 * scale);
    EXPECT_LT(run.ledger().max_relative_residual, 1e-12);
  }

  TEST(RollingFriction, NeedsFrictionAndBodies)
  {
    EXPECT_THROW(ball(0.1, {0., 0., 0.}, {0., 0., 0.}, rough(0., 0.01, 0.)),
                 InputError);
    EXPECT_THROW(planar_run("b: shape disc 0.1 ; density 1 ; at 0, 0.1, 0",
                            floor_2,
                            rough(0.5, 0., 0.01),
                            h,
                            {0., -g}),
                 InputError);
  }
} // namespace percuss::test::rolling_friction_test
