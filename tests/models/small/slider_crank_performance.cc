// SPDX-License-Identifier: Apache-2.0

// The slider-crank of [A12] 6.4.1, a nonlinear system with M(q) and contacts
// with friction, against a program written for it alone (SliderCrankByHand).
// Alternating runs over the same trajectory; the median of the ratios.

#include "../../performance_record.h"
#include "model_run.h"
#include "slider_crank_by_hand.h"

#include <percuss/models/small/slider_crank/slider_guide.h>

#include <gtest/gtest.h>

#include <iostream>
#include <vector>

namespace percuss::test
{
  double
  median(std::vector<double> x)
  {
    std::ranges::nth_element(x, x.begin() + static_cast<long>(x.size() / 2));
    return x[x.size() / 2];
  }

  void
  compare(const char *what, const SliderCrank &model, const double h)
  {
    constexpr unsigned long int n_steps = 20000;
    const double                mu      = 0.01;
    // as the program by hand has it
    ContactCoefficients coefficients{0.4, mu};
    coefficients.law            = ImpactLaw::newton;
    SchemeParameters parameters = scheme_named("moreau-jean");
    parameters.variable_mass    = VariableMass::end_of_step;
    const SliderGuide<8> guide(model.description, coefficients);
    const auto           solver = make_solver("automatic", 0);

    std::vector<double> hand_times, fixed, chosen;
    for (int repetition = 0; repetition < 9; ++repetition)
      {
        SliderCrankByHand hand(h, 0., mu);
        hand_times.push_back(shortest_time(1, [&]() {
          for (unsigned long int k = 0; k < n_steps; ++k)
            hand.step();
        }));

        MoreauJean<SliderCrank> scheme(0.5, 0.5, VariableMass::end_of_step);
        TimeStepper<SliderCrank, MoreauJean<SliderCrank>, SliderGuide<8>>
          stepper(model,
                  scheme,
                  guide,
                  *solver,
                  explicit_forecast(0.),
                  {0., h, 1.},
                  model.initial_position(),
                  model.initial_velocity(),
                  law_as_printed);
        fixed.push_back(shortest_time(1, [&]() { stepper.advance(n_steps); }));

        ModelRun<SliderCrank, SliderGuide<8>> run(
          model, guide, parameters, explicit_forecast(0.), h, law_as_printed);
        chosen.push_back(
          shortest_time(1, [&]() { run.stepper.advance(n_steps); }));

        for (int i = 0; i < 3; ++i)
          {
            EXPECT_NEAR(stepper.state().q[i], hand.q[i], 1e-8);
            EXPECT_NEAR(stepper.state().v[i], hand.v[i], 1e-8 * 150.);
            EXPECT_NEAR(run.q(i), hand.q[i], 1e-8);
          }
      }
    const auto ns = [](const std::vector<double> &times) {
      return 1e9 * median(times) / static_cast<double>(n_steps);
    };
    const auto ratio = [&](std::vector<double> times) {
      for (std::size_t i = 0; i < times.size(); ++i)
        times[i] /= hand_times[i];
      return median(times);
    };
    std::cout << what << ": by hand " << ns(hand_times)
              << " ns per step, compiled in " << ns(fixed) << " ("
              << ratio(fixed) << " times), chosen at run time " << ns(chosen)
              << " (" << ratio(chosen) << " times)\n";
    record_ratio(std::string(what) + ", compiled in", "by hand", ratio(fixed));
    record_ratio(std::string(what) + ", chosen at run time",
                 "by hand",
                 ratio(chosen));
    EXPECT_LE(ratio(fixed), 5.);
    EXPECT_LE(ratio(chosen), 5.);
  }

  TEST(SliderCrank, IsAsFastAsAProgramOfItsOwn)
  {
    const SliderCrank model({});
    compare("0.2 s of the slider-crank", model, 1e-5);
    compare("without contact", model, 1e-7); // 2 ms
  }
} // namespace percuss::test
