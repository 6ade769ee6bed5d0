// SPDX-License-Identifier: Apache-2.0
#include "small_model_run.h"

#include <percuss/discrete/bouncing_ball.h>
#include <percuss/discrete/obstacles.h>
#include <percuss/study/bouncing_ball.h>
#include <percuss/study/impact_event.h>

#include <limits>

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
        const double        end = run_time(parameters);
        std::vector<double> impacts;
        for (unsigned long int k = 1; k <= 1000000; ++k)
          {
            const double t = exact.impact_time(k);
            if (!(t <= end) ||
                (!impacts.empty() && t - impacts.back() <= 1e-9 * end))
              break; // the others jump by less than anyone sees
            impacts.push_back(t);
          }
        run->set_exact_motion({[exact, radius = d.radius](const double t) {
                                 return std::pair(vector(radius + exact.gap(t)),
                                                  vector(exact.velocity(t)));
                               },
                               impacts,
                               std::numeric_limits<double>::infinity()});
        // by the balance of momentum; no rounding before the first impact
        run->add_exact_signal(
          {"contact_impulse",
           [exact, d, first = exact.impact_time(1)](const double t) {
             return latest_met(t) < first ?
                      0. :
                      d.mass * (exact.velocity(t) - d.initial_velocity -
                                d.gravity * t);
           },
           impacts});
      }
    return run;
  }
} // namespace percuss
