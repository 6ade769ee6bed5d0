// SPDX-License-Identifier: Apache-2.0

// A ball with one degree of freedom: Newton's impact law, energy, rest.

#include "falling_ball.h"

#include <percuss/time_integration/generalized_alpha.templates.h>

#include <gtest/gtest.h>

namespace percuss::test::bouncing_ball_test
{
  const FallingBall ball(0.3, 9.81);

  /** The same run with concrete types and through the abstract interfaces. */
  template <template <class> class Scheme, class Parameters>
  void
  expect_same_with_both_bindings(const Parameters &parameters)
  {
    const Floor         floor(0.7);
    const Activation    activation(Activation::Rule::explicit_forecast, 0.5);
    const Clock         clock{0., 1e-3, 10.};
    Lemke               static_solver(1), dynamic_solver(1);
    Scheme<FallingBall> static_scheme(parameters);
    using System = MechanicalSystem<BallAlgebra>;
    Scheme<System>                           dynamic_scheme(parameters);
    TimeIntegrationScheme<System>           &abstract_scheme = dynamic_scheme;
    ComplementaritySolver                   &abstract_solver = dynamic_solver;
    const ConstraintKinematics<BallAlgebra> &abstract_floor  = floor;
    const System                            &abstract_ball   = ball;

    TimeStepper<FallingBall, Scheme<FallingBall>, Floor, Lemke> static_stepper(
      ball,
      static_scheme,
      floor,
      static_solver,
      activation,
      clock,
      number(1.),
      number(0.));
    TimeStepper<System> dynamic_stepper(abstract_ball,
                                        abstract_scheme,
                                        abstract_floor,
                                        abstract_solver,
                                        activation,
                                        clock,
                                        number(1.),
                                        number(0.));
    while (dynamic_stepper.record().step < clock.n_steps())
      {
        static_stepper.advance(100);
        dynamic_stepper.advance(100);
        const State<BallAlgebra> &x = static_stepper.state();
        const State<BallAlgebra> &y = dynamic_stepper.state();
        ASSERT_EQ(x.t, y.t);
        ASSERT_NEAR(x.q[0], y.q[0], 1e-13);
        ASSERT_NEAR(x.v[0], y.v[0], 1e-13);
        ASSERT_NEAR(x.a[0], y.a[0], 1e-13);
        ASSERT_NEAR(static_stepper.record().energy_record->energy.total(),
                    dynamic_stepper.record().energy_record->energy.total(),
                    1e-12);
        ASSERT_NEAR(static_stepper.record().contacts->total_impulse,
                    dynamic_stepper.record().contacts->total_impulse,
                    1e-12);
      }
    EXPECT_GT(dynamic_stepper.record().contacts->n_problems, 10u);
  }

  TEST(BouncingBall, StaticAndDynamicBindingAgree)
  {
    expect_same_with_both_bindings<MoreauJean>(0.5);
    expect_same_with_both_bindings<MoreauJean>(0.9);
    expect_same_with_both_bindings<GeneralizedAlpha>(
      generalized_alpha_coefficients(0.8));
  }

  TEST(BouncingBall, FollowsTheParabolaUntilTheImpact)
  {
    const double h = 1e-3;
    BallRun      run(ball, 0.5, 0.5, h, 1., 2.);
    for (const unsigned long int k : {1ul, 100ul, 600ul})
      {
        run.stepper.advance(k - run.stepper.record().step);
        const double t = static_cast<double>(k) * h;
        EXPECT_NEAR(run.height(), 1. + 2. * t - 0.5 * 9.81 * t * t, 1e-13);
        EXPECT_NEAR(run.velocity(), 2. - 9.81 * t, 1e-13);
      }
    EXPECT_EQ(run.stepper.record().contacts->n_problems, 0u);
    EXPECT_TRUE(std::isnan(run.stepper.record().contacts->first_contact_time));
  }

  TEST(BouncingBall, ImpactsObeyNewtonsLaw)
  {
    for (const double e : {0., 0.3, 1.})
      for (const double theta : {0.5, 1.})
        {
          BallRun      run(ball, e, theta, 1e-3, 1.);
          unsigned int n_impacts = 0;
          double       speed     = 0.; // before the first impact
          while (run.stepper.record().step < 3000)
            {
              const double before = run.velocity();
              run.stepper.advance(1);
              const double P = run.stepper.record().impulse[0];
              if (P == 0.)
                continue;
              if (n_impacts++ == 0)
                speed = -before;
              const double e_k = before > 0. ? 1. : e; // reflected
              EXPECT_NEAR(run.velocity(), -e_k * before, 1e-15 * speed);
              // m (v+ - v) = P - m g h
              EXPECT_NEAR(P,
                          0.3 * (run.velocity() - before + 9.81e-3),
                          1e-15 * speed);
              EXPECT_GT(P, 0.);
            }
          EXPECT_GT(n_impacts, 1u);
          EXPECT_NEAR(speed, std::sqrt(2. * 9.81), 0.02); // of the fall
        }
  }

  TEST(BouncingBall, ElasticImpactsKeepTheEnergy)
  {
    BallRun      run(ball, 1., 0.5, 1e-3, 1.);
    const double energy = run.stepper.record().energy_record->energy.total();
    EXPECT_NEAR(energy, 0.3 * 9.81, 1e-15);
    for (int i = 0; i < 100; ++i)
      {
        run.stepper.advance(200);
        EXPECT_NEAR(run.stepper.record().energy_record->energy.total(),
                    energy,
                    1e-12 * energy);
      }
    EXPECT_GT(run.stepper.record().contacts->n_problems, 20u);
    EXPECT_LT(run.stepper.record().energy_record->max_residual, 1e-15 * energy);
  }

  TEST(BouncingBall, InelasticImpactsLoseHalfOfTheSquaredVelocities)
  {
    // contact work of one impact: U_{k+1/2} P = -(1 - e)/2 |u_k| P
    const double e = 0.5;
    BallRun      run(ball, e, 0.5, 1e-3, 1.);
    double       work = 0.;
    for (int k = 0; k < 2000; ++k)
      {
        const double before = run.velocity();
        run.stepper.advance(1);
        work += 0.5 * (1. - e) * std::min(before, 0.) *
                run.stepper.record().impulse[0];
      }
    EXPECT_LT(work, -1.);
    EXPECT_NEAR(run.stepper.record().energy_record->cumulative.contact,
                work,
                1e-14);
  }

  TEST(RestingBall, IsCarriedByTheImpulseOfItsWeight)
  {
    const double h = 1e-3;
    BallRun      run(ball, 0., 0.5, h, 0.);
    for (int k = 1; k <= 10000; ++k)
      {
        run.stepper.advance(1);
        ASSERT_NEAR(run.stepper.record().impulse[0], 0.3 * 9.81 * h, 1e-17);
        ASSERT_NEAR(run.stepper.record().gap[0], 0., 1e-18);
      }
    const ContactStatistics &contacts = *run.stepper.record().contacts;
    EXPECT_NEAR(contacts.total_impulse, 0.3 * 9.81 * 10., 1e-10);
    EXPECT_NEAR(contacts.peak_force, 0.3 * 9.81, 1e-14);
    EXPECT_EQ(contacts.first_contact_time, h);
    EXPECT_EQ(contacts.last_contact_time, 10000 * h);
    EXPECT_EQ(contacts.n_problems, 10000u);
  }
} // namespace percuss::test::bouncing_ball_test
