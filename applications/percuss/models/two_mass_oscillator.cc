// SPDX-License-Identifier: Apache-2.0
#include "small_model_run.h"

#include <percuss/discrete/obstacles.h>
#include <percuss/discrete/two_mass_oscillator.h>
#include <percuss/study/two_mass_oscillator.h>

#include <array>

namespace percuss
{
  std::unique_ptr<ModelRun>
  make_two_mass_oscillator(const RunParameters &parameters,
                           const CaseFile      &case_file)
  {
    using Contacts = CoordinateObstacles<2, 1>;

    const TwoMassOscillatorDescription &d =
      parameters.small_models.two_mass_oscillator;
    const double e = parameters.contact.restitution_coefficient;
    auto run = std::make_unique<SmallModelRun<TwoMassOscillator, Contacts>>(
      parameters,
      case_file,
      make_small_model<TwoMassOscillator>(d, "Two-mass oscillator", case_file),
      Contacts({{{"floor", 0, 1., d.radius}}}, e));
    if (d.damping == 0. && d.gravity < 0. && d.stiffness > 0.)
      {
        const ExactTwoMassOscillator exact({{d.lower_mass, d.upper_mass},
                                            d.stiffness,
                                            d.spring_length,
                                            d.radius,
                                            -d.gravity,
                                            e,
                                            d.initial_height,
                                            0.,
                                            {d.initial_velocity,
                                             d.initial_velocity}},
                                           run_time(parameters));
        const auto vector = [](const std::array<double, 2> &values) {
          return SmallVector<2>(SmallVector<2>::Entries(values[0], values[1]));
        };
        run->set_exact_motion({[exact, vector](const double t) {
                                 return std::pair(vector(exact.position(t)),
                                                  vector(exact.velocity(t)));
                               },
                               times_of(exact.impacts()),
                               exact.valid_until()});
      }
    return run;
  }
} // namespace percuss
