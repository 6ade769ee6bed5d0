// SPDX-License-Identifier: Apache-2.0
#include "small_model_run.h"

#include <percuss/discrete/obstacles.h>
#include <percuss/discrete/van_der_pol_oscillator.h>

namespace percuss
{
  std::unique_ptr<ModelRun>
  make_van_der_pol_oscillator(const RunParameters &parameters,
                              const CaseFile      &case_file)
  {
    using Contacts = CoordinateObstacles<1, 1>;

    const VanDerPolOscillatorDescription &d =
      parameters.small_models.van_der_pol_oscillator;
    return std::make_unique<SmallModelRun<VanDerPolOscillator, Contacts>>(
      parameters,
      case_file,
      make_small_model<VanDerPolOscillator>(d,
                                            "Van der Pol oscillator",
                                            case_file),
      Contacts({{{"obstacle", 0, -1., d.obstacle_position}}},
               parameters.contact.restitution_coefficient));
  }
} // namespace percuss
