// SPDX-License-Identifier: Apache-2.0
#include "small_model_run.h"

#include <percuss/discrete/bouncing_ball.h>
#include <percuss/discrete/obstacles.h>
#include <percuss/study/bouncing_ball.h>

#include <limits>

namespace percuss
{
  std::unique_ptr<ModelRun>
  make_bouncing_ball(const RunParameters &parameters, const CaseFile &case_file)
  {
    using Contacts = CoordinateObstacles<1, 1>;

    const BouncingBallDescription &d = parameters.small_models.bouncing_ball;
    const double e   = parameters.contact.restitution_coefficient;
    auto         run = std::make_unique<SmallModelRun<BouncingBall, Contacts>>(
      parameters,
      case_file,
      make_small_model<BouncingBall>(d, "Bouncing ball", case_file),
      Contacts({{{"floor", 0, 1., d.radius}}}, e));
    if (d.gravity < 0.)
      {
        const ExactBouncingBall exact(
          {d.gravity, d.initial_height - d.radius, d.initial_velocity, e});
        run->set_exact_motion(
          {[exact, radius = d.radius](const double            t,
                                      const std::span<double> q,
                                      const std::span<double> v) {
             q[0] = radius + exact.gap(t);
             v[0] = exact.velocity(t);
           },
           std::numeric_limits<double>::infinity()});
      }
    return run;
  }
} // namespace percuss
