// SPDX-License-Identifier: Apache-2.0

// The slider-crank of [A12] 6.4.1 and [C13] 5.6.1 in minimal coordinates:
// free motion, [A12] Table 3, and a program written for this mechanism alone.

#include "model_run.h"
#include "slider_crank_by_hand.h"
#include "steppers.h"

#include <percuss/models/small/slider_crank/slider_guide.h>

#include <gtest/gtest.h>

namespace percuss::test::slider_crank_test
{
  using GuidedRun = ModelRun<SliderCrank, SliderGuide<8>>;

  const SliderCrank    crank({});
  const SliderGuide<8> guide(crank.description, {0.4, 0.01});

  /** With M(q_{k+1}), as [A12] Table 3 and the program by hand have it. */
  SchemeParameters
  with_mass_at_end(const char *scheme)
  {
    SchemeParameters parameters = scheme_named(scheme);
    parameters.variable_mass    = VariableMass::end_of_step;
    return parameters;
  }

  /** So wide that nothing touches it. */
  const SliderCrank &
  free_crank()
  {
    static const SliderCrank crank([] {
      SliderCrankDescription d;
      d.clearance = 1.;
      return d;
    }());
    return crank;
  }

  struct FreeTurns
  {
    double energy_error, crank, rod, newton;
  };

  /** Free motion for @p end [s]: relative error of the energy at the end, and
   * the angles. */
  FreeTurns
  turn_freely(const SchemeParameters &scheme, const double h, const double end)
  {
    const SliderGuide<8> wide(free_crank().description, {0.4, 0.01});
    GuidedRun  run(free_crank(), wide, scheme, explicit_forecast(0.), h);
    const auto n = static_cast<unsigned long int>(std::lround(end / h));
    run.stepper.advance(n);
    const StepRecord   &record        = run.stepper.record();
    const EnergyRecord &energy_record = *record.energy_record;
    EXPECT_EQ(record.contacts->total_impulse, 0.);
    EXPECT_EQ(energy_record.cumulative.damping, 0.); // inertial forces only
    const double change =
      energy_record.energy.total() - energy_record.initial_energy.total();
    EXPECT_NEAR(energy_record.cumulative.total(),
                change,
                1e-12 * std::abs(change));
    return {change / energy_record.initial_energy.total(),
            run.q(0),
            run.q(1),
            static_cast<double>(record.iterations.sum_newton) /
              static_cast<double>(n)};
  }

  // M at the end of the step is a rectangle rule
  TEST(SliderCrank, KeepsItsEnergyInFirstOrderWithMassAtTheEnd)
  {
    const auto change = [](const double h) {
      return turn_freely(with_mass_at_end("moreau-jean"), h, 2.5e-3)
        .energy_error;
    };
    const double coarse = change(2e-5), fine = change(1e-5);
    EXPECT_LT(std::abs(coarse), 2e-3);
    EXPECT_NEAR(std::log2(coarse / fine), 1., 0.02);
  }

  // [A12] (18a) as printed, and generalized-alpha with [C13] (21): of second
  // order, energy and angles, over three revolutions
  TEST(SliderCrank, KeepsItsEnergyInSecondOrder)
  {
    SchemeParameters dissipative  = scheme_named("generalized-alpha-ggl");
    dissipative.spectral_radius   = 0.5;
    SchemeParameters annihilating = scheme_named("generalized-alpha");
    annihilating.spectral_radius  = 0.;
    const SchemeParameters moreau = scheme_named("moreau-jean");
    const FreeTurns        exact  = turn_freely(moreau, 2e-6, 0.05);
    const struct
    {
      SchemeParameters scheme;
      double           energy_error; // at 1e-4 s
    } cases[] = {{moreau, 2e-4},
                 {scheme_named("moreau-jean-dissipative"), 2e-4},
                 {scheme_named("direct-projection"), 2e-4},
                 {scheme_named("combined-projection"), 2e-4},
                 {scheme_named("newmark"), 2e-3},
                 {scheme_named("hht"), 2e-3},
                 {scheme_named("generalized-alpha"), 2e-3},
                 {annihilating, 2e-2},
                 {dissipative, 2e-3}};
    for (const auto &[scheme, energy_error] : cases)
      {
        const FreeTurns coarse = turn_freely(scheme, 1e-4, 0.05),
                        fine   = turn_freely(scheme, 5e-5, 0.05);
        EXPECT_LT(std::abs(turn_freely(scheme, 1e-4, 0.2).energy_error),
                  energy_error)
          << scheme.name;
        EXPECT_LT(coarse.newton, 5.) << scheme.name;
        for (const auto angle : {&FreeTurns::crank, &FreeTurns::rod})
          EXPECT_NEAR(std::log2((coarse.*angle - exact.*angle) /
                                (fine.*angle - exact.*angle)),
                      2.,
                      0.15)
            << scheme.name;
      }
  }

