// SPDX-License-Identifier: Apache-2.0

// Every scheme on every linear small system: its energy identity to 1e-11 in
// each step, with impacts, damping and a load.

#include "model_run.h"
#include "steppers.h"

#include <percuss/models/small/bouncing_ball/bouncing_ball.h>
#include <percuss/models/small/linear_oscillator/linear_oscillator.h>
#include <percuss/models/small/two_mass_oscillator/two_mass_oscillator.h>

#include <gtest/gtest.h>

namespace percuss::test::linear_models_test
{
  template <class Model>
  void
  expect_identity(const Model &model, const double floor, const double h)
  {
    constexpr int n        = Model::n_coordinates;
    const auto    obstacle = floor_at<n>(floor, 0.7);
    for (const SchemeInformation &information : schemes())
      for (const double theta : {0.5, 0.8})
        {
          ModelRun<Model, CoordinateObstacles<n, 1>> run(
            model,
            obstacle,
            scheme_named(std::string(information.name), theta),
            free_position_forecast(),
            h);
          run.stepper.advance(3000);
          const StepRecord &record = run.stepper.record();
          EXPECT_LT(record.energy_record->max_relative_residual, 1e-11)
            << Model::model_name << ", " << information.name;
          EXPECT_GT(record.contacts->total_impulse, 0.)
            << Model::model_name << ", " << information.name;
        }
  }

  TEST(LinearModels, CloseTheEnergyIdentityOfEveryScheme)
  {
    expect_identity(BouncingBall({2., 0.1, 1., 0.5, -9.81}), 0.1, 1e-3);

    LinearOscillatorDescription oscillator;
    oscillator.damping                = 0.3;
    oscillator.stiffness              = 40.;
    oscillator.rest_position          = 0.2;
    oscillator.force                  = -3.;
    oscillator.load_amplitude         = 5.;
    oscillator.load_angular_frequency = 4.;
    oscillator.load_phase             = 0.3;
    expect_identity(LinearOscillator(oscillator), 0., 1e-3);

    TwoMassOscillatorDescription masses;
    masses.damping    = 3.;
    masses.upper_mass = 0.4;
    expect_identity(TwoMassOscillator(masses), 0.2, 5e-4);
  }
} // namespace percuss::test::linear_models_test
