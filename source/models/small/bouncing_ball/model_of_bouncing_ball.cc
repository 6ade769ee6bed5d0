// SPDX-License-Identifier: Apache-2.0
#include <percuss/discrete/obstacles.h>
#include <percuss/models/small/bouncing_ball/bouncing_ball.h>
#include <percuss/models/small/bouncing_ball/exact_bouncing_ball.h>
#include <percuss/models/small/small_model.h>
#include <percuss/study/impact_event.h>

#include <limits>

namespace percuss
{
  namespace
  {
    /** The motion up to a time [s]. */
    ExactMotion<SmallVector<1>>
    exact_motion(const BouncingBallDescription &d,
                 const double                   restitution,
                 const double                   end_time)
    {
      const ExactBouncingBall exact({d.gravity,
                                     d.initial_height - d.radius,
                                     d.initial_velocity,
                                     restitution});
      std::vector<double>     impacts;
      for (unsigned long int k = 1; k <= 1000000; ++k)
        {
          const double t = exact.impact_time(k);
          if (!(t <= end_time) ||
              (!impacts.empty() && t - impacts.back() <= 1e-9 * end_time))
            break; // the others jump by less than anyone sees
          impacts.push_back(t);
        }
      return {[exact, radius = d.radius](const double t) {
                return std::pair(one_number(radius + exact.gap(t)),
                                 one_number(exact.velocity(t)));
              },
              impacts,
              std::numeric_limits<double>::infinity(),
              // by the balance of momentum; no rounding before the first impact
              {{"contact_impulse",
                [exact, d, first = exact.impact_time(1)](const double t) {
                  return latest_met(t) < first ?
                           0. :
                           d.mass * (exact.velocity(t) - d.initial_velocity -
                                     d.gravity * t);
                },
                impacts}}};
    }

    struct BouncingBallSection final : ModelParameters
    {
      void
      add_to(Parameters &prm) override
      {
        prm.section("Bouncing ball");
        prm.add("mass", d.mass, "m [kg].");
        prm.add("radius",
                d.radius,
                "R [m]; the gap is the height of the centre less R.");
        prm.add("initial height",
                d.initial_height,
                "Height of the centre above the floor [m] at the start.");
        prm.add("initial velocity",
                d.initial_velocity,
                "Velocity [m/s] at the start, upwards positive.");
        prm.add("gravity",
                d.gravity,
                "Acceleration of gravity [m/s^2], signed like the "
                "velocity.");
      }

      std::unique_ptr<Model>
      make(const RunParameters &run, const CaseFile &case_file) const override
      {
        using Contacts = CoordinateObstacles<1, 1>;
        using Ball     = SmallModel<BouncingBall, Contacts>;

        const double e = run.contact.coefficients.restitution;
        Ball::Exact  exact;
        if (d.gravity < 0.)
          exact = [d = d, e](const double end) {
            return exact_motion(d, e, end);
          };
        return std::make_unique<Ball>(
          make_small_system<BouncingBall>(d, "Bouncing ball", case_file),
          Contacts({{{"floor", 0, 1., d.radius}}}, e),
          exact);
      }

      BouncingBallDescription d;
    };
  } // namespace

  extern const ModelKind bouncing_ball_kind{
    .name        = "bouncing ball",
    .description = "a ball that falls on the floor",
    .section     = make_section<BouncingBallSection>};
} // namespace percuss