  TEST(SliderCrank, IsThatOfAProgramOfItsOwn)
  {
    for (const double gamma : {0., 1.})
      {
        SliderCrankByHand hand(1e-5, gamma, 0.01);
        GuidedRun         run(crank,
                      guide,
                      with_mass_at_end("moreau-jean"),
                      explicit_forecast(gamma),
                      1e-5,
                      law_as_printed);
        for (int k = 0; k < 5000; ++k)
          {
            hand.step();
            run.stepper.advance(1);
            for (int i = 0; i < 3; ++i)
              {
                ASSERT_NEAR(run.q(i), hand.q[i], 1e-9) << "step " << k;
                ASSERT_NEAR(run.v(i), hand.v[i], 1e-7) << "step " << k;
              }
          }
        EXPECT_GT(run.stepper.record().contacts->n_problems, 500u);
      }
  }

  // single corners strike, stick and slide
  TEST(SliderCrank, TurnsAsByHandWhereCornersStrike)
  {
    SliderCrankDescription d;
    d.slider_velocity       = 5.;
    const double         mu = 0.3;
    const SliderCrank    turning(d);
    const SliderGuide<8> rough(d, {0.4, mu});
    SliderCrankByHand    hand(1e-5, 0., mu);
    hand.v[2] = d.slider_velocity;
    GuidedRun    run(turning,
                  rough,
                  with_mass_at_end("moreau-jean"),
                  explicit_forecast(0.),
                  1e-5,
                  law_as_printed);
    double       largest_angle = 0.;
    unsigned int single = 0, pairs = 0;
    for (int k = 0; k < 1000; ++k)
      {
        hand.step();
        run.stepper.advance(1);
        for (int i = 0; i < 3; ++i)
          ASSERT_NEAR(run.q(i), hand.q[i], 1e-8) << "step " << k;
        largest_angle = std::max(largest_angle, std::abs(run.q(2)));
        single += run.stepper.record().active_contacts == 1;
        pairs += run.stepper.record().active_contacts == 2;
      }
    EXPECT_GT(largest_angle, 0.005);
    EXPECT_GT(single, 10u);
    EXPECT_GT(pairs, 10u);
  }

  struct Outcome
  {
    double violation, angle, first_impact, newton;
  };

  Outcome
  run_crank(const char *scheme, const double h)
  {
    GuidedRun run(
      crank, guide, with_mass_at_end(scheme), explicit_forecast(0.), h);
    double     angle = 0.;
    const auto n     = std::lround(0.2 / h);
    for (long k = 0; k < n; ++k)
      {
        run.stepper.advance(1);
        angle = std::max(angle, std::abs(run.q(2)));
      }
    const StepRecord &record = run.stepper.record();
    EXPECT_LE(record.iterations.max_newton, 6u) << scheme;
    return {record.contacts->max_penetration,
            angle,
            record.contacts->first_contact_time,
            static_cast<double>(record.iterations.sum_newton) /
              static_cast<double>(n)};
  }

  // [A12] Table 3: 1.324e-4 and 1.234e-5, below 1e-10 with projections
  TEST(SliderCrank, ViolatesTheGuideInProportionToTheStep)
  {
    const Outcome coarse = run_crank("moreau-jean", 1e-4),
                  fine   = run_crank("moreau-jean", 1e-5);
    EXPECT_NEAR(coarse.violation, 1.324e-4, 0.22 * 1.324e-4);
    EXPECT_NEAR(fine.violation, 1.234e-5, 0.05 * 1.234e-5);
    EXPECT_NEAR(fine.first_impact, 2.692e-3, 2.1e-5);
    EXPECT_LT(coarse.angle, 1e-12); // the slider does not turn
    EXPECT_LT(fine.angle, 1e-12);
    EXPECT_GT(coarse.newton, fine.newton);
    EXPECT_LE(coarse.newton, 3.2);
    for (const char *scheme : {"direct-projection", "combined-projection"})
      {
        const Outcome projected = run_crank(scheme, 1e-4);
        EXPECT_LT(projected.violation, 1e-14) << scheme;
        EXPECT_LT(projected.angle, 1e-12) << scheme;
      }
  }

  TEST(SliderCrank, CountsItsIterations)
  {
    for (const char *scheme : {"moreau-jean", "combined-projection"})
      {
        GuidedRun run(
          crank, guide, scheme_named(scheme), explicit_forecast(0.), 1e-4);
        const IterationStatistics &counts   = run.stepper.record().iterations;
        const bool                 projects = *scheme == 'c';
        run.stepper.advance(20); // free motion
        EXPECT_GE(counts.sum_newton, 20u);
        EXPECT_EQ(counts.sum_active_sets, projects ? 20u : 0u);
        EXPECT_EQ(counts.n_projections, 0u);
        run.stepper.advance(100);
        EXPECT_LE(counts.sum_newton, counts.max_newton * 120ul);
        EXPECT_EQ(counts.n_projections > 0, projects);
        EXPECT_LE(counts.n_projections, 100u);
        EXPECT_EQ(counts.max_active_sets, projects ? 2u : 0u);
        EXPECT_EQ(counts.sum_active_sets > 120u, projects);
      }
  }
} // namespace percuss::test::slider_crank_test
