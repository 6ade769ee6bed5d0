// SPDX-License-Identifier: Apache-2.0

// The slider-crank of [A12] 6.4.1 and [C13] 5.6.1 in minimal coordinates:
// free motion, [A12] Table 3, and a program written for this mechanism alone.

#include "model_run.h"
#include "slider_crank_by_hand.h"

#include <percuss/discrete/slider_guide.h>

#include <gtest/gtest.h>

namespace percuss::test
{
  using GuidedRun = ModelRun<SliderCrank, SliderGuide<8>>;

  const SliderCrank    crank({});
  const SliderGuide<8> guide(crank.description, 0.4, 0.01);

  /** Largest relative change of the energy in free motion over 2.5 ms, before
   * the first impact. */
  double
  change_of_energy(const double h)
  {
    GuidedRun run(
      crank, guide, scheme_named("moreau-jean"), explicit_forecast(0.), h);
    run.stepper.advance(std::lround(2.5e-3 / h));
    EXPECT_EQ(run.stepper.record().contacts->n_problems, 0u);
    const EnergyLedger &ledger = *run.stepper.record().ledger;
    EXPECT_EQ(ledger.cumulative.damping, 0.); // inertial forces only
    return std::abs(ledger.energy.total() / ledger.initial_energy.total() - 1.);
  }

  // M at the end of the step is a rectangle rule
  TEST(SliderCrank, KeepsItsEnergyInFirstOrder)
  {
    const double coarse = change_of_energy(2e-5), fine = change_of_energy(1e-5);
    EXPECT_LT(coarse, 2e-3);
    EXPECT_NEAR(std::log2(coarse / fine), 1., 0.02);
  }

  TEST(SliderCrank, IsThatOfAProgramOfItsOwn)
  {
    for (const double gamma : {0., 1.})
      {
        SliderCrankByHand hand(1e-5, gamma, 0.01);
        GuidedRun         run(crank,
                      guide,
                      scheme_named("moreau-jean"),
                      explicit_forecast(gamma),
                      1e-5);
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
    const SliderGuide<8> rough(d, 0.4, mu);
    SliderCrankByHand    hand(1e-5, 0., mu);
    hand.v[2] = d.slider_velocity;
    GuidedRun run(
      turning, rough, scheme_named("moreau-jean"), explicit_forecast(0.), 1e-5);
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
    GuidedRun run(crank, guide, scheme_named(scheme), explicit_forecast(0.), h);
    double    angle = 0.;
    const auto n    = std::lround(0.2 / h);
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
} // namespace percuss::test
