// SPDX-License-Identifier: Apache-2.0
#include "small_model_run.h"

#include <percuss/discrete/obstacles.h>
#include <percuss/discrete/rotating_spring.h>

namespace percuss
{
  std::unique_ptr<ModelRun>
  make_rotating_spring(const RunParameters &parameters,
                       const CaseFile      &case_file)
  {
    const auto model =
      make_small_model<RotatingSpring>(parameters.small_models.rotating_spring,
                                       "Rotating spring",
                                       case_file);
    const double             R = model.description.boundary_radius;
    const ContactParameters &c = parameters.contact;
    if (c.friction_coefficient == 0.)
      return std::make_unique<
        SmallModelRun<RotatingSpring, CircularBoundary<1>>>(
        parameters,
        case_file,
        model,
        CircularBoundary<1>(R, c.restitution_coefficient));
    return std::make_unique<SmallModelRun<RotatingSpring, CircularBoundary<2>>>(
      parameters,
      case_file,
      model,
      CircularBoundary<2>(R,
                          c.restitution_coefficient,
                          c.friction_coefficient,
                          c.tangential_restitution_coefficient));
  }
} // namespace percuss
