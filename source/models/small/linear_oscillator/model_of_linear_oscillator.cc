// SPDX-License-Identifier: Apache-2.0
#include <percuss/discrete/obstacles.h>
#include <percuss/models/small/linear_oscillator/exact_linear_oscillator.h>
#include <percuss/models/small/linear_oscillator/linear_oscillator.h>
#include <percuss/models/small/small_model.h>

namespace percuss
{
  namespace
  {
    struct LinearOscillatorSection final : ModelParameters
    {
      void
      add_to(Parameters &prm) override
      {
        prm.section("Linear oscillator");
        prm.add("mass", d.mass, "m [kg].");
        prm.add("damping", d.damping, "c [N s/m].");
        prm.add("stiffness", d.stiffness, "k [N/m].");
        prm.add("rest position",
                d.rest_position,
                "Position [m] at which the spring is unstretched.");
        prm.add("force", d.force, "Constant force F [N].");
        prm.add("load amplitude",
                d.load_amplitude,
                "A [N] of the load A cos(Omega t + phi).");
        prm.add("load angular frequency",
                d.load_angular_frequency,
                "Omega [rad/s].");
        prm.add("load phase", d.load_phase, "phi [rad].");
        prm.add("obstacle position",
                d.obstacle_position,
                "Position [m] of the obstacle, below the mass.");
        prm.add("initial position",
                d.initial_position,
                "Position [m] at the start, not below the obstacle.");
        prm.add("initial velocity",
                d.initial_velocity,
                "Velocity [m/s] at the start, negative towards the "
                "obstacle.");
      }

      std::unique_ptr<Model>
      make(const RunParameters &run, const CaseFile &case_file) const override
      {
        using Contacts   = CoordinateObstacles<1, 1>;
        using Oscillator = SmallModel<LinearOscillator, Contacts>;

        const double      e = run.contact.coefficients.restitution;
        Oscillator::Exact exact;
        if (d.load_amplitude == 0.)
          exact = [d = d, e](const double end) -> ExactMotion<SmallVector<1>> {
            const ExactLinearOscillator motion({d.mass,
                                                d.damping,
                                                d.stiffness,
                                                d.force +
                                                  d.stiffness * d.rest_position,
                                                d.obstacle_position,
                                                e,
                                                d.initial_position,
                                                d.initial_velocity},
                                               end);
            return {[motion](const double t) {
                      return std::pair(one_number(motion.position(t)),
                                       one_number(motion.velocity(t)));
                    },
                    times_of(motion.impacts()),
                    motion.valid_until(),
                    {}};
          };
        return std::make_unique<Oscillator>(
          make_small_system<LinearOscillator>(d,
                                              "Linear oscillator",
                                              case_file),
          Contacts({{{"obstacle", 0, 1., d.obstacle_position}}}, e),
          exact);
      }

      LinearOscillatorDescription d;
    };
  } // namespace

  extern const ModelKind linear_oscillator_kind{
    .name = "linear oscillator",
    .description =
      "a mass on a spring, with damper and load, above an obstacle",
    .section = make_section<LinearOscillatorSection>};
} // namespace percuss
