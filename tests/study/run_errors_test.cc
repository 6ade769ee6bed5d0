// SPDX-License-Identifier: Apache-2.0

// Norms of errors, the signals of a run and their comparison, by hand.

#include <percuss/study/run_errors.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace percuss::test::run_errors_test
{
  TEST(ErrorNorms, OfThreeValues)
  {
    ErrorNorms norms;
    norms.add(1., 2.);   // error 1
    norms.add(3., 3.);   // error 0
    norms.add(-1., -4.); // error 3
    EXPECT_DOUBLE_EQ(norms.l1(0.5), 2.);
    EXPECT_DOUBLE_EQ(norms.relative_l1(), 4. / 9.);
    EXPECT_DOUBLE_EQ(norms.l2(0.5), std::sqrt(5.));
    EXPECT_DOUBLE_EQ(norms.max(), 3.);
    EXPECT_DOUBLE_EQ(norms.largest_exact(), 4.);
    EXPECT_TRUE(std::isnan(ErrorNorms().relative_l1()));
  }

  /** A run of two contacts and one point that a test makes up. */
  class MadeUpRun
  {
  public:
    static constexpr double h = 0.5, start = 10.;

    StepRecord
    step(const unsigned long int k, const double value)
    {
      gaps[0]                      = value;
      gaps[1]                      = 100. + value;
      velocities[0]                = 2. * value;
      impulses[0]                  = value;
      impulses[1]                  = 3. * value;
      energy_record.energy.kinetic = 7. * value;
      position                     = -value;
      StepRecord record;
      record.step             = k;
      record.time             = start + static_cast<double>(k) * h;
      record.time_step        = h;
      record.energy_record    = &energy_record;
      record.energy           = energy_record.energy;
      record.gap              = gaps;
      record.contact_velocity = velocities;
      record.impulse          = impulses;
      return record;
    }

    RunSignals
    signals()
    {
      return {ContactTotals({"left", "right"}),
              {{"tip"},
               [this](const std::span<double> q, const std::span<double> v) {
                 q[0] = position;
                 v[0] = 5. * position;
               }}};
    }

  private:
    double       gaps[2] = {}, velocities[2] = {}, impulses[2] = {}, position;
    EnergyRecord energy_record;
  };

  TEST(RunSignals, AreNamedAndSummedUp)
  {
    MadeUpRun  run;
    RunSignals signals = run.signals();
    EXPECT_EQ(signals.names(),
              (std::vector<std::string>{"gap[left]",
                                        "gap[right]",
                                        "contact_velocity[left]",
                                        "contact_velocity[right]",
                                        "contact_force[left]",
                                        "contact_force[right]",
                                        "contact_impulse[left]",
                                        "contact_impulse[right]",
                                        "position",
                                        "velocity",
                                        "energy_total"}));
    // the impulses of step 0 are not of the run
    EXPECT_EQ(
      signals.evaluate(run.step(0, 1.)),
      (std::vector<double>{1., 101., 2., 0., 0., 0., 0., 0., -1., -5., 7.}));
    signals.evaluate(run.step(1, 2.));
    EXPECT_EQ(signals.evaluate(run.step(2, 4.)),
              (std::vector<double>{
                4., 104., 8., 0., 8., 24., 6., 18., -4., -20., 28.}));
    EXPECT_EQ(base_name("gap[left]"), "gap");
    EXPECT_EQ(unit_of("velocity[upper mass]"), "m s^-1");
  }

  /** f(t) = 2 for t < 1, 4 from there on, of "gap[right]" as of what the run
   * does not have. */
  Reference
  step_function()
  {
    Reference reference;
    for (const char *name : {"gap[right]", "temperature"})
      reference.signals.push_back(
        {name,
         [](const double t) { return t < 1. * (1. - 1e-12) ? 2. : 4.; },
         {1.}});
    return reference;
  }

  TEST(RunErrors, ComparesCommonSignalsAtTheTimesOfTheSteps)
  {
    MadeUpRun run;
    RunErrors errors(run.signals(), step_function(), {}, run.start);
    EXPECT_EQ(errors.interval, 1u);
    errors.observe(run.step(0, 0.));   // does not count
    errors.observe(run.step(1, -97.)); // t = 0.5: 3 for 2
    errors.observe(run.step(2, -96.)); // t = 1: 4 for 4, right-continuous
    errors.observe(run.step(3, -94.)); // t = 1.5: 6 for 4
    const auto norms = errors.norms();
    ASSERT_EQ(norms.size(), 4u);
    EXPECT_DOUBLE_EQ(norms.at("gap[right]_L1"), 0.5 * 3.);
    EXPECT_DOUBLE_EQ(norms.at("gap[right]_L1_relative"), 3. / 10.);
    EXPECT_DOUBLE_EQ(norms.at("gap[right]_L2"), std::sqrt(0.5 * 5.));
    EXPECT_DOUBLE_EQ(norms.at("gap[right]_max"), 2.);
  }

  TEST(RunErrors, KeepToTheirInterval)
  {
    MadeUpRun          run;
    ComparisonSettings settings;
    settings.begin        = 1.;
    Reference reference   = step_function();
    reference.valid_until = 1.5;
    RunErrors errors(run.signals(), reference, settings, run.start);
    // steps 2 and 3 count, the others would be 50 off
    for (unsigned long int k = 0; k < 6; ++k)
      errors.observe(run.step(k, -96. + (k == 3 ? 1. : k == 2 ? 0. : 50.)));
    EXPECT_DOUBLE_EQ(errors.norms().at("gap[right]_max"), 1.); // steps 2 and 3
    EXPECT_DOUBLE_EQ(errors.norms().at("gap[right]_L1_relative"), 1. / 8.);
  }

  // The computed polygon reaches the height 4 at t = 1.5 instead of jumping
  // there at 1: (1, 4) is 0.5 late in time, all others are nearer. The jump
  // itself is matched by the ramp.
  TEST(RunErrors, HausdorffDistanceOfALateJump)
  {
    MadeUpRun          run;
    ComparisonSettings settings;
    settings.hausdorff  = true;
    settings.metric     = ComparisonSettings::Metric::si;
    const auto distance = [&](const Reference &reference) {
      RunErrors errors(run.signals(), reference, settings, run.start);
      for (unsigned long int k = 0; k <= 4; ++k)
        errors.observe(run.step(k, k < 3 ? -98. : -96.));
      return errors.norms().at("gap[right]_hausdorff");
    };
    // from (1, 4) to the ramp (1 + s, 2 + 4 s): max(s, 2 - 4 s) = 0.4
    EXPECT_NEAR(distance(step_function()), 0.4, 1e-12);

    // times over 2, values over 4: max(s/2, (2 - 4 s)/4) at s = 1/3
    settings.metric = ComparisonSettings::Metric::relative;
    EXPECT_NEAR(distance(step_function()), 1. / 6., 1e-12);

    // an early jump, the ramp (s, 2 + 4 s): (1-, 2) is max(1 - s, 4 s) away
    settings.metric = ComparisonSettings::Metric::si;
    RunErrors early(run.signals(), step_function(), settings, run.start);
    for (unsigned long int k = 0; k <= 4; ++k)
      early.observe(run.step(k, k < 1 ? -98. : -96.));
    EXPECT_NEAR(early.norms().at("gap[right]_hausdorff"), 0.8, 1e-10);

    // a polygon with nodes of its own, one unit above the run
    settings.metric = ComparisonSettings::Metric::si;
    Reference shifted;
    shifted.signals.push_back(
      {"gap[right]",
       [](const double t) { return 3. + std::clamp(4. * (t - 1.), 0., 2.); },
       {},
       0.25});
    EXPECT_NEAR(distance(shifted), 1., 1e-12);
  }
} // namespace percuss::test::run_errors_test
