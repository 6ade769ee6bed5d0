// SPDX-License-Identifier: Apache-2.0
#include "small_model_run.h"

#include <percuss/discrete/linear_oscillator.h>
#include <percuss/discrete/obstacles.h>
#include <percuss/study/linear_oscillator.h>

namespace percuss
{
  namespace
  {
    SmallVector<1>
    vector(const double value)
    {
      return SmallVector<1>(SmallVector<1>::Entries(value));
    }
  } // namespace

  std::unique_ptr<ModelRun>
  make_linear_oscillator(const RunParameters &parameters,
                         const CaseFile      &case_file)
  {
    using Contacts = CoordinateObstacles<1, 1>;

    const LinearOscillatorDescription &d =
      parameters.small_models.linear_oscillator;
    const double e = parameters.contact.restitution_coefficient;
    auto run = std::make_unique<SmallModelRun<LinearOscillator, Contacts>>(
      parameters,
      case_file,
      make_small_model<LinearOscillator>(d, "Linear oscillator", case_file),
      Contacts({{{"obstacle", 0, 1., d.obstacle_position}}}, e));
    if (d.load_amplitude == 0.)
      {
        const ExactLinearOscillator exact({d.mass,
                                           d.damping,
                                           d.stiffness,
                                           d.force +
                                             d.stiffness * d.rest_position,
                                           d.obstacle_position,
                                           e,
                                           d.initial_position,
                                           d.initial_velocity},
                                          run_time(parameters));
        run->set_exact_motion({[exact](const double t) {
                                 return std::pair(vector(exact.position(t)),
                                                  vector(exact.velocity(t)));
                               },
                               times_of(exact.impacts()),
                               exact.valid_until()});
      }
    return run;
  }
} // namespace percuss
