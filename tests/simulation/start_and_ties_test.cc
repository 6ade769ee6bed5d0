// SPDX-License-Identifier: Apache-2.0

// Contacts that are closed at the start, and impacts that fall on a step: every
// scheme, every rule of activation.

#include "../mechanics/random_system.h"
#include "random_contacts.h"
#include "random_steppers.h"
#include "scheme_family.h"

#include <percuss/algebra/eigenvalues.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace percuss::test::start_and_ties_test
{
  using Rule = Activation::Rule;

  TEST(StartInContact, BallAtRestStaysAtRest)
  {
    const double gravity = 10., h = 1e-2;
    for (const SchemeInformation &scheme : schemes())
      for (const double e : {0., 0.8, 1.})
        {
          AnyBallRun run(
            scheme_named(std::string(scheme.name)), gravity, e, h, 0.);
          for (int k = 0; k < 100; ++k)
            {
              run.stepper.advance(1);
              ASSERT_NEAR(run.stepper.state().q[0], 0., 1e-15)
                << scheme.name << ", e = " << e << ", step " << k + 1;
              ASSERT_NEAR(run.stepper.state().v[0], 0., 1e-14) << scheme.name;
              ASSERT_NEAR(run.stepper.record().impulse[0], gravity * h, 1e-14)
                << scheme.name;
            }
        }
  }

  // K q = F + G^T lambda, g(q) = 0: nothing moves, whatever the scheme.
  TEST(StartInContact, ElasticEquilibriumStays)
  {
    using System = MechanicalSystem<SmallAlgebra<6>>;
    for (const SchemeInformation &information : schemes())
      for (unsigned int m = 1; m <= 5; ++m)
        {
          RandomSystem   system(m, true, false);
          RandomContacts contacts(m, m);
          SmallVector<6> q, rest;
          q.entries.setLinSpaced(6, -1., 1.);
          Eigen::VectorXd reaction = Eigen::VectorXd::LinSpaced(m, 1., 2.);
          contacts.g_0             = -contacts.G * q.entries;
          system.F_c.entries =
            system.K * q.entries - contacts.G.transpose() * reaction;
          const double frequency =
            std::sqrt(largest_generalized_eigenvalue(system.K, system.M));
          const double h = 0.5 / frequency;
          const auto   scheme =
            make_scheme<System>(scheme_named(std::string(information.name)));
          const auto          solver = make_solver("automatic", m);
          TimeStepper<System> stepper(system,
                                      *scheme,
                                      contacts,
                                      *solver,
                                      {Rule::explicit_forecast, 0.5},
                                      {0., h, 1e3},
                                      q,
                                      rest);
          for (int k = 0; k < 50; ++k)
            {
              stepper.advance(1);
              const StepRecord &record = stepper.record();
              ASSERT_LT(stepper.state().v.entries.norm(), 1e-9)
                << information.name << ", " << m << " rows, step " << k + 1;
              for (unsigned int i = 0; i < m; ++i)
                ASSERT_NEAR(record.impulse[i] / h, reaction[i], 1e-8)
                  << information.name << ", row " << i << " of " << m;
            }
        }
  }

  /** The first step with an impulse. */
  unsigned long int
  step_of_impact(const std::string &scheme,
                 const Activation  &activation,
                 const double       h,
                 const double       height)
  {
    AnyBallRun run(scheme_named(scheme), 0., 0., h, height, activation, -1.);
    while (run.stepper.record().impulse[0] == 0. &&
           run.stepper.record().step < 1000)
      run.stepper.advance(1);
    // all of the velocity, in one step
    EXPECT_NEAR(run.stepper.record().impulse[0], 1., 1e-7) << scheme;
    return run.stepper.record().step;
  }

  // A ball that moves by h per step reaches the floor exactly at step n, but
  // for rounding.
  TEST(Ties, RoundingDoesNotDecide)
  {
    for (const double h : {0.1, 1e-3, 1e-3 / 3., 7e-7})
      for (const unsigned int n : {1u, 3u, 10u, 49u, 333u})
        for (const double rounding : {-1e-14, 0., 1e-14})
          {
            const double height = n * h * (1. + rounding);
            for (const char *const scheme : {"moreau-jean",
                                             "moreau-jean-dissipative",
                                             "generalized-alpha",
                                             "newmark",
                                             "hht",
                                             "krenk-hogsberg"})
              {
                const auto step = [&](const Rule rule, const double gamma) {
                  return step_of_impact(scheme, {rule, gamma}, h, height);
                };
                EXPECT_EQ(step(Rule::explicit_forecast, 0.), n + 1) << scheme;
                EXPECT_EQ(step(Rule::explicit_forecast, 1.), n) << scheme;
                EXPECT_EQ(step(Rule::free_position_forecast, 0.), n) << scheme;
                EXPECT_EQ(step(Rule::acary_2014, 0.), n) << scheme;
              }
            for (const char *const scheme : {"direct-projection",
                                             "combined-projection",
                                             "generalized-alpha-ggl",
                                             "cd-lagrange",
                                             "cd-lagrange-implicit"})
              EXPECT_EQ(step_of_impact(scheme,
                                       {Rule::free_position_forecast, 0.},
                                       h,
                                       height),
                        n)
                << scheme;
          }
  }
} // namespace percuss::test::start_and_ties_test
